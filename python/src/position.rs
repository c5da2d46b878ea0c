//! A position as Python holds it.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use pyo3::types::PyList;

use khun_board::geometry::{Color, Square};
use khun_board::position;
use khun_board::position::{CountStarted, Move};

use crate::count::Count;
use crate::errors::{bad_move, bad_san, bad_value};
use crate::outcome::Outcome;
use crate::texts::legal_moves;
use crate::variants;

/// A position of a game. It never changes: `play` gives the next one.
///
///     >>> Position("makruk", "8/8/8/3k4/8/8/8/1KR1R3 w - 16 9 60").san("e1e7")
///     'Re7'
#[pyclass(module = "khun", frozen, eq)]
#[derive(PartialEq, Eq)]
// In a box, here and wherever Python owns a position: boards stand on cache lines, and Python's objects do not.
pub struct Position(Box<position::Position>);

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (variant = "makruk", fen = None, *, counting = None))]
    fn new(py: Python<'_>, variant: &str, fen: Option<&str>, counting: Option<&str>) -> PyResult<Self> {
        variants::position(py, variants::find_with_reading(py, variant, counting)?, fen).map(Self::from)
    }

    /// The game's name.
    #[getter]
    fn variant(&self) -> &str {
        &self.0.rules().name
    }

    /// The position in Fairy-Stockfish's form of FEN.
    #[getter]
    fn fen(&self) -> String {
        self.0.fen()
    }

    /// "white" or "black": whose move it is.
    #[getter]
    fn turn(&self) -> String {
        self.0.to_move().to_string()
    }

    /// The number of the move to come, 1 in a new game.
    #[getter]
    fn fullmove_number(&self) -> u16 {
        self.0.fullmove()
    }

    /// Plies since the last capture or pawn's move.
    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.0.clock()
    }

    /// Plies since White's first move of move 1.
    #[getter]
    fn ply(&self) -> u32 {
        self.0.game_ply()
    }

    /// Whether the side to move is in check.
    #[getter]
    fn in_check(&self) -> bool {
        self.0.in_check()
    }

    /// The squares of the men that give check.
    #[getter]
    fn checkers(&self) -> Vec<String> {
        self.0.checkers().map(|square| square.to_string()).collect()
    }

    /// The count that stands, or None.
    #[getter]
    fn count(&self) -> Option<Count> {
        Count::new(&self.0, self.0.count()?)
    }

    /// The count where players call board's honour: `ply` is that of the call as `ply` counts, -1 while nobody has called,
    /// 0 where it counts by itself (pyffish's `count_started`). None where no count stands.
    fn count_started(&self, ply: i32) -> Option<Count> {
        Count::new(&self.0, self.0.count_started(CountStarted::from(ply))?)
    }

    /// How the game ended here, or None. Repetition needs the `Game`.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome().map(|outcome| Outcome::new(&self.0, outcome))
    }

    /// The legal moves as UCI writes them; none in a race that is over.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        legal_moves(py, &self.0)
    }

    /// The legal moves in algebraic notation.
    fn legal_moves_san(&self) -> Vec<String> {
        self.0.legal_moves().into_iter().map(|mv| self.0.san(mv)).collect()
    }

    /// Whether a text is a legal move as UCI writes it.
    fn is_legal(&self, uci: &str) -> bool {
        self.0.parse_uci(uci).is_ok()
    }

    /// The position after a move.
    fn play(&self, uci: &str) -> PyResult<Self> {
        Ok(self.0.play_unchecked(self.find(uci)?).into())
    }

    /// A legal move in algebraic notation.
    fn san(&self, uci: &str) -> PyResult<String> {
        Ok(self.0.san(self.find(uci)?))
    }

    /// The move that a text in algebraic notation names, as UCI writes it. Every form in use is understood.
    fn parse_san(&self, san: &str) -> PyResult<String> {
        let mv = self.0.parse_san(san).map_err(|error| bad_san(&error))?;
        Ok(self.0.uci(mv))
    }

    /// Moves that are played one after another from here, as text: "1. e4 e5 2. Nd2".
    fn variation_san(&self, moves: Vec<String>) -> PyResult<String> {
        let mut position = *self.0;
        let mut words = Vec::with_capacity(moves.len());
        for uci in &moves {
            let mv = position.parse_uci(uci).map_err(|error| bad_move(&error))?;
            match position.to_move() {
                Color::White => words.push(format!("{}.", position.fullmove())),
                Color::Black if words.is_empty() => words.push(format!("{}...", position.fullmove())),
                Color::Black => {}
            }
            words.push(position.san(mv));
            position = position.play_unchecked(mv);
        }
        Ok(words.join(" "))
    }

    /// Whether a legal move takes a man.
    fn is_capture(&self, uci: &str) -> PyResult<bool> {
        Ok(self.0.captured(self.find(uci)?).is_some())
    }

    /// Whether a legal move gives check.
    fn gives_check(&self, uci: &str) -> PyResult<bool> {
        Ok(self.0.gives_check(self.find(uci)?))
    }

    /// The letter of the man on a square, a capital for White; None of an empty one.
    fn piece_at(&self, square: &str) -> PyResult<Option<char>> {
        let square: Square = square.parse().map_err(|_| bad_value("square", format!("{square:?} is not one")))?;
        Ok(self.letter(square))
    }

    /// All men by their squares.
    fn pieces(&self) -> BTreeMap<String, char> {
        let men = self.0.board().occupied();
        men.filter_map(|square| Some((square.to_string(), self.letter(square)?))).collect()
    }

    /// How many lines of play of so many plies there are.
    fn perft(&self, py: Python<'_>, depth: u32) -> u64 {
        py.detach(|| self.0.perft(depth))
    }

    fn __hash__(&self) -> u64 {
        self.0.key()
    }

    fn __str__(&self) -> String {
        self.0.fen()
    }

    fn __repr__(&self) -> String {
        format!("Position({:?}, {:?})", self.variant(), self.fen())
    }
}

impl Position {
    /// What Rust has of it.
    pub fn inner(&self) -> &position::Position {
        &self.0
    }

    fn find(&self, uci: &str) -> PyResult<Move> {
        self.0.parse_uci(uci).map_err(|error| bad_move(&error))
    }

    fn letter(&self, square: Square) -> Option<char> {
        let piece = self.0.board().piece_at(square)?;
        self.0.rules().letters.of(piece.kind, piece.color)
    }
}

impl From<position::Position> for Position {
    fn from(position: position::Position) -> Self {
        Self(Box::new(position))
    }
}
