//! How often engines win endings that are drawn with best play, against a weak defender.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use khun_board::geometry::Color;
use khun_board::position::Position;
use khun_match::arguments::{self, Openings, Play};
use khun_match::endings::stronger_side;
use khun_match::pairs::{EngineSpec, Next, Opponents, in_parallel};
use khun_match::referee::{GameRecord, Termination, half_points};
use khun_match::time_control::TimeControl;

/// Lets engines play the side that is ahead, from endings that are drawn with best play (see `positions endings`),
/// against one weak defender, and counts their wins.
///
/// Each ending is played once by each engine. Where exactly one of two engines wins, the endings tell them apart.
///
/// Example: conversion ./khun fairy-stockfish --defender fairy-stockfish --openings drawn.epd --tc nodes=60000
#[derive(Parser, Debug)]
#[command(version, max_term_width = 110)]
struct Arguments {
    /// Command lines of the engines that play the side that is ahead
    #[arg(required = true)]
    engines: Vec<String>,
    /// Command line of the defender
    #[arg(long)]
    defender: String,
    /// The defender's time control
    #[arg(long, default_value = "nodes=1000", value_name = "CONTROL")]
    defender_tc: TimeControl,
    /// UCI option of the defender alone
    #[arg(long, value_name = "NAME=VALUE", value_parser = arguments::option)]
    defender_option: Vec<(String, String)>,
    #[command(flatten)]
    openings: Openings,
    #[command(flatten)]
    play: Play,
    /// Append the results, one line an ending, to this file (TSV)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

fn main() -> ExitCode {
    khun_report::exit(convert(&Arguments::parse()).map(|()| ExitCode::SUCCESS))
}

fn convert(arguments: &Arguments) -> Result<()> {
    ensure!(arguments.openings.openings.is_some(), "--openings FILE must name the endings");
    let rules = arguments.openings.rules()?;
    let endings = arguments.openings.positions(0, |_| true)?;
    let jobs: Vec<(Position, Color)> =
        endings.into_iter().filter_map(|ending| Some((ending, stronger_side(&ending)?))).collect();
    ensure!(!jobs.is_empty(), "in none of the endings one side is ahead");
    let engines: Vec<EngineSpec> =
        arguments.engines.iter().map(|command| arguments.play.engine(command, None, &[])).collect::<Result<_>>()?;
    let mut defender = arguments.play.engine(&arguments.defender, None, &arguments.defender_option)?;
    defender.control = arguments.defender_tc;
    for spec in engines.iter().chain([&defender]) {
        spec.start(&rules.name)?;
    }
    let mut out = match &arguments.out {
        Some(path) => {
            Some(OpenOptions::new().create(true).append(true).open(path).with_context(|| path.display().to_string())?)
        }
        None => None,
    };
    let opponents = || -> Vec<_> {
        engines.iter().map(|engine| Opponents::new(rules, [engine.clone(), defender.clone()])).collect()
    };
    let conditions = arguments.play.conditions();
    let play = |opponents: &mut Vec<Opponents>, &(ending, stronger): &(Position, Color)| {
        let games = opponents.iter_mut().map(|pair| pair.play(ending, stronger, &conditions, &mut |_| Ok(())));
        Ok((stronger, games.collect::<Result<Vec<GameRecord>>>()?))
    };
    let mut results: Vec<Vec<usize>> = Vec::new();
    let mut progress = arguments.play.progress(0, jobs.len() as u64);
    in_parallel(&jobs, arguments.play.concurrency, opponents, play, |(stronger, games)| {
        for game in &games {
            if let Termination::Forfeit(side, forfeit) = &game.termination {
                progress.say(&format!("FORFEIT {side}: {forfeit} at {}", game.last.fen()));
            }
        }
        let points: Vec<_> = games.iter().map(|game| half_points(game.termination.winner(), stronger)).collect();
        if let Some(file) = &mut out {
            let told = games.iter().map(|game| format!("\t{} ({} plies)", game.termination, game.moves.len()));
            writeln!(file, "{}{}", games[0].start.fen(), told.collect::<String>())?;
        }
        results.push(points);
        progress.step(1, || standing(&engines, &results));
        Ok(Next::Continue)
    })?;
    progress.finish();
    println!("{} endings, {} against {} at {}", results.len(), arguments.play.tc, defender.name, defender.control);
    print!("{}", report(&engines, &results));
    Ok(())
}

fn wins(results: &[Vec<usize>], engine: usize) -> usize {
    results.iter().filter(|points| points[engine] == 2).count()
}

fn standing(engines: &[EngineSpec], results: &[Vec<usize>]) -> String {
    let won = engines.iter().enumerate().map(|(index, spec)| format!("{} won {}", spec.name, wins(results, index)));
    won.collect::<Vec<_>>().join(", ")
}

fn report(engines: &[EngineSpec], results: &[Vec<usize>]) -> String {
    let mut text = String::new();
    for (index, spec) in engines.iter().enumerate() {
        let count = |points: usize| results.iter().filter(|result| result[index] == points).count();
        let (won, share) = (count(2), 100.0 * count(2) as f64 / results.len().max(1) as f64);
        text += &format!("{}: won {won} ({share:.1} %), drawn {}, lost {}\n", spec.name, count(1), count(0));
    }
    if let [first, second] = engines {
        let only = |one: usize, other: usize| results.iter().filter(|r| r[one] == 2 && r[other] != 2).count();
        let (only_first, only_second) = (only(0, 1), only(1, 0));
        let (a, b) = (&first.name, &second.name);
        text += &format!("won by {a} alone {only_first}, by {b} alone {only_second}");
        // Under equal skill each of the endings that one alone wins falls to either like a coin (McNemar 1947).
        let (difference, sum) = (only_first as f64 - only_second as f64, (only_first + only_second) as f64);
        let deviations = if sum > 0.0 { difference / sum.sqrt() } else { 0.0 };
        text += &format!(": {deviations:+.1} standard deviations\n");
    }
    text
}
