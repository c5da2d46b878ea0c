//! Sets of squares.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::geometry::{Color, File, Rank, Square};

/// A set of squares, one bit each (bit 0 = a1, bit 63 = h8).
///
/// ```
/// use khun_board::bitboard;
/// use khun_board::geometry::{Bitboard, attacks};
/// let d4 = "d4".parse().unwrap();
/// assert_eq!(attacks::fers(d4), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . X . X . . .
///     . . . . . . . .
///     . . X . X . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All 64 squares.
    pub const ALL: Self = Self(!0);
    /// The dark squares (a1 is one).
    pub const DARK: Self = Self(0xAA55_AA55_AA55_AA55);
    /// The light squares.
    pub const LIGHT: Self = Self(!Self::DARK.0);
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    const FILE_H: u64 = Self::FILE_A << 7;

    /// The set of one square.
    #[must_use]
    #[inline]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// All squares of a file.
    #[must_use]
    #[inline]
    pub const fn file(file: File) -> Self {
        Self(Self::FILE_A << file.index())
    }

    /// All squares of a rank.
    #[must_use]
    #[inline]
    pub const fn rank(rank: Rank) -> Self {
        Self(0xFF << (rank.index() * 8))
    }

    /// Whether the square is in the set.
    #[must_use]
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The set with the square added.
    #[must_use]
    #[inline]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square.index())
    }

    /// The set with the square taken out.
    #[must_use]
    #[inline]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !(1 << square.index()))
    }

    /// Whether there is no square in the set.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of squares, 0 to 64.
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there are two squares or more.
    #[must_use]
    #[inline]
    pub const fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether every square of this set is in the other.
    #[must_use]
    #[inline]
    pub const fn is_subset(self, of: Self) -> bool {
        self.0 & !of.0 == 0
    }

    /// Whether the sets share a square.
    #[must_use]
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The lowest square, or `None` of the empty set.
    #[must_use]
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::masked(self.0.trailing_zeros())) }
    }

    /// The lowest square of a set that is known to have one (a1 of the empty set): for kings.
    #[must_use]
    #[inline]
    pub const fn king_square(self) -> Square {
        Square::masked(self.0.trailing_zeros())
    }

    /// Every square moved one rank up; rank 8 falls off.
    #[must_use]
    #[inline]
    pub const fn north(self) -> Self {
        Self(self.0 << 8)
    }

    /// Every square moved one rank down; rank 1 falls off.
    #[must_use]
    #[inline]
    pub const fn south(self) -> Self {
        Self(self.0 >> 8)
    }

    /// Every square moved one file to the right; the h-file falls off.
    #[must_use]
    #[inline]
    pub const fn east(self) -> Self {
        Self((self.0 & !Self::FILE_H) << 1)
    }

    /// Every square moved one file to the left; the a-file falls off.
    #[must_use]
    #[inline]
    pub const fn west(self) -> Self {
        Self((self.0 & !Self::FILE_A) >> 1)
    }

    /// Every square moved one rank ahead as `color` sees it.
    #[must_use]
    #[inline]
    pub const fn ahead(self, color: Color) -> Self {
        match color {
            Color::White => self.north(),
            Color::Black => self.south(),
        }
    }

    /// The set mirrored top to bottom.
    #[must_use]
    #[inline]
    pub const fn flip_rank(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// The set mirrored left to right.
    #[must_use]
    #[inline]
    pub const fn flip_file(self) -> Self {
        Self(self.0.reverse_bits().swap_bytes())
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Bitboard {}

impl FromIterator<Square> for Bitboard {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

macro_rules! set_operator {
    ($trait:ident, $method:ident, $assign:ident, $assign_method:ident, $op:tt) => {
        impl $trait for Bitboard {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $op other.0)
            }
        }
        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                self.0 = self.0 $op other.0;
            }
        }
    };
}
set_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
set_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |);
set_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl fmt::Debug for Bitboard {
    /// A picture: rank 8 on top, `X` for a member.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let mark = if self.has(Square::at(file, rank)) { 'X' } else { '.' };
                write!(f, "{}{mark}", if file.index() == 0 { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// A [`Bitboard`] drawn as a picture, rank 8 on top: `X` for a member, `.` for none.
#[macro_export]
macro_rules! bitboard {
    ($($mark:tt)*) => {
        $crate::geometry::Bitboard::from_picture(stringify!($($mark)*))
    };
}

impl Bitboard {
    /// The set that a picture shows (see [`bitboard!`](crate::bitboard)): the n-th `X` or `.` stands for the n-th
    /// square from a8 to h1; everything else is skipped.
    #[must_use]
    pub fn from_picture(picture: &str) -> Self {
        picture
            .chars()
            .filter(|mark| matches!(mark, 'X' | '.'))
            .zip(Square::all())
            .filter(|(mark, _)| *mark == 'X')
            .map(|(_, square)| square.flip_rank())
            .collect()
    }
}
