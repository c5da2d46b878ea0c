//! How many men each side has.

use crate::board::Kind;
use crate::geometry::Color;

/// How many men of each kind each side has: `men.0[color.index()][kind.index()]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Men(pub [[u8; 6]; 2]);

impl Men {
    /// How many of this kind this side has.
    #[must_use]
    pub const fn of(&self, color: Color, kind: Kind) -> u8 {
        self.0[color.index()][kind.index()]
    }

    /// How many men this side has, the king included.
    #[must_use]
    pub fn side(&self, color: Color) -> u16 {
        self.0[color.index()].iter().copied().map(u16::from).sum()
    }

    /// How many men are on the board, both kings included.
    #[must_use]
    pub fn total(&self) -> u16 {
        self.side(Color::White) + self.side(Color::Black)
    }

    /// Whether this side has nothing but its king.
    #[must_use]
    pub fn is_bare(&self, color: Color) -> bool {
        let [rest @ .., _king] = &self.0[color.index()];
        rest.iter().all(|number| *number == 0)
    }

    /// Whether either side has a pawn.
    #[must_use]
    pub const fn has_pawns(&self) -> bool {
        self.of(Color::White, Kind::Pawn) | self.of(Color::Black, Kind::Pawn) != 0
    }
}
