//! What a search finds, as rows and in the end as a sentence.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::notation::line;
use crate::cli::numbers::{counted, short};
use crate::eval::Score;
use crate::search::{Bound, Info, Source};
use crate::uci::format::per_second;
use khun_board::geometry::Color;
use khun_board::position::{Game, Move};

/// What has been told so far, and to whom.
pub struct Report<'a> {
    game: &'a Game,
    out: &'a mut dyn Write,
    progress: ProgressBar,
    began: Instant,
    /// The last line of play that was told.
    told: Option<Info>,
    /// The last exact line of play, told or not.
    last: Option<Info>,
}

impl<'a> Report<'a> {
    /// On a search that begins; how long it lasts if that is known.
    pub fn new(game: &'a Game, time: Option<Duration>, out: &'a mut dyn Write) -> Self {
        Self { game, out, progress: progress(time), began: Instant::now(), told: None, last: None }
    }

    /// What stands in each column.
    pub fn header(&mut self) -> io::Result<()> {
        self.write("depth    score      time      nodes    nodes/s  line (score from White's view, in pawns)")
    }

    /// A row a depth: later news of the same depth wait for the end. Once nothing more can be found there are none.
    pub fn info(&mut self, info: Info) -> io::Result<()> {
        if self.is_settled() || info.multi_pv != 1 || info.bound != Bound::Exact || info.pv.is_empty() {
            return Ok(());
        }
        let speed = short(per_second(info.nodes, info.time));
        self.progress.set_message(format!("depth {}, {speed} nodes/s", info.depth));
        if self.told.as_ref().is_none_or(|told| told.depth < info.depth) {
            self.tell(&info)?;
        }
        self.last = Some(info);
        Ok(())
    }

    /// Whether nothing more can be found: exact tables have spoken, or every way to a shorter mate was searched to its end.
    pub fn is_settled(&self) -> bool {
        self.last.as_ref().is_some_and(|last| {
            let plies = last.score.mate_moves().map(|moves| 2 * moves.unsigned_abs());
            last.source == Source::Exact || plies.is_some_and(|plies| plies <= last.depth)
        })
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
        self.told = Some(info.clone());
        self.write(&row)
    }

    /// Moves the display on a terminal.
    pub fn tick(&self) {
        self.progress.set_position(u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX));
    }

    /// The end: the last line if it is news, and what to play.
    pub fn best(&mut self, best: Move, ponder: Option<Move>) -> io::Result<()> {
        let last = self.last.take().expect("a best move comes behind an exact line");
        let is_news = |told: &Info| (told.depth, told.score, &told.pv) != (last.depth, last.score, &last.pv);
        if self.told.as_ref().is_none_or(is_news) {
            self.tell(&last)?;
        }
        self.progress.finish_and_clear();
        let position = self.game.position();
        let mut sentence = format!("Best is {} ({}): {}", position.san(best), position.uci(best), self.verdict(&last));
        if let Some(ponder) = ponder {
            let answer = position.play_unchecked(best).san(ponder);
            sentence.push_str(&format!("; {} will likely answer {answer}", capitalised(!position.to_move())));
        }
        writeln!(self.out, "\n{sentence}.")
    }

    fn write(&mut self, row: &str) -> io::Result<()> {
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

    fn verdict(&self, info: &Info) -> String {
        let mover = self.game.position().to_move();
        let better = capitalised(if info.score.raw() >= 0 { mover } else { !mover });
        if let Some(moves) = info.score.mate_moves() {
            return format!("{better} wins in {}", counted(moves.unsigned_abs() as usize, "move"));
        }
        match info.score.raw().abs() {
            _ if info.source == Source::Exact => "the game is a draw with best play".to_owned(),
            0..25 => "the game is about even".to_owned(),
            25..100 => format!("{better} stands slightly better"),
            100..300 => format!("{better} stands better"),
            _ => format!("{better} stands much better"),
        }
    }
}

/// A color as a sentence begins with it.
pub fn capitalised(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
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
    bar.with_style(ProgressStyle::with_template(template).expect("both templates are well formed"))
}
