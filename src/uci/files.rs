//! Where a client's files are looked for, and how they are read.

use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::eval::network::Network;
use khun_board::rules::Catalogue;
use khun_board::rules::ini::Fault;

/// The file that a client names: at the path as given (from the working directory, if it is relative), or else
/// beside the executable. Cute Chess starts engines in the temporary folder, so the second place matters.
#[must_use]
pub fn find(name: &str) -> Option<PathBuf> {
    find_where(name, Path::is_file)
}

/// The folder that a client names, looked for as a file is.
#[must_use]
pub fn find_folder(name: &str) -> Option<PathBuf> {
    find_where(name, Path::is_dir)
}

fn find_where(name: &str, suits: fn(&Path) -> bool) -> Option<PathBuf> {
    let given = Path::new(name);
    if suits(given) {
        return Some(given.to_owned());
    }
    let beside = env::current_exe().ok()?.parent()?.join(given);
    suits(&beside).then_some(beside)
}

/// Reads a rules file on top of the built-in variants: the catalogue with its good sections, and its faults.
///
/// # Errors
///
/// When the file cannot be read.
pub fn read_rules(path: &Path) -> Result<(Catalogue, Vec<Fault>), String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Catalogue::builtin().with_file(&String::from_utf8_lossy(&bytes)))
}

/// Reads a network's file.
///
/// # Errors
///
/// When the file cannot be read, or holds no network that this program computes.
pub fn read_network(path: &Path) -> Result<Network, String> {
    let fault = |what: &dyn std::fmt::Display| format!("{}: {what}; nothing is changed", path.display());
    let bytes = fs::read(path).map_err(|error| fault(&error))?;
    Network::parse(&bytes).map_err(|error| fault(&error))
}
