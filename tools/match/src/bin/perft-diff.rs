//! Finds the first position where two move generators disagree.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, anyhow};
use clap::Parser;
use khun_board::position::Position;
use khun_board::rules::Rules;
use khun_match::arguments::{Openings, words};
use khun_match::pairs::EngineSpec;
use khun_match::perft::{self, Counter};
use khun_match::time_control::TimeControl;
use khun_report::Progress;

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
    #[command(flatten)]
    openings: Openings,
    /// Plies to look ahead
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// Position to start from (default: the game's start)
    #[arg(long, conflicts_with = "openings")]
    fen: Option<String>,
    /// Compare from so many positions by random play
    #[arg(long, value_name = "COUNT", conflicts_with_all = ["fen", "openings"])]
    random: Option<usize>,
}

fn main() -> ExitCode {
    khun_report::exit(compare(&Arguments::parse()))
}

fn compare(arguments: &Arguments) -> Result<ExitCode> {
    let rules = arguments.openings.rules()?;
    let mut counters = [counter(&arguments.first, rules)?, counter(&arguments.second, rules)?];
    let positions = positions(arguments, rules)?;
    let mut progress = Progress::new(0, positions.len() as u64, Duration::from_secs(10));
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
    let (command, control) = (words(text)?, TimeControl::Depth(1));
    let spec = EngineSpec { name: text.to_owned(), command, options: Vec::new(), control };
    Ok(Counter::Engine(Box::new(spec.start(&rules.name)?)))
}

fn positions(arguments: &Arguments, rules: Rules) -> Result<Vec<Position>> {
    if let Some(fen) = &arguments.fen {
        return Ok(vec![Position::from_fen(rules, fen).map_err(|faults| anyhow!("{fen}: {faults}"))?]);
    }
    if arguments.openings.openings.is_none() && arguments.random.is_none() {
        return Ok(vec![Position::start(rules)]);
    }
    arguments.openings.positions(arguments.random.unwrap_or_default(), |_| true)
}
