//! `khun check`: what is wrong in a rules file.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::cli::failure::Failure;
use crate::cli::numbers::counted;
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
        for fault in &faults {
            writeln!(out, "{fault}")?;
        }
        let number = if faults.is_empty() { "no faults".to_owned() } else { counted(faults.len(), "fault") };
        writeln!(out, "{}: {number}", self.file.display())?;
        Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
