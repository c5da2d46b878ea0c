//! Talks to the engine as no sane client would, and sees that it stays polite.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Parser;
use khun_stress::leak;
use khun_stress::session::Stress;

/// Holds random sessions with the engine, of right and wrong commands at random times, in every variant. It must never
/// panic, hang, leave, or answer a search never, twice, too early or with an illegal move.
///
/// Example: session-fuzz ./khun --minutes 30 --seed 1
#[derive(Parser, Debug)]
#[command(version, max_term_width = 110)]
struct Arguments {
    /// The engine
    program: PathBuf,
    /// How long
    #[arg(long, default_value_t = 1.0)]
    minutes: f64,
    /// Seed of what is said; when it is heard depends on the machine
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seconds within which whatever is due must come
    #[arg(long, default_value_t = 20.0, value_name = "SECONDS")]
    patience: f64,
    /// Instead: begin so many games with changing settings, and see that memory stays the same
    #[arg(long, value_name = "GAMES")]
    leak_check: Option<usize>,
    /// Write the memory after each game there, as tab-separated values
    #[arg(long, value_name = "FILE", requires = "leak_check")]
    out: Option<PathBuf>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    khun_report::exit(match arguments.leak_check {
        Some(games) => check_leaks(&arguments, games),
        None => hold_sessions(&arguments),
    })
}

fn hold_sessions(arguments: &Arguments) -> Result<ExitCode> {
    let mut stress = Stress::new(&arguments.program, Duration::from_secs_f64(arguments.patience), arguments.seed)?;
    let begun = Instant::now();
    let mut fault = None;
    while fault.is_none() && begun.elapsed().as_secs_f64() < arguments.minutes * 60.0 {
        fault = stress.hold().err();
    }
    let tally = stress.tally;
    println!(
        "{:.1} minutes, seed {}: {} sessions, {} lines, {} searches, longest wait {} ms: {}",
        begun.elapsed().as_secs_f64() / 60.0,
        arguments.seed,
        tally.sessions,
        tally.lines,
        tally.searches,
        tally.longest.as_millis(),
        if fault.is_some() { "a fault" } else { "no fault" }
    );
    fault.map_or(Ok(ExitCode::SUCCESS), Err)
}

fn check_leaks(arguments: &Arguments, games: usize) -> Result<ExitCode> {
    let begun = Instant::now();
    let curve = leak::watch(&arguments.program, games, Duration::from_secs_f64(arguments.patience))?;
    if let Some(path) = &arguments.out {
        let rows: String = curve.0.iter().enumerate().map(|(game, kb)| format!("{game}\t{kb}\n")).collect();
        std::fs::write(path, format!("game\tresident kB\n{rows}")).with_context(|| path.display().to_string())?;
    }
    let (early, late) = curve.ends()?;
    let flat = curve.is_flat()?;
    println!(
        "{games} games in {:.0} s: {early} kB resident in games 400 to 600, {late} kB in the last two hundred (medians): {}",
        begun.elapsed().as_secs_f64(),
        if flat { "flat" } else { "it grows" }
    );
    Ok(if flat { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
