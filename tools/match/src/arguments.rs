//! Command-line arguments that several tools take.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use khun_board::position::Position;
use khun_board::rules::{Catalogue, Rules};
use khun_report::Progress;

use crate::adjudication::{self, DrawRule, ResignRule};
use crate::openings;
use crate::pairs::EngineSpec;
use crate::referee::Conditions;
use crate::time_control::{Margins, TimeControl};

/// The game, and the positions to begin from.
#[derive(Args, Clone, Debug)]
pub struct Openings {
    /// The game, sent as UCI_Variant
    #[arg(long, default_value = "makruk")]
    pub variant: String,
    /// EPD or FEN file with positions to begin from, one a line (default: random play)
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Length of the random play
    #[arg(long, default_value_t = 8, value_name = "PLIES", conflicts_with = "openings")]
    pub random_plies: usize,
    /// Seed of the positions' order, or of random play
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

impl Openings {
    /// The game's rules.
    ///
    /// # Errors
    /// When no built-in rule set has the name.
    pub fn rules(&self) -> Result<Rules> {
        Catalogue::builtin().find(&self.variant).map_err(|unknown| anyhow!("{unknown}"))
    }

    /// The file's positions, or `count` that random play reaches and that are as `suits` wants.
    ///
    /// # Errors
    /// As for [`openings::from_file`] and [`openings::random`].
    pub fn positions(&self, count: usize, suits: impl Fn(&Position) -> bool) -> Result<Vec<Position>> {
        match &self.openings {
            Some(path) => openings::from_file(self.rules()?, path, self.seed),
            None => openings::random(self.rules()?, self.random_plies, self.seed, count, suits),
        }
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.openings {
            Some(path) => write!(f, "{}, openings {} (seed {})", self.variant, path.display(), self.seed),
            None => write!(f, "{}, openings of {} random plies (seed {})", self.variant, self.random_plies, self.seed),
        }
    }
}

/// How games are played.
#[derive(Args, Clone, Debug)]
pub struct Play {
    /// Time control: 1+0.01 or 40/60+0.6 (seconds), nodes=N, movetime=MS, depth=N
    #[arg(long, default_value = "1+0.01", value_name = "CONTROL")]
    pub tc: TimeControl,
    /// UCI option of all engines (repeat for more)
    #[arg(long, value_name = "NAME=VALUE", value_parser = option)]
    pub option: Vec<(String, String)>,
    /// How many games at a time
    #[arg(long, default_value_t = 1)]
    pub concurrency: usize,
    /// How late an answer may come on a clock, in milliseconds
    #[arg(long, default_value_t = 10, value_name = "MS")]
    pub margin: u64,
    /// How late an answer may come with movetime, in milliseconds
    #[arg(long, default_value_t = 100, value_name = "MS")]
    pub movetime_margin: u64,
    /// How much longer an answer is waited for before the engine counts as stalled, in seconds
    #[arg(long, default_value_t = 10, value_name = "SECONDS")]
    pub stall: u64,
    /// Longest game; what lasts longer is a draw
    #[arg(long, default_value_t = 1000, value_name = "PLIES")]
    pub max_plies: usize,
    /// Call a draw from this move on after so many plies with both scores within CP (default: play on)
    #[arg(long, value_name = "MOVE,PLIES,CP", value_parser = draw_rule)]
    pub draw_rule: Option<DrawRule>,
    /// Call a win after so many plies with both scores beyond CP (default: play on)
    #[arg(long, value_name = "PLIES,CP", value_parser = resign_rule)]
    pub resign_rule: Option<ResignRule>,
    /// Time between lines of progress where there is no terminal, in seconds
    #[arg(long, default_value_t = 30, value_name = "SECONDS")]
    pub report_every: u64,
}

impl Play {
    /// What holds in every game.
    #[must_use]
    pub fn conditions(&self) -> Conditions {
        Conditions {
            margins: Margins {
                clock: Duration::from_millis(self.margin),
                move_time: Duration::from_millis(self.movetime_margin),
            },
            stall: Duration::from_secs(self.stall),
            max_plies: self.max_plies,
            adjudication: adjudication::Rules { draw: self.draw_rule, resign: self.resign_rule },
        }
    }

    /// A run of so many units, some of them done.
    #[must_use]
    pub fn progress(&self, done: u64, total: u64) -> Progress {
        Progress::new(done, total, Duration::from_secs(self.report_every))
    }

    /// An engine by its command line, with the options of all engines before its `own`. Without a name it has its
    /// program's.
    ///
    /// # Errors
    /// When quotes in the command line do not match or it is empty.
    pub fn engine(&self, command: &str, name: Option<&str>, own: &[(String, String)]) -> Result<EngineSpec> {
        let command = words(command)?;
        let name = name.map_or_else(|| file_name(&command[0]).to_owned(), str::to_owned);
        let options = self.option.iter().chain(own).cloned().collect();
        Ok(EngineSpec { name, command, options, control: self.tc })
    }
}

/// A command line, quoted as for a shell, as program and arguments.
///
/// # Errors
/// When quotes do not match or nothing is there.
pub fn words(text: &str) -> Result<Vec<String>> {
    let words = shlex::split(text).with_context(|| format!("unmatched quotes in `{text}`"))?;
    ensure!(!words.is_empty(), "an empty engine command");
    Ok(words)
}

fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// An option as `NAME=VALUE`; a button as `NAME`.
///
/// # Errors
/// When the name is empty.
pub fn option(text: &str) -> Result<(String, String)> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    ensure!(!name.trim().is_empty(), "`{text}` names no option");
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// So many numbers with commas between.
///
/// # Errors
/// When there are more, fewer or others.
pub fn numbers<N: FromStr, const COUNT: usize>(text: &str) -> Result<[N; COUNT]> {
    let number = |part: &str| part.trim().parse().map_err(|_| anyhow!("`{part}` is not such a number"));
    let numbers: Vec<N> = text.split(',').map(number).collect::<Result<_>>()?;
    let found = numbers.len();
    numbers.try_into().ok().with_context(|| format!("{COUNT} numbers are needed, `{text}` has {found}"))
}

fn draw_rule(text: &str) -> Result<DrawRule> {
    let [from_move, plies, score] = numbers::<u16, 3>(text)?;
    Ok(DrawRule { from_move: from_move.into(), plies: plies.into(), score: score.into() })
}

fn resign_rule(text: &str) -> Result<ResignRule> {
    let [plies, score] = numbers::<u16, 2>(text)?;
    Ok(ResignRule { plies: plies.into(), score: score.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_read() {
        assert_eq!(words("'/a b/khun' uci").unwrap(), ["/a b/khun", "uci"]);
        assert!(words("'").is_err() && words(" ").is_err());
        assert_eq!(option("Move Overhead=10").unwrap(), ("Move Overhead".to_owned(), "10".to_owned()));
        assert_eq!(option("Clear Hash").unwrap().1, "");
        assert!(option("=1").is_err());
        assert_eq!(numbers::<f64, 2>("0, 5").unwrap(), [0.0, 5.0]);
        assert!(numbers::<f64, 2>("1").is_err() && numbers::<f64, 1>("x").is_err());
        assert!(draw_rule("10,8,20").is_ok() && draw_rule("10,8").is_err() && resign_rule("4,-5").is_err());
        assert_eq!(file_name("/usr/games/stock"), "stock");
    }
}
