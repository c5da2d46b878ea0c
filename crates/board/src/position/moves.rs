//! A move and lists of moves.

use std::fmt;
use std::num::NonZeroU16;

use arrayvec::ArrayVec;

use crate::board::Kind;
use crate::geometry::Square;

/// A move in 16 bits: from (6 bits), to (6 bits), what the pawn becomes (3 bits). Never zero, so that
/// `Option<Move>` is as small.
///
/// A leap that a privilege allows is written by its from and to squares like any other move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

/// More moves than any position has: sixteen men a side, the widest of which reach 27 squares, never come near it.
pub const MAX_MOVES: usize = 384;

/// The moves of a position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

impl Move {
    /// Marks every move, so that the zero word is none.
    const TAG: u16 = 1 << 15;

    /// A move that promotes nothing.
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Self {
        Self::pack(from, to, 0)
    }

    /// A pawn's move onto its promotion region.
    #[must_use]
    pub const fn promoting(from: Square, to: Square, becomes: Kind) -> Self {
        Self::pack(from, to, becomes as u16)
    }

    const fn pack(from: Square, to: Square, becomes: u16) -> Self {
        let word = Self::TAG | becomes << 12 | (to.index() as u16) << 6 | from.index() as u16;
        Self(NonZeroU16::new(word).expect("the tag is never zero"))
    }

    /// The square it leaves.
    #[must_use]
    pub const fn from(self) -> Square {
        Square::masked(self.0.get() as u32)
    }

    /// The square it goes to.
    #[must_use]
    pub const fn to(self) -> Square {
        Square::masked(self.0.get() as u32 >> 6)
    }

    /// What the pawn becomes, if the move promotes one.
    #[must_use]
    pub const fn promotion(self) -> Option<Kind> {
        match self.0.get() >> 12 & 7 {
            1 => Some(Kind::Met),
            2 => Some(Kind::Khon),
            3 => Some(Kind::Knight),
            4 => Some(Kind::Rook),
            _ => None,
        }
    }

    /// The move as a word, for tables.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The move of a word that [`Move::bits`] made; `None` of any other word.
    #[must_use]
    pub const fn from_bits(word: u16) -> Option<Self> {
        if word & Self::TAG == 0 || word >> 12 & 7 > 4 {
            return None;
        }
        match NonZeroU16::new(word) {
            Some(word) => Some(Self(word)),
            None => None,
        }
    }
}

impl fmt::Debug for Move {
    /// The squares and, of a promotion, the kind; the text that UCI wants needs the rules' letters:
    /// `Position::uci`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(kind) => write!(f, "={kind:?}"),
            None => Ok(()),
        }
    }
}
