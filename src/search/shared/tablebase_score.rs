//! What exact tables make of positions in the tree.

use crate::endgame::Verdict;
use crate::eval::Score;
use khun_board::geometry::Color;
use khun_board::position::Position;

/// Men of a bare-king ending up to which a capture or two lead into tables, both kings included.
const NEAR_TABLES: u32 = 6;

/// What a verdict is worth for the side to move, so many plies from the root.
pub fn score(verdict: Verdict, stronger_moves: bool, ply: usize) -> Score {
    match verdict {
        Verdict::Won { plies } if stronger_moves => Score::mate_in(ply + usize::from(plies)),
        Verdict::Won { plies } => Score::mated_in(ply + usize::from(plies)),
        Verdict::DrawnByCount { .. } | Verdict::Drawn => Score::DRAW,
    }
}

/// Whether exact scores may lie just below a position: a bare-king ending of few men. They hang by the plies left in the
/// count, however many there are.
pub fn is_near(position: &Position) -> bool {
    let board = position.board();
    board.occupied().len() <= NEAR_TABLES && Color::ALL.into_iter().any(|color| board.color(color).len() == 1)
}
