//! Moves as people write them: `Nd2`, `Rbxe4`, `d6=M+`, `Kc8#`.

use crate::board::Kind;
use crate::geometry::{Color, Square};
use crate::position::{Move, Position};

impl Position {
    /// A legal move in algebraic notation: the man's letter (none for a pawn), as much of the square it leaves as it
    /// takes to tell it from its like, `x`, the square it reaches, `=M`; `+` for a check and `#` for a move that decides
    /// the game, whoever wins it (as python-chess has it).
    #[must_use]
    pub fn san(&self, mv: Move) -> String {
        let letter = |kind: Kind| self.rules().letters.of(kind, Color::White).map(String::from).unwrap_or_default();
        let kind = self.board().kind_at(mv.from()).unwrap_or(Kind::Pawn);
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

    /// File, rank, or both of the square a man leaves, where another of its kind could go to the same square.
    fn origin_text(&self, mv: Move, kind: Kind) -> String {
        let from = mv.from();
        let is_rival = |other: &Move| {
            other.to() == mv.to() && other.from() != from && self.board().kind_at(other.from()) == Some(kind)
        };
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
