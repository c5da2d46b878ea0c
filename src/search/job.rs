//! One search as its threads share it: what is asked, when to stop, and what was found. Nothing here is locked while
//! nodes are searched.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::eval::Score;
use crate::position::{Game, Move};
use crate::search::Settings;
use crate::search::clock::{self, Budget, Limits};
use crate::search::event::{Event, Report};
use crate::search::strength::Strength;
use crate::search::tt::Table;
use crate::search::tune::Tunables;

/// Whoever listens to a search.
pub(super) type Sink = Arc<dyn Fn(Event) + Send + Sync>;

/// The search was told to stop, or its budget is spent.
pub(super) struct Stopped;

/// A best line, as one thread found it.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) depth: i32,
    pub(super) seldepth: usize,
    pub(super) score: Score,
    pub(super) pv: Vec<Move>,
}

/// A counter on a cache line of its own, so that threads do not slow each other down.
#[derive(Default)]
#[repr(align(64))]
struct Counter {
    nodes: AtomicU64,
    table_hits: AtomicU64,
}

/// One search.
pub(super) struct Job {
    pub(super) game: Game,
    pub(super) limits: Limits,
    pub(super) root_moves: Vec<Move>,
    pub(super) multi_pv: usize,
    pub(super) strength: Option<Strength>,
    pub(super) tune: Tunables,
    pub(super) table: Arc<Table>,
    pub(super) sink: Sink,
    start: Instant,
    budget: Budget,
    stop: AtomicBool,
    pondering: AtomicBool,
    /// Microseconds from the start to the ponder hit.
    ponder_hit: AtomicU64,
    /// The soft bound passed while the opponent was thinking.
    due: AtomicBool,
    granted: AtomicU64,
    counters: Box<[Counter]>,
    state: Mutex<State>,
    changed: Condvar,
}

/// What changes only between searches' nodes.
struct State {
    /// Threads that have not finished.
    running: usize,
    lines: Vec<Option<Line>>,
    report: Option<Report>,
}

impl Job {
    pub(super) fn new(
        game: Game,
        limits: Limits,
        settings: &Settings,
        threads: usize,
        table: Arc<Table>,
        sink: Sink,
    ) -> Self {
        let position = *game.position();
        let tune = Tunables::of(position.rules().profile);
        let mut root_moves: Vec<Move> = position.legal_moves().into_iter().collect();
        if root_moves.iter().any(|mv| limits.search_moves.contains(mv)) {
            root_moves.retain(|mv| limits.search_moves.contains(mv));
        }
        let wanted = settings.strength.map_or(settings.multi_pv, |strength| strength.candidates(settings.multi_pv));
        Self {
            multi_pv: wanted.clamp(1, root_moves.len().max(1)),
            strength: settings.strength,
            start: Instant::now(),
            budget: clock::budget(&limits, position.to_move(), settings.move_overhead, &tune),
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(limits.ponder),
            ponder_hit: AtomicU64::new(0),
            due: AtomicBool::new(false),
            granted: AtomicU64::new(0),
            counters: (0..threads).map(|_| Counter::default()).collect(),
            state: Mutex::new(State { running: threads, lines: vec![None; threads], report: None }),
            changed: Condvar::new(),
            game,
            limits,
            root_moves,
            tune,
            table,
            sink,
        }
    }

    /// Threads that work on it.
    pub(super) fn threads(&self) -> usize {
        self.counters.len()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says something to whoever listens.
    pub(super) fn say(&self, event: Event) {
        (self.sink)(event);
    }

    /// Time since the search began.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Stops all threads as soon as they look.
    pub(super) fn stop(&self) {
        self.stop.store(true, Relaxed);
        let _state = self.state();
        self.changed.notify_all();
    }

    /// The opponent played the expected move: the clock runs from now.
    pub(super) fn ponder_hit(&self) {
        self.ponder_hit.store(self.elapsed().as_micros() as u64, Relaxed);
        self.pondering.store(false, Relaxed);
        if self.due.load(Relaxed) {
            self.stop.store(true, Relaxed);
        }
        let _state = self.state();
        self.changed.notify_all();
    }

    /// Whether the search must break off now.
    pub(super) fn must_stop(&self) -> bool {
        if self.stop.load(Relaxed) {
            return true;
        }
        let Some(hard) = self.budget.hard else { return false };
        if self.pondering.load(Relaxed) {
            return false;
        }
        let since = Duration::from_micros(self.ponder_hit.load(Relaxed));
        if self.elapsed() < since + hard {
            return false;
        }
        self.stop.store(true, Relaxed);
        true
    }

    /// Whether time is kept at all for this move, and not only in one lump.
    pub(super) fn is_on_clock(&self) -> bool {
        self.budget.soft.is_some()
    }

    /// Whether no new iteration should begin, the soft bound stretched by this factor. Time that the opponent spent
    /// counts, but the answer waits for him.
    pub(super) fn is_due(&self, stretch: f64) -> bool {
        let Some(soft) = self.budget.soft else { return false };
        if self.elapsed() < soft.mul_f64(stretch) {
            return false;
        }
        if self.pondering.load(Relaxed) {
            self.due.store(true, Relaxed);
            return false;
        }
        true
    }

    /// More nodes for a thread, from the limit that all share; zero when it is used up, `None` without a limit.
    pub(super) fn grant(&self) -> Option<u64> {
        let limit = self.limits.nodes?;
        // Small enough portions that no thread sits on many while the others have none.
        let portion = if self.threads() == 1 { limit } else { (limit / (self.threads() as u64 * 64)).max(1) };
        let before = self.granted.fetch_add(portion, Relaxed);
        Some(limit.saturating_sub(before).min(portion))
    }

    /// A thread says how much it has done.
    pub(super) fn publish(&self, thread: usize, nodes: u64, table_hits: u64) {
        if let Some(counter) = self.counters.get(thread) {
            counter.nodes.store(nodes, Relaxed);
            counter.table_hits.store(table_hits, Relaxed);
        }
    }

    /// Nodes of all threads.
    pub(super) fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.nodes.load(Relaxed)).sum()
    }

    /// Positions that all threads found in exact tables.
    pub(super) fn table_hits(&self) -> u64 {
        self.counters.iter().map(|counter| counter.table_hits.load(Relaxed)).sum()
    }

    /// Holds the answer back while the search is infinite or the opponent thinks.
    pub(super) fn hold(&self) {
        let mut state = self.state();
        while (self.limits.infinite || self.pondering.load(Relaxed)) && !self.stop.load(Relaxed) {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A thread has found its line.
    pub(super) fn deliver(&self, thread: usize, line: Line) {
        if let Some(slot) = self.state().lines.get_mut(thread) {
            *slot = Some(line);
        }
    }

    /// The lines of all threads that are done within a few milliseconds, the first thread's first.
    pub(super) fn lines(&self) -> Vec<Line> {
        /// Nobody waits longer for a thread that gets no processor.
        const PATIENCE: Duration = Duration::from_millis(4);
        let waiting = |state: &mut State| state.lines.iter().any(Option::is_none);
        let state = self.state();
        let (state, _) =
            self.changed.wait_timeout_while(state, PATIENCE, waiting).unwrap_or_else(PoisonError::into_inner);
        state.lines.iter().flatten().cloned().collect()
    }

    /// The first thread's last word.
    pub(super) fn conclude(&self, report: Report) {
        self.state().report = Some(report);
    }

    /// A thread is finished, whether it ended well or not.
    pub(super) fn leave(&self) {
        self.state().running -= 1;
        self.changed.notify_all();
    }

    /// Whether any thread still works.
    pub(super) fn is_running(&self) -> bool {
        self.state().running > 0
    }

    /// Waits until all threads are finished, and hands over the result.
    pub(super) fn wait(&self) -> Option<Report> {
        let waiting = |state: &mut State| state.running > 0;
        let state = self.state();
        let mut state = self.changed.wait_while(state, waiting).unwrap_or_else(PoisonError::into_inner);
        state.report.take()
    }
}
