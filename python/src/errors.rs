//! What is wrong, as Python's exceptions.

use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use khun::search::EngineError;
use khun_board::position::pgn;
use khun_board::position::{SanError, UciError};
use khun_board::rules::{self, UnknownVariant};

create_exception!(khun, Error, PyValueError, "Something given cannot be used. The message says what, where, and why.");
create_exception!(
    khun,
    VariantError,
    Error,
    "No game has this name, or a rules file is faulty: `faults` then lists everything that is wrong with it."
);
create_exception!(
    khun,
    FenError,
    Error,
    "A FEN that no game can be played from. `faults` lists everything that is wrong with it."
);
create_exception!(khun, MoveError, Error, "A text that is not a move, or not one that may be played here.");
create_exception!(khun, PgnError, Error, "A game's text that cannot be read. The message says game, line and column.");

/// The exception with all faults in its attribute `faults`.
fn with_faults(py: Python<'_>, error: PyErr, faults: Vec<String>) -> PyErr {
    match error.value(py).setattr("faults", faults) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// Everything that is wrong with a FEN, in words.
pub fn fault_messages(error: &rules::FenError) -> Vec<String> {
    error.messages().map(|(_, message)| message.to_owned()).collect()
}

pub fn bad_fen(py: Python<'_>, error: &rules::FenError) -> PyErr {
    with_faults(py, FenError::new_err(error.to_string()), fault_messages(error))
}

pub fn unknown_variant(py: Python<'_>, error: &UnknownVariant) -> PyErr {
    with_faults(py, VariantError::new_err(error.to_string()), vec![])
}

pub fn bad_rules(py: Python<'_>, faults: Vec<String>) -> PyErr {
    with_faults(py, VariantError::new_err(faults.join("\n")), faults)
}

pub fn bad_move(error: &UciError) -> PyErr {
    MoveError::new_err(error.to_string())
}

pub fn bad_san(error: &SanError) -> PyErr {
    MoveError::new_err(error.to_string())
}

pub fn bad_pgn(error: &pgn::PgnError) -> PyErr {
    PgnError::new_err(error.to_string())
}

/// A value that an argument of this name cannot have.
pub fn bad_value(name: &str, why: impl std::fmt::Display) -> PyErr {
    Error::new_err(format!("{name}: {why}"))
}

pub fn no_engine(error: &EngineError) -> PyErr {
    match error {
        EngineError::Hash(_) => pyo3::exceptions::PyMemoryError::new_err(error.to_string()),
        EngineError::Threads(_) => PyRuntimeError::new_err(error.to_string()),
    }
}

pub fn bad_file(error: impl std::fmt::Display) -> PyErr {
    PyOSError::new_err(error.to_string())
}
