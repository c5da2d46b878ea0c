//! The endings on hand: those of three and four men, each solved when it is first asked about, and those in files.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use crate::endgame::file::{EXTENSION, FileError};
use crate::endgame::material::Material;
use crate::endgame::solve::solve;
use crate::endgame::table::{Captures, Table};

/// Men beside the king up to which endings are solved when they are asked about.
pub const SOLVED_MEN: usize = 2;

/// The endings that a search can ask about: those of three and four men, which are always on hand, and those opened from a
/// folder. Cheap to clone.
///
/// A three- or four-man ending is solved, once a process, when somebody first asks about it. That takes some 10 to 20 ms of
/// one processor, in which the asking thread waits: whatever is asked, the answer is exact from the first on, and does not
/// depend on what was asked before.
#[derive(Clone, Debug)]
pub struct Endgames {
    opened: Arc<[Option<Arc<Table>>]>,
}

/// Files of a folder that could not be used.
pub type Unusable = Vec<(PathBuf, FileError)>;

impl Default for Endgames {
    fn default() -> Self {
        Self::new()
    }
}

impl Endgames {
    /// The three- and four-man endings alone.
    #[must_use]
    pub fn new() -> Self {
        Self { opened: Arc::new([]) }
    }

    /// The three- and four-man endings and every table file in a folder, and which files there could not be used.
    ///
    /// # Errors
    ///
    /// Where the folder itself cannot be read.
    pub fn open(folder: &Path) -> Result<(Self, Unusable), FileError> {
        let mut opened = vec![None; Material::SLOTS];
        let mut unusable = Vec::new();
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_none_or(|extension| extension != EXTENSION) {
                continue;
            }
            match Table::open(&path, captures_of) {
                Ok(table) => {
                    let slot = table.material().slot();
                    opened[slot] = Some(Arc::new(table));
                }
                Err(error) => unusable.push((path, error)),
            }
        }
        Ok((Self { opened: opened.into() }, unusable))
    }

    /// Solves those three- and four-man endings that nobody has asked about yet, so that no search has to wait for one.
    pub fn prepare(&self) {
        for material in (1..=SOLVED_MEN).flat_map(Material::all_of) {
            solved(material);
        }
    }

    /// The endings that were opened from a folder.
    pub fn opened(&self) -> impl Iterator<Item = Material> + '_ {
        self.opened.iter().flatten().map(|table| table.material())
    }

    /// The table of an ending; `None` of five men for which no file was opened.
    #[must_use]
    #[inline]
    pub fn table(&self, material: Material) -> Option<&Table> {
        let opened = || self.opened.get(material.slot())?.as_ref();
        solved(material).or_else(opened).map(Arc::as_ref)
    }
}

/// The endings after the captures of a material's men.
#[must_use]
pub fn captures_of(material: Material) -> Captures {
    (0..material.size()).map(|man| solved(material.without(man)?).cloned()).collect()
}

/// A three- or four-man ending, solved.
#[inline]
fn solved(material: Material) -> Option<&'static Arc<Table>> {
    static SOLVED: [OnceLock<Arc<Table>>; Material::SLOTS] = [const { OnceLock::new() }; Material::SLOTS];
    if material.size() > SOLVED_MEN {
        return None;
    }
    let solve = || Arc::new(solve(material, &captures_of(material), 1, &|_| ()));
    Some(SOLVED[material.slot()].get_or_init(solve))
}
