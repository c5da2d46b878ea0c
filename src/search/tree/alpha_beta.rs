//! The recipe: principal-variation search, step by step.
//!
//! Elo in comments is what a feature gained at 3000 nodes a move, first in games of mate and then in races, with the error
//! of 95 %; `docs/strength.md` has the matches.

use crate::eval::Score;
use crate::search::event::Bound;
use crate::search::order::picker::{Picker, Wanted};
use crate::search::order::see;
use crate::search::shared::signals::Stopped;
use crate::search::transposition_table::Entry;
use crate::search::tree::learning::Tried;
use crate::search::tree::node::{Best, Expected, Node, NodeKind, Scout, Window};
use crate::search::tree::prune;
use crate::search::tree::quiesce::Found;
use crate::search::tree::reduce::{LateMove, MoveClass};
use crate::search::tree::worker::Worker;
use khun_board::geometry::Bitboard;
use khun_board::position::{Move, Position};

impl Worker<'_> {
    /// The score of a position, searched so deep, as far as the window asks for it.
    pub fn alpha_beta<N: NodeKind>(
        &mut self,
        position: &Position,
        ply: usize,
        mut window: Window,
        depth: i32,
        expected: Expected,
    ) -> Found {
        debug_assert!(window.alpha < window.beta && (N::PV || window.beta - window.alpha == 1));

        // 1. At the leaves, quiescence.
        if depth <= 0 {
            return self.quiesce::<N>(position, ply, window);
        }

        // 2. Count the node, and stop when the budget is spent.
        self.visit(ply)?;
        if N::PV {
            self.lines.clear(ply);
        }

        // 3. Is the game over, or is it known how it will end? A draw at the root itself is no answer: some move must be
        //    played.
        if !N::ROOT {
            if let Some(score) = self.settled(position, ply) {
                return Ok(score);
            }
            // 4. Mate distance: a mate nearer to the root makes everything here pointless.
            window = window.within_reach(ply);
            if window.is_closed() {
                return Ok(window.alpha);
            }
        }

        // 5. The table: an entry that is deep enough and on the right side of the window answers at once (+38 ± 29,
        //    +53 ± 39).
        let excluded = self.frame(ply).excluded;
        let key = self.table_key(position);
        let entry = if excluded.is_none() { self.recall(position, key, ply) } else { None };
        if !N::PV
            && let Some(entry) = entry.filter(|entry| entry.depth >= depth)
            && entry.bound.decides(entry.score, window.beta)
        {
            return Ok(entry.score);
        }

        // 6. Judge the position. What the table found below it is the better judgement where it has one.
        let static_eval = self.judge(position, ply, entry.as_ref());
        let eval = static_eval.map(|judged| match entry {
            Some(entry) if entry.bound.decides(entry.score, judged) => entry.score,
            _ => judged,
        });
        let trend = self.trend(ply);
        self.frame_mut(ply + 1).cuts = 0;

        // 7. Internal iterative reduction: without a move from the table this depth would cost too much. It is
        //    searched in full when the table knows one. (Alone in races +11 ± 29; with aspiration and the adjusted depth of
        //    step 13: +65 ± 48, +87 ± 58.)
        let tune = self.tune;
        let limit = prune::limit_in_sight(position, depth, tune);
        let has_table_move = entry.is_some_and(|entry| entry.mv.is_some());
        let unprepared = !has_table_move && excluded.is_none() && limit.is_none() && expected != Expected::All;
        let depth = if unprepared && depth >= tune.iir_depth { depth - 1 } else { depth };

        // 8. Prune the node by judgement, where a mistake is unlikely and cheap. In a decided game it is neither: what
        //    judgement would leave out is the mate.
        let node = Node {
            position,
            ply,
            window,
            depth,
            expected,
            key,
            entry,
            static_eval,
            eval,
            trend,
            limit,
            excluded,
            tune,
        };
        let may_judge = limit.is_none() && !node.is_decided() && !prune::is_sharp(position, tune);
        if !N::PV
            && excluded.is_none()
            && may_judge
            && let Some(score) = self.prune_node(&node)?
        {
            return Ok(score);
        }

        // 9. The moves.
        self.try_moves::<N>(&node)
    }

    /// Step 8: razoring, reverse futility, null move, ProbCut. Without the null move they gain 42 ± 33 Elo in games of mate
    /// and 117 ± 66 in races (3000 nodes a move).
    fn prune_node(&mut self, node: &Node) -> Result<Option<Score>, Stopped> {
        let (Some(eval), Some(static_eval)) = (node.eval, node.static_eval) else { return Ok(None) };
        if node.razors(eval) {
            let score = self.quiesce::<Scout>(node.position, node.ply, node.window)?;
            if score <= node.window.alpha {
                return Ok(Some(score));
            }
        }
        if node.stands_above(eval) {
            // Half way back to the bound is nearer the truth than either.
            let beta = node.window.beta;
            return Ok(Some(beta + (eval - beta) / 2));
        }
        if node.may_pass(eval, static_eval)
            && let Some(score) = self.null_move(node, eval)?
        {
            return Ok(Some(score));
        }
        self.probcut(node, static_eval)
    }

    /// Null move: if the position is good enough even when the opponent moves twice, it is good enough. At 5000 nodes a
    /// move that gains 14 ± 14 Elo in games of mate and nothing in races (−7 ± 16).
    fn null_move(&mut self, node: &Node, eval: Score) -> Result<Option<Score>, Stopped> {
        let &Node { position, ply, depth, window: Window { beta, .. }, .. } = node;
        let allowed = ply >= self.no_pass_before
            && node.expected == Expected::Cut
            && !self.frame_before(ply, 1).passed
            && prune::fighting_men(position) > 0;
        if !allowed {
            return Ok(None);
        }
        let reduced = depth - node.null_reduction(eval);
        let child = self.enter_pass(position, ply);
        let score =
            -self.alpha_beta::<Scout>(&child, ply + 1, Window::at_least(beta).flipped(), reduced, Expected::All)?;
        self.leave();
        if score < beta {
            return Ok(None);
        }
        // A mate found after a pass is not proven.
        let score = if score.is_win() { beta } else { score };
        if self.no_pass_before > 0 || !node.must_verify() {
            return Ok(Some(score));
        }
        // In endings the right to move is often a burden. Ask again without passing, for the first plies at least.
        self.no_pass_before = ply + 1 + (3 * reduced.max(0) / 4) as usize;
        let verified = self.alpha_beta::<Scout>(position, ply, Window::at_least(beta), reduced.max(1), Expected::All);
        self.no_pass_before = 0;
        Ok((verified? >= beta).then_some(score))
    }

    /// ProbCut: a capture that passes a much higher bound in a shallow search will pass this one in a full search.
    fn probcut(&mut self, node: &Node, static_eval: Score) -> Result<Option<Score>, Stopped> {
        let &Node { position, ply, depth, .. } = node;
        let Some(bound) = node.probcut_bound() else { return Ok(None) };
        let reduced = depth - self.tune.probcut_reduction;
        // Not when the table knows that it will fail.
        if node.entry.is_some_and(|entry| entry.depth >= reduced && entry.score < bound) {
            return Ok(None);
        }
        let table_move = node.entry.and_then(|entry| entry.mv).filter(|&mv| position.captured(mv).is_some());
        let mut picker = Picker::new(Wanted::Noisy { gain: (bound - static_eval).max(0) }, table_move);
        // Only quiet moves are judged by what is attacked.
        let context = self.context(ply, Bitboard::EMPTY);
        let window = Window::at_least(bound).flipped();
        while let Some(mv) = picker.next(position, self.histories, &context, self.tune) {
            if position.captured(mv).is_none() {
                continue;
            }
            let child = self.enter(position, mv, ply);
            let mut score = -self.quiesce::<Scout>(&child, ply + 1, window)?;
            if score >= bound && reduced > 0 {
                score = -self.alpha_beta::<Scout>(&child, ply + 1, window, reduced, node.expected.child())?;
            }
            self.leave();
            if score >= bound {
                let eval = self.frame(ply).raw_eval;
                let (score_in_table, depth, bound) = (score.to_table(ply), reduced + 1, Bound::Lower);
                let entry = Entry { mv: Some(mv), score: score_in_table, eval, depth, bound, pv: false };
                self.question.table.store(node.key, entry);
                return Ok(Some(score));
            }
        }
        Ok(None)
    }

    /// Steps 10 to 16: the moves one by one, best first.
    fn try_moves<N: NodeKind>(&mut self, node: &Node) -> Found {
        let &Node { position, ply, depth, entry, excluded, .. } = node;
        let table_move = if N::ROOT { self.root.favourite() } else { entry.and_then(|entry| entry.mv) };
        let table_move_is_noisy = table_move.is_some_and(|mv| position.is_noisy(mv));
        let context = self.context(ply, position.attacked_by(!position.to_move()));
        let mut picker = Picker::new(Wanted::All, table_move);
        let mut tried = Tried::default();
        let mut best = Best::none(node.window);
        let mut number = 0;

        while let Some(mv) = picker.next(position, self.histories, &context, self.tune) {
            if Some(mv) == excluded || (N::ROOT && !self.root.is_candidate(mv)) {
                continue;
            }
            number += 1;
            self.prefetch_after(position, mv);
            if N::ROOT {
                self.announce(mv, number);
            }
            let class = if position.is_noisy(mv) { MoveClass::Noisy } else { MoveClass::Quiet };
            let history = match class {
                MoveClass::Quiet => self.histories.quiet(position, mv, &context),
                MoveClass::Noisy => self.histories.noisy(position, mv),
            };

            // 10. Leave out moves that will not matter, once one is known that does not lose (+73 ± 54, +91 ± 64).
            let may_skip = !N::ROOT && node.limit.is_none() && !best.score.is_loss();
            if may_skip && self.is_pointless(node, mv, (class, history), number, &mut picker) {
                continue;
            }

            // 11. Extend a move that stands alone (+6 ± 25, and +28 ± 16 at 5000 nodes a move).
            let mut extension = 0;
            if !N::ROOT && Some(mv) == table_move && excluded.is_none() && node.limit.is_none() {
                match self.singular::<N>(node, mv)? {
                    Singular::Extend(plies) => extension = plies,
                    Singular::Cut(score) => return Ok(score),
                }
            }

            // 12. Play it. A check in a decided game is followed: it may be a mate's.
            let nodes_before = self.nodes;
            let child = self.enter(position, mv, ply);
            if extension == 0 && !N::ROOT && node.is_decided() && child.in_check() && self.may_extend(ply) {
                extension = 1;
            }
            let late = LateMove {
                class,
                expected: node.expected,
                trend: node.trend,
                gives_check: child.in_check(),
                table_move_is_noisy,
                child_cuts_often: self.frame(ply + 1).cuts > 3,
                history,
                by_helper: !self.is_first(),
            };
            let score = self.search_child::<N>(node, &best, &child, (number, &late), depth - 1 + extension)?;
            self.leave();

            // 15. Is it the best so far?
            if N::ROOT {
                let news = (number == 1 || score > best.window.alpha).then_some(score);
                self.note_root_move(mv, news, best.window, nodes_before);
            }
            if best.note(mv, score) {
                if N::PV {
                    self.lines.improve(ply, mv);
                }
                if best.cuts() {
                    self.frame_mut(ply).cuts += 1;
                    self.reward(node, (mv, class), &tried, &context);
                    break;
                }
            }
            tried.push(mv, class);
        }

        // 16. Without moves the game is over; else remember what was found.
        if number == 0 {
            return Ok(if excluded.is_some() { node.window.alpha } else { self.without_moves(position, ply) });
        }
        if excluded.is_none() && !(N::ROOT && self.root.found() > 0) {
            self.remember::<N>(node, &best);
        }
        Ok(best.score)
    }

    /// Steps 13 and 14: the score of a move that was played.
    #[inline]
    fn search_child<N: NodeKind>(
        &mut self,
        node: &Node,
        best: &Best,
        child: &Position,
        (number, late): (i32, &LateMove),
        mut depth: i32,
    ) -> Found {
        let (ply, window) = (node.ply + 1, best.window);
        let scout = Window::above(window.alpha).flipped();
        let scout_first = !N::PV || number > 1;
        let mut score = Score::MIN;

        // 13. Late moves are searched less deep first, and deeper again if they surprise (+112 ± 68, +102 ± 64).
        if scout_first && node.depth >= self.tune.reduce_depth && number > 1 + i32::from(N::ROOT) {
            let reduction = self.reductions.of(late, node.depth, number, self.tune);
            let least = node.limit.map_or(1, |left| left.clamp(1, depth));
            let reduced = (depth - reduction).clamp(least, depth + i32::from(N::PV));
            score = -self.alpha_beta::<Scout>(child, ply, scout, reduced, Expected::Cut)?;
            if score > window.alpha && reduced < depth {
                depth += i32::from(score > best.score + 50) - i32::from(score < best.score + 10);
                depth = depth.max(least);
                if depth > reduced {
                    score = -self.alpha_beta::<Scout>(child, ply, scout, depth, node.expected.child())?;
                }
            }
        } else if scout_first {
            score = -self.alpha_beta::<Scout>(child, ply, scout, depth, node.expected.child())?;
        }

        // 14. In the principal variation the first move, and every one that beats it, gets an open window.
        if N::PV && (number == 1 || score > window.alpha) {
            score = -self.alpha_beta::<N::Next>(child, ply, window.flipped(), depth, Expected::Pv)?;
        }
        Ok(score)
    }

    /// Step 10: whether a move is left out.
    fn is_pointless(
        &self,
        node: &Node,
        mv: Move,
        (class, history): (MoveClass, i32),
        number: i32,
        picker: &mut Picker,
    ) -> bool {
        let &Node { position, depth, .. } = node;
        if class == MoveClass::Noisy {
            return !see::gains(position, mv, node.noisy_loss(), self.tune);
        }
        let reduced_depth = (depth - self.reductions.basic(class, depth, number) / 100).max(0);
        let spares_checks = self.tune.spare_checks != 0;
        // Every way out of a check, and every check, may be a mate's.
        if spares_checks && (position.in_check() || position.gives_check(mv)) {
            return !see::gains(position, mv, node.noisy_loss(), self.tune);
        }
        if number > node.quiet_limit() {
            if spares_checks { picker.skip_quiet_but_checks() } else { picker.skip_quiet() }
        }
        if node.is_hopeless(reduced_depth, history) {
            return true;
        }
        if node.is_futile(reduced_depth) && !position.gives_check(mv) {
            if spares_checks {
                picker.skip_quiet_but_checks();
            } else {
                picker.skip_quiet();
            }
            return true;
        }
        !see::gains(position, mv, node.quiet_loss(reduced_depth), self.tune)
    }

    /// Step 11: whether the table's move is so much better than all others that it deserves more depth; or so many are
    /// good that none does.
    fn singular<N: NodeKind>(&mut self, node: &Node, mv: Move) -> Result<Singular, Stopped> {
        let &Node { position, ply, depth, window, expected, tune, .. } = node;
        let Some(entry) = node.entry else { return Ok(Singular::Extend(0)) };
        let worth_asking = depth >= tune.singular_depth
            && entry.depth >= depth - 3
            && entry.bound.is_at_least()
            && !entry.score.is_mate()
            && self.may_extend(ply);
        if !worth_asking {
            return Ok(Singular::Extend(0));
        }
        let bound = entry.score - tune.singular_percent * depth / 100;
        let judged = *self.frame(ply);
        self.frame_mut(ply).excluded = Some(mv);
        let found = self.alpha_beta::<Scout>(position, ply, Window::at_least(bound), (depth - 1) / 2, expected);
        *self.frame_mut(ply) = judged;
        let score = found?;
        Ok(if score < bound {
            // Nothing else comes near. Far from near, two plies.
            Singular::Extend(1 + i32::from(!N::PV && score < bound - tune.double_margin))
        } else if bound >= window.beta && !N::PV {
            // Something else passes the window too: no need to search either.
            Singular::Cut(bound)
        } else if entry.score >= window.beta {
            Singular::Extend(-2)
        } else if expected == Expected::Cut {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        })
    }
}

/// What the singular search says.
enum Singular {
    /// More plies, or fewer.
    Extend(i32),
    /// The node is cut with this score.
    Cut(Score),
}
