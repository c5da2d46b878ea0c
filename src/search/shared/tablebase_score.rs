//! What exact tables make of positions in the tree.

use crate::endgame::{Judgement, Verdict};
use crate::eval::Score;
use khun_board::geometry::Color;
use khun_board::position::Position;

/// Men of a bare-king ending up to which a capture or two lead into tables, both kings included.
const NEAR_TABLES: u32 = 6;

/// What a draw that the count just saves is worth to the stronger side, in centipawns.
const NEARLY_WON: i32 = 12;

/// What a verdict is worth for the side to move, so many plies from the root.
pub fn score(verdict: Verdict, stronger_moves: bool, ply: usize) -> Score {
    match verdict {
        Verdict::Won { plies } if stronger_moves => Score::mate_in(ply + usize::from(plies)),
        Verdict::Won { plies } => Score::mated_in(ply + usize::from(plies)),
        Verdict::DrawnByCount { .. } | Verdict::Drawn => Score::DRAW,
    }
}

/// The same in the tree. A draw by the count is worth a little to the stronger side, the more the nearer the mate comes to
/// the count's end: a slip of the bare king then wins.
pub fn in_tree(judgement: Judgement, position: &Position, ply: usize) -> Score {
    let stronger_moves = judgement.stronger == position.to_move();
    match (judgement.verdict, judgement.left) {
        (Verdict::DrawnByCount { plies }, Some(left)) => {
            let late = i32::from(plies.saturating_sub(left));
            let worth = (NEARLY_WON - late / 2).max(1);
            Score::cp(if stronger_moves { worth } else { -worth })
        }
        (verdict, _) => score(verdict, stronger_moves, ply),
    }
}

/// Whether exact scores may lie just below a position: a bare-king ending of few men. They hang by the plies left in the
/// count, however many there are.
pub fn is_near(position: &Position) -> bool {
    let board = position.board();
    board.occupied().len() <= NEAR_TABLES && Color::ALL.into_iter().any(|color| board.color(color).len() == 1)
}
