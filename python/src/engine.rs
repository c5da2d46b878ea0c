//! The engine as Python holds it.

use std::sync::{Arc, Mutex};

use pyo3::prelude::*;
use pyo3::types::PyDict;

use khun::eval::Networks;
use khun::search::{self, Settings};
use khun_board::position;

use crate::errors::{bad_file, bad_value, no_engine};
use crate::game::Game;
use crate::limits::limits;
use crate::line::Line;
use crate::options::Options;
use crate::position::Position;
use crate::search::{Found, Search, SharedEngine, lock};

/// Where a search begins.
#[derive(FromPyObject)]
enum Root<'py> {
    Game(PyRef<'py, Game>),
    Position(PyRef<'py, Position>),
}

impl Root<'_> {
    fn game(&self) -> position::Game {
        match self {
            Self::Game(game) => game.inner().clone(),
            Self::Position(position) => position::Game::new(*position.inner()),
        }
    }
}

/// The engine: it looks for the best move, without holding the GIL. One search runs at a time.
///
/// Options: `threads`, `hash` (megabytes), `multipv` (lines to find), `elo` (250 to 2500) or `skill` (0 to 20, full
/// strength), `move_overhead` (milliseconds), `network` (a file in the place of the built-in one of its games).
///
/// Limits of a search: `depth` (plies), `nodes`, `movetime`, `wtime`, `btime`, `winc`, `binc` (milliseconds), `movestogo`,
/// `mate` (moves), `searchmoves` (only these moves).
///
///     >>> Engine().search(Position("makruk", "k7/7R/8/8/8/8/8/K5R1 w - 16 9 60"), depth=5).best
///     'g1g8'
#[pyclass(module = "khun", frozen)]
pub struct Engine(SharedEngine);

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (**options))]
    fn new(py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let options = Options::read(options)?;
        let networks = Networks::embedded().map_err(bad_file)?;
        let engine = py.detach(|| {
            let mut engine = search::Engine::new(Settings { networks, ..Settings::default() })?;
            options.apply(&mut engine).map(|()| engine)
        });
        Ok(Self(Arc::new(Mutex::new(engine.map_err(|error| no_engine(&error))?))))
    }

    /// Changes options, from the next search on. A running search is stopped where it must be.
    #[pyo3(signature = (**options))]
    fn configure(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        let options = Options::read(options)?;
        py.detach(|| options.apply(&mut lock(&self.0))).map_err(|error| no_engine(&error))
    }

    /// Threads that search.
    #[getter]
    fn threads(&self, py: Python<'_>) -> usize {
        self.of_settings(py, |settings| settings.threads)
    }

    /// Megabytes of the table of positions.
    #[getter]
    fn hash(&self, py: Python<'_>) -> usize {
        self.of_settings(py, |settings| settings.hash_mb)
    }

    /// Lines that a search finds.
    #[getter]
    fn multipv(&self, py: Python<'_>) -> usize {
        self.of_settings(py, |settings| settings.multi_pv)
    }

    /// How strongly it plays on the Elo scale of `docs/strength.md`; None at full strength.
    #[getter]
    fn elo(&self, py: Python<'_>) -> Option<u16> {
        self.of_settings(py, |settings| settings.strength.map(search::Strength::elo))
    }

    /// Searches a `Game` or a `Position` within limits and says what it found. `on_line` is called with each line as it
    /// comes; what it raises ends the search.
    #[pyo3(signature = (game, on_line = None, **limits))]
    fn search(
        &self,
        py: Python<'_>,
        game: Root<'_>,
        on_line: Option<&Bound<'_, PyAny>>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<Found>> {
        let search = self.begin(py, &game, limits, Endless::Refused)?;
        search.each_line(py, |line: Py<Line>| match on_line {
            Some(hear) => hear.call1((line,)).map(drop),
            None => Ok(()),
        })
    }

    /// Begins to search a `Game` or a `Position` and returns at once: iterate over the `Search` for its lines. Without
    /// limits it goes on until it is stopped.
    #[pyo3(signature = (game, **limits))]
    fn start(&self, py: Python<'_>, game: Root<'_>, limits: Option<&Bound<'_, PyDict>>) -> PyResult<Search> {
        self.begin(py, &game, limits, Endless::Allowed)
    }

    /// Ends a running search now, from any thread.
    fn stop(&self, py: Python<'_>) {
        py.detach(|| lock(&self.0).stop());
    }

    /// Forgets everything learned: another game begins.
    fn new_game(&self, py: Python<'_>) {
        py.detach(|| lock(&self.0).new_game());
    }
}

/// Whether a search may have no end.
#[derive(PartialEq)]
enum Endless {
    Allowed,
    Refused,
}

impl Engine {
    fn begin(
        &self,
        py: Python<'_>,
        root: &Root<'_>,
        given: Option<&Bound<'_, PyDict>>,
        endless: Endless,
    ) -> PyResult<Search> {
        let game = root.game();
        let limits = limits(game.position(), given)?;
        if limits.infinite && endless == Endless::Refused {
            return Err(bad_value(
                "limits",
                "a search that is waited for needs one that ends it: depth, nodes, movetime, …",
            ));
        }
        Ok(py.detach(|| Search::begin(&self.0, &game, limits)))
    }

    fn of_settings<T: Send>(&self, py: Python<'_>, ask: impl FnOnce(&Settings) -> T + Send) -> T {
        py.detach(|| ask(lock(&self.0).settings()))
    }
}
