//! One worker fills one file, block after block. Workers share nothing but the counters that people look at.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Context, Result};
use khun_board::geometry::Color;
use khun_board::position::{Game, Position};
use khun_board::rules::Rules;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::data::{Header, Packed, Writer};
use crate::selfplay::adjudicate::Limits;
use crate::selfplay::game::play;
use crate::selfplay::opening::{Openings, random_opening, scrambled};
use crate::selfplay::player::Player;

/// What to generate.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game.
    pub rules: Rules,
    /// Its beginnings.
    pub openings: Openings,
    /// Its ends.
    pub limits: Limits,
    /// Games a block.
    pub games: u32,
    /// With the file's and the block's number the seed of all chance.
    pub seed: u64,
    /// No block is begun after this instant.
    pub until: Option<Instant>,
    /// No block is begun once a file has so many positions.
    pub positions: Option<u64>,
}

/// What all workers have done since the start.
#[derive(Debug, Default)]
pub struct Progress {
    /// Positions written, of earlier runs too.
    pub kept: AtomicU64,
    /// Positions made in this run.
    pub positions: AtomicU64,
    /// Games won by White, drawn, won by Black in this run.
    pub results: [AtomicU64; 3],
}

/// A block of games.
pub type Block = Vec<Vec<Packed>>;

/// Plays the games of one block. The same plan, file number and block number give the same games.
pub fn block(plan: &Plan, file: u32, number: u32, player: &mut dyn Player, progress: &Progress) -> Block {
    let mixed = (u64::from(file) << 32 | u64::from(number)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(plan.seed ^ mixed);
    let mut games = Block::new();
    while games.len() < plan.games as usize {
        let game = if rng.random_bool(plan.openings.scrambled) {
            Game::new(scrambled(plan.rules, &mut rng))
        } else {
            let plies = rng.random_range(plan.openings.plies.clone());
            random_opening(Position::start(plan.rules), plies, &mut rng)
        };
        let Some(played) = play(game, player, plan.limits, plan.openings.largest_score) else { continue };
        let place = match played.winner {
            Some(Color::White) => 0,
            None => 1,
            Some(Color::Black) => 2,
        };
        progress.results[place].fetch_add(1, Ordering::Relaxed);
        progress.positions.fetch_add(played.records.len() as u64, Ordering::Relaxed);
        games.push(played.records);
    }
    games
}

/// Fills a file until the plan says stop.
///
/// # Errors
///
/// When the file cannot be read or written, or was made with other settings.
pub fn work(
    plan: &Plan,
    path: &Path,
    file: u32,
    note: &str,
    player: &mut dyn Player,
    progress: &Progress,
) -> Result<()> {
    let header = Header { profile: plan.rules.profile, seed: plan.seed, note: note.to_owned() };
    let place = || path.display().to_string();
    let (mut writer, kept) = Writer::open(path, &header).with_context(place)?;
    let mut positions = kept.records.len() as u64;
    progress.kept.fetch_add(positions, Ordering::Relaxed);
    while plan.until.is_none_or(|until| Instant::now() < until)
        && plan.positions.is_none_or(|enough| positions < enough)
    {
        let games = block(plan, file, writer.next(), player, progress);
        let more = games.iter().map(Vec::len).sum::<usize>() as u64;
        writer.append(&games).with_context(place)?;
        positions += more;
        progress.kept.fetch_add(more, Ordering::Relaxed);
    }
    Ok(())
}
