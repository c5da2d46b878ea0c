//! How an ending goes, over all its positions.

use rayon::prelude::*;

use crate::endgame::index::{Army, Grip, MenSquares, Setup, king_reach};
use crate::endgame::table::{Record, Table, Turn, squares_at};
use crate::geometry::{Bitboard, Square};

/// Placements that one task looks at.
const BATCH: usize = 4096;

/// The distances of all legal positions with one side to move. Boards in the mirror count too; men of one kind are not
/// told apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    /// Legal positions.
    pub legal: u64,
    /// How many of them are won, by the number of moves to mate. The side to move is the stronger: its own moves, from
    /// 1; the bare king: moves by each side, 0 where it is mated.
    pub won: Vec<u64>,
    /// A position with the longest mate.
    pub longest: Option<Setup>,
}

/// The distances with each side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// The side with the men moves first.
    pub stronger: Distances,
    /// The bare king moves first.
    pub bare: Distances,
    /// Positions where the bare king is stalemated.
    pub stalemates: u64,
}

impl Distances {
    fn none() -> Self {
        Self { legal: 0, won: Vec::new(), longest: None }
    }

    /// Positions won in at most so many moves.
    #[must_use]
    pub fn won_within(&self, moves: usize) -> u64 {
        self.won.iter().take(moves + 1).sum()
    }

    /// Positions won.
    #[must_use]
    pub fn won_at_all(&self) -> u64 {
        self.won.iter().sum()
    }

    /// The longest mate in moves; `None` if there is no mate.
    #[must_use]
    pub fn longest_mate(&self) -> Option<usize> {
        self.won.len().checked_sub(1)
    }

    fn add(&mut self, moves: usize, squares: Bitboard, setup: impl Fn(Square) -> Setup) {
        let Some(square) = squares.first() else { return };
        if moves >= self.won.len() {
            self.won.resize(moves + 1, 0);
            self.longest = Some(setup(square));
        }
        self.won[moves] += MIRRORS * u64::from(squares.len());
    }

    fn join(mut self, other: Self) -> Self {
        if other.won.len() > self.won.len() {
            return other.join(self);
        }
        self.legal += other.legal;
        for (sum, more) in self.won.iter_mut().zip(other.won) {
            *sum += more;
        }
        self
    }
}

/// Every board that the tables hold has one in the mirror, for the king cannot stand on the axis.
const MIRRORS: u64 = 2;

impl Statistics {
    fn none() -> Self {
        Self { stronger: Distances::none(), bare: Distances::none(), stalemates: 0 }
    }

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

    fn join(self, other: Self) -> Self {
        Self {
            stronger: self.stronger.join(other.stronger),
            bare: self.bare.join(other.bare),
            stalemates: self.stalemates + other.stalemates,
        }
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
