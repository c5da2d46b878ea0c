//! A search that runs, and what it found.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use khun::search::{Engine, Event, Limits};
use khun_board::position::{Game, Position};

use crate::line::Line;

/// An engine that several objects use. It is only ever waited for without the GIL: a search must not hold up other threads.
pub type SharedEngine = Arc<Mutex<Engine>>;

/// How long a waiting thread may overlook Ctrl-C.
const TICK: Duration = Duration::from_millis(50);

/// What a search found.
#[pyclass(module = "khun", frozen, get_all)]
pub struct Found {
    /// The move to play, as UCI writes it; None only when there is no legal one.
    best: Option<String>,
    /// The expected answer, or None.
    ponder: Option<String>,
    /// The best lines in order, as many as `multipv` asked for.
    lines: Vec<Py<Line>>,
    /// So many moves, if a mate was asked for and it is proven that there is none in so many.
    no_mate: Option<u32>,
}

#[pymethods]
impl Found {
    /// The best line, or None when there is no legal move.
    #[getter]
    fn line(&self, py: Python<'_>) -> Option<Py<Line>> {
        self.lines.first().map(|line| line.clone_ref(py))
    }

    fn __repr__(&self) -> String {
        format!("<Found {}>", self.best.as_deref().unwrap_or("no move"))
    }
}

/// What was heard of a search so far.
#[derive(Default)]
struct Heard {
    /// The last line of each rank.
    lines: Vec<Py<Line>>,
    no_mate: Option<u32>,
    found: Option<Py<Found>>,
}

/// A search that runs in the background. Iterate over it for its lines as they come; `wait` for its end. It ends when it is
/// stopped, reaches its limits, is forgotten, or when its engine begins another.
#[pyclass(module = "khun", frozen)]
pub struct Search {
    engine: SharedEngine,
    root: Box<Position>,
    is_over: Arc<AtomicBool>,
    events: Mutex<Receiver<Event>>,
    heard: Mutex<Heard>,
}

#[pymethods]
impl Search {
    /// Whether it has ended.
    #[getter]
    fn done(&self) -> bool {
        self.is_over.load(Ordering::Acquire)
    }

    /// Ends it now. The lines it has told are still there to be iterated over.
    fn stop(&self, py: Python<'_>) {
        py.detach(|| self.end());
    }

    /// Waits for its end, and says what it found.
    fn wait(&self, py: Python<'_>) -> PyResult<Py<Found>> {
        self.each_line(py, |_| Ok(()))
    }

    fn __iter__(search: PyRef<'_, Self>) -> PyRef<'_, Self> {
        search
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<Line>>> {
        self.next_line(py)
    }
}

impl Search {
    /// Begins to search.
    pub fn begin(engine: &SharedEngine, game: &Game, limits: Limits) -> Self {
        let (sender, receiver): (Sender<Event>, _) = channel();
        let is_over = Arc::new(AtomicBool::new(false));
        let over = Arc::clone(&is_over);
        let sink = move |event| {
            if matches!(event, Event::Best { .. }) {
                over.store(true, Ordering::Release);
            }
            // Whoever forgot the search hears nothing more of it.
            let _ = sender.send(event);
        };
        lock(engine).go(game, limits, Arc::new(sink));
        let (engine, root) = (Arc::clone(engine), Box::new(*game.position()));
        Self { engine, root, is_over, events: Mutex::new(receiver), heard: Mutex::default() }
    }

    /// Waits for its end, does something with each line meanwhile, and says what it found.
    pub fn each_line(&self, py: Python<'_>, mut hear: impl FnMut(Py<Line>) -> PyResult<()>) -> PyResult<Py<Found>> {
        loop {
            if let Some(line) = self.next_line(py)? {
                hear(line)?;
            } else if let Some(found) = &lock(&self.heard).found {
                return Ok(found.clone_ref(py));
            }
        }
    }

    /// Waits for the next line; None at the end.
    fn next_line(&self, py: Python<'_>) -> PyResult<Option<Py<Line>>> {
        while lock(&self.heard).found.is_none() {
            match py.detach(|| lock(&self.events).recv_timeout(TICK)) {
                Ok(event) => {
                    if let Some(line) = self.note(py, event)? {
                        return Ok(Some(line));
                    }
                }
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("the search ended without an answer"));
                }
            }
        }
        Ok(None)
    }

    /// Notes what the search says; a line, if it is one.
    fn note(&self, py: Python<'_>, event: Event) -> PyResult<Option<Py<Line>>> {
        match event {
            Event::Info(info) => {
                let line = Py::new(py, Line::new(&self.root, &info))?;
                let lines = &mut lock(&self.heard).lines;
                match lines.get_mut(info.multi_pv - 1) {
                    Some(old) => *old = line.clone_ref(py),
                    None => lines.push(line.clone_ref(py)),
                }
                Ok(Some(line))
            }
            Event::NoMate { moves } => {
                lock(&self.heard).no_mate = Some(moves);
                Ok(None)
            }
            Event::Best { best, ponder } => {
                let ponder = best.zip(ponder).map(|(best, answer)| self.root.play_unchecked(best).uci(answer));
                let best = best.map(|mv| self.root.uci(mv));
                let (lines, no_mate) = {
                    let heard = &mut *lock(&self.heard);
                    (mem::take(&mut heard.lines), heard.no_mate)
                };
                let found = Py::new(py, Found { best, ponder, lines, no_mate })?;
                lock(&self.heard).found = Some(found);
                Ok(None)
            }
            Event::CurrentMove { .. } => Ok(None),
        }
    }

    /// Ends the search if it is the one that its engine runs.
    fn end(&self) {
        if !self.is_over.load(Ordering::Acquire) {
            lock(&self.engine).stop();
        }
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        // What is told meanwhile goes to a channel, and waits for no Python.
        self.end();
    }
}

/// Nothing is left half done in what is locked here, whatever failed meanwhile.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
