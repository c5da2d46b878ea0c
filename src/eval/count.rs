//! What a running count leaves of a lead.

use khun_board::board::{Board, Gait, Kind};
use khun_board::geometry::Color;
use khun_board::position::Position;

/// Whether leads are counted down already: a count runs, and no pawn lives whose loss would begin it.
#[must_use]
pub fn has_begun(position: &Position) -> bool {
    position.plies_left().is_some() && position.board().kind(Kind::Pawn).is_empty()
}

/// White's lead in centipawns as it is worth under the count.
///
/// While a pawn lives nothing is counted and the lead stands. Without pawns the stronger side scored 62 % where it
/// scored 92 % with one (self-play of a strong engine), so the lead shrinks, and with every ply that passes: that is
/// what keeps the last pawn on the board.
#[must_use]
pub fn pressed(position: &Position, lead: i32) -> i32 {
    let board = position.board();
    if position.rules().counting.is_none() || !board.kind(Kind::Pawn).is_empty() || lead == 0 {
        return lead;
    }
    let stronger = if lead > 0 { Color::White } else { Color::Black };
    lead * share_kept(position, stronger) / 100
}

/// How much of the lead the count leaves, in hundredths.
fn share_kept(position: &Position, stronger: Color) -> i32 {
    let board = position.board();
    let need = plies_to_mate(position, stronger);
    if need == i32::MAX {
        return 8;
    }
    let bare = board.color(!stronger).len() == 1;
    let left = position.plies_left().map_or(need, i32::from);
    // Before the mate come the enemy's last men; each takes its time.
    let work = if bare { 0 } else { 12 * (board.color(!stronger).len() as i32 - 1) };
    let most = if bare { 100 } else { 75 };
    let in_time = (100 * left / (need + work)).min(100);
    // Twice too slow leaves a quarter: whoever is late may still be helped along.
    (most * in_time * in_time / 10_000).max(2)
}

/// Plies that these men usually need to mate a bare king from anywhere, from exact distances; `i32::MAX` when they
/// hardly ever can.
fn plies_to_mate(position: &Position, stronger: Color) -> i32 {
    let board = position.board();
    let men = |kind| board.of(stronger, kind).len();
    let (rooks, khons, knights, mets) = (men(Kind::Rook), men(Kind::Khon), men(Kind::Knight), men(Kind::Met));
    let long_range = rooks + if is_long_range(position.rules().met) { mets } else { 0 };
    match (long_range, khons, knights, mets) {
        (2.., ..) => 14,
        (1, 0, 0, _) => 28,
        (1, ..) => 22,
        (0, 2.., 0, 0) => 80,
        (0, 1.., 1.., _) => 56,
        (0, 1.., 0, 1..) => 76,
        (0, 0, 1.., 2..) => 64,
        (0, 0, 2.., 1..) => 60,
        (0, 0, 1, 1) => 90,
        (0, 0, 0, 3..) if on_both_colors(board, stronger) => 64,
        _ => i32::MAX,
    }
}

fn is_long_range(gait: Gait) -> bool {
    matches!(gait, Gait::Queen | Gait::RookKnightFers)
}

fn on_both_colors(board: &Board, color: Color) -> bool {
    let mets = board.of(color, Kind::Met);
    mets.meets(khun_board::geometry::Bitboard::DARK) && mets.meets(khun_board::geometry::Bitboard::LIGHT)
}
