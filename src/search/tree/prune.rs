//! Which nodes and moves are not worth searching: one small question each.
//!
//! All margins come from the table in [`tune`](crate::search::tune).

use crate::eval::Score;
use crate::search::tree::node::{Node, Trend};
use crate::search::tune::Tunables;
use khun_board::board::Kind;
use khun_board::geometry::Color;
use khun_board::position::Position;

/// Whether a race's end is so near that judgement may not cut the search short: every ply counts. (In races +11 ± 23 Elo at
/// 3000 nodes a move: it is there to be exact.)
pub fn is_sharp(position: &Position, tune: &Tunables) -> bool {
    let board = position.board();
    Color::ALL.iter().any(|&color| board.king(color).rank().index() as i32 >= tune.full_width_rank)
}

/// The plies that are left in a count if the search, so deep, reaches its limit. Then nothing may be left out on
/// judgement, for all that is to be found is whether a mate comes in time; and nothing may be searched less deep than
/// that.
pub fn limit_in_sight(position: &Position, depth: i32, tune: &Tunables) -> Option<i32> {
    position.plies_left().map(i32::from).filter(|&left| left <= depth.min(tune.full_width_plies))
}

impl Node<'_> {
    /// Whether the game is decided, if the window is right: what is left is to find its end.
    pub fn is_decided(&self) -> bool {
        self.window.beta.raw().abs() >= self.tune.decided
    }

    /// Razoring: so far below the window that only a capture could help; quiescence shall say.
    pub fn razors(&self, eval: Score) -> bool {
        let tune = self.tune;
        self.depth <= tune.razor_depth
            && eval + (tune.razor_base + tune.razor_slope * self.depth * self.depth) < self.window.alpha
    }

    /// Reverse futility: so far above the window that the opponent will not come back in the plies that are left.
    pub fn stands_above(&self, eval: Score) -> bool {
        let (tune, beta) = (self.tune, self.window.beta);
        let improving = if self.trend == Trend::Improving { tune.reverse_improving } else { 0 };
        self.depth <= tune.reverse_depth
            && eval >= beta + (tune.reverse_slope * self.depth - improving).max(20)
            && !eval.is_mate()
            && !beta.is_loss()
    }

    /// Null move: good enough to let the opponent move twice.
    pub fn may_pass(&self, eval: Score, static_eval: Score) -> bool {
        let (tune, beta) = (self.tune, self.window.beta);
        let margin = (tune.null_margin - tune.null_margin_slope * self.depth).max(-80);
        self.depth >= tune.null_depth && eval >= beta && static_eval >= beta - margin && !beta.is_loss()
    }

    /// Null move: plies by which the answer is searched less deep.
    pub fn null_reduction(&self, eval: Score) -> i32 {
        let tune = self.tune;
        let excess = ((eval - self.window.beta) / tune.null_excess).clamp(0, 4);
        (tune.null_base_percent + tune.null_slope_percent * self.depth) / 100 + excess
    }

    /// Null move: whether zugzwang is near enough that the answer must be verified.
    pub fn must_verify(&self) -> bool {
        self.depth >= self.tune.null_verify_depth || fighting_men(self.position) <= self.tune.null_verify_men
    }

    /// ProbCut: the bound that a capture must pass in a shallow search to cut in the full one.
    pub fn probcut_bound(&self) -> Option<Score> {
        let beta = self.window.beta;
        let bound = beta + self.tune.probcut_margin;
        (self.depth >= self.tune.probcut_depth && !beta.is_mate() && !bound.is_mate()).then_some(bound)
    }

    /// Late-move pruning: after so many quiet moves the others are not worth it.
    pub fn quiet_limit(&self) -> i32 {
        let tune = self.tune;
        let limit = (tune.late_base_percent + tune.late_slope_percent * self.depth * self.depth) / 100;
        if self.trend == Trend::Improving { limit } else { limit / 2 + 1 }
    }

    /// Futility: a quiet move searched so shallow cannot lift the position into the window.
    pub fn is_futile(&self, reduced_depth: i32) -> bool {
        let (tune, alpha) = (self.tune, self.window.alpha);
        let Some(static_eval) = self.static_eval else { return false };
        reduced_depth <= tune.futility_depth
            && static_eval + (tune.futility_base + tune.futility_slope * reduced_depth) <= alpha
            && !self.is_decided()
            && !alpha.is_mate()
    }

    /// History pruning: a quiet move that has never been any good.
    pub fn is_hopeless(&self, reduced_depth: i32, history: i32) -> bool {
        reduced_depth <= self.tune.history_prune_depth && history < self.tune.history_prune * reduced_depth.max(1)
    }

    /// Exchange pruning: what a quiet move may lose.
    pub fn quiet_loss(&self, reduced_depth: i32) -> i32 {
        self.tune.exchange_quiet * reduced_depth * reduced_depth
    }

    /// Exchange pruning: what a noisy move may lose.
    pub fn noisy_loss(&self) -> i32 {
        self.tune.exchange_noisy * self.depth
    }
}

/// Men of the side to move beside its king and pawns: without any, zugzwang is the rule.
pub fn fighting_men(position: &Position) -> i32 {
    let board = position.board();
    let side = position.to_move();
    (board.color(side) & !board.of(side, Kind::Pawn)).len() as i32 - 1
}
