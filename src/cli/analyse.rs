//! `khun analyse`: the search, for a person.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use clap::Args;

use crate::cli::failure::Failure;
use crate::cli::report::{Report, capitalised};
use crate::cli::setup::{RulesChoice, position};
use crate::endgame::Endgames;
use crate::search::{Engine, Event, Limits, Settings};
use crate::uci::{describe, diagram};
use khun_board::position::Game;

/// `khun analyse`
#[derive(Debug, Args)]
pub struct Analyse {
    #[command(flatten)]
    rules: RulesChoice,
    /// Think for this long, in milliseconds [default: 5000 without --depth]
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Think to this depth, in plies
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// Threads to search on [default: all that the machine runs at once]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Memory for the table of positions
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    hash: usize,
    /// The position [default: the variant's start position]
    #[arg(value_name = "FEN", num_args = 0..)]
    fen: Vec<String>,
}

const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// How often the progress display moves.
const TICK: Duration = Duration::from_millis(100);

impl Analyse {
    /// Searches, telling what it finds, until the time is up or nothing more can be found.
    pub fn run(self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let game = Game::new(position(self.rules.rules()?, &self.fen)?);
        introduce(&game, out)?;
        if let Some(outcome) = game.outcome() {
            writeln!(out, "The game is over: {outcome}.")?;
            return Ok(ExitCode::SUCCESS);
        }
        let time = self.movetime.map(Duration::from_millis).or(self.depth.is_none().then_some(DEFAULT_TIME));
        let settings = Settings {
            threads: self.threads.unwrap_or_else(Settings::all_threads).max(1),
            hash_mb: self.hash.max(1),
            ..Settings::default()
        };
        let mut engine = Engine::new(settings)?;
        let (sender, events) = mpsc::channel();
        let limits = Limits { depth: self.depth.map(|depth| depth.max(1)), movetime: time, ..Limits::default() };
        // The listener below lives as long as the search.
        let tell = move |event| drop(sender.send(event));
        engine.go(&game, limits, Arc::new(tell));
        let mut report = Report::new(&game, time, out);
        report.header()?;
        loop {
            match events.recv_timeout(TICK) {
                Ok(Event::Info(info)) => {
                    report.info(info)?;
                    if report.is_settled() {
                        engine.stop();
                    }
                }
                Ok(Event::CurrentMove { .. } | Event::NoMate { .. }) => {}
                Ok(Event::Best { best, ponder }) => {
                    let best = best.expect("a game that is not over has a move");
                    report.best(best, ponder)?;
                    return Ok(ExitCode::SUCCESS);
                }
                Err(RecvTimeoutError::Timeout) => report.tick(),
                Err(RecvTimeoutError::Disconnected) => unreachable!("a search ends with its best move"),
            }
        }
    }
}

fn introduce(game: &Game, out: &mut dyn Write) -> io::Result<()> {
    let position = game.position();
    writeln!(out, "{}", diagram::board(position))?;
    let mover = capitalised(position.to_move());
    let check = if position.in_check() { ", in check" } else { "" };
    writeln!(out, "{}: {mover} to move{check}", position.rules().name)?;
    writeln!(out, "FEN: {}", position.fen())?;
    if position.rules().counting.is_some() {
        let count = position.explain_count().unwrap_or_else(|| describe::count(position));
        writeln!(out, "Count: {count}")?;
    }
    if let Some(judgement) = Endgames::new().judge(position) {
        writeln!(out, "Ending: {judgement}")?;
    }
    writeln!(out)
}
