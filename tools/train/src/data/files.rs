//! Data files by name.

use std::io;
use std::path::PathBuf;

/// The ending of data files' names.
pub const EXTENSION: &str = "khd";

/// The data files that the arguments name: files as they are, folders for all the data files in them, sorted.
///
/// # Errors
///
/// When a folder cannot be read.
pub fn files(paths: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let mut inside: Vec<_> = path.read_dir()?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
            inside.retain(|path: &PathBuf| path.extension().is_some_and(|extension| extension == EXTENSION));
            inside.sort();
            files.extend(inside);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}
