//! Moves, FENs and ends of games.

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyList;

use khun_board::geometry::Color;
use khun_board::position::{CountStarted, Game, Outcome, Position};
use khun_board::rules::Fen;

use crate::errors::{bad_move, bad_value};
use crate::pyffish::promoted::Promoted;
use crate::pyffish::setup::{MATE, game};
use crate::{texts, variants};

/// The version of `khun`.
#[pyfunction]
pub fn version() -> (u32, u32, u32) {
    let number = |text: &str| text.parse().expect("Cargo has three numbers in a version");
    (
        number(env!("CARGO_PKG_VERSION_MAJOR")),
        number(env!("CARGO_PKG_VERSION_MINOR")),
        number(env!("CARGO_PKG_VERSION_PATCH")),
    )
}

/// Name and version.
#[pyfunction]
pub fn info() -> &'static str {
    concat!("Khun ", env!("CARGO_PKG_VERSION"))
}

/// False: no game here is played on two boards.
#[pyfunction]
pub fn two_boards(py: Python<'_>, variant: &str) -> PyResult<bool> {
    variants::find(py, variant).map(|_| false)
}

/// False: no game here hands captured men back.
#[pyfunction]
pub fn captures_to_hand(py: Python<'_>, variant: &str) -> PyResult<bool> {
    variants::find(py, variant).map(|_| false)
}

/// The legal moves after moves from a FEN.
#[pyfunction]
#[pyo3(signature = (variant, fen, movelist, _chess960 = false, /))]
pub fn legal_moves<'py>(
    py: Python<'py>,
    variant: &str,
    fen: &str,
    movelist: Vec<PyBackedStr>,
    _chess960: bool,
) -> PyResult<Bound<'py, PyList>> {
    texts::legal_moves(py, game(py, variant, fen, &movelist)?.position())
}

/// The FEN after moves from a FEN. `show_promoted` marks men that were pawns with `~`; `count_started` is the ply at which
/// board's honour was called, 0 where it counts by itself, -1 while nobody has called it.
#[pyfunction]
#[pyo3(signature = (variant, fen, movelist, _chess960 = false, sfen = false, show_promoted = false, count_started = 0, /))]
#[expect(clippy::too_many_arguments, reason = "pyffish's signature")]
pub fn get_fen(
    py: Python<'_>,
    variant: &str,
    fen: &str,
    movelist: Vec<PyBackedStr>,
    _chess960: bool,
    sfen: bool,
    show_promoted: bool,
    count_started: i32,
) -> PyResult<String> {
    if sfen {
        return Err(bad_value("sfen", "none of these games is written so"));
    }
    let game = game(py, variant, fen, &movelist)?;
    let position = game.position();
    let text = Fen {
        board: *position.board(),
        to_move: position.to_move(),
        unmoved: position.unmoved(),
        count: position.count_started(CountStarted::from(count_started)),
        clock: position.clock(),
        fullmove: position.fullmove(),
    };
    let text = text.text(position.rules());
    Ok(if show_promoted { Promoted::after(fen, &game).mark(&text) } else { text })
}

/// Whether the side to move is in check.
#[pyfunction]
#[pyo3(signature = (variant, fen, movelist, _chess960 = false, /))]
pub fn gives_check(
    py: Python<'_>,
    variant: &str,
    fen: &str,
    movelist: Vec<PyBackedStr>,
    _chess960: bool,
) -> PyResult<bool> {
    Ok(game(py, variant, fen, &movelist)?.position().in_check())
}

/// Whether a legal move takes a man.
#[pyfunction]
#[pyo3(signature = (variant, fen, movelist, r#move, _chess960 = false, /))]
pub fn is_capture(
    py: Python<'_>,
    variant: &str,
    fen: &str,
    movelist: Vec<PyBackedStr>,
    r#move: &str,
    _chess960: bool,
) -> PyResult<bool> {
    let game = game(py, variant, fen, &movelist)?;
    let mv = game.position().parse_uci(r#move).map_err(|error| bad_move(&error))?;
    Ok(game.position().captured(mv).is_some())
}

/// What the game is worth for the side to move where it has no move or a race is over: `VALUE_MATE`, `-VALUE_MATE` or
/// `VALUE_DRAW`, which also stands for a game that goes on.
#[pyfunction]
#[pyo3(signature = (variant, fen, movelist, _chess960 = false, /))]
pub fn game_result(
    py: Python<'_>,
    variant: &str,
    fen: &str,
    movelist: Vec<PyBackedStr>,
    _chess960: bool,
) -> PyResult<i32> {
    let game = game(py, variant, fen, &movelist)?;
    let position = game.position();
    let without_moves = || (!position.has_legal_move()).then(|| position.no_move_outcome());
    Ok(value(position, position.race_outcome().or_else(without_moves)))
}

/// Whether a race is over, and what it is worth for the side to move.
#[pyfunction]
#[pyo3(signature = (variant, fen, movelist, _chess960 = false, /))]
pub fn is_immediate_game_end(
    py: Python<'_>,
    variant: &str,
    fen: &str,
    movelist: Vec<PyBackedStr>,
    _chess960: bool,
) -> PyResult<(bool, i32)> {
    let game = game(py, variant, fen, &movelist)?;
    let outcome = game.position().race_outcome();
    Ok((outcome.is_some(), value(game.position(), outcome)))
}

/// Whether the game may be claimed drawn, by count, repetition or the move rule, and what that is worth.
#[pyfunction]
#[pyo3(signature = (variant, fen, movelist, _chess960 = false, count_started = 0, /))]
pub fn is_optional_game_end(
    py: Python<'_>,
    variant: &str,
    fen: &str,
    movelist: Vec<PyBackedStr>,
    _chess960: bool,
    count_started: i32,
) -> PyResult<(bool, i32)> {
    let game = game(py, variant, fen, &movelist)?;
    Ok((is_claimable(&game, CountStarted::from(count_started)), 0))
}

fn is_claimable(game: &Game, started: CountStarted) -> bool {
    let (position, rules) = (game.position(), game.position().rules());
    let counted = || position.count_started(started).zip(rules.counting).is_some_and(|(count, by)| by.draws(count));
    let is_mate = || !position.has_legal_move() && position.in_check();
    let outrun = rules.n_move.is_some_and(|moves| position.clock() >= 2 * moves);
    let repeated = || rules.n_fold.is_some_and(|allowed| game.occurrences() >= usize::from(allowed));
    repeated() || (outrun || counted()) && !is_mate()
}

/// Whether White, and whether Black, can never win.
#[pyfunction]
#[pyo3(signature = (variant, fen, movelist, _chess960 = false, /))]
pub fn has_insufficient_material(
    py: Python<'_>,
    variant: &str,
    fen: &str,
    movelist: Vec<PyBackedStr>,
    _chess960: bool,
) -> PyResult<(bool, bool)> {
    let game = game(py, variant, fen, &movelist)?;
    let (board, rules) = (game.position().board(), game.position().rules());
    if rules.goal.is_some() {
        return Ok((false, false));
    }
    let dead = rules.is_dead(board.kinds());
    let men = board.men();
    Ok((dead || men.is_bare(Color::White), dead || men.is_bare(Color::Black)))
}

/// A result from the side to move's view.
fn value(position: &Position, outcome: Option<Outcome>) -> i32 {
    match outcome {
        Some(Outcome { winner: Some(winner), .. }) if winner == position.to_move() => MATE,
        Some(Outcome { winner: Some(_), .. }) => -MATE,
        Some(Outcome { winner: None, .. }) | None => 0,
    }
}
