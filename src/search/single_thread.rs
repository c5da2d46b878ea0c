//! A search on the caller's own thread, for callers with many short ones: no thread is woken or waited for, and nothing
//! is told on the way.

use std::sync::Arc;
use std::time::Instant;

use crate::endgame::Endgames;
use crate::search::clock::Limits;
use crate::search::event::Report;
use crate::search::settings::Settings;
use crate::search::shared::question::{Question, asks_tables};
use crate::search::shared::report::{guess, report, score_of_finished};
use crate::search::shared::search::Search;
use crate::search::transposition_table::{HashError, TranspositionTable};
use crate::search::tree::worker::{Memory, STACK_BYTES, Worker};
use khun_board::position::Game;

/// An engine without threads: it finds what an [`Engine`](crate::search::Engine) with one thread finds, and the caller
/// waits for it. Several on as many threads do not disturb each other.
///
/// ```
/// use khun_board::position::{Game, Position};
/// use khun_board::rules::Catalogue;
/// use khun::search::{Limits, Settings, SingleThread};
///
/// let mut engine = SingleThread::new(Settings { hash_mb: 1, ..Settings::default() }).unwrap();
/// let game = Game::new(Position::start(Catalogue::builtin().find("racingkings").unwrap()));
/// let report = engine.search(&game, Limits { depth: Some(3), ..Limits::default() });
/// assert!(report.best.is_some());
/// ```
pub struct SingleThread {
    settings: Settings,
    table: Arc<TranspositionTable>,
    tables: Endgames,
    memory: Memory,
}

impl SingleThread {
    /// Bytes of stack that the deepest search needs, also in a debug build. Threads are often given less.
    pub const STACK_BYTES: usize = STACK_BYTES;

    /// An engine with these settings, the number of threads apart.
    ///
    /// # Errors
    /// [`HashError`] when there is no memory for the table.
    pub fn new(settings: Settings) -> Result<Self, HashError> {
        let table = Arc::new(TranspositionTable::new(settings.hash_mb)?);
        Ok(Self {
            settings: Settings { threads: 1, ..settings },
            table,
            tables: Endgames::new(),
            memory: Memory::new(),
        })
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
        let tables = asks_tables(&self.settings, game).then(|| self.tables.clone());
        let question = Question::new(game, limits, &self.settings, (&self.table, tables), Instant::now());
        if question.root_moves.is_empty() {
            return Report::without_moves(score_of_finished(game));
        }
        let search = Search::new(question, self.settings.move_overhead, 1, None, None);
        Worker::new(&search, 0, &mut self.memory).iterate();
        let lines = search.threads[0].lines();
        let lines = if lines.is_empty() { guess(&search) } else { lines };
        report(&search, &lines[0])
    }
}
