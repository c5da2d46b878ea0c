//! Moves as UCI writes them.

use std::fmt;

use crate::board::Kind;
use crate::geometry::{Color, Square};
use crate::position::{Move, Position};
use crate::text::quoted;

/// A text that is not a legal move here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciError {
    /// Not of the form `e2e4` or `d5c6m`.
    NotAMove(String),
    /// A move, but not one that may be played here.
    Illegal(String),
    /// A pawn's move that lacks the letter of what the pawn becomes, or one with a letter that it cannot become.
    Promotion {
        /// The text.
        text: String,
        /// How the move is written here.
        written: String,
    },
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAMove(text) => write!(f, "{} is not a move", quoted(text)),
            Self::Illegal(text) => write!(f, "{} is not legal here", quoted(text)),
            Self::Promotion { text, written } => {
                write!(f, "{} is not legal here: the promotion is written {written}", quoted(text))
            }
        }
    }
}

impl std::error::Error for UciError {}

impl Position {
    /// The move as UCI writes it: `e3e4`, `d5c6m`.
    #[must_use]
    pub fn uci(&self, mv: Move) -> String {
        let letter = mv.promotion().and_then(|kind| self.rules().letters.of(kind, Color::Black));
        match letter {
            Some(letter) => format!("{}{}{letter}", mv.from(), mv.to()),
            None => format!("{}{}", mv.from(), mv.to()),
        }
    }

    /// The legal move that a UCI text names.
    ///
    /// # Errors
    ///
    /// When the text is no move, or none that may be played here.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        let not_a_move = || UciError::NotAMove(text.to_owned());
        let (from, to) = text.get(..2).zip(text.get(2..4)).ok_or_else(not_a_move)?;
        let from: Square = from.parse().map_err(|_| not_a_move())?;
        let to: Square = to.parse().map_err(|_| not_a_move())?;
        let mut suffix = text.chars().skip(4);
        let mv = match (suffix.next(), suffix.next()) {
            (None, _) => Move::new(from, to),
            (Some(letter), None) => match self.rules().letters.kind_of(letter) {
                Some(kind @ (Kind::Met | Kind::Khon | Kind::Knight | Kind::Rook)) => Move::promoting(from, to, kind),
                _ => return Err(self.refusal(from, to, text)),
            },
            _ => return Err(not_a_move()),
        };
        if self.is_legal(mv) { Ok(mv) } else { Err(self.refusal(from, to, text)) }
    }

    /// Why a text is refused that names two squares.
    fn refusal(&self, from: Square, to: Square, text: &str) -> UciError {
        let written = self.legal_moves().into_iter().find(|mv| mv.from() == from && mv.to() == to);
        match written {
            Some(mv) => UciError::Promotion { text: text.to_owned(), written: self.uci(mv) },
            None => UciError::Illegal(text.to_owned()),
        }
    }
}
