//! The letters that a game's men go by.

use crate::board::Kind;
use crate::geometry::Color;

/// The letter of each kind of man, as FEN, move texts and the rules file write it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Letters([Option<char>; 6]);

impl Letters {
    /// Letters by [`Kind::index`], upper case; `None` where the game has no such kind.
    #[must_use]
    pub const fn new(letters: [Option<char>; 6]) -> Self {
        Self(letters)
    }

    /// Whether the game has men of this kind.
    #[must_use]
    pub const fn has(&self, kind: Kind) -> bool {
        self.0[kind.index()].is_some()
    }

    /// The letter of a man: upper case for White. `None` where the game has no such kind.
    #[must_use]
    pub fn of(&self, kind: Kind, color: Color) -> Option<char> {
        let letter = self.0[kind.index()]?;
        Some(match color {
            Color::White => letter,
            Color::Black => letter.to_ascii_lowercase(),
        })
    }

    /// The kind that a letter names, in either case.
    #[must_use]
    pub fn kind_of(&self, letter: char) -> Option<Kind> {
        let letter = letter.to_ascii_uppercase();
        Kind::ALL.into_iter().find(|kind| self.0[kind.index()] == Some(letter))
    }

    /// All letters in the order of the kinds, upper case.
    #[must_use]
    pub fn all(&self) -> String {
        self.0.iter().flatten().collect()
    }
}
