//! How games end.

use pyo3::prelude::*;

use khun_board::position;
use khun_board::position::Position;
use khun_board::position::pgn::GameResult;

/// How a game ended.
#[pyclass(module = "khun", frozen, eq, hash, get_all)]
#[derive(PartialEq, Eq, Hash)]
pub struct Outcome {
    /// "white", "black", or None of a draw.
    winner: Option<String>,
    /// "checkmate", "stalemate", "arrival", "both kings arrived", "counting", "repetition", "move rule" or "dead material".
    reason: String,
    /// "1-0", "0-1" or "1/2-1/2".
    result: &'static str,
    /// All of it in a sentence.
    words: String,
}

impl Outcome {
    /// An outcome in the position that it was reached in.
    pub fn new(position: &Position, outcome: position::Outcome) -> Self {
        Self {
            winner: outcome.winner.map(|color| color.to_string()),
            reason: outcome.reason.to_string(),
            result: GameResult::from(Some(outcome)).text(),
            words: position.explain_outcome(outcome),
        }
    }
}

#[pymethods]
impl Outcome {
    fn __str__(&self) -> &str {
        &self.words
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {} ({})>", self.result, self.reason)
    }
}
