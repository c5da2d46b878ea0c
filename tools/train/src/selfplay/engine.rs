//! The engine as a player: one thread, a small table, a soft limit of nodes.

use anyhow::{Result, anyhow};
use khun::eval::Networks;
use khun::search::{Limits, Settings, SingleThread};
use khun_board::position::Game;

use crate::selfplay::player::{Certainty, Choice, Player};

/// The engine with its limits.
pub struct EnginePlayer {
    engine: SingleThread,
    limits: Limits,
}

impl EnginePlayer {
    /// An engine that judges by these networks, begins no new iteration after `soft_nodes` and stops at `hard_nodes`.
    ///
    /// # Errors
    ///
    /// When the table cannot be had.
    pub fn new(soft_nodes: u64, hard_nodes: u64, hash_mb: usize, networks: Networks) -> Result<Self> {
        let settings = Settings { hash_mb, networks, ..Settings::default() };
        let engine = SingleThread::new(settings).map_err(|error| anyhow!("{error}"))?;
        let limits = Limits { soft_nodes: Some(soft_nodes), nodes: Some(hard_nodes), ..Limits::default() };
        Ok(Self { engine, limits })
    }
}

impl Player for EnginePlayer {
    fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn choose(&mut self, game: &Game) -> Option<Choice> {
        let report = self.engine.search(game, self.limits.clone());
        let certainty = if report.score.is_mate() { Certainty::Proven } else { Certainty::Judged };
        Some(Choice { mv: report.best?, score: report.score.raw() as i16, certainty })
    }
}
