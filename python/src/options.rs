//! How an engine searches, as keyword arguments.

use std::path::PathBuf;
use std::time::Duration;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use khun::eval::network::Network;
use khun::search::{Engine, EngineError, Settings, Strength};
use khun::uci::files::read_network;
use khun_board::text::{did_you_mean, quoted};

use crate::errors::bad_file;
use crate::numbers::within;

/// What is to change; what is None stays.
#[derive(Default)]
pub struct Options {
    threads: Option<usize>,
    hash: Option<usize>,
    multipv: Option<usize>,
    /// Full strength is `Some(None)`.
    strength: Option<Option<Strength>>,
    move_overhead: Option<Duration>,
    network: Option<Network>,
}

/// An option's keyword and what it changes.
type Row = (&'static str, fn(&mut Options, &str, &Bound<'_, PyAny>) -> PyResult<()>);

/// In megabytes.
const LARGEST_HASH: usize = 1 << 20;
const MOST_LINES: usize = 256;
/// In milliseconds.
const LONGEST_OVERHEAD: u64 = 10_000;

/// All options.
const TABLE: [Row; 7] = [
    ("threads", |options, name, value| {
        options.threads = Some(within(name, value, 1..=Settings::all_threads())?);
        Ok(())
    }),
    ("hash", |options, name, value| {
        options.hash = Some(within(name, value, 1..=LARGEST_HASH)?);
        Ok(())
    }),
    ("multipv", |options, name, value| {
        options.multipv = Some(within(name, value, 1..=MOST_LINES)?);
        Ok(())
    }),
    ("elo", |options, name, value| {
        options.strength = Some(Some(Strength::from_elo(within(name, value, Strength::ELO)?)));
        Ok(())
    }),
    ("skill", |options, name, value| {
        options.strength = Some(Strength::from_skill(within(name, value, Strength::LEVELS)?));
        Ok(())
    }),
    ("move_overhead", |options, name, value| {
        options.move_overhead = Some(Duration::from_millis(within(name, value, 0..=LONGEST_OVERHEAD)?));
        Ok(())
    }),
    ("network", |options, _, value| {
        options.network = Some(read_network(&value.extract::<PathBuf>()?).map_err(bad_file)?);
        Ok(())
    }),
];

impl Options {
    pub fn read(given: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut options = Self::default();
        for (name, value) in given.into_iter().flatten() {
            let name: String = name.extract()?;
            let Some((name, set)) = TABLE.iter().find(|(known, _)| *known == name) else {
                let hint = did_you_mean(&name, TABLE.iter().map(|(known, _)| *known));
                return Err(PyTypeError::new_err(format!("no option is called {}{hint}", quoted(&name))));
            };
            if !value.is_none() {
                set(&mut options, name, &value)?;
            }
        }
        Ok(options)
    }

    /// Changes an engine. A running search is stopped first where it must be.
    pub fn apply(self, engine: &mut Engine) -> Result<(), EngineError> {
        if let Some(threads) = self.threads {
            engine.set_threads(threads)?;
        }
        if let Some(megabytes) = self.hash {
            engine.set_hash(megabytes)?;
        }
        if let Some(lines) = self.multipv {
            engine.set_multi_pv(lines);
        }
        if let Some(strength) = self.strength {
            engine.set_strength(strength);
        }
        if let Some(overhead) = self.move_overhead {
            engine.set_move_overhead(overhead);
        }
        if let Some(network) = self.network {
            engine.set_networks(engine.settings().networks.with(network));
        }
        Ok(())
    }
}
