//! What a search says while it runs. It never prints: whoever started it formats.

use std::sync::Arc;
use std::time::Duration;

use crate::eval::Score;
use khun_board::position::Move;

/// What a score is to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// The true score is this or more.
    Lower = 1,
    /// The true score is this or less.
    Upper,
    /// The true score.
    Exact,
}

impl Bound {
    /// Whether the true score is this or more.
    pub(crate) fn is_at_least(self) -> bool {
        self != Self::Upper
    }

    /// Whether a score with this bound decides whether the true one reaches `beta`: it is high enough, or low enough.
    pub(crate) fn decides(self, score: Score, beta: Score) -> bool {
        if score >= beta { self.is_at_least() } else { self != Self::Lower }
    }
}

/// Where a score comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// From a search: a judgement, unless it is a mate.
    Search,
    /// From exact tables, or from the rules because the game is over: a draw is as certain as a mate.
    Exact,
}

/// A line of play, with what the search knows about it.
#[derive(Clone, Debug)]
pub struct Info {
    /// Full depth in plies; 0 when the game is over at the root.
    pub depth: u32,
    /// Greatest depth reached, in plies.
    pub seldepth: u32,
    /// The line's rank among the best ones, from 1.
    pub multi_pv: usize,
    /// Its score, from the view of the side to move at the root.
    pub score: Score,
    /// What the score is to the true one.
    pub bound: Bound,
    /// Where it comes from.
    pub source: Source,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// Positions looked up in exact tables.
    pub table_hits: u64,
    /// The moves; empty only when the game is over at the root.
    pub pv: Vec<Move>,
}

/// What a search says.
#[derive(Clone, Debug)]
pub enum Event {
    /// A line of play.
    Info(Info),
    /// Which root move is being searched (said only after three seconds).
    CurrentMove {
        /// Depth of the iteration.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its number, from 1.
        number: usize,
    },
    /// It is proven that the side to move has no forced win in so many moves (said only if such a win was asked for).
    NoMate {
        /// The moves.
        moves: u32,
    },
    /// The search is over: said exactly once, last.
    Best {
        /// The move to play; `None` only when there is no legal one.
        best: Option<Move>,
        /// The answer to think about meanwhile; never one to a finished game.
        ponder: Option<Move>,
    },
}

/// What a search without listeners hands back.
#[derive(Clone, Debug)]
pub struct Report {
    /// The move to play; `None` only when there is no legal one.
    pub best: Option<Move>,
    /// The expected answer.
    pub ponder: Option<Move>,
    /// The score, from the view of the side to move.
    pub score: Score,
    /// Depth of the last completed iteration.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The expected line, from `best` on.
    pub pv: Vec<Move>,
}

impl Report {
    /// There is nothing to search.
    pub(crate) const fn without_moves(score: Score) -> Self {
        Self { best: None, ponder: None, score, depth: 0, nodes: 0, pv: Vec::new() }
    }
}

/// What a search that runs on the caller's own thread can be told meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interruption {
    /// End now.
    Stop,
    /// The opponent played the move that is pondered on.
    PonderHit,
}

/// Asked by a search that runs on the caller's own thread, some thousand times a second: it can hear nothing else.
pub type Watch = Arc<dyn Fn() -> Option<Interruption> + Send + Sync>;
