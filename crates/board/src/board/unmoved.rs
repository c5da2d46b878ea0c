//! Men whose first-move privilege still stands.

use crate::geometry::{Bitboard, Color, File, Rank, Square};

/// Squares of the two back ranks on which a man stands that has not moved and may leap (see
/// `rules::Leaps`): two bytes of files, White's and Black's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Unmoved(u16);

impl Unmoved {
    /// No privilege.
    pub const NONE: Self = Self(0);

    /// The privileges of men on these squares; squares off the own back rank have none.
    #[must_use]
    #[inline]
    pub const fn from_squares(squares: Bitboard) -> Self {
        Self((squares.0 & 0xFF) as u16 | (squares.0 >> 48 & 0xFF00) as u16)
    }

    /// The squares the men stand on.
    #[must_use]
    #[inline]
    pub const fn squares(self) -> Bitboard {
        Bitboard((self.0 & 0xFF) as u64 | ((self.0 & 0xFF00) as u64) << 48)
    }

    /// Whether there is no privilege left.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Where a side's man on this file would stand unmoved.
    #[must_use]
    pub const fn home(color: Color, file: File) -> Square {
        Square::at(file, Rank::ALL[0]).relative_to(color)
    }

    /// The privileges seen in a mirror: left and right changed.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self(self.0.reverse_bits().swap_bytes())
    }

    /// White's privileges made Black's and Black's White's.
    #[must_use]
    pub const fn sides_swapped(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// What two sets do not share.
    #[must_use]
    #[inline]
    pub(crate) const fn difference(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }

    /// Indices 0 to 15 of the privileges in the set.
    pub(crate) fn indices(self) -> impl Iterator<Item = usize> {
        Bitboard(u64::from(self.0)).map(Square::index)
    }
}
