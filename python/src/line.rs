//! A line of play that a search found.

use pyo3::prelude::*;

use khun::search::{Bound, Info, Source};
use khun::uci::wdl::Wdl;
use khun_board::position::Position;

use crate::texts::line_texts;

/// A line of play, with what the search knows about it. Scores and chances are the side to move's.
#[pyclass(module = "khun", frozen, get_all)]
pub struct Line {
    /// Full depth in plies; 0 when the game is over.
    depth: u32,
    /// Greatest depth reached, in plies.
    seldepth: u32,
    /// The line's rank among the best ones, from 1.
    multipv: usize,
    /// The score in hundredths of a pawn; None of a mate or a won race.
    cp: Option<i32>,
    /// Moves to the game's end: positive when won, zero or negative when lost; None of a judgement.
    mate: Option<i32>,
    /// What the score is to the true one: "exact", "lower" or "upper" bound.
    bound: &'static str,
    /// Whether the score is from exact tables or the rules, so that a draw is as certain as a mate.
    proven: bool,
    /// The chances of a win, a draw and a loss in permille.
    wdl: (u16, u16, u16),
    /// Positions looked at so far.
    nodes: u64,
    /// Seconds since the search began.
    time: f64,
    /// How full the table is, in permille.
    hashfull: u32,
    /// Positions looked up in exact tables.
    tbhits: u64,
    /// The moves as UCI writes them; empty only when the game is over.
    pv: Vec<String>,
}

impl Line {
    pub fn new(root: &Position, info: &Info) -> Self {
        let wdl = match info.source {
            Source::Exact if !info.score.is_mate() => Wdl::DRAWN,
            _ => Wdl::of(info.score, root),
        };
        Self {
            depth: info.depth,
            seldepth: info.seldepth,
            multipv: info.multi_pv,
            cp: (!info.score.is_mate()).then(|| info.score.raw()),
            mate: info.score.mate_moves(),
            bound: match info.bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
            },
            proven: info.source == Source::Exact,
            wdl: (wdl.win, wdl.draw, wdl.loss),
            nodes: info.nodes,
            time: info.time.as_secs_f64(),
            hashfull: info.hashfull,
            tbhits: info.table_hits,
            pv: line_texts(root, &info.pv),
        }
    }
}

#[pymethods]
impl Line {
    /// What the side to move may expect of the game, from 0 (lost) over 0.5 (drawn) to 1 (won).
    #[getter]
    fn expectation(&self) -> f64 {
        let (win, draw, _) = self.wdl;
        (f64::from(win) + f64::from(draw) / 2.0) / 1000.0
    }

    fn __repr__(&self) -> String {
        let score =
            self.mate.map_or_else(|| format!("cp {}", self.cp.unwrap_or_default()), |moves| format!("mate {moves}"));
        format!("<Line depth {} {score} {}>", self.depth, self.pv.join(" "))
    }
}
