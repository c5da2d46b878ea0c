//! Every position of a table looked at: for its statistics, and to see whether a file is whole.

use rayon::prelude::*;

use crate::endgame::file::FileError;
use crate::endgame::index::{Army, Grip, MenSquares, Setup, king_reach};
use crate::endgame::record::{Record, squares_at};
use crate::endgame::statistics::{Distances, MIRRORS, Statistics};
use crate::endgame::table::{Table, Turn};
use khun_board::geometry::{Bitboard, Square};

/// Placements that one task looks at.
const BATCH: usize = 4096;

impl Table {
    /// Reads all of a table file: whether the checksum fits and every distance is as often there as its builder found.
    ///
    /// # Errors
    ///
    /// Says what does not fit.
    pub fn verify(&self) -> Result<(), FileError> {
        let Some(file) = self.file() else { return Ok(()) };
        if !file.is_sound() {
            return Err(FileError::Damaged("the checksum does not fit"));
        }
        let found = Statistics::of(self);
        let told = file.statistics();
        let same = |one: &Distances, other: &Distances| one.legal == other.legal && one.won == other.won;
        if same(&found.stronger, &told.stronger) && same(&found.bare, &told.bare) && found.stalemates == told.stalemates
        {
            return Ok(());
        }
        Err(FileError::Damaged("the distances do not add up"))
    }
}

impl Statistics {
    /// Looks at every position of a table.
    #[must_use]
    pub fn of(table: &Table) -> Self {
        let placements = table.army().placements();
        (0..placements.div_ceil(BATCH))
            .into_par_iter()
            .map(|batch| {
                let mut sum = Self::none();
                for index in batch * BATCH..placements.min((batch + 1) * BATCH) {
                    sum.add_placement(table, index);
                }
                sum
            })
            .reduce(Self::none, Self::join)
    }

    fn add_placement(&mut self, table: &Table, index: usize) {
        let army = table.army();
        let (king, men) = army.placement(index);
        let Some(grip) = Grip::new(army, king, &men) else { return };
        let record = table.record(index);
        let setup = |bare| Setup { army, king, men: men.clone(), bare };
        self.stronger.legal += MIRRORS * u64::from(grip.resting.len());
        self.bare.legal += MIRRORS * u64::from(grip.standing.len());

        let mut escapes = grip.resting | grip.loose;
        let stuck = grip.standing & !king_reach(escapes);
        self.bare.add(0, stuck & grip.attacked, setup);
        self.stalemates += MIRRORS * u64::from((stuck & !grip.attacked).len());
        let taken = captures(table, king, &men, grip.loose);
        let longest = taken.iter().map(|&(moves, _)| moves).max().unwrap_or(0).max(longest(&record));
        for moves in 1..=longest {
            let won = squares_at(&record, moves) & grip.resting;
            self.stronger.add(usize::from(moves), won, setup);
            let released = taken.iter().filter(|(after, _)| *after == moves).map(|&(_, square)| square);
            let fewer = escapes & !(won | released.collect());
            let lost = king_reach(escapes) & !king_reach(fewer) & grip.standing;
            self.bare.add(usize::from(moves), lost, setup);
            escapes = fewer;
        }
    }
}

/// The loose men whose capture leaves a won ending, with its distance.
fn captures(table: &Table, king: Square, men: &MenSquares, loose: Bitboard) -> Vec<(u8, Square)> {
    let army: Army = table.army();
    let after = |(man, &bare): (usize, &Square)| {
        if !loose.has(bare) {
            return None;
        }
        let setup = Setup { army, king, men: men.clone(), bare };
        Some((table.after_capture(man)?.moves(&setup.capture(man)?)?, bare))
    };
    men.iter().enumerate().filter_map(after).collect()
}

/// An upper bound of the distances in a record.
fn longest(record: &Record) -> u8 {
    record.iter().enumerate().fold(0, |bound, (bit, &word)| if word != 0 { bound | 1 << bit } else { bound })
}

impl Turn {
    /// The statistics of the positions with this side to move.
    #[must_use]
    pub const fn of(self, statistics: &Statistics) -> &Distances {
        match self {
            Self::Stronger => &statistics.stronger,
            Self::Bare => &statistics.bare,
        }
    }
}
