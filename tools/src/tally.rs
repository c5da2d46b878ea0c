//! What the games of a match add up to; kept on disk so that a match can be taken up again.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::contest::{FIRST_ENGINE, Pair};
use crate::game::{Ending, Record};
use crate::stats::{Pairs, Sprt};

/// A game that an engine lost without being beaten.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forfeit {
    /// Number of the game in the match, from 1.
    pub game: usize,
    /// The engine's name and side.
    pub who: String,
    /// What it did.
    pub cause: String,
    /// Where, as FEN.
    pub fen: String,
    /// The `position` command that leads there.
    pub position: String,
}

impl fmt::Display for Forfeit {
    /// In one line, without the position.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FORFEIT game {}: {}: {}", self.game, self.who, self.cause)
    }
}

/// How fast and deep an engine searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pace {
    moves: u64,
    depth: u64,
    nodes: u64,
    seconds: f64,
}

/// The state of a match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    /// What is played, in words: a match is only taken up again with the same.
    pub setup: String,
    /// The engines' names.
    pub names: [String; 2],
    /// Numbers of the pairs played.
    pub done: BTreeSet<usize>,
    /// Results of the pairs.
    pub pairs: Pairs,
    /// Games that the first engine lost, drew and won.
    pub games: [u64; 3],
    /// How often each ending came.
    pub endings: BTreeMap<String, u64>,
    /// Plies of all games.
    pub plies: u64,
    /// Each engine's.
    pub pace: [Pace; 2],
    /// Every forfeit.
    pub forfeits: Vec<Forfeit>,
}

impl Tally {
    /// An empty one, or the one that stands in the file.
    ///
    /// # Errors
    /// When the file cannot be read or is of another match.
    pub fn open(path: Option<&Path>, setup: String, names: [String; 2]) -> Result<Self> {
        let fresh = Self { setup, names, ..Self::default() };
        let Some(path) = path.filter(|path| path.exists()) else { return Ok(fresh) };
        let saved: Self = load(path)?;
        ensure!(
            saved.setup == fresh.setup,
            "{} is the state of another match:\n  there: {}\n  here:  {}",
            path.display(),
            saved.setup,
            fresh.setup
        );
        Ok(saved)
    }

    /// The pairs that need not be played again.
    #[must_use]
    pub fn finished(&self) -> HashSet<usize> {
        self.done.iter().copied().collect()
    }

    /// Adds a pair; returns its forfeits.
    pub fn add(&mut self, pair: &Pair) -> Vec<Forfeit> {
        self.done.insert(pair.index);
        self.pairs.add(pair.half_points());
        let mut forfeits = Vec::new();
        for (nth, (record, first)) in pair.games.iter().zip(FIRST_ENGINE).enumerate() {
            let points = record.ending.points();
            self.games[points.half_points(first)] += 1;
            let ending = match &record.ending {
                Ending::Forfeit(..) => "forfeit".to_owned(),
                // The engine that won is told by the score; what is of interest here is how games end.
                ending => ending.to_string().replace("white wins", "win").replace("black wins", "win"),
            };
            *self.endings.entry(ending).or_default() += 1;
            self.plies += record.moves.len() as u64;
            for (ply, played) in record.moves.iter().enumerate() {
                let side = if ply % 2 == 0 { record.start.to_move() } else { !record.start.to_move() };
                let pace = &mut self.pace[usize::from(side != first)];
                pace.moves += 1;
                pace.depth += u64::from(played.thought.depth.unwrap_or(0));
                pace.nodes += played.thought.nodes.unwrap_or(0);
                pace.seconds += played.taken.as_secs_f64();
            }
            if let Ending::Forfeit(side, cause) = &record.ending {
                forfeits.push(Forfeit {
                    game: 2 * pair.index + nth + 1,
                    who: format!("{} ({side})", self.names[usize::from(*side != first)]),
                    cause: cause.to_string(),
                    fen: record.last.fen(),
                    position: position_command(record),
                });
            }
        }
        self.forfeits.extend_from_slice(&forfeits);
        forfeits
    }

    /// Number of games.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.games.iter().sum()
    }

    /// The standing in one line.
    #[must_use]
    pub fn line(&self, sprt: Option<&Sprt>) -> String {
        let [losses, draws, wins] = self.games;
        let mut text = format!("{} games +{wins} ={draws} -{losses}", self.count());
        if let Some(estimate) = self.pairs.estimate() {
            text += &format!(", {:.1} %, {estimate}", 100.0 * estimate.score);
        }
        if let Some(sprt) = sprt {
            text += &format!(", LLR {:.2}", sprt.ratio(&self.pairs));
        }
        if !self.forfeits.is_empty() {
            text += &format!(", {} forfeits", self.forfeits.len());
        }
        text
    }

    /// The standing in full.
    #[must_use]
    pub fn report(&self, sprt: Option<&Sprt>) -> String {
        let count = self.count();
        let mut text = format!("{}\n", self.setup);
        text += &format!("{} against {}: {}\n", self.names[0], self.names[1], self.line(None));
        if let Some(estimate) = self.pairs.estimate() {
            let likely = 100.0 * estimate.superiority;
            let normalized = estimate.normalized.map(|elo| format!(", normalized {elo:+.1}")).unwrap_or_default();
            let pairs = self.pairs;
            text += &format!("pairs {pairs} (from two losses to two wins){normalized}, superior with {likely:.1} %\n");
        }
        if let Some(sprt) = sprt {
            let (lower, upper) = sprt.bounds();
            let verdict = match sprt.verdict(&self.pairs) {
                Some(crate::stats::Verdict::H1) => "H1 accepted",
                Some(crate::stats::Verdict::H0) => "H0 accepted",
                None => "open",
            };
            let (ratio, elo0, elo1) = (sprt.ratio(&self.pairs), sprt.elo0, sprt.elo1);
            text += &format!("SPRT [{elo0}, {elo1}]: LLR {ratio:.2} of ({lower:.2}, {upper:.2}), {verdict}\n");
        }
        let endings: Vec<_> = self.endings.iter().map(|(ending, games)| format!("{games} {ending}")).collect();
        text += &format!("endings: {}; {:.0} plies a game\n", endings.join(", "), ratio(self.plies as f64, count));
        for (name, pace) in self.names.iter().zip(&self.pace) {
            let speed = if pace.seconds > 0.0 { pace.nodes as f64 / pace.seconds / 1000.0 } else { 0.0 };
            let (depth, time) = (ratio(pace.depth as f64, pace.moves), 1000.0 * ratio(pace.seconds, pace.moves));
            text += &format!("{name}: depth {depth:.1}, {time:.1} ms a move, {speed:.0} kn/s\n");
        }
        if self.forfeits.is_empty() {
            text += "no forfeits\n";
        }
        for forfeit in &self.forfeits {
            text += &format!("{forfeit}\n    at {}\n    {}\n", forfeit.fen, forfeit.position);
        }
        text
    }
}

fn ratio(total: f64, count: u64) -> f64 {
    if count == 0 { 0.0 } else { total / count as f64 }
}

fn position_command(record: &Record) -> String {
    let moves: Vec<_> = record.moves.iter().map(|played| played.uci.as_str()).collect();
    let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
    format!("position fen {}{moves}", record.start.fen())
}

/// Reads a value that [`save`] wrote.
///
/// # Errors
/// When the file cannot be read or holds something else.
pub fn load<T: DeserializeOwned>(path: &Path) -> Result<T> {
    let text = std::fs::read_to_string(path).with_context(|| format!("state file {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("state file {}", path.display()))
}

/// Writes a value as JSON, whole or not at all: through a file beside it that takes its place.
///
/// # Errors
/// When the file cannot be written.
pub fn save(path: &Path, value: &impl Serialize) -> Result<()> {
    let beside = path.with_extension("part");
    let text = serde_json::to_string_pretty(value)?;
    std::fs::write(&beside, text + "\n")
        .and_then(|()| std::fs::rename(&beside, path))
        .with_context(|| format!("cannot write {}", path.display()))
}
