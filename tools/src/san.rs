//! Moves in algebraic notation, as game files want them.

use khun::geometry::Color;
use khun::position::{Move, Position};
use khun::rules::Kind;

/// A legal move in algebraic notation: the piece's letter (none for a pawn), as much of the from-square as it takes to
/// tell it from its like, `x`, the to-square, `=M`; `+` for a check and `#` for a move that decides the game, whoever
/// wins it (as python-chess has it).
#[must_use]
pub fn write(position: &Position, mv: Move) -> String {
    let rules = position.rules();
    let letter = |kind: Kind| rules.letter(kind, Color::White).map(String::from).unwrap_or_default();
    let kind = position.board().kind_at(mv.from()).unwrap_or(Kind::Pawn);
    let takes = position.captured(mv).is_some();
    let mut text = match kind {
        Kind::Pawn if takes => mv.from().file().to_string(),
        Kind::Pawn => String::new(),
        _ => letter(kind) + &origin(position, mv, kind),
    };
    if takes {
        text.push('x');
    }
    text += &mv.to().to_string();
    if let Some(becomes) = mv.promotion() {
        text.push('=');
        text += &letter(becomes);
    }
    let after = position.play(mv);
    if after.outcome().is_some_and(|outcome| outcome.winner.is_some()) {
        text.push('#');
    } else if after.in_check() {
        text.push('+');
    }
    text
}

/// What of the from-square tells the move from others of the same kind to the same square.
fn origin(position: &Position, mv: Move, kind: Kind) -> String {
    let from = mv.from();
    let rivals: Vec<_> = position
        .legal_moves()
        .into_iter()
        .filter(|other| other.to() == mv.to() && other.from() != from)
        .map(Move::from)
        .filter(|&square| position.board().kind_at(square) == Some(kind))
        .collect();
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
