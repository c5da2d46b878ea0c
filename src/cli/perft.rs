//! `khun perft`: counts of legal lines.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use rayon::ThreadPoolBuilder;

use crate::cli::failure::Failure;
use crate::cli::numbers::{counted, grouped};
use crate::cli::setup::{RulesChoice, position};
use crate::cli::suite;
use crate::search::Settings;
use crate::uci::format::per_second;
use khun_board::position::PerftTable;

/// `khun perft`
#[derive(Debug, Args)]
pub struct Perft {
    #[command(flatten)]
    rules: RulesChoice,
    /// Threads to count on [default: all that the machine runs at once]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Remember counted positions in a table of this size; without it speeds compare
    #[arg(long, value_name = "MIB")]
    hash: Option<usize>,
    /// Check every count of an EPD file ('FEN ;D1 23 ;D2 529'), up to DEPTH if one is given
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Length of the lines in plies
    #[arg(required_unless_present = "suite", value_parser = clap::value_parser!(u32).range(0..100))]
    depth: Option<u32>,
    /// The position [default: the variant's start position]
    #[arg(value_name = "FEN", num_args = 0.., conflicts_with = "suite")]
    fen: Vec<String>,
}

impl Perft {
    /// Counts and prints.
    pub fn run(self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let threads = self.threads.unwrap_or_else(Settings::all_threads).max(1);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
        let table = self.hash.map(PerftTable::new);
        let rules = self.rules.rules()?;
        if let Some(path) = &self.suite {
            return suite::run(path, rules, self.depth, &pool, table.as_ref(), out);
        }
        let position = position(rules, &self.fen)?;
        let began = Instant::now();
        let lines = pool.install(|| position.divide(self.depth.unwrap_or(0), table.as_ref()));
        let time = began.elapsed();
        let total = if self.depth == Some(0) { 1 } else { lines.iter().map(|(_, lines)| lines).sum() };
        for (mv, lines) in lines {
            writeln!(out, "{}: {lines}", position.uci(mv))?;
        }
        writeln!(out, "\nNodes searched: {total}")?;
        let speed = grouped(per_second(total, time));
        writeln!(out, "{:.3} s, {speed} nodes/s, {}", time.as_secs_f64(), counted(threads, "thread"))?;
        Ok(ExitCode::SUCCESS)
    }
}
