//! What bounds a search, as keyword arguments.

use std::time::Duration;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use khun::search::Limits;
use khun_board::geometry::Color;
use khun_board::position::{Move, Position};
use khun_board::text::{did_you_mean, quoted};

use crate::errors::{bad_move, bad_value};
use crate::numbers::within;

/// A limit's keyword and what it sets.
type Row = (&'static str, fn(&mut Limits, &Position, &str, &Bound<'_, PyAny>) -> PyResult<()>);

/// All limits.
const TABLE: [Row; 10] = [
    ("depth", |limits, _, name, value| set(&mut limits.depth, within(name, value, 1..=u32::MAX))),
    ("nodes", |limits, _, name, value| set(&mut limits.nodes, within(name, value, 1..=u64::MAX))),
    ("mate", |limits, _, name, value| set(&mut limits.mate, within(name, value, 1..=u32::MAX))),
    ("movetime", |limits, _, name, value| set(&mut limits.movetime, time(name, value))),
    ("wtime", |limits, _, name, value| set(&mut limits.clock[Color::White.index()], time(name, value))),
    ("btime", |limits, _, name, value| set(&mut limits.clock[Color::Black.index()], time(name, value))),
    ("winc", |limits, _, name, value| set(&mut limits.increment[Color::White.index()], time(name, value))),
    ("binc", |limits, _, name, value| set(&mut limits.increment[Color::Black.index()], time(name, value))),
    ("movestogo", |limits, _, name, value| set(&mut limits.moves_to_go, within(name, value, 1..=u32::MAX))),
    ("searchmoves", |limits, position, _, value| set(&mut limits.search_moves, moves(position, value))),
];

/// The limits of a search from a position. Without one that ends it, it is endless.
pub fn limits(position: &Position, given: Option<&Bound<'_, PyDict>>) -> PyResult<Limits> {
    let mut limits = Limits::default();
    for (name, value) in given.into_iter().flatten() {
        let name: String = name.extract()?;
        let Some((name, set)) = TABLE.iter().find(|(known, _)| *known == name) else {
            let hint = did_you_mean(&name, TABLE.iter().map(|(known, _)| *known));
            return Err(PyTypeError::new_err(format!("no limit is called {}{hint}", quoted(&name))));
        };
        if !value.is_none() {
            set(&mut limits, position, name, &value)?;
        }
    }
    // Who gives one side's clock means it for both, as in UCI.
    let [white, black] = limits.clock;
    limits.clock = [white.or(black), black.or(white)];
    limits.infinite = limits.depth.is_none()
        && limits.nodes.is_none()
        && limits.mate.is_none()
        && limits.movetime.is_none()
        && limits.clock[0].is_none();
    Ok(limits)
}

fn set<T, V>(field: &mut T, value: PyResult<V>) -> PyResult<()>
where
    T: From<V>,
{
    *field = value?.into();
    Ok(())
}

/// Milliseconds.
fn time(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let milliseconds: f64 = value.extract()?;
    let time = Duration::try_from_secs_f64(milliseconds / 1000.0);
    time.map_err(|_| bad_value(name, format!("{milliseconds} is no time in milliseconds")))
}

fn moves(position: &Position, texts: &Bound<'_, PyAny>) -> PyResult<Vec<Move>> {
    let texts: Vec<String> = texts.extract()?;
    texts.iter().map(|text| position.parse_uci(text).map_err(|error| bad_move(&error))).collect()
}
