//! The count as players read it.

use pyo3::prelude::*;

use khun_board::position::Position;
use khun_board::rules::counting;
use khun_board::rules::counting::{Honour, honour};

/// A count that stands. `limit`, `done` and `left` are in moves as players say them (see `unit`); the plies are beside them.
#[pyclass(module = "khun", frozen, eq, hash, get_all)]
#[derive(PartialEq, Eq, Hash)]
pub struct Count {
    /// "board" (sak kradan, both sides have pieces) or "pieces" (sak mak, against a bare king).
    honour: &'static str,
    /// Whose king is bare, "white" or "black"; None under board's honour.
    whose: Option<String>,
    /// What `limit`, `done` and `left` count: "moves" or "half-moves".
    unit: &'static str,
    /// So many may be played.
    limit: u16,
    /// So many have been counted.
    done: u16,
    /// So many are left.
    left: u16,
    /// `limit` in plies.
    limit_plies: u16,
    /// `done` in plies.
    done_plies: u16,
    /// How many plies may still be played so that a mate by the last of them wins; None while the count is not called.
    left_plies: Option<u16>,
    /// Whether the game is drawn by it, unless this is mate.
    draws: bool,
    /// Why the limit is what it is, where one word of the rules says so.
    why: Option<String>,
    /// All of it in a phrase.
    words: String,
}

impl Count {
    /// A count of this position: its own, or what it would be otherwise. None where the game has no count.
    pub fn new(position: &Position, count: counting::Count) -> Option<Self> {
        let counting = position.rules().counting?;
        let men = position.board().men();
        let plies = counting.unit.plies();
        let (limit, done) = (count.limit.div_ceil(plies), count.ply.div_ceil(plies));
        let (name, whose) = match honour(&men) {
            Honour::Board => ("board", None),
            Honour::Pieces(bare) => ("pieces", Some(bare.to_string())),
        };
        Some(Self {
            honour: name,
            whose,
            unit: if plies == 1 { "half-moves" } else { "moves" },
            limit,
            done,
            left: limit.saturating_sub(done),
            limit_plies: count.limit,
            done_plies: count.ply,
            left_plies: counting.plies_left(count),
            draws: counting.draws(count),
            why: counting.reason(count, &men),
            words: counting.describe(count, &men),
        })
    }
}

#[pymethods]
impl Count {
    fn __str__(&self) -> &str {
        &self.words
    }

    fn __repr__(&self) -> String {
        format!("<Count {}>", self.words)
    }
}
