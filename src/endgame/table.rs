//! A solved ending: distances by placement and square of the bare king.

use std::path::Path;
use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::endgame::file::{FileError, FileRecords};
use crate::endgame::material::{MOST_MEN, Material};
use crate::endgame::record::{Record, distance};
use crate::endgame::setup::{Control, Setup};
use khun_board::geometry::{Square, attacks};

/// For each man of a material the ending that its capture leaves; `None` when that is two bare kings.
pub type Captures = ArrayVec<Option<Arc<Table>>, MOST_MEN>;

/// An ending, solved.
///
/// A table keeps for each placement with the stronger side to move in how many of its own moves it mates. What the
/// bare king has to move in follows from one record and the endings after its captures.
#[derive(Debug)]
pub struct Table {
    material: Material,
    planes: usize,
    records: Records,
    captures: Captures,
}

/// Where a table's records are.
#[derive(Debug)]
enum Records {
    /// One after the other, plane by plane.
    Memory(Box<[u64]>),
    /// In a file.
    File(FileRecords),
}

/// The side to move in an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The side with the men.
    Stronger,
    /// The bare king.
    Bare,
}

impl Table {
    pub(crate) fn in_memory(material: Material, planes: usize, words: Box<[u64]>, captures: Captures) -> Self {
        Self { material, planes, records: Records::Memory(words), captures }
    }

    /// Opens a table file. `captures` tells for each material which ending each of its men's capture leaves.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, or that is no table.
    pub fn open(path: &Path, captures: impl FnOnce(Material) -> Captures) -> Result<Self, FileError> {
        let file = FileRecords::open(path)?;
        let material = file.material();
        Ok(Self { material, planes: file.planes(), captures: captures(material), records: Records::File(file) })
    }

    /// Which ending this is.
    #[must_use]
    pub const fn material(&self) -> Material {
        self.material
    }

    /// The distances of one placement.
    #[must_use]
    pub fn record(&self, index: usize) -> Record {
        match &self.records {
            Records::Memory(words) => {
                let start = index * self.planes;
                words.get(start..start + self.planes).unwrap_or_default().iter().copied().collect()
            }
            Records::File(file) => file.record(index),
        }
    }

    /// The file that holds it, if one does.
    pub(crate) const fn file(&self) -> Option<&FileRecords> {
        match &self.records {
            Records::Memory(_) => None,
            Records::File(file) => Some(file),
        }
    }

    /// Number of bits of a distance.
    #[must_use]
    pub const fn planes(&self) -> usize {
        self.planes
    }

    /// The ending that the capture of the n-th man leaves; `None` when that is two bare kings.
    pub(crate) fn after_capture(&self, man: usize) -> Option<&Self> {
        self.captures.get(man)?.as_deref()
    }

    /// Size in memory or of the file, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match &self.records {
            Records::Memory(words) => words.len() * 8,
            Records::File(file) => file.bytes(),
        }
    }

    /// In how many moves the stronger side, to move, mates; `None` when it does not.
    #[must_use]
    pub fn moves(&self, setup: &Setup) -> Option<u8> {
        self.moves_at(self.material.index(setup.king, &setup.men), setup.bare)
    }

    /// The same, of a placement by its number.
    pub(crate) fn moves_at(&self, index: usize, bare: Square) -> Option<u8> {
        match &self.records {
            Records::Memory(words) => distance(words.get(index * self.planes..)?.get(..self.planes)?, bare),
            Records::File(file) => distance(&file.record(index), bare),
        }
    }

    /// Distance to mate in plies with best play and no count; `None` of a draw, or if the position is illegal.
    #[must_use]
    pub fn plies(&self, setup: &Setup, turn: Turn) -> Option<u16> {
        match turn {
            Turn::Stronger => self.moves(setup).map(|moves| 2 * u16::from(moves) - 1),
            Turn::Bare => self.resistance(setup).map(|moves| 2 * u16::from(moves)),
        }
    }

    /// In how many moves the bare king, to move, is mated at best; 0 when it is, `None` when it never is.
    fn resistance(&self, setup: &Setup) -> Option<u8> {
        let control = Control::new(self.material, setup.king, &setup.men)?;
        let steps = attacks::king(setup.bare);
        let (rests, takes) = (steps & control.resting, steps & control.loose);
        if (rests | takes).is_empty() {
            return control.attacked.has(setup.bare).then_some(0);
        }
        let record = self.record(self.material.index(setup.king, &setup.men));
        let mut longest = 0;
        for to in rests {
            longest = longest.max(distance(&record, to)?);
        }
        for to in takes {
            let man = setup.men.iter().position(|&square| square == to)?;
            longest = longest.max(self.after_capture(man)?.moves(&setup.capture(man)?)?);
        }
        Some(longest)
    }
}
