//! `khun analyse`: the search, for a person.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::Failure;
use crate::cli::notation::line;
use crate::cli::setup::{RulesChoice, position};
use crate::endgame::Tables;
use crate::eval::Score;
use crate::search::{Bound, Engine, Event, Info, Limits, Settings};
use crate::uci::format::per_second;
use crate::uci::{picture, words};
use khun_board::geometry::Color;
use khun_board::position::{Game, Move};

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
    /// Searches, telling what it finds.
    pub fn run(self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let game = Game::new(position(self.rules.rules()?, &self.fen)?);
        introduce(&game, out)?;
        if game.position().legal_moves().is_empty() {
            return Ok(ExitCode::SUCCESS);
        }
        let time = self.movetime.map(Duration::from_millis).or(self.depth.is_none().then_some(DEFAULT_TIME));
        let settings = Settings {
            threads: self.threads.unwrap_or_else(Settings::all_threads).max(1),
            hash_mb: self.hash.max(1),
            ..Settings::default()
        };
        let mut engine = Engine::new(settings).map_err(|error| error.to_string())?;
        let (sender, events) = mpsc::channel();
        let limits = Limits { depth: self.depth.map(|depth| depth.max(1)), movetime: time, ..Limits::default() };
        // The listener below lives as long as the search.
        let tell = move |event| drop(sender.send(event));
        engine.go(&game, limits, Arc::new(tell));
        let mut report = Report::new(&game, time, out);
        report.header()?;
        loop {
            match events.recv_timeout(TICK) {
                Ok(Event::Info(info)) => report.info(info)?,
                Ok(Event::CurrentMove { .. } | Event::NoMate { .. }) => {}
                Ok(Event::Best { best, ponder }) => {
                    report.best(best, ponder)?;
                    break;
                }
                Err(RecvTimeoutError::Timeout) => report.tick(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        engine.wait();
        Ok(ExitCode::SUCCESS)
    }
}

fn introduce(game: &Game, out: &mut dyn Write) -> io::Result<()> {
    let position = game.position();
    writeln!(out, "{}", picture::board(position))?;
    let mover = capitalised(position.to_move());
    let check = if position.in_check() { ", in check" } else { "" };
    writeln!(out, "{}: {mover} to move{check}", position.rules().name)?;
    writeln!(out, "FEN: {}", position.fen())?;
    let count = words::count_explained(position).unwrap_or_else(|| words::count(position));
    if position.rules().counting.is_some() {
        writeln!(out, "Count: {count}")?;
    }
    if let Some(judgement) = Tables::new().judge_patiently(position) {
        writeln!(out, "Ending: {judgement}")?;
    }
    if let Some(outcome) = game.outcome() {
        writeln!(out, "The game is over: {outcome}")?;
    }
    writeln!(out)
}

fn capitalised(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// What has been told so far, and to whom.
struct Report<'a> {
    game: &'a Game,
    out: &'a mut dyn Write,
    progress: ProgressBar,
    began: Instant,
    /// The last line of play that was told.
    told: Option<Told>,
    /// The last exact line of play, told or not.
    last: Option<Info>,
}

/// What makes a line of play worth telling again.
#[derive(PartialEq, Eq)]
struct Told {
    depth: u32,
    score: Score,
    pv: Vec<Move>,
}

impl<'a> Report<'a> {
    fn new(game: &'a Game, time: Option<Duration>, out: &'a mut dyn Write) -> Self {
        let progress = progress(time);
        Self { game, out, progress, began: Instant::now(), told: None, last: None }
    }

    fn header(&mut self) -> io::Result<()> {
        self.write(
            "depth    score      time      nodes    nodes/s  line (score from White's view, in pawns)".to_owned(),
        )
    }

    fn info(&mut self, info: Info) -> io::Result<()> {
        if info.multi_pv != 1 || info.bound != Bound::Exact || info.pv.is_empty() {
            return Ok(());
        }
        let message = format!("depth {}, {} nodes/s", info.depth, short(per_second(info.nodes, info.time)));
        self.progress.set_message(message);
        // A line a depth: later news of the same depth wait for the end.
        if self.told.as_ref().is_none_or(|told| told.depth < info.depth) {
            self.tell(&info)?;
        }
        self.last = Some(info);
        Ok(())
    }

    fn tell(&mut self, info: &Info) -> io::Result<()> {
        let row = format!(
            "{:>5} {:>8} {:>8.2}s {:>10} {:>10}  {}",
            info.depth,
            self.score(info.score),
            info.time.as_secs_f64(),
            short(info.nodes),
            short(per_second(info.nodes, info.time)),
            line(self.game, &info.pv)
        );
        self.told = Some(Told { depth: info.depth, score: info.score, pv: info.pv.clone() });
        self.write(row)
    }

    fn tick(&self) {
        self.progress.set_position(u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX));
    }

    fn best(&mut self, best: Option<Move>, ponder: Option<Move>) -> io::Result<()> {
        if let Some(info) = self.last.take() {
            let Info { depth, score, ref pv, .. } = info;
            if self.told.as_ref() != Some(&Told { depth, score, pv: pv.clone() }) {
                self.tell(&info)?;
            }
            self.last = Some(info);
        }
        self.progress.finish_and_clear();
        let Some(best) = best else { return writeln!(self.out, "\nThere is no move to play.") };
        let position = self.game.position();
        let mut sentence = format!("Best is {} ({})", position.san(best), position.uci(best));
        if let Some(info) = &self.last {
            sentence.push_str(&format!(": {}", self.verdict(info.score)));
        }
        if let Some(ponder) = ponder {
            let answer = position.play_unchecked(best).san(ponder);
            sentence.push_str(&format!("; {} will likely answer {answer}", capitalised(!position.to_move())));
        }
        writeln!(self.out, "\n{sentence}.")
    }

    fn write(&mut self, row: String) -> io::Result<()> {
        let out = &mut *self.out;
        self.progress.suspend(|| writeln!(out, "{row}"))
    }

    /// From White's view: `+0.35`, `#6`, `#-6`.
    fn score(&self, score: Score) -> String {
        let sign = if self.game.position().to_move() == Color::White { 1 } else { -1 };
        match score.mate_moves() {
            Some(moves) => format!("#{}", sign * moves),
            None => format!("{:+.2}", f64::from(sign * score.raw()) / 100.0),
        }
    }

    fn verdict(&self, score: Score) -> String {
        let mover = self.game.position().to_move();
        let better = capitalised(if score.raw() >= 0 { mover } else { !mover });
        if let Some(moves) = score.mate_moves() {
            return match moves.abs() {
                1 => format!("{better} wins in 1 move"),
                moves => format!("{better} wins in {moves} moves"),
            };
        }
        match score.raw().abs() {
            0..25 => "the game is about even".to_owned(),
            25..100 => format!("{better} stands slightly better"),
            100..300 => format!("{better} stands better"),
            _ => format!("{better} stands much better"),
        }
    }
}

/// A number in at most five characters or so: `950`, `12.3k`, `4.56M`.
fn short(number: u64) -> String {
    let float = number as f64;
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{:.0}k", float / 1e3),
        1_000_000..1_000_000_000 => format!("{:.2}M", float / 1e6),
        _ => format!("{:.2}G", float / 1e9),
    }
}

/// A display on a terminal, nothing in a pipe.
fn progress(time: Option<Duration>) -> ProgressBar {
    if !io::stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let (bar, template) = match time {
        Some(time) => {
            let length = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            (ProgressBar::new(length), "{elapsed} {wide_bar:.cyan/blue} {msg}")
        }
        None => (ProgressBar::new_spinner(), "{elapsed} {spinner} {msg}"),
    };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
