//! Every position of a table looked at: for its statistics, and to see whether a file is whole.

use crate::endgame::file::FileError;
use crate::endgame::material::{Material, MenSquares};
use crate::endgame::parallel::for_each;
use crate::endgame::record::{Record, squares_at};
use crate::endgame::setup::{Control, Setup, king_reach};
use crate::endgame::statistics::{Distances, MIRRORS, Statistics};
use crate::endgame::table::{Table, Turn};
use khun_board::geometry::{Bitboard, Square};

/// Placements that one task looks at.
const BATCH: usize = 4096;

impl Table {
    /// Reads all of a table file, on so many threads: whether the checksum fits and every distance is as often there as its builder found.
    ///
    /// # Errors
    ///
    /// Says what does not fit.
    pub fn verify(&self, threads: usize) -> Result<(), FileError> {
        let Some(file) = self.file() else { return Ok(()) };
        if !file.is_sound() {
            return Err(FileError::Damaged("the checksum does not fit"));
        }
        let found = Statistics::of(self, threads);
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
    /// Looks at every position of a table, on so many threads or as many as the system gives.
    #[must_use]
    pub fn of(table: &Table, threads: usize) -> Self {
        let placements = table.material().placements();
        let mut sums = vec![Self::none(); placements.div_ceil(BATCH)];
        for_each(threads, sums.iter_mut().enumerate(), |(batch, sum)| {
            for index in batch * BATCH..placements.min((batch + 1) * BATCH) {
                sum.add_placement(table, index);
            }
        });
        sums.into_iter().fold(Self::none(), Self::join)
    }

    fn add_placement(&mut self, table: &Table, index: usize) {
        let material = table.material();
        let (king, men) = material.placement(index);
        let Some(control) = Control::new(material, king, &men) else { return };
        let record = table.record(index);
        let setup = |bare| Setup { material, king, men: men.clone(), bare };
        self.stronger.legal += MIRRORS * u64::from(control.resting.len());
        self.bare.legal += MIRRORS * u64::from(control.standing.len());

        let mut escapes = control.resting | control.loose;
        let stuck = control.standing & !king_reach(escapes);
        self.bare.add(0, stuck & control.attacked, setup);
        self.stalemates += MIRRORS * u64::from((stuck & !control.attacked).len());
        let taken = captures(table, king, &men, control.loose);
        let longest = taken.iter().map(|&(moves, _)| moves).max().unwrap_or(0).max(longest(&record));
        for moves in 1..=longest {
            let won = squares_at(&record, moves) & control.resting;
            self.stronger.add(usize::from(moves), won, setup);
            let released = taken.iter().filter(|(after, _)| *after == moves).map(|&(_, square)| square);
            let fewer = escapes & !(won | released.collect());
            let lost = king_reach(escapes) & !king_reach(fewer) & control.standing;
            self.bare.add(usize::from(moves), lost, setup);
            escapes = fewer;
        }
    }
}

/// The loose men whose capture leaves a won ending, with its distance.
fn captures(table: &Table, king: Square, men: &MenSquares, loose: Bitboard) -> Vec<(u8, Square)> {
    let material: Material = table.material();
    let after = |(man, &bare): (usize, &Square)| {
        if !loose.has(bare) {
            return None;
        }
        let setup = Setup { material, king, men: men.clone(), bare };
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
