//! The games that are known.

use std::sync::{LazyLock, PoisonError, RwLock};

use pyo3::prelude::*;

use khun_board::position::Position;
use khun_board::rules::{Catalogue, Choice, Reading, Rules, intern};

use crate::errors::{bad_fen, bad_rules, bad_value, fault_messages, unknown_variant};

/// What ships, and what was loaded since.
static CATALOGUE: LazyLock<RwLock<Catalogue>> = LazyLock::new(|| RwLock::new(Catalogue::builtin().clone()));

/// Does something with the games that are known.
pub fn with_catalogue<T>(work: impl FnOnce(&Catalogue) -> T) -> T {
    work(&CATALOGUE.read().unwrap_or_else(PoisonError::into_inner))
}

/// The rules of a game by its name.
pub fn find(py: Python<'_>, variant: &str) -> PyResult<Rules> {
    with_catalogue(|catalogue| catalogue.find(variant)).map_err(|error| unknown_variant(py, &error))
}

/// The same with the count read another way.
pub fn find_with_reading(py: Python<'_>, variant: &str, counting: Option<&str>) -> PyResult<Rules> {
    let rules = find(py, variant)?;
    let Some(name) = counting else { return Ok(rules) };
    match Reading::from_name(name).map_err(|error| bad_value("counting", error))? {
        Reading::Variant => Ok(rules),
        reading => Ok(intern(rules.clone().with_reading(reading))),
    }
}

/// A position of a game: at this FEN, or at its start.
pub fn position(py: Python<'_>, rules: Rules, fen: Option<&str>) -> PyResult<Position> {
    match fen {
        None => Ok(Position::start(rules)),
        Some(fen) => Position::from_fen(rules, fen).map_err(|error| bad_fen(py, &error)),
    }
}

/// Adds a rules file's good sections; what is wrong with it.
pub fn load(text: &str) -> Vec<String> {
    let mut known = CATALOGUE.write().unwrap_or_else(PoisonError::into_inner);
    let (catalogue, faults) = known.with_file(text);
    *known = catalogue;
    faults.iter().map(ToString::to_string).collect()
}

/// The names of all games.
#[pyfunction]
pub fn variants() -> Vec<String> {
    with_catalogue(|catalogue| catalogue.names().map(str::to_owned).collect())
}

/// The FEN a game begins with.
#[pyfunction]
pub fn start_fen(py: Python<'_>, variant: &str) -> PyResult<String> {
    Ok(Position::start(find(py, variant)?).fen())
}

/// Everything that is wrong with a FEN, in words; empty if nothing is.
#[pyfunction]
#[pyo3(signature = (fen, variant = "makruk"))]
pub fn fen_faults(py: Python<'_>, fen: &str, variant: &str) -> PyResult<Vec<String>> {
    Ok(Position::from_fen(find(py, variant)?, fen).err().map_or_else(Vec::new, |error| fault_messages(&error)))
}

/// The ways to read the count, for `counting=` of `Position` and `Game`; "variant" is the game's own.
#[pyfunction]
pub fn countings() -> Vec<&'static str> {
    Reading::NAMES.iter().map(|(name, _)| *name).collect()
}

/// Adds the games of a rules file's text (`docs/variants.md` has the keys). If anything is wrong with it, nothing is added.
#[pyfunction]
pub fn load_variants(py: Python<'_>, text: &str) -> PyResult<()> {
    let faults = with_catalogue(|catalogue| catalogue.with_file(text).1);
    if !faults.is_empty() {
        return Err(bad_rules(py, faults.iter().map(ToString::to_string).collect()));
    }
    load(text);
    Ok(())
}
