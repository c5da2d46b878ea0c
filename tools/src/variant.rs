//! Rule sets by name, for tools that take a `--variant`.

use anyhow::{Result, anyhow};
use khun::rules::Rules;

/// The built-in rule set of this name.
///
/// # Errors
/// When there is none.
pub fn rules(name: &str) -> Result<Rules> {
    khun::rules::builtin(name).ok_or_else(|| anyhow!("no variant `{name}`"))
}
