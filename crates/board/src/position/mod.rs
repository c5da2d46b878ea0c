//! Floor 3: the board in play.

mod algebraic;
mod army;
mod board;
mod fen;
mod game;
mod generate;
mod hash;
mod leapers;
mod legality;
mod moves;
mod notation;
mod outcome;
mod perft;
mod play;
mod replies;
mod unmoved;

pub use board::Board;
pub use fen::{Faults, FenError, placement};
pub use game::Game;
pub use hash::Keys;
pub use moves::{IllegalMove, MAX_MOVES, Move, MoveList};
pub use notation::MoveError;
pub use outcome::{Outcome, Reason};
pub use perft::PerftTable;
pub use unmoved::Unmoved;

use crate::geometry::{Bitboard, Color};
use crate::rules::Rules;
use crate::rules::counting::Count;

/// A position: board, side to move, count, clocks, privileges, keys. A move makes a new one: two cache lines are
/// copied. (Changing one board in place and taking quiet moves back was tried in perft and made no difference.)
#[derive(Clone, Copy, Debug)]
pub struct Position {
    board: Board,
    /// Men that give check to the side to move.
    checkers: Bitboard,
    keys: Keys,
    rules: Rules,
    count: Option<Count>,
    clock: u16,
    fullmove: u16,
    unmoved: Unmoved,
    to_move: Color,
}

impl Position {
    /// The rule set it is played under.
    #[must_use]
    #[inline]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The men.
    #[must_use]
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Whose move it is.
    #[must_use]
    #[inline]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// The count, where one stands.
    #[must_use]
    #[inline]
    pub const fn count(&self) -> Option<Count> {
        self.count
    }

    /// Plies since the last capture or pawn move.
    #[must_use]
    #[inline]
    pub const fn clock(&self) -> u16 {
        self.clock
    }

    /// The number of the move to come, as FEN counts (1 in a new game).
    #[must_use]
    #[inline]
    pub const fn fullmove(&self) -> u16 {
        self.fullmove
    }

    /// The men whose first-move privilege still stands.
    #[must_use]
    #[inline]
    pub const fn unmoved(&self) -> Unmoved {
        self.unmoved
    }

    /// The Zobrist key of men, side to move and privileges. The count is not in it.
    #[must_use]
    #[inline]
    pub const fn key(&self) -> u64 {
        self.keys.all
    }

    /// All keys.
    #[must_use]
    #[inline]
    pub const fn keys(&self) -> &Keys {
        &self.keys
    }

    /// Men that give check to the side to move: none where checks are forbidden.
    #[must_use]
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[must_use]
    #[inline]
    pub const fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }
}

impl PartialEq for Position {
    /// Same rules, men, side to move, privileges, count and clocks.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.rules, other.rules)
            && self.board == other.board
            && self.to_move == other.to_move
            && self.unmoved == other.unmoved
            && self.count == other.count
            && (self.clock, self.fullmove) == (other.clock, other.fullmove)
    }
}

impl Eq for Position {}
