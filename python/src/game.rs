//! A game as Python holds it.

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use khun_board::position;
use khun_board::position::Move;
use khun_board::position::pgn::{GameResult, Pgn, PgnReader, Variations};

use crate::errors::{bad_move, bad_pgn, bad_san};
use crate::outcome::Outcome;
use crate::position::Position;
use crate::texts::line_texts;
use crate::variants;

/// Tags that the game itself decides.
const DECIDED: [&str; 3] = ["Variant", "SetUp", "FEN"];

/// A game in progress or finished: a start position and the moves since. It knows what has been repeated.
#[pyclass(module = "khun")]
pub struct Game {
    game: Box<position::Game>,
    /// The tags of its PGN, as a dict that may be changed. What the game itself decides is written whatever stands here;
    /// "Result" counts for games that were given up.
    #[pyo3(get)]
    tags: Py<PyDict>,
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (variant = "makruk", fen = None, *, counting = None))]
    fn new(py: Python<'_>, variant: &str, fen: Option<&str>, counting: Option<&str>) -> PyResult<Self> {
        let start = variants::position(py, variants::find_with_reading(py, variant, counting)?, fen)?;
        Ok(Self { game: Box::new(position::Game::new(start)), tags: PyDict::new(py).unbind() })
    }

    /// The game's name.
    #[getter]
    fn variant(&self) -> &str {
        &self.game.position().rules().name
    }

    /// The position it began with.
    #[getter]
    fn start(&self) -> Position {
        (*self.game.start()).into()
    }

    /// The position now.
    #[getter]
    fn position(&self) -> Position {
        (*self.game.position()).into()
    }

    /// The moves played, as UCI writes them.
    #[getter]
    fn moves(&self) -> Vec<String> {
        line_texts(self.game.start(), self.game.moves())
    }

    /// The moves played, in algebraic notation.
    #[getter]
    fn moves_san(&self) -> Vec<String> {
        let played = self.game.earlier().iter().zip(self.game.moves());
        played.map(|(before, &mv)| before.san(mv)).collect()
    }

    /// How often the position now has occurred.
    #[getter]
    fn occurrences(&self) -> usize {
        self.game.occurrences()
    }

    /// How the game ended, repetition included, or None.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome().map(|outcome| Outcome::new(self.game.position(), outcome))
    }

    /// "1-0", "0-1", "1/2-1/2" or "*": what the rules say, or, where they say nothing, the tag "Result".
    #[getter]
    fn result(&self, py: Python<'_>) -> PyResult<&'static str> {
        Ok(self.decided(py)?.text())
    }

    /// Plays a move that UCI writes so.
    fn push(&mut self, uci: &str) -> PyResult<()> {
        let mv = self.game.position().parse_uci(uci).map_err(|error| bad_move(&error))?;
        self.play(mv)
    }

    /// Plays a move in algebraic notation; returns it as UCI writes it.
    fn push_san(&mut self, san: &str) -> PyResult<String> {
        let mv = self.game.position().parse_san(san).map_err(|error| bad_san(&error))?;
        let uci = self.game.position().uci(mv);
        self.play(mv)?;
        Ok(uci)
    }

    /// Takes the last move back and returns it.
    fn pop(&mut self) -> PyResult<String> {
        let mv = self.game.pop().ok_or_else(|| PyIndexError::new_err("no move has been played"))?;
        Ok(self.game.position().uci(mv))
    }

    /// In the reading "called": the side to move begins board's honour. False if there is nothing to begin.
    fn start_count(&mut self) -> bool {
        self.game.call_count()
    }

    /// In the reading "called": board's honour is given up. False if there is nothing to stop.
    fn stop_count(&mut self) -> bool {
        self.game.stop_count()
    }

    /// Another game like this one.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        Ok(Self { game: self.game.clone(), tags: self.tags.bind(py).copy()?.unbind() })
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy(py)
    }

    /// The game as PGN.
    fn pgn(&self, py: Python<'_>) -> PyResult<String> {
        let mut pgn = Pgn::of(&self.game);
        for (name, value) in self.tags.bind(py) {
            let (name, value): (String, String) = (name.extract()?, value.extract()?);
            if !DECIDED.contains(&name.as_str()) {
                pgn.set_tag(&name, &value);
            }
        }
        pgn.set_result(self.decided(py)?);
        Ok(pgn.to_string())
    }

    fn __repr__(&self) -> String {
        let moves = self.game.moves().len();
        format!("<Game of {}, {moves} moves, {:?}>", self.variant(), self.game.position().fen())
    }
}

impl Game {
    /// What Rust has of it.
    pub fn inner(&self) -> &position::Game {
        &self.game
    }

    fn play(&mut self, mv: Move) -> PyResult<()> {
        self.game.push(mv).map_err(|error| crate::errors::MoveError::new_err(error.to_string()))
    }

    fn decided(&self, py: Python<'_>) -> PyResult<GameResult> {
        match (GameResult::from(self.game.outcome()), self.tags.bind(py).get_item("Result")?) {
            (GameResult::Unknown, Some(tag)) => {
                Ok(GameResult::from_text(&tag.extract::<String>()?).unwrap_or_default())
            }
            (result, _) => Ok(result),
        }
    }

    fn from_pgn(py: Python<'_>, pgn: &Pgn) -> PyResult<Self> {
        let tags = PyDict::new(py);
        for (name, value) in &pgn.tags {
            tags.set_item(name, value)?;
        }
        tags.set_item("Result", pgn.result.text())?;
        Ok(Self { game: Box::new(pgn.game()), tags: tags.unbind() })
    }
}

/// All games of a PGN text; variations and comments are passed over. The first game that cannot be read raises PgnError,
/// unless faulty games are to be skipped.
#[pyfunction]
#[pyo3(signature = (text, *, skip_faulty = false))]
pub fn read_pgn(py: Python<'_>, text: &str, skip_faulty: bool) -> PyResult<Vec<Game>> {
    let read: Vec<_> = py.detach(|| {
        variants::with_catalogue(|catalogue| PgnReader::new(text, catalogue).variations(Variations::Skip).collect())
    });
    let mut games = Vec::with_capacity(read.len());
    for game in read {
        match game {
            Ok(pgn) => games.push(Game::from_pgn(py, &pgn)?),
            Err(_) if skip_faulty => {}
            Err(error) => return Err(bad_pgn(&error)),
        }
    }
    Ok(games)
}
