//! What each thread lays out for the others to see while it searches: its counters and its best line so far. Nobody
//! waits for anybody here, however many threads share few processors.

use std::sync::atomic::{AtomicI32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError, TryLockError};

use crate::eval::Score;
use khun_board::position::Move;

/// A best line, as one thread found it.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) depth: i32,
    pub(super) seldepth: usize,
    pub(super) score: Score,
    pub(super) pv: Vec<Move>,
}

/// One thread's place, on cache lines of its own so that threads do not slow each other down.
#[derive(Debug, Default)]
#[repr(align(64))]
pub(super) struct Desk {
    nodes: AtomicU64,
    table_hits: AtomicU64,
    /// The iteration that the thread is in.
    depth: AtomicI32,
    line: Mutex<Option<Line>>,
}

impl Desk {
    /// The thread's own count of nodes, exact at any time.
    #[inline]
    pub(super) fn count_nodes(&self, nodes: u64) {
        self.nodes.store(nodes, Relaxed);
    }

    /// The thread's own count of positions that exact tables answered.
    pub(super) fn count_table_hits(&self, table_hits: u64) {
        self.table_hits.store(table_hits, Relaxed);
    }

    /// The thread begins an iteration.
    pub(super) fn begin(&self, depth: i32) {
        self.depth.store(depth, Relaxed);
    }

    /// The iteration that the thread is in; 0 before the first.
    pub(super) fn depth(&self) -> i32 {
        self.depth.load(Relaxed)
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    pub(super) fn table_hits(&self) -> u64 {
        self.table_hits.load(Relaxed)
    }

    /// Lays out a better line, or one from a deeper iteration.
    pub(super) fn lay_out(&self, line: Line) {
        let mut place = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        let old = place.replace(line);
        // What is freed is freed outside the lock.
        drop(place);
        drop(old);
    }

    /// The line that lies there, if any.
    pub(super) fn line(&self) -> Option<Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The line that lies there; none if its thread is just exchanging it. A thread that lost its processor in the
    /// middle of that is not waited for.
    pub(super) fn line_at_once(&self) -> Option<Line> {
        match self.line.try_lock() {
            Ok(line) => line.clone(),
            Err(TryLockError::Poisoned(line)) => line.into_inner().clone(),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

/// The line to play: the shortest proven win, or else the one whose first move has the most votes.
pub(super) fn best_of(lines: &[Line]) -> Option<&Line> {
    let worst = lines.iter().map(|line| line.score).min()?;
    let vote = |line: &Line| i64::from(line.score - worst + 20) * i64::from(line.depth);
    let mut votes: Vec<(Option<&Move>, i64)> = Vec::new();
    for line in lines {
        let mv = line.pv.first();
        match votes.iter_mut().find(|(other, _)| *other == mv) {
            Some((_, sum)) => *sum += vote(line),
            None => votes.push((mv, vote(line))),
        }
    }
    let votes_for = |mv: Option<&Move>| votes.iter().find(|(other, _)| *other == mv).map_or(0, |(_, sum)| *sum);
    // A proven win, the shortest, needs no votes; a proven loss is left to those who see a way out.
    let shortest_win = lines.iter().filter(|line| line.score.is_win()).max_by_key(|line| line.score);
    shortest_win.or_else(|| {
        lines
            .iter()
            .rev()
            .filter(|line| !line.score.is_loss() || worst == line.score)
            .max_by_key(|line| (!line.score.is_loss(), votes_for(line.pv.first()), vote(line)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(mv: u16, score: Score, depth: i32) -> Line {
        Line { depth, seldepth: 1, score, pv: Move::from_bits(0x8000 + mv).into_iter().collect() }
    }

    fn chosen(lines: &[Line]) -> usize {
        let best = best_of(lines).unwrap();
        lines.iter().position(|line| std::ptr::eq(line, best)).unwrap()
    }

    #[test]
    fn the_move_with_the_most_votes_is_played() {
        let lines = [line(1, Score::cp(30), 9), line(2, Score::cp(20), 9), line(2, Score::cp(25), 9)];
        assert_eq!(chosen(&lines), 2);
        let lines = [line(1, Score::cp(30), 20), line(2, Score::cp(20), 5), line(2, Score::cp(25), 5)];
        assert_eq!(chosen(&lines), 0);
    }

    #[test]
    fn the_shortest_win_needs_no_votes() {
        let lines = [line(1, Score::cp(900), 20), line(2, Score::mate_in(9), 5), line(3, Score::mate_in(5), 5)];
        assert_eq!(chosen(&lines), 2);
    }

    #[test]
    fn who_sees_a_loss_leaves_the_choice_to_who_does_not() {
        let lines = [line(1, Score::mated_in(4), 20), line(1, Score::mated_in(4), 20), line(2, Score::cp(-500), 5)];
        assert_eq!(chosen(&lines), 2);
    }

    #[test]
    fn the_first_thread_wins_a_tie() {
        let lines = [line(1, Score::cp(5), 9), line(2, Score::cp(5), 9)];
        assert_eq!(chosen(&lines), 0);
    }

    #[test]
    fn a_line_that_is_being_exchanged_is_not_waited_for() {
        let desk = Desk::default();
        desk.lay_out(line(1, Score::DRAW, 1));
        assert!(desk.line_at_once().is_some());
        let held = desk.line.lock().unwrap();
        assert!(desk.line_at_once().is_none());
        drop(held);
    }
}
