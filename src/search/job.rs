//! One search as its threads share it: what is asked, when to stop, and what was found. Nothing here is locked while
//! nodes are searched.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::endgame::Tables;
use crate::eval::{Networks, Score};
use crate::position::{Game, Move};
use crate::search::Settings;
use crate::search::clock::{self, Budget, Limits};
use crate::search::event::{Event, Info, Report};
use crate::search::strength::Means;
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
    pub(super) means: Option<Means>,
    pub(super) tune: Tunables,
    pub(super) networks: Networks,
    pub(super) table: Arc<Table>,
    /// Exact tables, where there are any for these rules.
    pub(super) tables: Option<Tables>,
    /// The best lines, if the tables hold the root.
    pub(super) known: Vec<Line>,
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
    /// Whether the last word was said; held while anything is said, so that nothing follows it.
    silent: Mutex<bool>,
}

/// What changes only between searches' nodes.
struct State {
    /// Threads that have not finished, the speaker among them.
    running: usize,
    /// What each searching thread found so far.
    lines: Vec<Option<Line>>,
    /// Searching threads whose line is their last.
    done: usize,
    /// The first thread, which keeps the time, wants no more.
    enough: bool,
    report: Option<Report>,
}

impl Job {
    pub(super) fn new(
        game: Game,
        limits: Limits,
        settings: &Settings,
        threads: usize,
        (table, tables): (Arc<Table>, Option<Tables>),
        sink: Sink,
    ) -> Self {
        let position = *game.position();
        let tune = Tunables::of(position.rules().profile);
        let mut root_moves: Vec<Move> = position.legal_moves().into_iter().collect();
        if root_moves.iter().any(|mv| limits.search_moves.contains(mv)) {
            root_moves.retain(|mv| limits.search_moves.contains(mv));
        }
        let means = settings.strength.map(|strength| strength.means(position.rules().profile));
        let wanted = means.map_or(settings.multi_pv, |means| means.candidates(settings.multi_pv));
        Self {
            multi_pv: wanted.clamp(1, root_moves.len().max(1)),
            means,
            networks: settings.networks.clone(),
            start: Instant::now(),
            budget: clock::budget(&limits, position.to_move(), settings.move_overhead, &tune),
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(limits.ponder),
            ponder_hit: AtomicU64::new(0),
            due: AtomicBool::new(false),
            granted: AtomicU64::new(0),
            counters: (0..threads).map(|_| Counter::default()).collect(),
            state: Mutex::new(State {
                running: threads + 1,
                lines: vec![None; threads],
                done: 0,
                enough: false,
                report: None,
            }),
            changed: Condvar::new(),
            silent: Mutex::new(false),
            game,
            limits,
            root_moves,
            tune,
            table,
            tables,
            known: Vec::new(),
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

    /// Says something to whoever listens, unless the last word was said.
    pub(super) fn say(&self, event: Event) {
        let silent = self.silent.lock().unwrap_or_else(PoisonError::into_inner);
        if !*silent {
            (self.sink)(event);
        }
    }

    /// Says the last line and the best move, and keeps them for whoever waits.
    pub(super) fn conclude(&self, last: Info, report: Report) {
        let mut silent = self.silent.lock().unwrap_or_else(PoisonError::into_inner);
        *silent = true;
        let (best, ponder) = (report.best, report.ponder);
        self.state().report = Some(report);
        (self.sink)(Event::Info(last));
        (self.sink)(Event::Best { best, ponder });
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

    /// Waits until the answer is due: the first thread wants no more, or time is up, or somebody stops the search; and
    /// while the search is infinite or the opponent thinks, only for the stop.
    ///
    /// Whoever waits here does nothing else. A thread that sleeps is woken at once, also on a machine with more work
    /// than processors, where the searching threads may not see their clocks for a long time.
    pub(super) fn wait_until_due(&self) {
        /// Looked at this often without any news, in case a clock and a waking miss each other.
        const AT_LEAST: Duration = Duration::from_secs(1);
        let mut state = self.state();
        loop {
            if self.must_stop() {
                return;
            }
            let held = self.limits.infinite || self.pondering.load(Relaxed);
            // Only the speaker itself is left when all others are done, or gone.
            if (state.enough && !held) || (state.running <= 1 && !state.enough) {
                return;
            }
            let patience = self.time_left().map_or(AT_LEAST, |left| left.min(AT_LEAST));
            state = self.changed.wait_timeout(state, patience).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Time until the hard bound, if it runs.
    fn time_left(&self) -> Option<Duration> {
        let hard = self.budget.hard.filter(|_| !self.pondering.load(Relaxed))?;
        let since = Duration::from_micros(self.ponder_hit.load(Relaxed));
        Some((since + hard).saturating_sub(self.elapsed()))
    }

    /// There is nothing to search for.
    pub(super) fn want_no_more(&self) {
        self.state().enough = true;
    }

    /// What a thread found so far.
    pub(super) fn note(&self, thread: usize, line: &Line) {
        if let Some(slot) = self.state().lines.get_mut(thread) {
            *slot = Some(line.clone());
        }
    }

    /// A thread's last line.
    pub(super) fn deliver(&self, thread: usize, line: Line) {
        let mut state = self.state();
        if let Some(slot) = state.lines.get_mut(thread) {
            *slot = Some(line);
        }
        state.done += 1;
        state.enough |= thread == 0;
        self.changed.notify_all();
    }

    /// The lines of all threads, the first thread's first: their last ones, if they are done within a few milliseconds.
    pub(super) fn lines(&self) -> Vec<Line> {
        /// Nobody waits longer for a thread that gets no processor.
        const PATIENCE: Duration = Duration::from_millis(4);
        let waiting = |state: &mut State| state.done < state.lines.len();
        let state = self.state();
        let (state, _) =
            self.changed.wait_timeout_while(state, PATIENCE, waiting).unwrap_or_else(PoisonError::into_inner);
        state.lines.iter().flatten().cloned().collect()
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
