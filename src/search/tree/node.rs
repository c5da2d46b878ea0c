//! Nodes: their kinds, the windows they are searched with, and what is known of one before its moves are tried.

use crate::eval::Score;
use crate::search::event::Bound;
use crate::search::transposition_table::Entry;
use crate::search::tune::Tunables;
use khun_board::position::{Move, Position};

/// A kind of node, known when the recipe is compiled.
pub trait NodeKind {
    /// In the principal variation: its window is open and its line is kept.
    const PV: bool;
    /// The root.
    const ROOT: bool;
    /// What the child is that continues the principal variation.
    type Next: NodeKind;
}

/// The root.
pub struct Root;
/// A node of the principal variation.
pub struct Pv;
/// A node that is only asked whether it passes a bound.
pub struct Scout;

impl NodeKind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type Next = Pv;
}

impl NodeKind for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    type Next = Self;
}

impl NodeKind for Scout {
    const PV: bool = false;
    const ROOT: bool = false;
    type Next = Self;
}

/// What is expected of a node before it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// An open window.
    Pv,
    /// Some move will pass the upper bound.
    Cut,
    /// No move will pass the lower bound.
    All,
}

impl Expected {
    /// What a node's child is expected to be when the node itself is as expected.
    pub const fn child(self) -> Self {
        match self {
            Self::Cut => Self::All,
            Self::Pv | Self::All => Self::Cut,
        }
    }
}

/// Whether the side to move stands better than at its last turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trend {
    /// Better.
    Improving,
    /// Not better, or not known.
    Worsening,
}

/// The scores that matter to a node: what lies at or below `alpha` is no news, at or above `beta` too good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    pub const FULL: Self = Self { alpha: Score::MIN, beta: Score::MAX };

    /// The empty window that asks whether the score is above `alpha`.
    pub fn above(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// The empty window that asks whether the score is `beta` or more.
    pub fn at_least(beta: Score) -> Self {
        Self { alpha: beta - 1, beta }
    }

    /// The same window as the other side sees it.
    pub fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The window cut down to the scores that are possible so many plies from the root (mate distance).
    pub fn within_reach(self, ply: usize) -> Self {
        Self { alpha: self.alpha.max(Score::mated_in(ply)), beta: self.beta.min(Score::mate_in(ply + 1)) }
    }

    pub fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }
}

/// A node, as far as it is known before its moves are tried.
#[derive(Clone, Copy)]
pub struct Node<'n> {
    pub position: &'n Position,
    /// Plies from the root.
    pub ply: usize,
    pub window: Window,
    /// Plies to search.
    pub depth: i32,
    pub expected: Expected,
    /// The position's key in the transposition table.
    pub key: u64,
    /// What the table knows, its score counted from the root.
    pub entry: Option<Entry>,
    /// The corrected evaluation; `None` in check.
    pub static_eval: Option<Score>,
    /// What the position seems worth: the corrected evaluation, or what the table knows better; `None` in check.
    pub eval: Option<Score>,
    pub trend: Trend,
    /// Plies left in a count whose limit this search reaches.
    pub limit: Option<i32>,
    /// The move that a singular search leaves out.
    pub excluded: Option<Move>,
    pub tune: &'n Tunables,
}

/// The best move of a node so far, and what is left of its window.
#[derive(Clone, Copy)]
pub struct Best {
    pub score: Score,
    pub mv: Option<Move>,
    pub window: Window,
}

impl Best {
    /// No move yet.
    pub const fn none(window: Window) -> Self {
        Self { score: Score::MIN, mv: None, window }
    }

    /// Notes what a move is worth: whether it beats all others and the lower bound.
    pub fn note(&mut self, mv: Move, score: Score) -> bool {
        self.score = self.score.max(score);
        let is_better = score > self.window.alpha;
        if is_better {
            self.window.alpha = score;
            self.mv = Some(mv);
        }
        is_better
    }

    /// Whether the upper bound is reached, so that no other move matters.
    pub fn cuts(&self) -> bool {
        self.score >= self.window.beta
    }

    /// What the score is to the true one, where the principal variation has an open window.
    pub fn bound<N: NodeKind>(&self) -> Bound {
        if self.cuts() {
            Bound::Lower
        } else if self.mv.is_some() && N::PV {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}
