//! The counting rules of Makruk and its relatives, as pure functions. (API draft: owner fills it in.)

use crate::geometry::Color;

/// A running count, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Count {
    /// The limit in plies (FEN field 4).
    pub limit: u16,
    /// Plies counted (FEN field 5).
    pub ply: u16,
}

/// How many men of each kind each side has: `men.0[color.index()][kind.index()]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Men(pub [[u8; 6]; 2]);

/// What the last move did, as far as the count cares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// It captured something.
    pub capture: bool,
    /// It captured a pawn.
    pub took_pawn: bool,
    /// It promoted a pawn.
    pub promotion: bool,
}

/// A counting rule with its reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counting {}

impl Counting {
    /// The count after a move. `men` as they stand after it; `to_move` is the side now to move.
    #[must_use]
    pub fn next(&self, _before: Option<Count>, _men: &Men, _to_move: Color, _played: Played) -> Option<Count> {
        todo!()
    }

    /// Whether the count draws the game (unless the side to move is mated).
    #[must_use]
    pub fn draws(&self, _count: Count) -> bool {
        todo!()
    }

    /// How many plies may still be played so that a mate by the last of them wins: 0 when the next ply's mate comes too late.
    #[must_use]
    pub fn plies_left(&self, _count: Count) -> u16 {
        todo!()
    }
}
