//! Where a client's files are looked for, and how they are read.

use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::eval::network::Network;
use crate::uci::fault::Fault;
use khun_board::rules::Catalogue;

/// The file that a client names: at the path as given (from the working directory, if it is relative), or else
/// beside the executable. Cute Chess starts engines in the temporary folder, so the second place matters.
///
/// # Errors
///
/// When it is in neither place.
pub fn find(name: &str) -> Result<PathBuf, Fault> {
    find_where(name, Path::is_file).ok_or_else(|| Fault::NoFile(name.to_owned()))
}

/// The folder that a client names, looked for as a file is.
///
/// # Errors
///
/// When it is in neither place.
pub fn find_folder(name: &str) -> Result<PathBuf, Fault> {
    find_where(name, Path::is_dir).ok_or_else(|| Fault::NoFolder(name.to_owned()))
}

fn find_where(name: &str, suits: fn(&Path) -> bool) -> Option<PathBuf> {
    let given = Path::new(name);
    if suits(given) {
        return Some(given.to_owned());
    }
    let beside = env::current_exe().ok()?.parent()?.join(given);
    suits(&beside).then_some(beside)
}

fn read(path: &Path) -> Result<Vec<u8>, Fault> {
    fs::read(path).map_err(|error| Fault::File { path: path.to_owned(), error })
}

/// Reads a rules file on top of the built-in variants: the catalogue with its good sections, and its faults.
///
/// # Errors
///
/// When the file cannot be read.
pub fn read_rules(path: &Path) -> Result<(Catalogue, Vec<Fault>), Fault> {
    let (catalogue, faults) = Catalogue::builtin().with_file(&String::from_utf8_lossy(&read(path)?));
    Ok((catalogue, faults.into_iter().map(|fault| Fault::Rules { path: path.to_owned(), fault }).collect()))
}

/// Reads a network's file.
///
/// # Errors
///
/// When the file cannot be read, or holds no network that this program computes.
pub fn read_network(path: &Path) -> Result<Network, Fault> {
    Network::parse(&read(path)?).map_err(|fault| Fault::Network { path: path.to_owned(), fault })
}
