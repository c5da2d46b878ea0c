//! Iterative deepening: what a thread does with one search, from its beginning to its end.

use crate::search::clock::{Seen, stretch};
use crate::search::event::Event;
use crate::search::shared::report::tell;
use crate::search::shared::thread_status::Line;
use crate::search::strength::{Limitation, mix64};
use crate::search::tree::worker::Worker;
use khun_board::position::Move;

impl Worker<'_> {
    /// Searches deeper and deeper until a limit is reached, and publishes the best line as it becomes better.
    pub fn iterate(&mut self) {
        if self.play_from_tables() {
            return;
        }
        let question = self.question;
        if let Some(moves) = question.limits.mate.filter(|_| self.is_first() && question.limitation.is_none()) {
            return self.look_for_mate(moves);
        }
        let mut stable = 0;
        let mut before: Option<Line> = None;
        let deepest = self.deepest();
        for depth in 1..=deepest {
            // Helpers that all did the same would find the same: half of them look a ply further ahead, where their
            // entries serve the others in the next iteration.
            if !self.is_first() && depth < deepest && self.search.is_crowded(depth) {
                continue;
            }
            let Ok(done) = self.deepen(depth) else { break };
            if !self.is_first() {
                continue;
            }
            let fall = before.as_ref().map_or(0, |before| before.score - done.score);
            stable = if before.is_some_and(|before| before.pv.first() == done.pv.first()) { stable + 1 } else { 0 };
            if self.is_enough(&done, Seen { stable, fall, effort: self.root.effort(self.nodes) }) {
                break;
            }
            before = Some(done);
        }
        if !self.is_first() {
            return;
        }
        if self.status.lines().is_empty() {
            self.publish_first_sight();
        }
        if let Some(limitation) = question.limitation {
            self.choose_weaker(limitation);
        }
    }

    /// What the budget left of the first iteration: its lines, and what the other moves look like without a search.
    fn publish_first_sight(&mut self) {
        self.return_to_root();
        let position = self.question.game.position();
        let unknown: Vec<Move> = self.root.unknown().collect();
        for mv in unknown {
            let score = self.sight(position, mv);
            self.root.note(mv, 0, Some((score, &[mv])), 1);
        }
        let lines = self.root.sorted().iter().take(self.question.multi_pv).map(|root| root.line(1)).collect();
        self.status.publish(lines);
    }

    /// At a root that exact tables hold: tells the best lines and publishes the first, without a search. Whether there
    /// are any.
    fn play_from_tables(&self) -> bool {
        let search = self.search;
        let Some(best) = search.solved.first() else { return false };
        self.status.publish(search.solved.clone());
        if self.is_first() {
            self.status.count_table_hits(self.question.root_moves.len() as u64);
            tell(search, &search.solved);
            let far = |moves| !best.score.is_win() || best.score.mate_moves() > Some(moves as i32);
            if let Some(moves) = self.question.limits.mate.filter(|&moves| far(moves)) {
                search.answer.say(Event::NoMate { moves });
            }
        }
        true
    }

    /// Whether another iteration is not wanted.
    fn is_enough(&self, done: &Line, seen: Seen) -> bool {
        let (limits, signals) = (&self.question.limits, &self.search.signals);
        let mate_moves = done.score.mate_moves().map_or(u32::MAX, i32::unsigned_abs);
        if limits.mate.is_some_and(|wanted| done.score.is_win() && mate_moves <= wanted) {
            return true;
        }
        if limits.soft_nodes.is_some_and(|soft| self.nodes >= soft) {
            return true;
        }
        if signals.is_on_clock() {
            // Nothing to choose, or nothing to find: a proven mate that deeper search did not shorten.
            let certain =
                self.question.root_moves.len() == 1 || (done.score.is_mate() && done.depth > 2 * mate_moves as i32 + 6);
            return signals.is_due(if certain { 0.02 } else { stretch(&seen) });
        }
        false
    }

    /// Publishes first the line that a player of limited strength might play, out of those that the last whole iteration
    /// compared: what a shorter one had time for does not narrow the choice. The dice are thrown anew each time, so that
    /// games differ.
    fn choose_weaker(&self, limitation: Limitation) {
        let compared = self.status.lines();
        let scores: Vec<_> = compared.iter().map(|line| line.score).collect();
        let time = self.search.signals.elapsed().as_nanos() as u64;
        let dice = mix64(self.question.game.position().key() ^ time);
        let chosen = limitation.choose(&scores, dice).expect("a search that may move compares at least one line");
        self.status.publish_first(compared[chosen].clone());
    }
}
