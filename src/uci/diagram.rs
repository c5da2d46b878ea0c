//! The board as text.

use std::fmt::Write as _;

use khun_board::geometry::{File, Rank, Square};
use khun_board::position::Position;

/// The board seen from White's side: upper case for White's men, coordinates at the edge. Lines end with `\n`.
#[must_use]
pub fn board(position: &Position) -> String {
    picture(3, &[&|square| man(position, square)])
}

/// The same with a few letters (at most seven) written below each man.
#[must_use]
pub fn board_with(position: &Position, below: impl Fn(Square) -> String) -> String {
    picture(7, &[&|square| man(position, square), &below])
}

/// A board of squares so many letters wide, each with several lines of text.
fn picture(width: usize, lines: &[&dyn Fn(Square) -> String]) -> String {
    let rule = format!(" {}+\n", format!("+{}", "-".repeat(width)).repeat(8));
    let mut text = rule.clone();
    for rank in Rank::ALL.into_iter().rev() {
        for (number, line) in lines.iter().enumerate() {
            text.push(' ');
            for file in File::ALL {
                let _ = write!(text, "|{:^width$}", line(Square::at(file, rank)));
            }
            text.push('|');
            if number == 0 {
                text.push(' ');
                text.push(rank.letter());
            }
            text.push('\n');
        }
        text.push_str(&rule);
    }
    let letters: String = File::ALL.iter().map(|file| format!(" {:^width$}", file.letter())).collect();
    let _ = writeln!(text, " {}", letters.trim_end());
    text
}

fn man(position: &Position, square: Square) -> String {
    let piece = position.board().piece_at(square);
    let letter = piece.and_then(|piece| position.rules().letters.of(piece.kind, piece.color));
    letter.map(String::from).unwrap_or_default()
}
