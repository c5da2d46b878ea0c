//! Floor 6: the search's signature.
//!
//! A fixed set of positions of both games is searched to a fixed depth, on one thread unless more are asked for. The number
//! of nodes is the signature of the search: a change that only moves code about leaves it as it was.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use crate::search::{Engine, EngineError, Event, Limits, Settings};
use khun_board::position::{Game, Position};
use khun_board::rules::{Catalogue, FenError, UnknownVariant};

/// The positions: a variant's name and a FEN on each line, parted by a tab.
const POSITIONS: &str = include_str!("bench.tsv");
/// Depth to which each position is searched, in plies.
pub const DEPTH: u32 = 11;
/// Size of the table, in MiB, that the signature is made with.
pub const HASH_MB: usize = 16;

/// What a run counted.
#[derive(Clone, Debug)]
pub struct Signature {
    /// What each variant took, in the order of the positions.
    pub games: Vec<Share>,
    /// Time for everything.
    pub time: Duration,
}

/// What one variant's positions took.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// The variant's name.
    pub variant: &'static str,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time to the depth, over all its positions.
    pub time: Duration,
}

/// Why a run was not possible.
#[derive(Debug)]
pub enum BenchError {
    /// No engine could be made.
    Engine(EngineError),
    /// A position's variant is not in the built-in rules file.
    Variant(UnknownVariant),
    /// A position is faulty.
    Fen(FenError),
}

impl fmt::Display for BenchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(error) => error.fmt(f),
            Self::Variant(error) => error.fmt(f),
            Self::Fen(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for BenchError {}

impl Signature {
    /// Nodes of all positions.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.games.iter().map(|share| share.nodes).sum()
    }
}

impl fmt::Display for Signature {
    /// A line a game, and last `N nodes M nps`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Share { variant, nodes, time } in &self.games {
            writeln!(f, "{variant}: {nodes} in {} ms", time.as_millis())?;
        }
        let nps = self.nodes() as f64 / self.time.as_secs_f64().max(1e-9);
        write!(f, "{} nodes {nps:.0} nps", self.nodes())
    }
}

/// Searches all positions to this depth, each with nothing remembered from the ones before. With one thread and a table of
/// [`HASH_MB`] the nodes are the signature; with more threads, the times tell what they are worth.
///
/// # Errors
/// [`BenchError`] when no engine can be made (the positions that ship are sound).
pub fn run(depth: u32, threads: usize, hash_mb: usize) -> Result<Signature, BenchError> {
    let never = AtomicBool::new(false);
    run_unless(&never, depth, threads, hash_mb).map(|signature| signature.expect("nobody cancels it"))
}

/// The same; `None` soon after it is cancelled.
///
/// # Errors
/// As [`run`].
pub fn run_unless(
    cancelled: &AtomicBool,
    depth: u32,
    threads: usize,
    hash_mb: usize,
) -> Result<Option<Signature>, BenchError> {
    let settings = Settings { threads, hash_mb, ..Settings::default() };
    let mut engine = Engine::new(settings).map_err(BenchError::Engine)?;
    engine.endgames().prepare();
    let mut games: Vec<Share> = Vec::new();
    let start = Instant::now();
    for (variant, fen) in POSITIONS.lines().filter_map(|line| line.split_once('\t')) {
        let rules = Catalogue::builtin().find(variant).map_err(BenchError::Variant)?;
        let game = Game::new(Position::from_fen(rules, fen).map_err(BenchError::Fen)?);
        engine.new_game();
        let began = Instant::now();
        let Some(nodes) = nodes_to(depth, &game, &mut engine, cancelled) else { return Ok(None) };
        let time = began.elapsed();
        match games.last_mut().filter(|last| last.variant == variant) {
            Some(share) => {
                share.nodes += nodes;
                share.time += time;
            }
            None => games.push(Share { variant, nodes, time }),
        }
    }
    Ok(Some(Signature { games, time: start.elapsed() }))
}

/// Nodes of a search to this depth; `None` when cancelled.
fn nodes_to(depth: u32, game: &Game, engine: &mut Engine, cancelled: &AtomicBool) -> Option<u64> {
    /// Time between two looks at whether it is cancelled.
    const LOOK: Duration = Duration::from_millis(5);
    let (sender, events) = mpsc::channel();
    // The receiver lives as long as the search.
    let tell = move |event| drop(sender.send(event));
    engine.go(game, Limits { depth: Some(depth), ..Limits::default() }, Arc::new(tell));
    let mut nodes = 0;
    loop {
        match events.recv_timeout(LOOK) {
            Ok(Event::Info(info)) => nodes = info.nodes,
            Ok(Event::Best { .. }) => return Some(nodes),
            Ok(Event::CurrentMove { .. } | Event::NoMate { .. }) => {}
            Err(_) if cancelled.load(Ordering::Relaxed) => {
                engine.stop();
                return None;
            }
            Err(_) => {}
        }
    }
}
