//! The board as text.

use crate::geometry::{File, Rank, Square};
use crate::position::Position;

const RULE: &str = " +---+---+---+---+---+---+---+---+";

/// The board seen from White's side: upper case for White's men, coordinates at the edge. Lines end with `\n`.
#[must_use]
pub fn board(position: &Position) -> String {
    let mut text = String::with_capacity(18 * 40);
    text.push_str(RULE);
    text.push('\n');
    for rank in Rank::ALL.into_iter().rev() {
        for file in File::ALL {
            text.push_str(" | ");
            text.push(man(position, Square::at(file, rank)));
        }
        text.push_str(" | ");
        text.push(rank.letter());
        text.push('\n');
        text.push_str(RULE);
        text.push('\n');
    }
    text.push_str("   a   b   c   d   e   f   g   h\n");
    text
}

fn man(position: &Position, square: Square) -> char {
    let piece = position.board().piece_at(square);
    piece.and_then(|piece| position.rules().letter(piece.kind, piece.color)).unwrap_or(' ')
}
