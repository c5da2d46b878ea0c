//! Kinds of nodes, and the windows they are searched with.

use crate::eval::Score;

/// A kind of node, known when the recipe is compiled.
pub(super) trait Node {
    /// In the principal variation: its window is open and its line is kept.
    const PV: bool;
    /// The root.
    const ROOT: bool;
    /// What the child is that continues the principal variation.
    type Next: Node;
}

/// The root.
pub(super) struct Root;
/// A node of the principal variation.
pub(super) struct Pv;
/// A node that is only asked whether it passes a bound.
pub(super) struct Scout;

impl Node for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type Next = Pv;
}

impl Node for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    type Next = Self;
}

impl Node for Scout {
    const PV: bool = false;
    const ROOT: bool = false;
    type Next = Self;
}

/// What is expected of a node before it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// An open window.
    Pv,
    /// Some move will pass the upper bound.
    Cut,
    /// No move will pass the lower bound.
    All,
}

impl Expected {
    /// What a node's child is expected to be when the node itself is as expected.
    pub(super) const fn child(self) -> Self {
        match self {
            Self::Cut => Self::All,
            Self::Pv | Self::All => Self::Cut,
        }
    }
}

/// Whether the side to move stands better than at its last turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trend {
    /// Better.
    Improving,
    /// Not better, or not known.
    Worsening,
}

/// The scores that matter to a node: what lies at or below `alpha` is no news, at or above `beta` too good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    pub(super) const FULL: Self = Self { alpha: Score::MIN, beta: Score::MAX };

    /// The empty window that asks whether the score is above `alpha`.
    pub(super) fn above(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// The empty window that asks whether the score is `beta` or more.
    pub(super) fn at_least(beta: Score) -> Self {
        Self { alpha: beta - 1, beta }
    }

    /// The same window as the other side sees it.
    pub(super) fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The window cut down to the scores that are possible so many plies from the root (mate distance).
    pub(super) fn within_reach(self, ply: usize) -> Self {
        Self { alpha: self.alpha.max(Score::mated_in(ply)), beta: self.beta.min(Score::mate_in(ply + 1)) }
    }

    pub(super) fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }
}
