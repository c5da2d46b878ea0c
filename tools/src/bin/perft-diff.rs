//! Finds the first position where two move generators disagree.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use clap::Parser;
use khun_board::position::Position;
use khun_board::rules::Rules;
use tools::engine::{Engine, Spec};
use tools::perft::{self, Counter};
use tools::progress::Progress;
use tools::{cli, openings, variant};

/// Compares perft of two UCI engines (or of Khun's library and one) and walks down to the first position and move
/// where they differ.
///
/// Example: perft-diff library fairy-stockfish --variant makruk --depth 5
#[derive(Parser, Debug)]
#[command(version, max_term_width = 110)]
struct Arguments {
    /// Command line of an engine that has `go perft`, or the word `library`
    first: String,
    /// The other one
    second: String,
    /// The game
    #[arg(long, default_value = "makruk")]
    variant: String,
    /// Plies to look ahead
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// Position to start from (default: the game's start)
    #[arg(long)]
    fen: Option<String>,
    /// Compare from every position of this EPD or FEN file
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    positions: Option<PathBuf>,
    /// Compare from so many random positions
    #[arg(long, value_name = "COUNT", conflicts_with_all = ["fen", "positions"])]
    random: Option<usize>,
    /// Length of the random play that makes them
    #[arg(long, default_value_t = 30, value_name = "PLIES")]
    plies: usize,
    /// Its seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> ExitCode {
    cli::exit(compare(&Arguments::parse()))
}

fn compare(arguments: &Arguments) -> Result<ExitCode> {
    let rules = variant::rules(&arguments.variant)?;
    let mut counters = [counter(&arguments.first, rules)?, counter(&arguments.second, rules)?];
    let positions = positions(arguments, rules)?;
    let mut progress = Progress::new(0, positions.len() as u64, std::time::Duration::from_secs(10));
    for position in &positions {
        if let Some(difference) = perft::compare(&mut counters, position, arguments.depth)? {
            progress.finish();
            println!("from {}\n{difference}", position.fen());
            return Ok(ExitCode::FAILURE);
        }
        progress.step(1, || "positions agree".to_owned());
    }
    progress.finish();
    println!("no difference: {} positions to depth {}", positions.len(), arguments.depth);
    Ok(ExitCode::SUCCESS)
}

fn counter(text: &str, rules: Rules) -> Result<Counter> {
    if text == "library" {
        return Ok(Counter::Library);
    }
    let command = cli::command(text)?;
    let control = "depth=1".parse()?;
    let spec = Spec { name: cli::name_of(&command), command, options: Vec::new(), control };
    Ok(Counter::Engine(Box::new(Engine::start_for(&spec, &rules.name)?)))
}

fn positions(arguments: &Arguments, rules: Rules) -> Result<Vec<Position>> {
    if let Some(path) = &arguments.positions {
        return openings::from_file(rules, path, arguments.seed);
    }
    if let Some(count) = arguments.random {
        return openings::random(rules, arguments.plies, arguments.seed, count, |_| true);
    }
    let Some(fen) = &arguments.fen else { return Ok(vec![Position::start(rules)]) };
    Ok(vec![Position::from_fen(rules, fen).map_err(|faults| anyhow!("{fen}: {faults}"))?])
}
