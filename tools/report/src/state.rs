//! Files that a run keeps its state in, to be taken up again.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Time between savings of a state that changes often.
const EVERY: Duration = Duration::from_secs(2);

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

/// A state file that is written now and then, or none.
pub struct StateFile {
    path: Option<PathBuf>,
    saved: Instant,
}

impl StateFile {
    /// At this path, if any.
    #[must_use]
    pub fn new(path: Option<PathBuf>) -> Self {
        Self { path, saved: Instant::now() }
    }

    /// Whether the last saving is long enough ago for the next.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.path.is_some() && self.saved.elapsed() >= EVERY
    }

    /// Saves, due or not.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(&mut self, value: &impl Serialize) -> Result<()> {
        self.saved = Instant::now();
        self.path.as_ref().map_or(Ok(()), |path| save(path, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_comes_back_as_it_went() {
        let path = std::env::temp_dir().join(format!("khun-state-{}.json", std::process::id()));
        let mut file = StateFile::new(Some(path.clone()));
        assert!(!file.is_due() && !StateFile::new(None).is_due());
        file.save(&vec![1, 2]).unwrap();
        assert_eq!(load::<Vec<u32>>(&path).unwrap(), [1, 2]);
        assert!(load::<String>(&path).is_err());
        fs::remove_file(&path).unwrap();
        assert!(load::<Vec<u32>>(&path).is_err() && StateFile::new(None).save(&1).is_ok());
    }
}
