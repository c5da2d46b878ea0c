//! `khun check`: what is wrong in a rules file.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::cli::Failure;
use crate::uci::files::read_rules;

/// `khun check`
#[derive(Debug, Args)]
pub struct Check {
    /// The rules file
    file: PathBuf,
}

impl Check {
    /// Lists every fault; the exit status is 0 without any and 1 otherwise.
    pub fn run(self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let (_, faults) = read_rules(&self.file)?;
        let file = self.file.display();
        for fault in &faults {
            writeln!(out, "{file}: {fault}")?;
        }
        match faults.len() {
            0 => writeln!(out, "{file}: no faults")?,
            1 => writeln!(out, "{file}: 1 fault")?,
            several => writeln!(out, "{file}: {several} faults")?,
        }
        Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
