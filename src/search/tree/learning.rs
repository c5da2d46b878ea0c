//! What a node takes from what was learned, and what it leaves: evaluations and their corrections, histories, the
//! transposition table's entry.

use arrayvec::ArrayVec;

use crate::eval::Score;
use crate::search::order::history::{self, Context};
use crate::search::transposition_table::Entry;
use crate::search::tree::node::{Best, Node, NodeKind, Trend};
use crate::search::tree::reduce::MoveClass;
use crate::search::tree::worker::Worker;
use khun_board::position::{Move, Position};

/// The moves that did not do, for the histories.
#[derive(Default)]
pub struct Tried {
    quiet: ArrayVec<Move, 64>,
    noisy: ArrayVec<Move, 32>,
}

impl Tried {
    pub fn push(&mut self, mv: Move, class: MoveClass) {
        // Whatever comes later than this says nothing any more.
        let _ = match class {
            MoveClass::Quiet => self.quiet.try_push(mv),
            MoveClass::Noisy => self.noisy.try_push(mv),
        };
    }
}

impl Worker<'_> {
    /// The static evaluation, noted in the frame; `None` in check.
    pub fn judge(&mut self, position: &Position, ply: usize, entry: Option<&Entry>) -> Option<Score> {
        if self.frame(ply).excluded.is_some() {
            // The same position has been judged one call up.
            return self.frame(ply).static_eval;
        }
        let raw = if position.in_check() {
            None
        } else {
            Some(entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluation.score(position)))
        };
        let corrected = raw.map(|raw| self.corrected(position, raw, ply));
        let frame = self.frame_mut(ply);
        frame.raw_eval = raw;
        frame.static_eval = corrected;
        corrected
    }

    /// A static evaluation, set right by how far similar ones were off.
    pub fn corrected(&self, position: &Position, raw: Score, ply: usize) -> Score {
        let last = self.frame_before(ply, 1).played;
        Score::cp(raw.raw() + self.histories.correction(position, last, self.tune))
    }

    /// Whether the side to move stands better than two plies ago, or four if it was in check then.
    pub fn trend(&self, ply: usize) -> Trend {
        let Some(now) = self.frame(ply).static_eval else { return Trend::Worsening };
        let before = self.frame_before(ply, 2).static_eval.or(self.frame_before(ply, 4).static_eval);
        if before.is_some_and(|before| now > before) { Trend::Improving } else { Trend::Worsening }
    }

    /// A move has cut: it is worth more from now on, and those tried before it less.
    pub fn reward(&mut self, node: &Node, (mv, class): (Move, MoveClass), tried: &Tried, context: &Context) {
        let position = node.position;
        let bonus = history::bonus(node.depth, self.tune);
        let malus = history::malus(node.depth, self.tune);
        match class {
            MoveClass::Quiet => {
                self.histories.update_quiet(position, mv, context, bonus);
                for &other in &tried.quiet {
                    self.histories.update_quiet(position, other, context, -malus);
                }
            }
            MoveClass::Noisy => self.histories.update_noisy(position, mv, bonus),
        }
        for &other in &tried.noisy {
            self.histories.update_noisy(position, other, -malus);
        }
    }

    /// Step 16: what was found goes into the table, and the correction histories learn from it.
    pub fn remember<N: NodeKind>(&mut self, node: &Node, best: &Best) {
        let &Node { position, ply, depth, key, .. } = node;
        let (score, bound) = (best.score, best.bound::<N>());
        let eval = self.frame(ply).raw_eval;
        self.question
            .table
            .store(key, Entry { mv: best.mv, score: score.to_table(ply), eval, depth, bound, pv: N::PV });

        // Captures are the exchange's business, and a bound on the evaluation's own side says nothing.
        let Some(static_eval) = self.frame(ply).static_eval else { return };
        let is_quiet = best.mv.is_none_or(|mv| !position.is_noisy(mv));
        if is_quiet && !score.is_mate() && bound.decides(score, static_eval) {
            let last = self.frame_before(ply, 1).played;
            self.histories.update_correction(position, last, depth, (score, static_eval));
        }
    }
}
