//! Floor 5: which move is best.
//!
//! | file | what it holds |
//! |---|---|
//! | `iterate` | iterative deepening, aspiration windows, the root |
//! | `alpha_beta` | the recipe, in numbered steps |
//! | `cuts` | its cuts by judgement: razoring, reverse futility, null move, ProbCut |
//! | `quiesce` | its end: captures until nothing hangs |
//! | `endings` | where exact tables take its place |
//! | `prune`, `reduce` | what is left out, and what is searched less deep: pure predicates |
//! | `picker`, `see`, `history` | which move first |
//! | `mate`, `prove` | what `go mate` asks for: wins by force, proven |
//! | `tt` | the table that all threads share |
//! | `clock` | how long |
//! | `worker`, `desk`, `job`, `pool` | one thread, what it shows the others, what they share, all of them |
//! | `solo` | the caller's own thread instead |
//! | [`tune`] | every number |

mod alpha_beta;
mod clock;
mod cuts;
mod desk;
mod endings;
mod event;
mod history;
mod iterate;
mod job;
mod mate;
mod node;
mod picker;
mod pool;
mod prove;
mod prune;
mod quiesce;
mod reduce;
mod see;
mod solo;
mod strength;
mod tt;
pub mod tune;
mod worker;

use std::fmt;
use std::io;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

pub use clock::Limits;
pub use event::{Bound, Event, Info, Report, Source};
pub use solo::Solo;
pub use strength::{Means, Strength};
pub use tt::HashError;

use crate::endgame::Tables;
use crate::eval::{Networks, Score};
use job::{Job, Sink};
use khun_board::position::Game;
use pool::{Pool, Speaker};
use tt::Table;

/// How the engine searches, from one search to the next.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Threads, 1 to [`Settings::MAX_THREADS`].
    pub threads: usize,
    /// Size of the table in megabytes.
    pub hash_mb: usize,
    /// Best lines to find.
    pub multi_pv: usize,
    /// Time that a move costs outside the engine, taken off every budget.
    pub move_overhead: Duration,
    /// Less than full strength, if set.
    pub strength: Option<Strength>,
    /// What judges positions.
    pub networks: Networks,
}

impl Settings {
    /// More threads are not started.
    pub const MAX_THREADS: usize = 1024;

    /// How many threads the machine runs at once; 1 if that cannot be known.
    #[must_use]
    pub fn all_threads() -> usize {
        thread::available_parallelism().map_or(1, usize::from)
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: 1,
            hash_mb: 16,
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            strength: None,
            networks: Networks::embedded(),
        }
    }
}

/// Why an engine cannot be made or changed.
#[derive(Debug)]
pub enum EngineError {
    /// No memory for the table.
    Hash(HashError),
    /// The system gives no more threads.
    Threads(io::Error),
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hash(error) => error.fmt(f),
            Self::Threads(error) => write!(f, "no thread to search with: {error}"),
        }
    }
}

impl std::error::Error for EngineError {}

impl From<HashError> for EngineError {
    fn from(error: HashError) -> Self {
        Self::Hash(error)
    }
}

impl From<io::Error> for EngineError {
    fn from(error: io::Error) -> Self {
        Self::Threads(error)
    }
}

/// The engine: a table and threads that live across searches. One search runs at a time.
pub struct Engine {
    settings: Settings,
    table: Arc<Table>,
    tables: Tables,
    pool: Pool,
    job: Option<Arc<Job>>,
}

impl Engine {
    /// An engine with these settings.
    ///
    /// # Errors
    /// [`EngineError`] when there is no memory for the table or no thread.
    pub fn new(settings: Settings) -> Result<Self, EngineError> {
        let table = Arc::new(Table::new(settings.hash_mb)?);
        let mut pool = Pool::new()?;
        pool.resize(settings.threads.clamp(1, Settings::MAX_THREADS))?;
        let settings = Settings { threads: pool.len(), ..settings };
        Ok(Self { settings, table, tables: Tables::new(), pool, job: None })
    }

    /// The settings in force.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes how many threads search, from 1 to [`Settings::MAX_THREADS`]. A running search is stopped first.
    ///
    /// # Errors
    /// [`EngineError::Threads`] when the system gives no more; those that there are go on.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        self.end();
        let done = self.pool.resize(threads.clamp(1, Settings::MAX_THREADS));
        self.settings.threads = self.pool.len();
        Ok(done?)
    }

    /// Changes the table's size in megabytes; it is empty afterwards. A running search is stopped first.
    ///
    /// # Errors
    /// [`EngineError::Hash`] when there is no memory; the old size stays.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), EngineError> {
        self.finish();
        // The old table's memory is given back before the new one's is taken.
        self.job = None;
        self.table = Arc::new(Table::smallest());
        match Table::new(megabytes) {
            Ok(table) => {
                self.table = Arc::new(table);
                self.settings.hash_mb = megabytes;
                Ok(())
            }
            Err(error) => {
                self.table = Arc::new(Table::new(self.settings.hash_mb)?);
                Err(error.into())
            }
        }
    }

    /// Changes how many best lines are found (at least one), from the next search on.
    pub fn set_multi_pv(&mut self, lines: usize) {
        self.settings.multi_pv = lines.max(1);
    }

    /// Changes the time that a move costs outside the engine, from the next search on.
    pub fn set_move_overhead(&mut self, overhead: Duration) {
        self.settings.move_overhead = overhead;
    }

    /// Changes the strength, from the next search on.
    pub fn set_strength(&mut self, strength: Option<Strength>) {
        self.settings.strength = strength;
    }

    /// The exact tables that searches ask, unless strength is limited.
    #[must_use]
    pub const fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Changes the exact tables. A running search is stopped first.
    pub fn set_tables(&mut self, tables: Tables) {
        self.finish();
        self.tables = tables;
    }

    /// Changes what judges positions, and forgets everything that was learned by the old judgement. A running search is
    /// stopped first.
    pub fn set_networks(&mut self, networks: Networks) {
        self.new_game();
        self.settings.networks = networks;
    }

    /// Forgets everything learned: another game begins. A running search is stopped first.
    pub fn new_game(&mut self) {
        self.clear_hash();
        self.pool.forget();
    }

    /// Empties the table. A running search is stopped first.
    pub fn clear_hash(&mut self) {
        self.finish();
        self.table.clear();
    }

    /// Begins to search and returns at once. Events come from the search's threads: exactly one [`Event::Best`] at the
    /// end, and before it one exact [`Event::Info`] with the same move. A running search is stopped first.
    pub fn go(&mut self, game: &Game, limits: Limits, sink: Arc<dyn Fn(Event) + Send + Sync>) {
        self.go_since(Instant::now(), game, limits, sink);
    }

    /// The same for a search whose clock has run since an earlier time: when it was asked for.
    pub fn go_since(&mut self, start: Instant, game: &Game, limits: Limits, sink: Arc<dyn Fn(Event) + Send + Sync>) {
        self.start(game, limits, (start, Some(sink)), Speaker::Pool);
    }

    /// Threads that have not noticed the end of the last search yet are not waited for: they take up the new one later.
    fn start(&mut self, game: &Game, limits: Limits, listener: (Instant, Option<Sink>), speaker: Speaker) {
        self.end();
        self.table.age();
        let table = Arc::clone(&self.table);
        let tables = self.tables_for(game, speaker);
        let mut job = Job::new(game.clone(), limits, &self.settings, self.pool.len(), (table, tables), listener);
        job.known = endings::known_lines(&job).unwrap_or_default();
        let job = Arc::new(job);
        self.pool.start(&job, speaker);
        self.job = Some(job);
    }

    /// The exact tables, if they are asked. Who waits for the answer has them complete; else those that are not solved
    /// yet are soon, in the background.
    fn tables_for(&self, game: &Game, speaker: Speaker) -> Option<Tables> {
        if !asks_tables(&self.settings, game) {
            return None;
        }
        match speaker {
            Speaker::Pool => self.tables.prepare(),
            Speaker::Caller => self.tables.wait(),
        }
        Some(self.tables.clone())
    }

    /// Ends a running search now: it has said its best move when this returns.
    pub fn stop(&mut self) {
        if let Some(job) = &self.job {
            pool::answer(job);
        }
    }

    /// The opponent played the move that was pondered on, at this time.
    pub fn ponder_hit(&mut self, at: Instant) {
        if let Some(job) = &self.job
            && job.ponder_hit(at)
        {
            pool::answer(job);
        }
    }

    /// Waits until a running search has said its best move.
    pub fn wait(&mut self) {
        if let Some(job) = &self.job {
            job.wait();
        }
    }

    /// Whether a search is running: it has not said its best move yet.
    #[must_use]
    pub fn is_searching(&self) -> bool {
        self.job.as_ref().is_some_and(|job| job.is_open())
    }

    /// Searches and waits for the result, without events. What it finds does not depend on how far the exact tables are
    /// solved: it waits for them first.
    pub fn search(&mut self, game: &Game, limits: Limits) -> Report {
        let limits = Limits { infinite: false, ponder: false, ..limits };
        self.start(game, limits, (Instant::now(), None), Speaker::Caller);
        let report = self.job.as_ref().and_then(|job| job.wait());
        report.unwrap_or_else(|| Report::without_moves(Score::DRAW))
    }

    /// Ends a running search; threads may still have to notice.
    fn end(&mut self) {
        self.stop();
    }

    /// Ends a running search and waits until all threads have noticed: what they use may be changed then.
    fn finish(&mut self) {
        self.end();
        if let Some(job) = &self.job {
            job.wait_for_all();
        }
    }
}

/// Whether searches ask exact tables: where the rules have any and the play is at full strength.
fn asks_tables(settings: &Settings, game: &Game) -> bool {
    settings.strength.is_none() && game.position().rules().has_plain_endings()
}

/// The score of a finished game for the side to move.
fn score_of_finished(game: &Game) -> Score {
    match game.outcome().and_then(|outcome| outcome.winner) {
        Some(winner) if winner == game.position().to_move() => Score::mate_in(0),
        Some(_) => Score::mated_in(0),
        None => Score::DRAW,
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.end();
    }
}
