//! Moves as Python's texts.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString};

use khun_board::geometry::Square;
use khun_board::position::{Move, Position};

const SQUARES: usize = 64;

/// The texts of all moves that promote nothing, by their squares: made once, since servers list moves all day.
static TEXTS: PyOnceLock<Vec<Py<PyString>>> = PyOnceLock::new();

/// A move as UCI writes it.
pub fn move_text<'py>(py: Python<'py>, position: &Position, mv: Move) -> Bound<'py, PyString> {
    if mv.promotion().is_some() {
        return PyString::new(py, &position.uci(mv));
    }
    let texts = TEXTS.get_or_init(py, || {
        let pairs = Square::all().flat_map(|from| Square::all().map(move |to| format!("{from}{to}")));
        pairs.map(|text| PyString::new(py, &text).unbind()).collect()
    });
    texts[mv.from().index() * SQUARES + mv.to().index()].bind(py).clone()
}

/// The legal moves of a position, as UCI writes them.
pub fn legal_moves<'py>(py: Python<'py>, position: &Position) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, position.legal_moves().into_iter().map(|mv| move_text(py, position, mv)))
}

/// Moves played one after another from a position, as UCI writes them.
pub fn line_texts(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = *position;
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        texts.push(position.uci(mv));
        position = position.play_unchecked(mv);
    }
    texts
}
