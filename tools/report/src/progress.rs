//! How a long run shows that it moves: a bar on a terminal, a line now and then in a pipe.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Shows how far a run has come.
pub enum Progress {
    /// On a terminal.
    Bar(ProgressBar),
    /// In a pipe.
    Lines {
        /// Time between lines.
        every: Duration,
        /// When the last one was printed.
        last: Instant,
        /// Units done.
        done: u64,
        /// Units in all.
        total: u64,
    },
}

impl Progress {
    /// A run of `total` units of which some are `done`; in a pipe it prints a line at most every so often.
    #[must_use]
    pub fn new(done: u64, total: u64, every: Duration) -> Self {
        let template = "{bar:24} {pos}/{len} {elapsed_precise} (left {eta_precise}) {msg}";
        match ProgressStyle::with_template(template) {
            Ok(style) if stderr().is_terminal() => {
                let bar = ProgressBar::new(total).with_style(style).with_position(done);
                bar.reset_eta();
                bar.enable_steady_tick(Duration::from_secs(1));
                Self::Bar(bar)
            }
            _ => Self::Lines { every, last: Instant::now(), done, total },
        }
    }

    /// So many units more are done; `message` says how it stands.
    pub fn step(&mut self, units: u64, message: impl FnOnce() -> String) {
        match self {
            Self::Bar(bar) => {
                bar.inc(units);
                bar.set_message(message());
            }
            Self::Lines { every, last, done, total } => {
                *done += units;
                if last.elapsed() >= *every {
                    println!("{done}/{total} {}", message());
                    *last = Instant::now();
                }
            }
        }
    }

    /// Prints a line that stays.
    pub fn say(&self, line: &str) {
        match self {
            Self::Bar(bar) => bar.suspend(|| println!("{line}")),
            Self::Lines { .. } => println!("{line}"),
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}
