//! `khun bench`: the search's signature.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;

use crate::bench;
use crate::cli::failure::Failure;

/// `khun bench`
#[derive(Debug, Args)]
pub struct Bench {
    /// Depth in plies; only the default's node count is the signature
    #[arg(default_value_t = bench::DEPTH)]
    depth: u32,
    /// Threads; the times of several runs with one and with two tell what the second is worth
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Table, in MiB; only the default's node count is the signature
    #[arg(long, default_value_t = bench::HASH_MB)]
    hash: usize,
}

impl Bench {
    /// Searches and prints.
    pub fn run(self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let signature = bench::run(self.depth, self.threads, self.hash)?;
        writeln!(out, "{signature}")?;
        Ok(ExitCode::SUCCESS)
    }
}
