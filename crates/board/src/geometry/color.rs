//! The two sides.

use std::fmt;
use std::ops::Not;

/// A side: White moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Color {
    /// Moves first, towards rank 8.
    White,
    /// Moves second; in Makruk towards rank 1, in Racing Kings towards rank 8 too.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// 0 for White, 1 for Black: the index of every per-colour table.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side, in const context (elsewhere write `!color`).
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The side whose men's letters are in this case: capitals are White's.
    #[must_use]
    pub const fn of_case(letter: char) -> Self {
        if letter.is_ascii_uppercase() { Self::White } else { Self::Black }
    }

    /// The letter that FEN uses for the side to move.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }
}

impl Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        self.other()
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "white",
            Self::Black => "black",
        })
    }
}
