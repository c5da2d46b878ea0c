//! What each thread shows the others while it searches: its counters and its best lines so far. No thread waits for
//! another here, however many share few processors.

use std::iter;
use std::mem;
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError, TryLockError};

use crate::eval::Score;
use khun_board::position::Move;

/// A best line, as one thread found it.
#[derive(Clone, Debug)]
pub struct Line {
    pub depth: i32,
    pub seldepth: usize,
    pub score: Score,
    pub pv: Vec<Move>,
}

/// One thread's status, on cache lines of its own so that threads do not slow each other down.
#[derive(Debug, Default)]
#[repr(align(64))]
pub struct ThreadStatus {
    nodes: AtomicU64,
    table_hits: AtomicU64,
    /// The iteration that the thread is in.
    depth: AtomicI32,
    /// The best lines, best first: exact ones, with different first moves, of one depth. As many as are wanted, or none yet.
    lines: Mutex<Vec<Line>>,
}

impl ThreadStatus {
    /// The thread's own count of nodes, exact at any time.
    #[inline]
    pub fn count_nodes(&self, nodes: u64) {
        self.nodes.store(nodes, Relaxed);
    }

    /// The thread's own count of positions that exact tables answered.
    pub fn count_table_hits(&self, table_hits: u64) {
        self.table_hits.store(table_hits, Relaxed);
    }

    /// The thread begins an iteration.
    pub fn begin(&self, depth: i32) {
        self.depth.store(depth, Relaxed);
    }

    /// The iteration that the thread is in; 0 before the first.
    pub fn depth(&self) -> i32 {
        self.depth.load(Relaxed)
    }

    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    pub fn table_hits(&self) -> u64 {
        self.table_hits.load(Relaxed)
    }

    /// Shows better lines, or such from a deeper iteration.
    pub fn publish(&self, lines: Vec<Line>) {
        let old = mem::replace(&mut *self.lines.lock().unwrap_or_else(PoisonError::into_inner), lines);
        // What is freed is freed outside the lock.
        drop(old);
    }

    /// Shows a line before the others that are shown: those that begin with another move keep their order.
    pub fn publish_first(&self, line: Line) {
        let mut others = self.lines();
        others.retain(|other| other.pv.first() != line.pv.first());
        others.iter_mut().for_each(|other| other.depth = line.depth);
        self.publish(iter::once(line).chain(others).collect());
    }

    /// The lines that are shown, if any.
    pub fn lines(&self) -> Vec<Line> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The lines that are shown; none if their thread is just exchanging them. A thread that lost its processor in the
    /// middle of that is not waited for.
    pub fn lines_if_free(&self) -> Vec<Line> {
        match self.lines.try_lock() {
            Ok(lines) => lines.clone(),
            Err(TryLockError::Poisoned(lines)) => lines.into_inner().clone(),
            Err(TryLockError::WouldBlock) => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_being_exchanged_is_not_waited_for() {
        let status = ThreadStatus::default();
        status.publish(vec![Line { depth: 1, seldepth: 1, score: Score::DRAW, pv: vec![] }]);
        assert_eq!(status.lines_if_free().len(), 1);
        let held = status.lines.lock().unwrap();
        assert!(status.lines_if_free().is_empty());
        drop(held);
    }
}
