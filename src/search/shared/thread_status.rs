//! What each thread shows the others while it searches: its counters and its best line so far. No thread waits for
//! another here, however many share few processors.

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
    line: Mutex<Option<Line>>,
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

    /// Shows a better line, or one from a deeper iteration.
    pub fn publish(&self, line: Line) {
        let mut place = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        let old = place.replace(line);
        // What is freed is freed outside the lock.
        drop(place);
        drop(old);
    }

    /// The line that is shown, if any.
    pub fn line(&self) -> Option<Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The line that is shown; none if its thread is just exchanging it. A thread that lost its processor in the middle of
    /// that is not waited for.
    pub fn line_if_free(&self) -> Option<Line> {
        match self.line.try_lock() {
            Ok(line) => line.clone(),
            Err(TryLockError::Poisoned(line)) => line.into_inner().clone(),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_being_exchanged_is_not_waited_for() {
        let status = ThreadStatus::default();
        status.publish(Line { depth: 1, seldepth: 1, score: Score::DRAW, pv: vec![] });
        assert!(status.line_if_free().is_some());
        let held = status.line.lock().unwrap();
        assert!(status.line_if_free().is_none());
        drop(held);
    }
}
