//! Lines of moves as people write them.

use khun_board::geometry::Color::{Black, White};
use khun_board::position::{Game, Move};

/// A line with move numbers: `12. Nd2 e5 13. Re1`, `12… e5 13. Re1`.
#[must_use]
pub fn line(game: &Game, moves: &[Move]) -> String {
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
        words.push(position.san(mv));
        position = position.play_unchecked(mv);
    }
    words.join(" ")
}
