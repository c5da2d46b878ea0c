//! Rule sets by name, for tools that take a `--variant`.

use anyhow::{Result, anyhow};
use khun_board::rules::{Catalogue, Rules};

/// The built-in rule set of this name.
///
/// # Errors
/// When there is none.
pub fn rules(name: &str) -> Result<Rules> {
    Catalogue::builtin().find(name).map_err(|unknown| anyhow!("{unknown}"))
}
