//! Cuts by judgement: what makes a node not worth its moves.

use crate::eval::Score;
use crate::search::alpha_beta::Place;
use crate::search::job::Stopped;
use crate::search::node::{Expected, Scout, Window};
use crate::search::picker::{Picker, Wanted};
use crate::search::prune::{self, Standing};
use crate::search::tt::{Entry, Flags};
use crate::search::worker::Worker;

impl Worker<'_> {
    /// Cuts that need no look at the moves: razoring, reverse futility, null move, ProbCut. Without the null move they
    /// gain 42 ± 33 Elo in games of mate and 117 ± 66 in races (3000 nodes a move).
    pub(super) fn cut_by_judgement(&mut self, place: &Place) -> Result<Option<Score>, Stopped> {
        let Some(eval) = place.eval else { return Ok(None) };
        let Window { alpha, beta } = place.window;
        let tune = self.tune;
        let standing = Standing { depth: place.depth, eval, trend: place.trend, tune: &tune };

        // Razoring.
        if standing.razors(alpha) {
            let score = self.quiesce::<Scout>(place.position, place.ply, place.window)?;
            if score <= alpha {
                return Ok(Some(score));
            }
        }
        // Reverse futility. Half way back to the bound is nearer the truth than either.
        if standing.stands_above(beta) {
            return Ok(Some(beta + (eval - beta) / 2));
        }
        if let Some(score) = self.null_move(place, &standing)? {
            return Ok(Some(score));
        }
        self.probcut(place, &standing)
    }

    /// Null move: if the position is good enough even when the opponent moves twice, it is good enough. At 5000 nodes a
    /// move that gains 14 ± 14 Elo in games of mate and nothing in races (−7 ± 16).
    fn null_move(&mut self, place: &Place, standing: &Standing) -> Result<Option<Score>, Stopped> {
        let &Place { position, ply, depth, .. } = place;
        let beta = place.window.beta;
        let Some(static_eval) = self.frame(ply).static_eval else { return Ok(None) };
        let allowed = ply >= self.no_pass_before
            && place.expected == Expected::Cut
            && !self.frame_before(ply, 1).passed
            && prune::fighting_men(position) > 0
            && standing.may_pass(static_eval, beta);
        if !allowed {
            return Ok(None);
        }
        let reduced = depth - standing.null_reduction(beta);
        let child = self.enter_pass(position, ply);
        let score =
            -self.alpha_beta::<Scout>(&child, ply + 1, Window::at_least(beta).flipped(), reduced, Expected::All)?;
        self.leave();
        if score < beta {
            return Ok(None);
        }
        // A mate found after a pass is not proven.
        let score = if score.is_win() { beta } else { score };
        if self.no_pass_before > 0 || !standing.must_verify(position) {
            return Ok(Some(score));
        }
        // In endings the right to move is often a burden. Ask again without passing, for the first plies at least.
        self.no_pass_before = ply + 1 + (3 * reduced.max(0) / 4) as usize;
        let verified = self.alpha_beta::<Scout>(position, ply, Window::at_least(beta), reduced.max(1), Expected::All);
        self.no_pass_before = 0;
        Ok((verified? >= beta).then_some(score))
    }

    /// ProbCut: a capture that passes a much higher bound in a shallow search will pass this one in a full search.
    fn probcut(&mut self, place: &Place, standing: &Standing) -> Result<Option<Score>, Stopped> {
        let &Place { position, ply, depth, .. } = place;
        let Some(bound) = standing.probcut_bound(place.window.beta) else { return Ok(None) };
        let reduced = depth - self.tune.probcut_reduction;
        // Not when the table knows that it will fail.
        if place.entry.is_some_and(|entry| entry.depth >= reduced && entry.score < bound) {
            return Ok(None);
        }
        let Some(static_eval) = self.frame(ply).static_eval else { return Ok(None) };
        let table_move = place.entry.and_then(|entry| entry.mv).filter(|&mv| position.captured(mv).is_some());
        let mut picker = Picker::new(Wanted::Noisy { gain: (bound - static_eval).max(0) }, table_move);
        let earlier = self.earlier(ply);
        let window = Window::at_least(bound);
        while let Some(mv) = picker.next(position, self.histories, &earlier, &self.tune) {
            if position.captured(mv).is_none() {
                continue;
            }
            let child = self.enter(position, mv, ply);
            let mut score = -self.quiesce::<Scout>(&child, ply + 1, window.flipped())?;
            if score >= bound && reduced > 0 {
                let expected = place.expected.child();
                score = -self.alpha_beta::<Scout>(&child, ply + 1, window.flipped(), reduced, expected)?;
            }
            self.leave();
            if score >= bound {
                let eval = self.frame(ply).raw_eval;
                let entry = Entry {
                    mv: Some(mv),
                    score: score.to_table(ply),
                    eval,
                    depth: reduced + 1,
                    flags: Flags::AT_LEAST,
                };
                self.job.table.store(place.key, entry);
                return Ok(Some(score));
            }
        }
        Ok(None)
    }
}
