//! The program: its arguments, and what they lead to.

use std::env;
use std::ffi::OsString;
use std::io::{self, Cursor, IsTerminal, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::cli::failure::Failure;
use crate::cli::{analyse, bench, check, endgame, options, perft, shell, variants};
use crate::uci::{reports, session};

/// Khun, an engine for Makruk (Thai chess) and Racing Kings that speaks UCI
#[derive(Debug, Parser)]
#[command(
    name = "khun",
    version,
    long_version = reports::version(),
    long_about = None,
    max_term_width = 100,
    after_help = "Without a command it speaks UCI, the protocol of chess programs: it waits for a program such as Cute Chess \
                  to talk to it, or for you ('help' lists what it understands). Words of UCI may also be given as \
                  arguments: khun \"go depth 10\""
)]
pub struct Program {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Speak UCI on input and output, as without any command
    Uci,
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
    /// Write the manual pages, for man
    #[command(hide = true)]
    Man(shell::Manual),
    /// Print what a shell needs to complete commands
    #[command(hide = true)]
    Completions(shell::Completions),
}

/// The binary: reads the program's arguments and does what they say.
#[must_use]
pub fn main() -> ExitCode {
    main_with(env::args_os().collect())
}

/// The same for arguments that somebody else has read, the program's name first.
#[must_use]
pub fn main_with(arguments: Vec<OsString>) -> ExitCode {
    let lines: Vec<String> = arguments.iter().skip(1).map(|line| line.to_string_lossy().into_owned()).collect();
    // No command of ours has a blank in it: testers and scripts hand over lines of UCI so.
    let done = if lines.first().is_some_and(|line| line.contains(' ')) {
        talk_about(lines)
    } else {
        run(Program::parse_from(arguments).command, &mut io::stdout())
    };
    done.unwrap_or_else(|failure| failure.exit_code())
}

fn run(command: Option<Command>, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    match command {
        None | Some(Command::Uci) => talk(),
        Some(Command::Analyse(analyse)) => analyse.run(out),
        Some(Command::Perft(perft)) => perft.run(out),
        Some(Command::Bench(bench)) => bench.run(out),
        Some(Command::Check(check)) => check.run(out),
        Some(Command::Endgame(endgame)) => endgame.run(out),
        Some(Command::Variants(variants)) => variants.run(out),
        Some(Command::Options(options)) => options.run(out),
        Some(Command::Man(manual)) => manual.run::<Program>(),
        Some(Command::Completions(completions)) => completions.run::<Program>(out),
    }
}

/// A session on input and output.
fn talk() -> Result<ExitCode, Failure> {
    // A program that listens expects silence; a person wonders what the engine waits for.
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        let name = reports::NAME;
        println!("{name} speaks UCI and waits for a command; 'help' lists them, 'quit' leaves");
    }
    session::run(io::stdin(), io::stdout())?;
    Ok(ExitCode::SUCCESS)
}

/// A session of these lines.
fn talk_about(mut lines: Vec<String>) -> Result<ExitCode, Failure> {
    // They end anyway: what is under way then is finished, not broken off.
    lines.pop_if(|last| last == "quit");
    session::run(Cursor::new(lines.join("\n")), io::stdout())?;
    Ok(ExitCode::SUCCESS)
}
