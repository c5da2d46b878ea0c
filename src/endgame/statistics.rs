//! How an ending goes, over all its positions.

use crate::endgame::setup::Setup;
use khun_board::geometry::{Bitboard, Square};

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

    /// Adds positions won in so many moves, one for each square of the bare king.
    pub(super) fn add(&mut self, moves: usize, squares: Bitboard, setup: impl Fn(Square) -> Setup) {
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
pub(super) const MIRRORS: u64 = 2;

impl Statistics {
    pub(super) fn none() -> Self {
        Self { stronger: Distances::none(), bare: Distances::none(), stalemates: 0 }
    }

    pub(super) fn join(self, other: Self) -> Self {
        Self {
            stronger: self.stronger.join(other.stronger),
            bare: self.bare.join(other.bare),
            stalemates: self.stalemates + other.stalemates,
        }
    }
}
