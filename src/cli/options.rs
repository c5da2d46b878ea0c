//! `khun options`: the table of UCI options, from which `docs/options.md` is made.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;

use crate::cli::failure::Failure;
use crate::search::Settings;
use crate::uci::options;
use crate::uci::output::Output;
use crate::uci::state::State;

/// `khun options`
#[derive(Debug, Args)]
pub struct Options {}

impl Options {
    /// Prints the table.
    pub fn run(self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let state = State::new(Output::new(io::sink())?, Settings::default())?;
        write!(out, "{}", options::markdown(&state))?;
        Ok(ExitCode::SUCCESS)
    }
}
