//! Moves as people write them: `Nd2`, `Rbxe4`, `d6=M+`, `Kc8#`.

use std::fmt;

use crate::board::Kind;
use crate::geometry::{Color, File, Rank, Square};
use crate::position::{Move, Position};
use crate::text::{listed, quoted};

/// A text that is not one legal move here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SanError {
    /// Not of the form `Nd2`, `Nbd2`, `exd6=M` or `e2e4`.
    NotAMove(String),
    /// A move, but none that may be played here.
    Illegal(String),
    /// Several moves may be meant.
    Ambiguous {
        /// The text.
        text: String,
        /// How each of them is written.
        candidates: Vec<String>,
    },
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAMove(text) => write!(f, "{} is not a move", quoted(text)),
            Self::Illegal(text) => write!(f, "{} is not legal here", quoted(text)),
            Self::Ambiguous { text, candidates } => {
                let candidates = listed(candidates.iter().map(String::as_str));
                write!(f, "{} may be any of {candidates}", quoted(text))
            }
        }
    }
}

impl std::error::Error for SanError {}

/// What a text says of a move.
#[derive(Clone, Copy)]
struct Said {
    kind: Kind,
    file: Option<File>,
    rank: Option<Rank>,
    takes: bool,
    to: Square,
    becomes: Option<Kind>,
}

impl Position {
    /// A legal move in algebraic notation: the man's letter (none for a pawn), as much of the square it leaves as it
    /// takes to tell it from its like, `x`, the square it reaches, `=M`; `+` for a check and `#` for a move that decides
    /// the game, whoever wins it (as python-chess has it).
    #[must_use]
    pub fn san(&self, mv: Move) -> String {
        let letter = |kind: Kind| self.rules().letters.of(kind, Color::White).map(String::from).unwrap_or_default();
        let kind = self.moved(mv);
        let takes = self.captured(mv).is_some();
        let mut text = match kind {
            Kind::Pawn if takes => mv.from().file().to_string(),
            Kind::Pawn => String::new(),
            _ => letter(kind) + &self.origin_text(mv, kind),
        };
        if takes {
            text.push('x');
        }
        text += &mv.to().to_string();
        if let Some(becomes) = mv.promotion() {
            text.push('=');
            text += &letter(becomes);
        }
        let after = self.play_unchecked(mv);
        if after.outcome().is_some_and(|outcome| outcome.winner.is_some()) {
            text.push('#');
        } else if after.in_check() {
            text.push('+');
        }
        text
    }

    /// The legal move that a text in algebraic notation names, in every form in use: with as much or as little of the
    /// square it leaves as names one move, with or without `x`, `-`, `=`, marks of check and comment (`+`, `#`, `!`, `?`),
    /// a pawn's letter, or as UCI writes moves.
    ///
    /// # Errors
    ///
    /// When the text is no move, or none that may be played here, or may mean several.
    ///
    /// ```
    /// use khun_board::{Catalogue, Position};
    /// let start = Position::start(Catalogue::builtin().find("makruk")?);
    /// assert_eq!(start.parse_san("Nd2")?, start.parse_uci("b1d2")?);
    /// assert!(start.parse_san("Nd5").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        let bare = text.trim_end_matches(['+', '#', '!', '?']);
        let Some(said) = self.said(bare) else {
            return self.parse_uci(bare).map_err(|_| SanError::NotAMove(text.to_owned()));
        };
        let moves = self.legal_moves();
        let mut meant: Vec<Move> = moves.into_iter().filter(|mv| self.is_said(*mv, said)).collect();
        // A pawn's capture names the file it comes from: without one its step is meant.
        if said.kind == Kind::Pawn && said.file.is_none() && !said.takes {
            meant.retain(|mv| mv.from().file() == said.to.file());
        }
        match meant[..] {
            [mv] => Ok(mv),
            // A pawn's letters may be missing before a full pair of squares.
            [] => self.parse_uci(bare).map_err(|_| SanError::Illegal(text.to_owned())),
            _ => {
                let candidates = meant.into_iter().map(|mv| self.san(mv)).collect();
                Err(SanError::Ambiguous { text: text.to_owned(), candidates })
            }
        }
    }

    /// Takes a text apart; `None` of one that has not the form of a move.
    fn said(&self, text: &str) -> Option<Said> {
        let letters = &self.rules().letters;
        let kind_of = |letter: char| letters.kind_of(letter).filter(|_| letter.is_ascii_uppercase());
        let mut rest: Vec<char> = text.chars().collect();
        let kind = rest.first().copied().and_then(kind_of);
        if kind.is_some() {
            rest.remove(0);
        }
        let mut becomes = None;
        if let Some(letter) = rest.last().copied().filter(|letter| !letter.is_ascii_digit()) {
            becomes = Some(letters.kind_of(letter)?);
            rest.pop();
            if rest.last() == Some(&'=') {
                rest.pop();
            }
        }
        let takes = rest.contains(&'x');
        rest.retain(|letter| !matches!(letter, 'x' | '-'));
        let (to_rank, to_file) = (Rank::from_letter(rest.pop()?)?, File::from_letter(rest.pop()?)?);
        let (file, rank) = match rest[..] {
            [] => (None, None),
            [only] => match File::from_letter(only) {
                Some(file) => (Some(file), None),
                None => (None, Some(Rank::from_letter(only)?)),
            },
            [file, rank] => (Some(File::from_letter(file)?), Some(Rank::from_letter(rank)?)),
            _ => return None,
        };
        let to = Square::at(to_file, to_rank);
        Some(Said { kind: kind.unwrap_or(Kind::Pawn), file, rank, takes, to, becomes })
    }

    fn is_said(&self, mv: Move, said: Said) -> bool {
        self.moved(mv) == said.kind
            && mv.to() == said.to
            && said.file.is_none_or(|file| mv.from().file() == file)
            && said.rank.is_none_or(|rank| mv.from().rank() == rank)
            && (!said.takes || self.captured(mv).is_some())
            && said.becomes.is_none_or(|becomes| mv.promotion() == Some(becomes))
    }

    /// File, rank, or both of the square a man leaves, where another of its kind could go to the same square.
    fn origin_text(&self, mv: Move, kind: Kind) -> String {
        let from = mv.from();
        let is_rival = |other: &Move| other.to() == mv.to() && other.from() != from && self.moved(*other) == kind;
        let rivals: Vec<Square> = self.legal_moves().into_iter().filter(is_rival).map(Move::from).collect();
        if rivals.is_empty() {
            String::new()
        } else if rivals.iter().all(|rival| rival.file() != from.file()) {
            from.file().to_string()
        } else if rivals.iter().all(|rival| rival.rank() != from.rank()) {
            from.rank().to_string()
        } else {
            from.to_string()
        }
    }
}
