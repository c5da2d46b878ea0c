//! What the fuzz targets share: which rules a byte means, and what every answer to a user must be like.

use khun_board::position::Position;
use khun_board::rules::{Catalogue, Rules};

/// Takes the first byte of an input as the number of a variant that ships.
#[must_use]
pub fn rules_and_rest(data: &[u8]) -> Option<(Rules, &[u8])> {
    let (&number, rest) = data.split_first()?;
    let variants = Catalogue::builtin().variants();
    Some((variants[usize::from(number) % variants.len()].rules, rest))
}

/// Every message to a user fits on one line of a reasonable length and holds nothing that could upset a terminal.
pub fn assert_one_line(message: &str, most: usize) {
    assert!(!message.chars().any(char::is_control), "{message:?}");
    assert!(message.chars().count() <= most, "{} letters: {message:?}", message.chars().count());
}

/// What must hold of every position that the library hands out.
pub fn assert_sound(position: &Position) {
    let moves = position.legal_moves();
    for &mv in &moves {
        assert!(position.is_legal(mv), "{mv:?} in {}", position.fen());
        let text = position.uci(mv);
        assert_eq!(position.parse_uci(&text).ok(), Some(mv), "{text} in {}", position.fen());
        let after = position.play(mv).expect("one of the legal moves");
        let _ = after.outcome();
        let read = Position::from_fen(position.rules(), &after.fen());
        let read = read.unwrap_or_else(|error| panic!("{} after {text} in {}: {error}", after.fen(), position.fen()));
        assert_eq!(read.keys().all, after.keys().all, "{text} in {}", position.fen());
        assert_eq!(read.checkers(), after.checkers(), "{text} in {}", position.fen());
        assert_eq!(read.legal_moves().len(), after.legal_moves().len(), "{text} in {}", position.fen());
    }
    let lines: u64 = position.divide(1, None).into_iter().map(|(_, lines)| lines).sum();
    assert_eq!(lines, moves.len() as u64, "{}", position.fen());
}
