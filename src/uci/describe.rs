//! Counts and outcomes in words.

use khun_board::position::{Outcome, Position};

/// The count in one phrase: `none`, or `pieces' honour, 12 of 44 moves (ply 23 of 88)`.
#[must_use]
pub fn count(position: &Position) -> String {
    position.describe_count().unwrap_or_else(|| "none".to_owned())
}

/// How the game stands: `ongoing`, `white wins (checkmate)`, `draw (counting)` …
#[must_use]
pub fn outcome(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "ongoing".to_owned(), |outcome| outcome.to_string())
}
