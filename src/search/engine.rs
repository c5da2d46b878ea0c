//! The engine with threads of its own, or on the caller's.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::arch::HAS_THREADS;
use crate::endgame::Endgames;
use crate::eval::{Networks, Score};
use crate::search::clock::Limits;
use crate::search::error::EngineError;
use crate::search::event::{Event, Report, Watch};
use crate::search::settings::Settings;
use crate::search::shared::answer::Listener;
use crate::search::shared::question::{Question, asks_tables};
use crate::search::shared::search::Search;
use crate::search::strength::Strength;
use crate::search::threads::pool::{Pool, ReportedBy};
use crate::search::threads::reporter;
use crate::search::transposition_table::{HashError, TranspositionTable};
use khun_board::position::Game;

/// The engine: a transposition table and threads that live across searches. One search runs at a time.
pub struct Engine {
    settings: Settings,
    table: Arc<TranspositionTable>,
    tables: Endgames,
    pool: Pool,
    search: Option<Arc<Search>>,
    watch: Option<Watch>,
}

impl Engine {
    /// An engine with these settings. Where the system has no threads at all it searches on the caller's: see
    /// [`Engine::on_this_thread`].
    ///
    /// # Errors
    /// [`EngineError`] when there is no memory for the table or no thread.
    pub fn new(settings: Settings) -> Result<Self, EngineError> {
        if !HAS_THREADS {
            return Ok(Self::on_this_thread(settings)?);
        }
        let mut pool = Pool::new()?;
        pool.resize(settings.threads.clamp(1, Settings::MAX_THREADS))?;
        Ok(Self::with_pool(settings, pool)?)
    }

    /// An engine that searches on the thread of whoever asks it, and finds what one with one thread finds. Its searches
    /// have ended when `go` returns, and said their best move, unless that waits for a stop or a ponder hit. Meanwhile
    /// they can be interrupted by what they are told to watch: [`Engine::set_watch`].
    ///
    /// # Errors
    /// [`HashError`] when there is no memory for the table.
    pub fn on_this_thread(settings: Settings) -> Result<Self, HashError> {
        Self::with_pool(settings, Pool::caller())
    }

    fn with_pool(settings: Settings, pool: Pool) -> Result<Self, HashError> {
        let table = Arc::new(TranspositionTable::new(settings.hash_mb)?);
        let settings = Settings { threads: pool.len(), ..settings };
        Ok(Self { settings, table, tables: Endgames::new(), pool, search: None, watch: None })
    }

    /// What searches on the caller's own thread ask while they run, from the next one on. Those of an engine with threads
    /// do not ask: whoever started them is free to tell them.
    pub fn set_watch(&mut self, watch: Watch) {
        self.watch = matches!(self.pool, Pool::Caller(_)).then_some(watch);
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
        self.stop();
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
        self.search = None;
        self.table = Arc::new(TranspositionTable::smallest());
        match TranspositionTable::new(megabytes) {
            Ok(table) => {
                self.table = Arc::new(table);
                self.settings.hash_mb = megabytes;
                Ok(())
            }
            Err(error) => {
                self.table = Arc::new(TranspositionTable::new(self.settings.hash_mb)?);
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

    /// Changes what a draw is worth less than half a point to the side that the engine plays, in centipawns, from the next
    /// search on.
    pub fn set_contempt(&mut self, centipawns: i32) {
        self.settings.contempt = centipawns;
    }

    /// Changes the strength, from the next search on.
    pub fn set_strength(&mut self, strength: Option<Strength>) {
        self.settings.strength = strength;
    }

    /// The exact tables that searches ask, unless strength is limited.
    #[must_use]
    pub const fn endgames(&self) -> &Endgames {
        &self.tables
    }

    /// Changes the exact tables. A running search is stopped first.
    pub fn set_endgames(&mut self, tables: Endgames) {
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
        self.start(game, limits, (start, Some(sink)), ReportedBy::Pool);
    }

    /// Threads that have not noticed the end of the last search yet are not waited for: they take up the new one later.
    fn start(&mut self, game: &Game, limits: Limits, listener: (Instant, Option<Listener>), reporter: ReportedBy) {
        self.stop();
        self.table.age();
        let (start, listener) = listener;
        let tables = asks_tables(&self.settings, game).then(|| self.tables.clone());
        let question = Question::new(game, limits, &self.settings, (&self.table, tables), start);
        let search =
            Arc::new(Search::new(question, self.settings.move_overhead, self.pool.len(), listener, self.watch.clone()));
        self.pool.start(&search, reporter);
        self.search = Some(search);
    }

    /// Ends a running search now: it has said its best move when this returns.
    pub fn stop(&mut self) {
        if let Some(search) = &self.search {
            reporter::answer(search);
        }
    }

    /// The opponent played the move that was pondered on, at this time.
    pub fn ponder_hit(&mut self, at: Instant) {
        if let Some(search) = &self.search
            && search.signals.ponder_hit(at)
        {
            reporter::answer(search);
        }
    }

    /// Waits until a running search has said its best move.
    pub fn wait(&mut self) {
        if let Some(search) = &self.search {
            search.answer.wait();
        }
    }

    /// Whether a search is running: it has not said its best move yet.
    #[must_use]
    pub fn is_searching(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.answer.is_open())
    }

    /// Searches and waits for the result, without events.
    pub fn search(&mut self, game: &Game, limits: Limits) -> Report {
        let limits = Limits { infinite: false, ponder: false, ..limits };
        self.start(game, limits, (Instant::now(), None), ReportedBy::Caller);
        let report = self.search.as_ref().and_then(|search| search.answer.wait());
        report.unwrap_or_else(|| Report::without_moves(Score::DRAW))
    }

    /// Ends a running search and waits until all threads have noticed: what they use may be changed then.
    fn finish(&mut self) {
        self.stop();
        if let Some(search) = &self.search {
            search.signals.wait_for_all();
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
    }
}
