//! What an engine says about its search.

use std::fmt;
use std::str::FromStr;

/// A score as an engine reports it, from its own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate, negative when being mated.
    Mate(i32),
}

impl Score {
    /// In centipawns, a mate being worth more than any material: for adjudication.
    #[must_use]
    pub fn value(self) -> i32 {
        const MATE: i32 = 100_000;
        match self {
            Self::Cp(cp) => cp,
            Self::Mate(moves) if moves > 0 => MATE - moves,
            Self::Mate(moves) => -MATE - moves,
        }
    }
}

impl fmt::Display for Score {
    /// In pawns, or `+M5` for a mate in five, as game files write it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Cp(0) => f.write_str("0.00"),
            Self::Cp(cp) => write!(f, "{:+.2}", f64::from(cp) / 100.0),
            Self::Mate(moves) if moves > 0 => write!(f, "+M{moves}"),
            Self::Mate(moves) => write!(f, "-M{}", moves.unsigned_abs()),
        }
    }
}

/// An `info` line, or what several of them add up to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// The longest line it looked at, in plies.
    pub seldepth: Option<u32>,
    /// Which of several lines of play it is, from 1; `None` where it does not say.
    pub multipv: Option<u32>,
    /// Score from the engine's side.
    pub score: Option<Score>,
    /// Whether the score is a lower or an upper bound.
    pub is_bound: bool,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// The line it expects, in UCI's notation.
    pub pv: Vec<String>,
}

impl Info {
    /// Reads an `info` line; `None` of any other line and of text (`info string`). Values that cannot be read are left
    /// out.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        fn number<N: FromStr>(word: Option<&str>) -> Option<N> {
            word?.parse().ok()
        }
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return None;
        }
        let mut info = Self::default();
        while let Some(word) = words.next() {
            match word {
                "string" => return None,
                "multipv" => info.multipv = number(words.next()),
                "depth" => info.depth = number(words.next()),
                "seldepth" => info.seldepth = number(words.next()),
                "nodes" => info.nodes = number(words.next()),
                "score" => {
                    info.score = match (words.next(), number(words.next())) {
                        (Some("cp"), Some(value)) => Some(Score::Cp(value)),
                        (Some("mate"), Some(value)) => Some(Score::Mate(value)),
                        _ => None,
                    }
                }
                "lowerbound" | "upperbound" => info.is_bound = true,
                "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
                _ => {}
            }
        }
        Some(info)
    }

    /// Takes in a later one about the same search. Second-best lines and those without a score leave everything but
    /// the node count as it is; so do bounds once an exact score is known.
    pub fn update(&mut self, later: Self) {
        let nodes = later.nodes.or(self.nodes);
        let is_best = later.multipv.unwrap_or(1) == 1;
        if is_best && later.score.is_some() && (!later.is_bound || self.score.is_none() || self.is_bound) {
            *self = later;
        }
        self.nodes = nodes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_exact_score_counts() {
        let mut info = Info::default();
        for line in [
            "info depth 5 seldepth 7 multipv 1 score cp 31 nodes 900 nps 1 time 2 pv a1a2 b1b2",
            "info depth 5 multipv 2 score cp -500 nodes 1000 pv c1c2",
            "info depth 6 score cp 90 lowerbound nodes 1200 pv d1d2",
            "info nodes 1300 nps 5",
        ] {
            info.update(Info::parse(line).unwrap());
        }
        assert_eq!(
            (info.depth, info.seldepth, info.score, info.nodes),
            (Some(5), Some(7), Some(Score::Cp(31)), Some(1300))
        );
        assert_eq!(info.pv, ["a1a2", "b1b2"]);
        info.update(Info::parse("info depth 9 score mate -3 pv e1e2").unwrap());
        assert_eq!(info.score.map(|score| score.to_string()), Some("-M3".to_owned()));
        assert_eq!(Info::parse("info string score cp 7"), None);
        assert_eq!(Info::parse("bestmove a1a2"), None);
    }

    #[test]
    fn scores_are_ordered_by_value() {
        let order = [Score::Mate(-1), Score::Mate(-9), Score::Cp(-900), Score::Cp(3), Score::Mate(9), Score::Mate(1)];
        assert!(order.windows(2).all(|pair| pair[0].value() < pair[1].value()));
    }
}
