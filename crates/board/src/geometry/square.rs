//! Squares, files and ranks of the 8×8 board.

use std::fmt;
use std::str::FromStr;

use crate::geometry::Color;

/// A file, `a` = 0 to `h` = 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct File(u8);

/// A rank, rank 1 = 0 to rank 8 = 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

macro_rules! line {
    ($name:ident, $first:literal, $what:literal) => {
        impl $name {
            #[doc = concat!("All eight ", $what, "s in order.")]
            pub const ALL: [Self; 8] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

            #[doc = concat!("The ", $what, " with this index (0 to 7), or `None` off the board.")]
            #[must_use]
            #[inline]
            pub const fn new(index: u8) -> Option<Self> {
                if index < 8 { Some(Self(index)) } else { None }
            }

            /// Index, 0 to 7.
            #[must_use]
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The character that coordinates use.
            #[must_use]
            #[inline]
            pub const fn letter(self) -> char {
                ($first + self.0) as char
            }

            #[doc = concat!("The ", $what, " that a coordinate's character names.")]
            #[must_use]
            #[inline]
            pub const fn from_letter(letter: char) -> Option<Self> {
                let code = letter as u32;
                if code < $first as u32 || code > $first as u32 + 7 {
                    return None;
                }
                Some(Self((code - $first as u32) as u8))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.letter())
            }
        }
    };
}
line!(File, b'a', "file");
line!(Rank, b'1', "rank");

/// A square: a1 = 0, b1 = 1, … h8 = 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Square(u8);

impl Square {
    /// The square where a file and a rank cross.
    #[must_use]
    #[inline]
    pub const fn at(file: File, rank: Rank) -> Self {
        Self(rank.0 * 8 + file.0)
    }

    /// The square with this index (0 to 63), or `None` off the board.
    #[must_use]
    #[inline]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// The square of the low six bits of `index`: for packed forms whose fields are six bits wide.
    #[must_use]
    #[inline]
    pub const fn masked(index: u32) -> Self {
        Self((index & 63) as u8)
    }

    /// All squares, a1 to h8.
    #[inline]
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..64u8).map(Self)
    }

    /// Index, 0 to 63.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        // The mask tells the compiler what the constructors guarantee, so that table look-ups need no bounds check.
        (self.0 & 63) as usize
    }

    /// Its file.
    #[must_use]
    #[inline]
    pub const fn file(self) -> File {
        File(self.0 & 7)
    }

    /// Its rank.
    #[must_use]
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank(self.0 >> 3)
    }

    /// The square mirrored left to right (a1 ↔ h1).
    #[must_use]
    #[inline]
    pub const fn flip_file(self) -> Self {
        Self(self.0 ^ 7)
    }

    /// The square mirrored top to bottom (a1 ↔ a8).
    #[must_use]
    #[inline]
    pub const fn flip_rank(self) -> Self {
        Self(self.0 ^ 56)
    }

    /// The square as `color` sees it: itself for White, mirrored top to bottom for Black.
    #[must_use]
    #[inline]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip_rank(),
        }
    }

    /// The square `files` to the right and `ranks` up, or `None` off the board.
    #[must_use]
    #[inline]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = (self.0 & 7) as i8 + files;
        let rank = (self.0 >> 3) as i8 + ranks;
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            return None;
        }
        Some(Self((rank * 8 + file) as u8))
    }

    /// King steps between two squares (Chebyshev distance), 0 to 7.
    #[must_use]
    #[inline]
    pub const fn distance(self, other: Self) -> u8 {
        let files = (self.0 & 7).abs_diff(other.0 & 7);
        let ranks = (self.0 >> 3).abs_diff(other.0 >> 3);
        if files > ranks { files } else { ranks }
    }

    /// Whether the square is one of the dark ones (a1 is).
    #[must_use]
    #[inline]
    pub const fn is_dark(self) -> bool {
        (self.0 ^ (self.0 >> 3)) & 1 == 0
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotASquare;

impl FromStr for Square {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Self, NotASquare> {
        let mut letters = text.chars();
        match (letters.next(), letters.next(), letters.next()) {
            (Some(file), Some(rank), None) => {
                let file = File::from_letter(file).ok_or(NotASquare)?;
                let rank = Rank::from_letter(rank).ok_or(NotASquare)?;
                Ok(Self::at(file, rank))
            }
            _ => Err(NotASquare),
        }
    }
}
