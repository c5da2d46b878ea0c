//! Perft by the library or by an engine, move by move, and where two of them part.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use khun_board::position::Position;
use uci_client::Engine;

/// How long a perft may take an engine.
const PATIENCE: Duration = Duration::from_secs(3600);

/// Leaf nodes below each legal move, by the move's UCI text.
pub type Divide = BTreeMap<String, u64>;

/// Someone who counts positions.
pub enum Counter {
    /// Khun's library.
    Library,
    /// An engine that has `go perft`.
    Engine(Box<Engine>),
}

impl Counter {
    /// Leaf nodes `depth` plies below the position that `moves` reach from `start`. `depth` is at least 1.
    ///
    /// # Errors
    /// When a move is not legal to the library, or the engine fails or answers in another form.
    pub fn divide(&mut self, start: &Position, moves: &[String], depth: u32) -> Result<Divide> {
        match self {
            Self::Library => {
                let position = reach(start, moves)?;
                Ok(position.divide(depth, None).into_iter().map(|(mv, count)| (position.uci(mv), count)).collect())
            }
            Self::Engine(engine) => {
                let line = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
                engine.send(&format!("position fen {}{line}", start.fen()))?;
                engine.send(&format!("go perft {depth}"))?;
                let lines = engine.read_until(PATIENCE, |line| line.starts_with("Nodes searched"))?;
                lines.iter().filter_map(|line| entry(line)).collect()
            }
        }
    }
}

/// The position that the moves reach.
///
/// # Errors
/// When one of them is not legal.
pub fn reach(start: &Position, moves: &[String]) -> Result<Position> {
    let mut position = *start;
    for text in moves {
        let Ok(mv) = position.parse_uci(text) else { bail!("`{text}` is not legal at {}", position.fen()) };
        position = position.play_unchecked(mv);
    }
    Ok(position)
}

/// A line as `d5c6m: 123`; `None` of any other line.
fn entry(line: &str) -> Option<Result<(String, u64)>> {
    let (mv, count) = line.split_once(':')?;
    if !mv.starts_with(|letter| ('a'..='h').contains(&letter)) || !(4..=5).contains(&mv.len()) {
        return None;
    }
    let count = count.trim().parse().with_context(|| format!("no count in `{line}`"));
    Some(count.map(|count| (mv.to_owned(), count)))
}

/// The first position where two counters part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Moves from the start position.
    pub moves: Vec<String>,
    /// That position, as the library sees it.
    pub fen: String,
    /// Moves that only the first has.
    pub only_first: Vec<String>,
    /// Moves that only the second has.
    pub only_second: Vec<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "they part after {} plies: {}", self.moves.len(), self.moves.join(" "))?;
        writeln!(f, "  at {}", self.fen)?;
        writeln!(f, "  only the first has:  {}", self.only_first.join(" "))?;
        write!(f, "  only the second has: {}", self.only_second.join(" "))
    }
}

/// Walks down from a position to the first difference, if there is one within `depth` plies.
///
/// # Errors
/// When a counter fails, or counts differ where no move does.
pub fn compare(counters: &mut [Counter; 2], start: &Position, depth: u32) -> Result<Option<Difference>> {
    let mut moves = Vec::new();
    for left in (1..=depth).rev() {
        let [first, second] = counters;
        let (first, second) = (first.divide(start, &moves, left)?, second.divide(start, &moves, left)?);
        let lacking = |has: &Divide, other: &Divide| -> Vec<String> {
            has.keys().filter(|mv| !other.contains_key(*mv)).cloned().collect()
        };
        let (only_first, only_second) = (lacking(&first, &second), lacking(&second, &first));
        if !only_first.is_empty() || !only_second.is_empty() {
            let fen = reach(start, &moves)?.fen();
            return Ok(Some(Difference { moves, fen, only_first, only_second }));
        }
        let Some((mv, _)) = first.iter().find(|(mv, count)| second.get(*mv) != Some(*count)) else {
            if moves.is_empty() {
                return Ok(None);
            }
            bail!("after {} they agree, though their sums above do not", moves.join(" "));
        };
        if left == 1 {
            bail!("counts of single moves differ after {} ({mv})", moves.join(" "));
        }
        moves.push(mv.clone());
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_counts_of_moves_are_read() {
        assert_eq!(entry("d5c6m: 123").unwrap().unwrap(), ("d5c6m".to_owned(), 123));
        assert_eq!(entry("a1a2: 1").unwrap().unwrap(), ("a1a2".to_owned(), 1));
        assert!(entry("Nodes searched: 123").is_none());
        assert!(entry("info string bad: 3").is_none());
        assert!(entry("a1a2: x").unwrap().is_err());
    }
}
