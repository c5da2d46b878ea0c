//! Training data: one position in 32 bytes, blocks of whole games with checksums, files that survive an interruption.
//! `docs/networks.md` describes the format byte by byte.

pub mod inspect;
pub mod plots;
mod record;
mod shard;
pub mod synthetic;
pub mod wdl;

pub use record::{Flags, Labels, Packed, Verdict};
pub use shard::{Header, Shard, ShardError, Writer};

use std::path::{Path, PathBuf};

/// The ending of data files' names.
pub const EXTENSION: &str = "khd";

/// The data files that the arguments name: files as they are, folders for all the data files in them, sorted.
///
/// # Errors
///
/// When a folder cannot be read.
pub fn files(paths: &[PathBuf]) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let mut inside: Vec<_> = path.read_dir()?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
            inside.retain(|path: &PathBuf| path.extension().is_some_and(|extension| extension == EXTENSION));
            inside.sort();
            files.extend(inside);
        } else {
            files.push(Path::new(path).to_owned());
        }
    }
    Ok(files)
}
