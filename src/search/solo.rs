//! A search on the caller's own thread, for callers with many short ones: no thread is woken or waited for, and nothing
//! is told on the way.

use std::sync::Arc;
use std::time::Instant;

use crate::search::clock::Limits;
use crate::search::endings;
use crate::search::event::Report;
use crate::search::iterate::{expected_answer, guess, playable};
use crate::search::job::Job;
use crate::search::tt::{HashError, Table};
use crate::search::worker::{Memory, Worker};
use crate::search::{Settings, Tables, asks_tables, score_of_finished};
use khun_board::position::Game;

/// An engine without threads: it finds what an [`Engine`](crate::search::Engine) with one thread finds, and the caller
/// waits for it. Several on as many threads do not disturb each other.
///
/// ```
/// use khun_board::position::{Game, Position};
/// use khun_board::rules::Catalogue;
/// use khun::search::{Limits, Settings, Solo};
///
/// let mut solo = Solo::new(Settings { hash_mb: 1, ..Settings::default() }).unwrap();
/// let game = Game::new(Position::start(Catalogue::builtin().find("racingkings").unwrap()));
/// let report = solo.search(&game, Limits { depth: Some(3), ..Limits::default() });
/// assert!(report.best.is_some());
/// ```
pub struct Solo {
    settings: Settings,
    table: Arc<Table>,
    tables: Tables,
    memory: Memory,
}

impl Solo {
    /// Bytes of stack that the deepest search needs, also in a debug build. Threads are often given less.
    pub const STACK_BYTES: usize = 16 << 20;

    /// An engine with these settings, the number of threads apart. The exact tables that it needs are solved here.
    ///
    /// # Errors
    /// [`HashError`] when there is no memory for the table.
    pub fn new(settings: Settings) -> Result<Self, HashError> {
        let table = Arc::new(Table::new(settings.hash_mb)?);
        let tables = Tables::new();
        tables.wait();
        Ok(Self { settings: Settings { threads: 1, ..settings }, table, tables, memory: Memory::new() })
    }

    /// Forgets everything learned: another game begins.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.memory.clear();
    }

    /// Searches and returns the result. A search without end is one of no limits.
    pub fn search(&mut self, game: &Game, limits: Limits) -> Report {
        let limits = Limits { infinite: false, ponder: false, ..limits };
        self.table.age();
        let table = Arc::clone(&self.table);
        let tables = asks_tables(&self.settings, game).then(|| self.tables.clone());
        let mut job = Job::new(game.clone(), limits, &self.settings, 1, (table, tables), (Instant::now(), None));
        if job.root_moves.is_empty() {
            return Report::without_moves(score_of_finished(game));
        }
        job.known = endings::known_lines(&job).unwrap_or_default();
        Worker::new(&job, 0, &mut self.memory).iterate();
        let line = job.desk(0).line().unwrap_or_else(|| guess(&job));
        let pv = playable(&job, &line);
        Report {
            best: line.pv.first().copied(),
            ponder: expected_answer(&job, &pv),
            score: line.score,
            depth: line.depth.max(1) as u32,
            nodes: job.nodes(),
            pv,
        }
    }
}
