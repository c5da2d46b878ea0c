//! One search as its threads share it: what is asked, when to stop, and what was found. Nothing here is locked while
//! nodes are searched.

use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, AtomicUsize};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::endgame::Tables;
use crate::eval::Networks;
use crate::search::Settings;
use crate::search::clock::{self, Budget, Limits};
use crate::search::desk::{Desk, Line};
use crate::search::event::{Event, Info, Report};
use crate::search::strength::Means;
use crate::search::tt::Table;
use crate::search::tune::Tunables;
use khun_board::position::{Game, Move};

/// Whoever listens to a search.
pub(super) type Sink = Arc<dyn Fn(Event) + Send + Sync>;

/// The search was told to stop, or its budget is spent, or another thread has finished the iteration.
pub(super) struct Stopped;

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
    /// Who listens, if anybody does.
    sink: Option<Sink>,
    start: Instant,
    budget: Budget,
    stop: AtomicBool,
    pondering: AtomicBool,
    /// Microseconds from the start to the ponder hit.
    ponder_hit: AtomicU64,
    /// The soft bound passed while the opponent was thinking.
    due: AtomicBool,
    granted: AtomicU64,
    desks: Box<[Desk]>,
    /// The deepest iteration that any thread has finished.
    finished: AtomicI32,
    /// Threads that have not finished, the speaker among them.
    running: AtomicUsize,
    /// The first thread, which keeps the time, wants no more or is gone; or a helper reached the depth asked for.
    enough: AtomicBool,
    /// Whether the last word was said; held while anything is said, so that nothing follows it.
    silent: Mutex<bool>,
    result: Mutex<Spoken>,
    /// Something changed that somebody may wait for. Threads beyond the first only say so when all are finished: the
    /// lock that goes with it is never in the hands of one that may have to wait for a processor.
    changed: Condvar,
}

/// What comes of a search.
#[derive(Default)]
struct Spoken {
    /// The last word was said.
    last: bool,
    report: Option<Report>,
}

impl Job {
    pub(super) fn new(
        game: Game,
        limits: Limits,
        settings: &Settings,
        threads: usize,
        (table, tables): (Arc<Table>, Option<Tables>),
        (start, sink): (Instant, Option<Sink>),
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
            start,
            budget: clock::budget(&limits, position.to_move(), settings.move_overhead, &tune),
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(limits.ponder),
            ponder_hit: AtomicU64::new(0),
            due: AtomicBool::new(false),
            granted: AtomicU64::new(0),
            desks: (0..threads).map(|_| Desk::default()).collect(),
            finished: AtomicI32::new(0),
            running: AtomicUsize::new(threads + 1),
            enough: AtomicBool::new(root_moves.is_empty()),
            silent: Mutex::new(false),
            result: Mutex::new(Spoken::default()),
            changed: Condvar::new(),
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
        self.desks.len()
    }

    fn result(&self) -> MutexGuard<'_, Spoken> {
        self.result.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes whoever waits for something that has changed.
    fn wake(&self) {
        // Not between somebody's look and his falling asleep.
        drop(self.result());
        self.changed.notify_all();
    }

    /// Whether anybody listens.
    pub(super) fn is_heard(&self) -> bool {
        self.sink.is_some()
    }

    /// Says something to whoever listens, unless the last word was said, or it is a line that a deeper one has overtaken.
    pub(super) fn say(&self, event: Event) {
        let silent = self.silent.lock().unwrap_or_else(PoisonError::into_inner);
        let is_stale = matches!(&event, Event::Info(info) if self.is_finished(info.depth as i32 + 1));
        if let Some(sink) = self.sink.as_ref().filter(|_| !*silent && !is_stale) {
            sink(event);
        }
    }

    /// Says the last line and the best move, and keeps them for whoever waits; once, whoever comes first.
    pub(super) fn conclude(&self, answer: impl FnOnce() -> (Info, Report)) {
        let mut silent = self.silent.lock().unwrap_or_else(PoisonError::into_inner);
        if *silent {
            return;
        }
        let (last, report) = answer();
        *silent = true;
        let (best, ponder) = (report.best, report.ponder);
        if let Some(sink) = &self.sink {
            sink(Event::Info(last));
            sink(Event::Best { best, ponder });
        }
        *self.result() = Spoken { last: true, report: Some(report) };
        self.changed.notify_all();
    }

    /// Time since the search began.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Stops all threads as soon as they look.
    pub(super) fn stop(&self) {
        self.stop.store(true, Relaxed);
        self.wake();
    }

    /// The opponent played the expected move at this time: the clock runs from then on. Whether the answer is due now.
    pub(super) fn ponder_hit(&self, at: Instant) -> bool {
        if !self.pondering.load(SeqCst) {
            return false;
        }
        let since = at.saturating_duration_since(self.start);
        self.ponder_hit.store(since.as_micros() as u64, Relaxed);
        self.pondering.store(false, SeqCst);
        let due = !self.limits.infinite && (self.due.load(SeqCst) || self.has_enough());
        if due {
            self.stop.store(true, Relaxed);
        }
        self.wake();
        due
    }

    /// Whether the search must break off now.
    pub(super) fn must_stop(&self) -> bool {
        if self.stop.load(Relaxed) {
            return true;
        }
        let Some(hard) = self.budget.hard else { return false };
        if self.pondering.load(SeqCst) {
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
        // Said before it is asked whether the opponent still thinks: the ponder hit asks in the other order, so that one
        // of the two sees the other.
        self.due.store(true, SeqCst);
        !self.pondering.load(SeqCst)
    }

    /// More nodes for a thread, from the limit that all share; zero when it is used up, `None` without a limit.
    pub(super) fn grant(&self) -> Option<u64> {
        let limit = self.limits.nodes?;
        // Small enough portions that no thread sits on many while the others have none.
        let portion = if self.threads() == 1 { limit } else { (limit / (self.threads() as u64 * 256)).max(1) };
        let before = self.granted.fetch_add(portion, Relaxed);
        Some(limit.saturating_sub(before).min(portion))
    }

    /// A thread's place.
    pub(super) fn desk(&self, thread: usize) -> &Desk {
        &self.desks[thread]
    }

    /// Whether threads leave iterations to each other, and whoever is the first to search one may say what it found. They
    /// do where a depth is asked for and no clock runs: they reach it sooner so. In games it is worth less than
    /// helpers that hurry ahead of a first thread which takes every step (`docs/strength.md`, "Threads and clocks").
    pub(super) fn shares_iterations(&self) -> bool {
        let Limits { depth, mate, .. } = self.limits;
        depth.is_some() && mate.is_none() && !self.is_on_clock() && self.multi_pv == 1 && self.means.is_none()
    }

    /// A thread has finished an iteration; whether none has finished one so deep before.
    pub(super) fn finish(&self, depth: i32) -> bool {
        self.finished.fetch_max(depth, AcqRel) < depth
    }

    /// Whether a thread has finished an iteration so deep, and the others need not.
    pub(super) fn is_finished(&self, depth: i32) -> bool {
        self.finished.load(Acquire) >= depth && self.shares_iterations()
    }

    /// Of the lines that can be had at once, the deepest.
    pub(super) fn deepest_line(&self) -> Option<Line> {
        self.desks.iter().filter_map(Desk::line_at_once).max_by_key(|line| line.depth)
    }

    /// Whether half of the threads or more search so deep already.
    pub(super) fn is_crowded(&self, depth: i32) -> bool {
        self.desks.iter().filter(|desk| desk.depth() == depth).count() * 2 >= self.threads()
    }

    /// Nodes of all threads.
    pub(super) fn nodes(&self) -> u64 {
        self.desks.iter().map(Desk::nodes).sum()
    }

    /// Positions that all threads found in exact tables.
    pub(super) fn table_hits(&self) -> u64 {
        self.desks.iter().map(Desk::table_hits).sum()
    }

    /// Waits until the answer is due: the first thread wants no more, or time is up, or somebody stops the search; and
    /// while the search is infinite or the opponent thinks, only for the stop.
    ///
    /// Whoever waits here does nothing else. A thread that sleeps is woken at once, also on a machine with more work
    /// than processors, where the searching threads may not see their clocks for a long time.
    pub(super) fn wait_until_due(&self) {
        /// Looked at this often without any news, in case a clock and a waking miss each other.
        const AT_LEAST: Duration = Duration::from_secs(1);
        let mut result = self.result();
        while !result.last && !self.must_stop() {
            let held = self.limits.infinite || self.pondering.load(SeqCst);
            if self.has_enough() && !held {
                return;
            }
            let patience = self.time_left().map_or(AT_LEAST, |left| left.min(AT_LEAST));
            result = self.changed.wait_timeout(result, patience).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Time until the hard bound, if it runs.
    fn time_left(&self) -> Option<Duration> {
        let hard = self.budget.hard.filter(|_| !self.pondering.load(SeqCst))?;
        let since = Duration::from_micros(self.ponder_hit.load(Relaxed));
        Some((since + hard).saturating_sub(self.elapsed()))
    }

    /// A helper has searched as deep as was asked for, before the first thread.
    pub(super) fn want_no_more(&self) {
        self.enough.store(true, Release);
        self.wake();
    }

    /// Whether somebody has laid out the line that was asked for.
    fn has_enough(&self) -> bool {
        self.enough.load(Acquire)
    }

    /// The lines of all threads that have one, the first thread's first. Nobody but the first thread is waited for, and
    /// it only a little: while it has nothing at all, or has yet to choose a weaker move.
    pub(super) fn lines(&self) -> Vec<Line> {
        /// As long as this even the first thread may get no processor.
        const PATIENCE: Duration = Duration::from_millis(4);
        let Some((first, others)) = self.desks.split_first() else { return Vec::new() };
        if self.means.is_some() || first.line().is_none() {
            let waiting = |_: &mut Spoken| !self.has_enough();
            drop(self.changed.wait_timeout_while(self.result(), PATIENCE, waiting));
        }
        first.line().into_iter().chain(others.iter().filter_map(Desk::line_at_once)).collect()
    }

    /// A thread is finished, whether it ended well or not; the speaker has no number.
    pub(super) fn leave(&self, thread: Option<usize>) {
        let is_first = thread == Some(0);
        if is_first {
            self.enough.store(true, Release);
        }
        let is_last = self.running.fetch_sub(1, AcqRel) == 1;
        if is_first || is_last {
            self.wake();
        }
    }

    /// Whether the last word is still to be said.
    pub(super) fn is_open(&self) -> bool {
        !self.result().last
    }

    /// Waits until the last word is said, and hands over the result; other threads may not have noticed yet.
    pub(super) fn wait(&self) -> Option<Report> {
        let result = self.result();
        let mut result = self.changed.wait_while(result, |result| !result.last).unwrap_or_else(PoisonError::into_inner);
        result.report.take()
    }

    /// Waits until all threads are finished.
    pub(super) fn wait_for_all(&self) {
        let running = |_: &mut Spoken| self.running.load(Acquire) > 0;
        drop(self.changed.wait_while(self.result(), running));
    }
}
