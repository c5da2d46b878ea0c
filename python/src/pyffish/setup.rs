//! From pyffish's arguments to games, and the games it is told about.

use std::ffi::CString;
use std::fs;

use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use khun_board::position::Game;
use khun_board::text::quoted;

use crate::errors::bad_file;
use crate::variants;

/// What pyffish says of a game that is won for the side to move.
pub const MATE: i32 = 32_000;

/// The game that a FEN and moves from it make.
pub fn game(py: Python<'_>, variant: &str, fen: &str, moves: &[PyBackedStr]) -> PyResult<Game> {
    let mut game = Game::new(variants::position(py, variants::find(py, variant)?, Some(fen))?);
    for text in moves {
        let mv = game.position().parse_uci(text).map_err(|error| crate::errors::bad_move(&error))?;
        game.push(mv).expect("a move that was read here is legal here");
    }
    Ok(game)
}

/// Adds the games of a rules file's text. What is wrong with it is warned of; its good sections are in.
#[pyfunction]
pub fn load_variant_config(py: Python<'_>, config: &str) -> PyResult<()> {
    for fault in variants::load(config) {
        let message = CString::new(fault.replace('\0', " ")).expect("no nought is left in it");
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)?;
    }
    Ok(())
}

/// Sets an option: "VariantPath" loads a rules file. Others that pyffish takes say nothing about the rules of these games.
#[pyfunction]
pub fn set_option(py: Python<'_>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    match name {
        "VariantPath" => {
            let path: String = value.str()?.extract()?;
            let text = fs::read(&path).map_err(|error| bad_file(format!("{path}: {error}")))?;
            load_variant_config(py, &String::from_utf8_lossy(&text))
        }
        "UCI_Chess960" | "UCI_Variant" => Ok(()),
        _ => Err(PyValueError::new_err(format!("No such option {}", quoted(name)))),
    }
}
