//! What the games of a match add up to; kept on disk so that a match can be taken up again.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};
use std::path::Path;

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

use crate::pairs::{FIRST_ENGINE, Pair};
use crate::referee::{GameRecord, Termination, half_points};
use crate::statistics::{Pentanomial, Sprt, Verdict};

/// A game that an engine lost without being beaten.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForfeitReport {
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

impl fmt::Display for ForfeitReport {
    /// In one line, without the position.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FORFEIT game {}: {}: {}", self.game, self.who, self.cause)
    }
}

/// How fast and deep an engine searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct SearchTotals {
    moves: u64,
    depth: u64,
    nodes: u64,
    seconds: f64,
}

/// The standing of a match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// What is played, in words: a match is only taken up again with the same.
    pub setup: String,
    /// The engines' names.
    pub names: [String; 2],
    /// Numbers of the pairs played.
    pub done: BTreeSet<usize>,
    /// Results of the pairs.
    pub pairs: Pentanomial,
    /// Games that the first engine lost, drew and won.
    pub games: [u64; 3],
    /// How often each ending came.
    endings: BTreeMap<String, u64>,
    /// Plies of all games.
    plies: u64,
    /// Each engine's.
    searches: [SearchTotals; 2],
    /// Every forfeit.
    pub forfeits: Vec<ForfeitReport>,
}

impl Standing {
    /// Before the first game.
    #[must_use]
    pub fn new(setup: String, names: [String; 2]) -> Self {
        Self { setup, names, ..Self::default() }
    }

    /// An empty one, or the one that stands in the file.
    ///
    /// # Errors
    /// When the file cannot be read or is of another match.
    pub fn open(path: Option<&Path>, setup: String, names: [String; 2]) -> Result<Self> {
        let fresh = Self::new(setup, names);
        let Some(path) = path.filter(|path| path.exists()) else { return Ok(fresh) };
        let saved: Self = khun_report::load(path)?;
        ensure!(
            saved.setup == fresh.setup,
            "{} is the state of another match:\n  there: {}\n  here:  {}",
            path.display(),
            saved.setup,
            fresh.setup
        );
        Ok(saved)
    }

    /// Adds a pair; returns its forfeits.
    pub fn add(&mut self, pair: &Pair) -> Vec<ForfeitReport> {
        self.done.insert(pair.index);
        self.pairs.add(pair.half_points());
        let games = pair.games.iter().zip(FIRST_ENGINE).enumerate();
        let forfeits: Vec<_> =
            games.filter_map(|(nth, (game, first))| self.add_game(2 * pair.index + nth + 1, game, first)).collect();
        self.forfeits.extend_from_slice(&forfeits);
        forfeits
    }

    fn add_game(
        &mut self,
        number: usize,
        game: &GameRecord,
        first: khun_board::geometry::Color,
    ) -> Option<ForfeitReport> {
        self.games[half_points(game.termination.winner(), first)] += 1;
        let ending = match &game.termination {
            Termination::Forfeit(..) => "forfeit".to_owned(),
            // The engine that won is told by the score; what is of interest here is how games end.
            ending => ending.to_string().replace("white wins", "win").replace("black wins", "win"),
        };
        *self.endings.entry(ending).or_default() += 1;
        self.plies += game.moves.len() as u64;
        for (ply, played) in game.moves.iter().enumerate() {
            let side = if ply % 2 == 0 { game.start.to_move() } else { !game.start.to_move() };
            let totals = &mut self.searches[usize::from(side != first)];
            totals.moves += 1;
            totals.depth += u64::from(played.info.depth.unwrap_or(0));
            totals.nodes += played.info.nodes.unwrap_or(0);
            totals.seconds += played.taken.as_secs_f64();
        }
        let Termination::Forfeit(side, forfeit) = &game.termination else { return None };
        Some(ForfeitReport {
            game: number,
            who: format!("{} ({side})", self.names[usize::from(*side != first)]),
            cause: forfeit.to_string(),
            fen: game.last.fen(),
            position: game.position_command(),
        })
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
    ///
    /// # Errors
    /// None: it writes to a string.
    pub fn report(&self, sprt: Option<&Sprt>) -> Result<String, fmt::Error> {
        let mut text = format!("{}\n{} against {}: {}\n", self.setup, self.names[0], self.names[1], self.line(None));
        if let Some(estimate) = self.pairs.estimate() {
            write!(text, "pairs {} (from two losses to two wins)", self.pairs)?;
            estimate.normalized.map_or(Ok(()), |elo| write!(text, ", normalized {elo:+.1}"))?;
            writeln!(text, ", superior with {:.1} %", 100.0 * estimate.superiority)?;
        }
        if let Some(sprt) = sprt {
            let ((lower, upper), ratio, Sprt { elo0, elo1, .. }) = (sprt.bounds(), sprt.ratio(&self.pairs), sprt);
            let verdict = match sprt.verdict(&self.pairs) {
                Some(Verdict::H1) => "H1 accepted",
                Some(Verdict::H0) => "H0 accepted",
                None => "open",
            };
            writeln!(text, "SPRT [{elo0}, {elo1}]: LLR {ratio:.2} of ({lower:.2}, {upper:.2}), {verdict}")?;
        }
        let endings: Vec<_> = self.endings.iter().map(|(ending, games)| format!("{games} {ending}")).collect();
        writeln!(text, "endings: {}; {:.0} plies a game", endings.join(", "), mean(self.plies as f64, self.count()))?;
        for (name, totals) in self.names.iter().zip(&self.searches) {
            let speed = if totals.seconds > 0.0 { totals.nodes as f64 / totals.seconds / 1000.0 } else { 0.0 };
            let (depth, time) = (mean(totals.depth as f64, totals.moves), 1000.0 * mean(totals.seconds, totals.moves));
            writeln!(text, "{name}: depth {depth:.1}, {time:.1} ms a move, {speed:.0} kn/s")?;
        }
        if self.forfeits.is_empty() {
            text += "no forfeits\n";
        }
        for forfeit in &self.forfeits {
            writeln!(text, "{forfeit}\n    at {}\n    {}", forfeit.fen, forfeit.position)?;
        }
        Ok(text)
    }
}

fn mean(total: f64, count: u64) -> f64 {
    if count == 0 { 0.0 } else { total / count as f64 }
}
