//! What a shell needs beside the program: manual pages, completions.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::cli::failure::Failure;
use crate::uci::fault::Fault;

/// `khun completions`
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Prints the script that the shell reads.
    pub fn run<Program: CommandFactory>(self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Program::command(), "khun", &mut script);
        out.write_all(&script)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// `khun man`
#[derive(Debug, Args)]
pub struct Manual {
    /// Where the pages go: khun.1, and one for each command
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

impl Manual {
    /// Writes the pages.
    pub fn run<Program: CommandFactory>(self) -> Result<ExitCode, Failure> {
        let written =
            fs::create_dir_all(&self.folder).and_then(|()| clap_mangen::generate_to(Program::command(), &self.folder));
        written.map_err(|error| Fault::File { path: self.folder, error })?;
        Ok(ExitCode::SUCCESS)
    }
}
