//! What engines say that positions are worth, and openings sorted by it.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use khun_board::geometry::Color;
use khun_board::position::Position;
use khun_board::rules::Rules;
use uci_client::{Engine, Score};

use crate::pairs::EngineSpec;
use crate::time_control::{Clock, TimeControl};

/// How long a judgement may take beyond a `movetime`, or at all without one.
const PATIENCE: Duration = Duration::from_mins(10);

/// An engine that searches single positions.
pub struct Judge {
    engine: Engine,
    go: String,
}

impl Judge {
    /// Starts the engine for a game.
    ///
    /// # Errors
    /// When it cannot be started, or its time control is a clock, which means nothing for single positions.
    pub fn start(spec: &EngineSpec, rules: Rules) -> Result<Self> {
        let is_clock = matches!(spec.control, TimeControl::Clock { .. });
        ensure!(
            !is_clock,
            "positions are judged by nodes=N, movetime=MS or depth=N, not by a clock ({})",
            spec.control
        );
        Ok(Self { engine: spec.start(&rules.name)?, go: Clock::go(&[Clock::new(spec.control); 2], 0) })
    }

    /// The score of a position that is not finished, in centipawns for White, with cleared tables.
    ///
    /// # Errors
    /// When the engine fails or says no score.
    pub fn score(&mut self, position: &Position) -> Result<i32> {
        let fen = position.fen();
        let mut search = || {
            self.engine.new_game()?;
            self.engine.search(&format!("position fen {fen}"), &self.go, None, PATIENCE)
        };
        let score = search().with_context(|| format!("at {fen}"))?.info.score.map(Score::value);
        let score = score.with_context(|| format!("{} tells no score at {fen}", self.engine.name()))?;
        Ok(if position.to_move() == Color::White { score } else { -score })
    }
}

/// What several engines make of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Balance {
    /// All call it level.
    Level,
    /// All see the same side ahead, by more than level and not yet won.
    Leaning,
    /// Anything else.
    Other,
}

/// The greatest scores, in centipawns either way, of level and of leaning openings.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Up to here an opening is level.
    pub level: i32,
    /// Up to here it leans.
    pub leaning: i32,
}

impl Limits {
    /// Sorts an opening by the scores of several engines, all for one side.
    #[must_use]
    pub fn balance(&self, scores: &[i32]) -> Balance {
        let is_leaning = |score: i32| (self.level + 1..=self.leaning).contains(&score);
        if scores.iter().all(|score| score.abs() <= self.level) {
            Balance::Level
        } else if scores.iter().all(|&score| is_leaning(score)) || scores.iter().all(|&score| is_leaning(-score)) {
            Balance::Leaning
        } else {
            Balance::Other
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_sorted_by_what_all_engines_say() {
        let limits = Limits { level: 70, leaning: 150 };
        for (scores, balance) in [
            ([70, -70], Balance::Level),
            ([71, 150], Balance::Leaning),
            ([-80, -90], Balance::Leaning),
            ([80, -90], Balance::Other),
            ([60, 80], Balance::Other),
            ([100, 151], Balance::Other),
        ] {
            assert_eq!(limits.balance(&scores), balance, "{scores:?}");
        }
    }
}
