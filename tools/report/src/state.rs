//! Files that a run keeps its state in, to be taken up again.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Reads a value that [`save`] wrote.
///
/// # Errors
/// When the file cannot be read or holds something else.
pub fn load<T: DeserializeOwned>(path: &Path) -> Result<T> {
    let place = || format!("state file {}", path.display());
    serde_json::from_str(&fs::read_to_string(path).with_context(place)?).with_context(place)
}

/// Writes a value as JSON, whole or not at all: through a file beside it that takes its place.
///
/// # Errors
/// When the file cannot be written.
pub fn save(path: &Path, value: &impl Serialize) -> Result<()> {
    let beside = path.with_added_extension("part");
    let text = serde_json::to_string(value)?;
    fs::write(&beside, text + "\n")
        .and_then(|()| fs::rename(&beside, path))
        .with_context(|| format!("cannot write {}", path.display()))
}
