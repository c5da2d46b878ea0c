//! One random session after another.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tempfile::TempDir;
use uci_client::{Output, Process, UciOption};

use crate::commands::{self, Paths};
use crate::watch::Watch;

/// How many of the last lines a report quotes.
const QUOTED: usize = 60;
/// And how much of each.
const QUOTED_LETTERS: usize = 400;
/// After everything is answered, so long nothing more may come.
const AFTER: Duration = Duration::from_millis(8);
/// How long to wait for the error stream's end: what a panic says comes there.
const ERROR_STREAM: Duration = Duration::from_millis(200);

/// What was done.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Sessions held, each from the program's start to its end.
    pub sessions: u64,
    /// Lines said.
    pub lines: u64,
    /// Searches asked for, each with its one answer.
    pub searches: u64,
    /// The longest wait for an answer that was due, or for the program's end.
    pub longest: Duration,
}

/// Random sessions with one program.
pub struct Stress<'a> {
    program: &'a Path,
    patience: Duration,
    rng: ChaCha8Rng,
    folder: TempDir,
    /// What was done so far.
    pub tally: Tally,
}

impl<'a> Stress<'a> {
    /// With this program, which may take `patience` for an answer that is due.
    ///
    /// # Errors
    /// When no temporary files can be made.
    pub fn new(program: &'a Path, patience: Duration, seed: u64) -> Result<Self> {
        let folder = TempDir::new()?;
        fs::write(
            folder.path().join("rules.ini"),
            "[house:makruk]\nsutKhun = true\n[dash:racingkings]\nnMoveRule = 9\n",
        )?;
        fs::write(folder.path().join("noise"), (0..4000_u32).map(|i| ((i * i) >> 3) as u8).collect::<Vec<_>>())?;
        Ok(Self { program, patience, rng: ChaCha8Rng::seed_from_u64(seed), folder, tally: Tally::default() })
    }

    /// Holds one session.
    ///
    /// # Errors
    /// Whatever the program did wrong, with the last lines said and heard.
    pub fn hold(&mut self) -> Result<()> {
        let client = Process::start(&mut Command::new(self.program))
            .with_context(|| format!("cannot start {}", self.program.display()))?;
        let talk = Talk { client, watch: Watch::new()?, last: VecDeque::new(), patience: self.patience };
        let mut held = Held { talk, stress: self };
        let done = held.run();
        let Held { talk, .. } = held;
        done.map_err(|error| talk.report(&error))?;
        self.tally.sessions += 1;
        Ok(())
    }
}

/// The program, the watch over it, and what was said last.
struct Talk {
    client: Process,
    watch: Watch,
    last: VecDeque<String>,
    patience: Duration,
}

impl Talk {
    fn note(&mut self, direction: &str, line: &str) {
        if self.last.len() == QUOTED {
            self.last.pop_front();
        }
        let line: String = line.chars().take(QUOTED_LETTERS).collect();
        self.last.push_back(format!("{direction} {line:?}"));
    }

    fn say(&mut self, line: &str) -> Result<()> {
        self.watch.say(line);
        self.note(">", line);
        self.client.send(line).context("nobody listens")
    }

    /// Hears what there is, and waits for more so long at most; `false` when nothing came.
    fn hear(&mut self, time: Duration) -> Result<bool> {
        match self.client.next(time) {
            Output::Silence => Ok(false),
            Output::Closed => bail!("the program is gone"),
            Output::Line(line) => {
                self.note("<", &line.text);
                self.watch.hear(&line.text)?;
                Ok(true)
            }
        }
    }

    /// Waits until everything is answered that must be; how long that took.
    fn settle(&mut self) -> Result<Duration> {
        let begun = Instant::now();
        while self.watch.waits() {
            let left = self.patience.checked_sub(begun.elapsed()).context("no answer: it hangs")?;
            self.hear(left)?;
        }
        let took = begun.elapsed();
        while self.hear(AFTER)? {}
        Ok(took)
    }

    /// Hears the program out until it has left.
    fn leave(&mut self) -> Result<Duration> {
        let begun = Instant::now();
        self.watch.close();
        loop {
            let left = self.patience.checked_sub(begun.elapsed()).context("it does not leave")?;
            match self.client.next(left) {
                Output::Line(line) => {
                    self.note("<", &line.text);
                    self.watch.hear(&line.text)?;
                }
                Output::Closed => break,
                Output::Silence => {}
            }
        }
        let status = self.client.wait(self.patience).context("it does not leave")?;
        ensure!(status.success(), "it left with {status}");
        Ok(begun.elapsed())
    }

    fn report(&self, error: &anyhow::Error) -> anyhow::Error {
        let lines: Vec<_> = self.last.iter().cloned().collect();
        let complaints = self.client.stderr(ERROR_STREAM).join("\n! ");
        anyhow!("{error:#}\n{}\n! {complaints}", lines.join("\n"))
    }
}

struct Held<'a, 'b> {
    talk: Talk,
    stress: &'a mut Stress<'b>,
}

impl Held<'_, '_> {
    fn run(&mut self) -> Result<()> {
        let options = self.greet()?;
        let (rules, noise) = (self.stress.folder.path().join("rules.ini"), self.stress.folder.path().join("noise"));
        let paths = Paths { rules: &rules, noise: &noise };
        for _ in 0..self.stress.rng.random_range(1..12) {
            for _ in 0..self.stress.rng.random_range(1..25) {
                let line = commands::line(&mut self.stress.rng, &options, self.talk.watch.position(), &paths);
                self.talk.say(&line)?;
                self.stress.tally.lines += 1;
                self.pause()?;
            }
            if self.stress.rng.random_bool(0.1) {
                break;
            }
            self.check()?;
        }
        self.stress.tally.searches += self.talk.watch.asked() as u64;
        if self.stress.rng.random_bool(0.5) {
            self.talk.say("quit")?;
        } else {
            self.talk.client.close_input();
        }
        let took = self.talk.leave()?;
        self.waited(took);
        let complaints = self.talk.client.stderr(ERROR_STREAM);
        ensure!(complaints.is_empty(), "on the error stream: {}", complaints.join(" / "));
        Ok(())
    }

    fn waited(&mut self, time: Duration) {
        self.stress.tally.longest = self.stress.tally.longest.max(time);
    }

    fn greet(&mut self) -> Result<Vec<UciOption>> {
        self.talk.say("uci")?;
        let lines = self.talk.client.read_until(self.stress.patience, |line| line == "uciok")?;
        Ok(lines.iter().filter_map(|line| UciOption::parse(line)).collect())
    }

    /// Nothing, mostly; or a while in which answers come in.
    fn pause(&mut self) -> Result<()> {
        let micros = match self.stress.rng.random_range(0..100) {
            0..60 => return Ok(()),
            60..85 => self.stress.rng.random_range(0..2_000),
            85..97 => self.stress.rng.random_range(0..30_000),
            _ => self.stress.rng.random_range(0..250_000),
        };
        let deadline = Instant::now() + Duration::from_micros(micros);
        while let Some(left) = deadline.checked_duration_since(Instant::now()) {
            self.talk.hear(left)?;
        }
        Ok(())
    }

    /// Ends what runs, and sees that everything is answered, once.
    fn check(&mut self) -> Result<()> {
        if !self.talk.watch.ends_by_itself() || self.stress.rng.random_bool(0.3) {
            self.talk.say("stop")?;
        }
        self.talk.say("isready")?;
        let took = self.talk.settle()?;
        self.waited(took);
        // Where it thinks it is, and where it must be.
        self.talk.say("d")?;
        let expected = format!("Fen: {}", self.talk.watch.position().fen());
        let deadline = Instant::now() + self.stress.patience;
        loop {
            match self.talk.client.next(deadline.saturating_duration_since(Instant::now())) {
                Output::Line(line) if line.text.starts_with("Fen: ") => {
                    ensure!(line.text == expected, "it is at {}, and should be at {expected}", line.text);
                    return Ok(());
                }
                Output::Line(line) => self.talk.watch.hear(&line.text)?,
                _ => bail!("no answer to d"),
            }
        }
    }
}
