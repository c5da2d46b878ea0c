//! What tells threads to go on or to stop: the stop itself, the opponent's move while pondering, the clock, the nodes
//! that are left, and which threads are still at work.

use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::search::clock::{Budget, Limits};
use crate::search::event::{Interruption, Watch};

/// The search was told to stop, or its budget is spent.
pub struct Stopped;

/// The signals of one search.
pub struct Signals {
    start: Instant,
    budget: Budget,
    infinite: bool,
    /// Nodes that all threads may search together, and the portion that one takes at a time.
    nodes: Option<(u64, u64)>,
    granted: AtomicU64,
    stop: AtomicBool,
    /// Where the caller's own thread searches: what it would else be told.
    watch: Option<Watch>,
    pondering: AtomicBool,
    /// Microseconds from the start to the ponder hit.
    ponder_hit: AtomicU64,
    /// The soft bound passed while the opponent was thinking.
    due: AtomicBool,
    /// Threads that have not finished, the reporter among them.
    running: AtomicUsize,
    /// The first thread, which keeps the time, wants no more or is gone.
    first_is_done: AtomicBool,
    /// Goes with `changed`; never held by a thread that may have to wait for a processor, so helpers only take it when
    /// the last of them is finished.
    bell: Mutex<()>,
    /// Something changed that somebody may wait for.
    changed: Condvar,
}

impl Signals {
    /// Signals for so many searching threads and a reporter.
    pub fn new(limits: &Limits, budget: Budget, threads: usize, start: Instant, watch: Option<Watch>) -> Self {
        // Small enough portions that no thread sits on many while the others have none.
        let portion = |nodes: u64| if threads == 1 { nodes } else { (nodes / (threads as u64 * 256)).max(1) };
        Self {
            start,
            budget,
            infinite: limits.infinite,
            nodes: limits.nodes.map(|nodes| (nodes, portion(nodes))),
            granted: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            watch,
            pondering: AtomicBool::new(limits.ponder),
            ponder_hit: AtomicU64::new(0),
            due: AtomicBool::new(false),
            running: AtomicUsize::new(threads + 1),
            first_is_done: AtomicBool::new(false),
            bell: Mutex::new(()),
            changed: Condvar::new(),
        }
    }

    fn bell(&self) -> MutexGuard<'_, ()> {
        self.bell.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes whoever waits for something that has changed.
    fn wake(&self) {
        // Take the lock, so that no waiter misses the notify.
        drop(self.bell());
        self.changed.notify_all();
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Stops all threads as soon as they look.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
        self.wake();
    }

    /// The opponent played the expected move at this time: the clock runs from then on. Whether the answer is due now.
    pub fn ponder_hit(&self, at: Instant) -> bool {
        if !self.pondering.load(SeqCst) {
            return false;
        }
        let since = at.saturating_duration_since(self.start);
        self.ponder_hit.store(since.as_micros() as u64, Relaxed);
        self.pondering.store(false, SeqCst);
        let due = !self.infinite && (self.due.load(SeqCst) || self.first_is_done());
        if due {
            self.stop.store(true, Relaxed);
        }
        self.wake();
        due
    }

    /// The hard bound as time since the start, if it runs.
    fn hard_bound(&self) -> Option<Duration> {
        let hard = self.budget.hard.filter(|_| !self.pondering.load(SeqCst))?;
        Some(Duration::from_micros(self.ponder_hit.load(Relaxed)) + hard)
    }

    /// Whether the search must break off now.
    pub fn must_stop(&self) -> bool {
        if self.stop.load(Relaxed) {
            return true;
        }
        match self.watch.as_ref().and_then(|watch| watch()) {
            Some(Interruption::Stop) => self.stop.store(true, Relaxed),
            Some(Interruption::PonderHit) => drop(self.ponder_hit(Instant::now())),
            None => {}
        }
        let is_over = self.hard_bound().is_some_and(|bound| self.elapsed() >= bound);
        if is_over {
            self.stop.store(true, Relaxed);
        }
        is_over || self.stop.load(Relaxed)
    }

    /// Whether time is kept at all for this move, and not only in one lump.
    pub fn is_on_clock(&self) -> bool {
        self.budget.soft.is_some()
    }

    /// Whether no new iteration should begin, the soft bound stretched by this factor. Time that the opponent spent
    /// counts, but the answer waits for its move.
    pub fn is_due(&self, stretch: f64) -> bool {
        let Some(soft) = self.budget.soft else { return false };
        if self.elapsed() < soft.mul_f64(stretch) {
            return false;
        }
        // Stored before `pondering` is read; the ponder hit writes and reads in the other order, so that one of the two
        // sees the other.
        self.due.store(true, SeqCst);
        !self.pondering.load(SeqCst)
    }

    /// More nodes for a thread, from the limit that all share; zero when it is used up, `None` without a limit.
    pub fn grant(&self) -> Option<u64> {
        let (limit, portion) = self.nodes?;
        let before = self.granted.fetch_add(portion, Relaxed);
        Some(limit.saturating_sub(before).min(portion))
    }

    /// A thread is finished, whether it ended well or not; the reporter has no number.
    pub fn leave(&self, thread: Option<usize>) {
        let is_first = thread == Some(0);
        if is_first {
            self.first_is_done.store(true, Release);
        }
        let is_last = self.running.fetch_sub(1, AcqRel) == 1;
        if is_first || is_last {
            self.wake();
        }
    }

    /// Whether the first thread wants no more.
    pub fn first_is_done(&self) -> bool {
        self.first_is_done.load(Acquire)
    }

    /// Waits until the answer is due: the first thread wants no more, or time is up, or somebody stops the search; and
    /// while the search is infinite or the opponent thinks, only for the stop.
    ///
    /// A thread that waits here does nothing else. One that sleeps is woken at once, also on a machine with more work
    /// than processors, where the searching threads may not see their clocks for a long time.
    pub fn wait_until_due(&self) {
        /// Looked at this often without any news, in case a clock and a waking miss each other.
        const AT_LEAST: Duration = Duration::from_secs(1);
        let mut bell = self.bell();
        while !self.must_stop() {
            if self.first_is_done() && !self.is_held() {
                return;
            }
            let left = self.hard_bound().map_or(AT_LEAST, |bound| bound.saturating_sub(self.elapsed()));
            let waited = self.changed.wait_timeout(bell, left.min(AT_LEAST));
            bell = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Whether the answer waits for a stop or the opponent's move, however much is found.
    fn is_held(&self) -> bool {
        self.infinite || self.pondering.load(SeqCst)
    }

    /// Whether the answer of a search on the caller's own thread is due, now that it has ended.
    pub fn is_answer_due(&self) -> bool {
        self.stop.load(Relaxed) || !self.is_held()
    }

    /// Waits for the first thread, but no longer than this.
    pub fn wait_for_first(&self, patience: Duration) {
        let busy = |_: &mut ()| !self.first_is_done();
        drop(self.changed.wait_timeout_while(self.bell(), patience, busy));
    }

    /// Waits until all threads are finished.
    pub fn wait_for_all(&self) {
        let running = |_: &mut ()| self.running.load(Acquire) > 0;
        drop(self.changed.wait_while(self.bell(), running));
    }
}
