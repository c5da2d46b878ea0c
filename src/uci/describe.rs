//! Counts and outcomes in words.

use std::cmp::Ordering;

use khun_board::board::Kind;
use khun_board::geometry::Color;
use khun_board::position::{Outcome, Position};
use khun_board::rules::counting::{Honour, honour};

/// The count in one phrase: `none`, or `pieces' honour, 12 of 44 moves (ply 23 of 88)`.
#[must_use]
pub fn count(position: &Position) -> String {
    match (position.rules().counting, position.count()) {
        (Some(counting), Some(count)) => counting.describe(count, &position.board().men()),
        _ => "none".to_owned(),
    }
}

/// A running count in one phrase, and what it means. `None` when no count runs.
#[must_use]
pub fn count_explained(position: &Position) -> Option<String> {
    Some(format!("{}; {}", count(position), count_meaning(position)?))
}

/// What a running count means: who counts, what is left, and what becomes of the lead. `None` when no count runs.
#[must_use]
pub fn count_meaning(position: &Position) -> Option<String> {
    let (now, counting) = (position.count()?, position.rules().counting?);
    let plies = position.plies_left()?;
    if counting.draws(now) {
        return Some("the count is over, the game is a draw unless this is mate".to_owned());
    }
    let honour = honour(&position.board().men());
    let leader = match honour {
        Honour::Pieces(bare) => Some(!bare),
        Honour::Board => leader(position),
    };
    let Some(leader) = leader else {
        let left = plies.div_ceil(2);
        return Some(format!("neither side leads: a draw unless one of them mates within {left} moves"));
    };
    // Of the plies left, the leader plays the first if it is to move.
    let left = if position.to_move() == leader { plies.div_ceil(2) } else { plies / 2 };
    let task = match honour {
        Honour::Pieces(_) => "mate",
        Honour::Board => "mate or bare the king",
    };
    let fate = match left {
        0 => format!("{leader} can no longer mate in time: the lead is worth a draw"),
        1 => format!("{leader} must mate with the next move, or the lead is worth a draw"),
        _ => format!("{leader} must {task} within {left} moves, or the lead is worth a draw"),
    };
    Some(format!("{} counts, {fate}", !leader))
}

/// What a man is roughly worth, in half bias: only to say which side is behind and so may count.
const fn half_bias(kind: Kind) -> u32 {
    match kind {
        Kind::King => 0,
        Kind::Pawn => 2,
        Kind::Met => 3,
        Kind::Khon => 5,
        Kind::Knight => 6,
        Kind::Rook => 10,
    }
}

/// The side with more on the board; `None` when both have the same.
fn leader(position: &Position) -> Option<Color> {
    let men = position.board().men();
    let worth = |color| Kind::ALL.iter().map(|&kind| half_bias(kind) * u32::from(men.of(color, kind))).sum::<u32>();
    match worth(Color::White).cmp(&worth(Color::Black)) {
        Ordering::Greater => Some(Color::White),
        Ordering::Less => Some(Color::Black),
        Ordering::Equal => None,
    }
}

/// How the game stands: `ongoing`, `white wins (checkmate)`, `draw (counting)` …
#[must_use]
pub fn outcome(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "ongoing".to_owned(), |outcome| outcome.to_string())
}
