//! Whether a FEN can be played from, as a number.

use pyo3::prelude::*;

use khun_board::board::{Kind, Placement};
use khun_board::geometry::{Color, attacks};
use khun_board::position::Position;
use khun_board::rules::{Faults, Rules};

use crate::variants;

const FEN_OK: i32 = 1;
const FEN_TOUCHING_KINGS: i32 = -9;

/// pyffish's number for each fault, those first that it looks for first. It has none for the last three, and takes such
/// FENs for good ones.
const CODES: [(Faults, i32); 13] = [
    (Faults::EMPTY, 0),
    (Faults::LETTERS, -10),
    (Faults::RANKS, -8),
    (Faults::FILES, -8),
    (Faults::KINGS, -3),
    (Faults::SIDE, -6),
    (Faults::PRIVILEGES, -5),
    (Faults::LIMIT, -14),
    (Faults::CLOCK, -2),
    (Faults::MOVE_NUMBER, -1),
    (Faults::MEN, -15),
    (Faults::PAWNS, -15),
    (Faults::CHECK, -15),
];

/// 1 (`FEN_OK`) for a FEN that can be played from; otherwise what is wrong with it: 0 empty, -1 move number, -2 clock or
/// count, -3 kings, -5 rights, -6 side to move, -8 the board's shape, -9 kings that touch, -10 letters, -14 the count's
/// limit, and, which pyffish does not look for, -15 a king that could be taken, a pawn that should have been promoted, or
/// more than sixteen men.
#[pyfunction]
#[pyo3(signature = (fen, variant, _chess960 = false, /))]
pub fn validate_fen(py: Python<'_>, fen: &str, variant: &str, _chess960: bool) -> PyResult<i32> {
    let rules = variants::find(py, variant)?;
    let Err(error) = Position::from_fen(rules, fen) else { return Ok(FEN_OK) };
    if error.faults == Faults::CHECK && kings_touch(rules, fen) {
        return Ok(FEN_TOUCHING_KINGS);
    }
    let code = CODES.iter().find(|(fault, _)| error.faults.contains(*fault)).map(|(_, code)| *code);
    Ok(code.expect("every fault has its number"))
}

/// Whether the kings of a FEN that has one each stand side by side.
fn kings_touch(rules: Rules, fen: &str) -> bool {
    let men = fen.split_whitespace().next().unwrap_or_default();
    let board = Placement::read(men, &rules.letters).board;
    attacks::king(board.king(Color::White)).meets(board.of(Color::Black, Kind::King))
}
