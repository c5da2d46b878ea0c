//! Floor 7: talking to people. Without a command the binary speaks UCI; with one it does one thing and leaves.

mod analyse;
mod bench;
mod check;
mod endgame;
pub mod notation;
mod options;
mod perft;
mod setup;
mod suite;
mod variants;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::uci::session;

/// Khun, an engine for Makruk (Thai chess) and Racing Kings. Without a command it speaks UCI, the protocol of chess
/// programs; a client such as Cute Chess starts it like that.
#[derive(Debug, Parser)]
#[command(name = "khun", version, about, long_about = None, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Look for the best move of a position and say what it is worth
    #[command(visible_alias = "analyze")]
    Analyse(analyse::Analyse),
    /// Count the lines of a depth, or check a suite of such counts
    Perft(perft::Perft),
    /// Search a fixed set of positions: the node count is the search's signature
    Bench(bench::Bench),
    /// Say everything that is wrong in a rules file
    Check(check::Check),
    /// Build tables of the bare-king endings, or ask them
    Endgame(endgame::Endgame),
    /// List the loaded variants and how each differs from its parent
    Variants(variants::Variants),
    /// Print the table of UCI options as Markdown
    #[command(hide = true)]
    Options(options::Options),
}

/// Why a command could not do its work.
#[derive(Debug)]
enum Failure {
    /// In words.
    Said(String),
    /// Writing the answer failed.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<String> for Failure {
    fn from(words: String) -> Self {
        Self::Said(words)
    }
}

/// Exit status of a command that could not do its work; 1 is for answers such as "the suite fails".
const FAILED: u8 = 2;

/// The binary: reads the program's arguments and does what they say.
#[must_use]
pub fn main() -> ExitCode {
    let done = match Cli::parse().command {
        None => session::run(io::stdin(), io::stdout()).map(|()| ExitCode::SUCCESS).map_err(Failure::Said),
        Some(command) => run(command, &mut io::stdout().lock()),
    };
    match done {
        Ok(code) => code,
        // Whoever reads the answer has seen enough of it: `khun variants | head`.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(error)) => complain(&error.to_string()),
        Err(Failure::Said(words)) => complain(&words),
    }
}

fn run(command: Command, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    match command {
        Command::Analyse(analyse) => analyse.run(out),
        Command::Perft(perft) => perft.run(out),
        Command::Bench(bench) => bench.run(out),
        Command::Check(check) => check.run(out),
        Command::Endgame(endgame) => Ok(endgame.run(out)?),
        Command::Variants(variants) => variants.run(out),
        Command::Options(options) => options.run(out),
    }
}

fn complain(words: &str) -> ExitCode {
    // If even this cannot be written there is nobody to tell.
    let _ = writeln!(io::stderr(), "khun: {words}");
    ExitCode::from(FAILED)
}
