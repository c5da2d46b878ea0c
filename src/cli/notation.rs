//! Moves as people write them: `Nd2`, `Rbxe4`, `d6=M+`, `Kc8#`.

use crate::geometry::Square;
use crate::position::{Game, Move, Position};
use crate::rules::Kind;

/// A legal move in short algebraic notation, with the rule set's own letters.
#[must_use]
pub fn readable(position: &Position, mv: Move) -> String {
    let rules = position.rules();
    let board = position.board();
    let (from, to) = (mv.from(), mv.to());
    let Some(piece) = board.piece_at(from) else { return position.move_text(mv) };
    let letter = |kind: Kind| rules.letters[kind.index()].unwrap_or('?');
    let captures = position.captured(mv).is_some();
    let mut text = String::new();
    if piece.kind == Kind::Pawn {
        if captures {
            text.push(from.file().letter());
        }
    } else {
        text.push(letter(piece.kind));
        text.push_str(&origin(position, mv, piece.kind));
    }
    if captures {
        text.push('x');
    }
    text.push_str(&to.to_string());
    if let Some(kind) = mv.promotion() {
        text.push('=');
        text.push(letter(kind));
    }
    let after = position.play(mv);
    match after.outcome() {
        Some(outcome) if outcome.winner == Some(position.to_move()) => text.push('#'),
        _ if after.in_check() => text.push('+'),
        _ => {}
    }
    text
}

/// File, rank, or both of the square a man leaves, where another of its kind could go to the same square.
fn origin(position: &Position, mv: Move, kind: Kind) -> String {
    let from = mv.from();
    let is_rival = |other: &Move| {
        other.to() == mv.to() && other.from() != from && position.board().kind_at(other.from()) == Some(kind)
    };
    let rivals: Vec<Square> =
        position.legal_moves().iter().filter(|&other| is_rival(other)).map(|mv| mv.from()).collect();
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

/// A line with move numbers: `12. Nd2 e5 13. Re1`, `12… e5 13. Re1`.
#[must_use]
pub fn line(game: &Game, moves: &[Move]) -> String {
    use crate::geometry::Color::{Black, White};
    let mut position = *game.position();
    let mut words = Vec::new();
    for (index, &mv) in moves.iter().enumerate() {
        if !position.is_legal(mv) {
            break;
        }
        let number = position.fullmove();
        match (position.to_move(), index) {
            (White, _) => words.push(format!("{number}.")),
            (Black, 0) => words.push(format!("{number}…")),
            (Black, _) => {}
        }
        words.push(readable(&position, mv));
        position = position.play(mv);
    }
    words.join(" ")
}
