//! The recipe: principal-variation search, step by step.
//!
//! Elo in comments is what a feature gained at 3000 nodes a move, first in games of mate and then in races, with the error
//! of 95 %; `docs/strength.md` has the matches.

use arrayvec::ArrayVec;

use crate::eval::Score;
use crate::search::history::{self, Earlier};
use crate::search::job::Stopped;
use crate::search::node::{Expected, Node, Scout, Trend, Window};
use crate::search::picker::{Picker, Wanted};
use crate::search::prune::{self, Standing};
use crate::search::reduce::{Late, Loudness};
use crate::search::see;
use crate::search::tt::{Entry, Flags};
use crate::search::worker::{MAX_PLY, Worker};
use khun_board::position::{Move, Position};

/// A score, unless the search was stopped.
pub(super) type Found = Result<Score, Stopped>;

/// A node, as far as it is known before its moves are tried.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) position: &'a Position,
    pub(super) ply: usize,
    pub(super) window: Window,
    pub(super) depth: i32,
    pub(super) expected: Expected,
    pub(super) key: u64,
    /// What the table knows, its score counted from the root.
    pub(super) entry: Option<Entry>,
    /// What the position seems worth and whither it goes; `None` in check.
    pub(super) eval: Option<Score>,
    pub(super) trend: Trend,
    /// Plies left in a count whose limit this search reaches.
    pub(super) limit: Option<i32>,
}

/// The moves that did not do, for the histories.
#[derive(Default)]
struct Tried {
    quiet: ArrayVec<Move, 64>,
    noisy: ArrayVec<Move, 32>,
}

impl Tried {
    fn push(&mut self, mv: Move, loudness: Loudness) {
        // Whatever comes later than this says nothing any more.
        let _ = match loudness {
            Loudness::Quiet => self.quiet.try_push(mv),
            Loudness::Noisy => self.noisy.try_push(mv),
        };
    }
}

impl Worker<'_> {
    /// The score of a position, searched so deep, as far as the window asks for it.
    pub(super) fn alpha_beta<N: Node>(
        &mut self,
        position: &Position,
        ply: usize,
        window: Window,
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
        let mut window = window;
        if !N::ROOT {
            if let Some(score) = self.verdict(position, ply) {
                return Ok(score);
            }
            if let Some(score) = self.known(position, ply) {
                return Ok(score);
            }
            if ply >= MAX_PLY {
                return Ok(self.evaluation.score(position));
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
            && let Some(score) = entry.and_then(|entry| answer(&entry, depth, window))
        {
            return Ok(score);
        }

        // 6. Judge the position. What the table found below it is the better judgement where it has one.
        let static_eval = self.judge(position, ply, entry.as_ref());
        let eval = static_eval.map(|judged| match entry {
            Some(entry) if entry.flags.decides(entry.score, judged) => entry.score,
            _ => judged,
        });
        let trend = self.trend(ply);
        self.frame_mut(ply + 1).cuts = 0;

        // 7. Internal iterative reduction: without a move from the table this depth would cost too much. It is
        //    searched in full when the table knows one. (Alone in races +11 ± 29; with aspiration and the adjusted depth of
        //    step 13: +65 ± 48, +87 ± 58.)
        let limit = prune::limit_in_sight(position, depth, &self.tune);
        let has_table_move = entry.is_some_and(|entry| entry.mv.is_some());
        let unprepared = !has_table_move && excluded.is_none() && limit.is_none() && expected != Expected::All;
        let depth = if unprepared && depth >= self.tune.iir_depth { depth - 1 } else { depth };

        // 8. Cuts by judgement, where a mistake is unlikely and cheap.
        let place = Place { position, ply, window, depth, expected, key, entry, eval, trend, limit };
        let may_judge = limit.is_none() && !prune::is_sharp(position, &self.tune);
        if !N::PV
            && excluded.is_none()
            && may_judge
            && let Some(score) = self.cut_by_judgement(&place)?
        {
            return Ok(score);
        }

        // 9. The moves.
        self.try_moves::<N>(&place)
    }

    /// The static evaluation, noted in the frame; `None` in check.
    fn judge(&mut self, position: &Position, ply: usize, entry: Option<&Entry>) -> Option<Score> {
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
    pub(super) fn corrected(&self, position: &Position, raw: Score, ply: usize) -> Score {
        let last = self.frame_before(ply, 1).played;
        Score::cp(raw.raw() + self.histories.correction(position, last, &self.tune))
    }

    /// Whether the side to move stands better than two plies ago, or four if it was in check then.
    fn trend(&self, ply: usize) -> Trend {
        let Some(now) = self.frame(ply).static_eval else { return Trend::Worsening };
        let before = self.frame_before(ply, 2).static_eval.or(self.frame_before(ply, 4).static_eval);
        if before.is_some_and(|before| now > before) { Trend::Improving } else { Trend::Worsening }
    }

    /// Steps 10 to 16: the moves one by one, best first.
    fn try_moves<N: Node>(&mut self, place: &Place) -> Found {
        let &Place { position, ply, depth, entry, .. } = place;
        let Window { mut alpha, beta } = place.window;
        let excluded = self.frame(ply).excluded;
        let table_move = if N::ROOT { self.root_favourite() } else { entry.and_then(|entry| entry.mv) };
        let table_move_is_noisy = table_move.is_some_and(|mv| position.is_noisy(mv));
        let earlier = self.earlier(ply);
        let mut picker = Picker::new(Wanted::All, table_move);
        let mut tried = Tried::default();
        let (mut best, mut best_move, mut number) = (Score::MIN, None, 0);

        while let Some(mv) = picker.next(position, self.histories, &earlier, &self.tune) {
            if Some(mv) == excluded || (N::ROOT && !self.is_candidate(mv)) {
                continue;
            }
            number += 1;
            self.job.table.prefetch(position.key_after(mv));
            if N::ROOT {
                self.announce(mv, number);
            }
            let loudness = if position.is_noisy(mv) { Loudness::Noisy } else { Loudness::Quiet };
            let history = match loudness {
                Loudness::Quiet => self.histories.quiet(position, mv, &earlier),
                Loudness::Noisy => self.histories.noisy(position, mv),
            };

            // 10. Leave out moves that will not matter, once one is known that does not lose (+73 ± 54, +91 ± 64).
            let may_skip = !N::ROOT && place.limit.is_none() && !best.is_loss();
            if may_skip && self.is_pointless(place, mv, (loudness, history), number, &mut picker) {
                continue;
            }

            // 11. Extend a move that stands alone (+6 ± 25, and +28 ± 16 at 5000 nodes a move).
            let mut extension = 0;
            if !N::ROOT && Some(mv) == table_move && excluded.is_none() && place.limit.is_none() {
                match self.singular::<N>(place, mv)? {
                    Singular::Extend(plies) => extension = plies,
                    Singular::Cut(score) => return Ok(score),
                }
            }

            // 12. Play it.
            let nodes_before = self.nodes;
            let child = self.enter(position, mv, ply);
            let mut new_depth = depth - 1 + extension;
            let mut score = Score::MIN;
            let scout_first = !N::PV || number > 1;

            // 13. Late moves are searched less deep first, and deeper again if they surprise (+112 ± 68, +102 ± 64).
            if scout_first && depth >= self.tune.reduce_depth && number > 1 + i32::from(N::ROOT) {
                let late = Late {
                    loudness,
                    expected: place.expected,
                    trend: place.trend,
                    gives_check: child.in_check(),
                    table_move_is_noisy,
                    child_cuts_often: self.frame(ply + 1).cuts > 3,
                    history,
                    by_helper: self.only_helps(),
                };
                let reduction = self.reductions.of(&late, depth, number, &self.tune);
                let least = place.limit.map_or(1, |left| left.clamp(1, new_depth));
                let reduced = (new_depth - reduction).clamp(least, new_depth + i32::from(N::PV));
                let window = Window::above(alpha).flipped();
                score = -self.alpha_beta::<Scout>(&child, ply + 1, window, reduced, Expected::Cut)?;
                if score > alpha && reduced < new_depth {
                    new_depth += i32::from(score > best + 50) - i32::from(score < best + 10);
                    new_depth = new_depth.max(least);
                    if new_depth > reduced {
                        let expected = place.expected.child();
                        score = -self.alpha_beta::<Scout>(&child, ply + 1, window, new_depth, expected)?;
                    }
                }
            } else if scout_first {
                let window = Window::above(alpha).flipped();
                score = -self.alpha_beta::<Scout>(&child, ply + 1, window, new_depth, place.expected.child())?;
            }

            // 14. In the principal variation the first move, and every one that beats it, gets an open window.
            if N::PV && (number == 1 || score > alpha) {
                let window = Window { alpha, beta }.flipped();
                score = -self.alpha_beta::<N::Next>(&child, ply + 1, window, new_depth, Expected::Pv)?;
            }
            self.leave();

            // 15. Is it the best so far?
            if N::ROOT {
                let news = (number == 1 || score > alpha).then_some(score);
                self.note_root_move(mv, news, Window { alpha, beta }, nodes_before);
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if N::PV {
                        self.lines.improve(ply, mv);
                    }
                    if score >= beta {
                        self.frame_mut(ply).cuts += 1;
                        self.reward(place, (mv, loudness), &tried, &earlier);
                        break;
                    }
                }
            }
            tried.push(mv, loudness);
        }

        // 16. Without moves the game is over; else remember what was found.
        if number == 0 {
            return Ok(if excluded.is_some() { place.window.alpha } else { self.without_moves(position, ply) });
        }
        if excluded.is_none() && !(N::ROOT && self.first_root > 0) {
            self.remember::<N>(place, best, best_move);
        }
        Ok(best)
    }

    /// Step 10: whether a move is left out.
    fn is_pointless(
        &self,
        place: &Place,
        mv: Move,
        (loudness, history): (Loudness, i32),
        number: i32,
        picker: &mut Picker,
    ) -> bool {
        let &Place { position, depth, .. } = place;
        let alpha = place.window.alpha;
        let standing = Standing { depth, eval: place.eval.unwrap_or(alpha), trend: place.trend, tune: &self.tune };
        if loudness == Loudness::Noisy {
            return !see::gains(position, mv, standing.noisy_loss(), &self.tune);
        }
        let reduced_depth = (depth - self.reductions.basic(loudness, depth, number) / 100).max(0);
        if number > standing.quiet_limit() {
            picker.skip_quiet();
        }
        if standing.is_hopeless(reduced_depth, history) {
            return true;
        }
        if let Some(static_eval) = self.frame(place.ply).static_eval
            && standing.is_futile(reduced_depth, static_eval, alpha)
            && !position.gives_check(mv)
        {
            picker.skip_quiet();
            return true;
        }
        !see::gains(position, mv, standing.quiet_loss(reduced_depth), &self.tune)
    }

    /// Step 11: whether the table's move is so much better than all others that it deserves more depth; or so many are
    /// good that none does.
    fn singular<N: Node>(&mut self, place: &Place, mv: Move) -> Result<Singular, Stopped> {
        let &Place { position, ply, depth, window, expected, .. } = place;
        let tune = self.tune;
        let Some(entry) = place.entry else { return Ok(Singular::Extend(0)) };
        let worth_asking = depth >= tune.singular_depth
            && entry.depth >= depth - 3
            && entry.flags.contains(Flags::AT_LEAST)
            && !entry.score.is_mate()
            && (ply as i32) < 2 * self.root_depth;
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

    /// A move has cut: it is worth more from now on, and those tried before it less.
    fn reward(&mut self, place: &Place, (mv, loudness): (Move, Loudness), tried: &Tried, earlier: &Earlier) {
        let position = place.position;
        let bonus = history::bonus(place.depth, &self.tune);
        let malus = history::malus(place.depth, &self.tune);
        match loudness {
            Loudness::Quiet => {
                self.histories.update_quiet(position, mv, earlier, bonus);
                for &other in &tried.quiet {
                    self.histories.update_quiet(position, other, earlier, -malus);
                }
            }
            Loudness::Noisy => self.histories.update_noisy(position, mv, bonus),
        }
        for &other in &tried.noisy {
            self.histories.update_noisy(position, other, -malus);
        }
    }

    /// Step 16: what was found goes into the table, and the correction histories learn from it.
    fn remember<N: Node>(&mut self, place: &Place, best: Score, best_move: Option<Move>) {
        let &Place { position, ply, depth, window, key, .. } = place;
        let flags = if best >= window.beta {
            Flags::AT_LEAST
        } else if best_move.is_some() && N::PV {
            Flags::EXACT
        } else {
            Flags::AT_MOST
        };
        let frame = *self.frame(ply);
        let pv = if N::PV { Flags::PV } else { Flags::empty() };
        let entry = Entry { mv: best_move, score: best.to_table(ply), eval: frame.raw_eval, depth, flags: flags | pv };
        self.job.table.store(key, entry);

        // Captures are the exchange's business, and a bound on the evaluation's own side says nothing.
        let Some(static_eval) = frame.static_eval else { return };
        let is_quiet = best_move.is_none_or(|mv| !position.is_noisy(mv));
        if is_quiet && !best.is_mate() && flags.decides(best, static_eval) {
            let last = self.frame_before(ply, 1).played;
            self.histories.update_correction(position, last, depth, (best, static_eval));
        }
    }
}

/// What the singular search says.
enum Singular {
    /// More plies, or fewer.
    Extend(i32),
    /// The node is cut with this score.
    Cut(Score),
}

/// The entry's score, if it answers a search of this depth and window.
fn answer(entry: &Entry, depth: i32, window: Window) -> Option<Score> {
    (entry.depth >= depth && entry.flags.decides(entry.score, window.beta)).then_some(entry.score)
}
