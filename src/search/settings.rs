//! How the engine searches, from one search to the next.

use std::time::Duration;

use crate::arch::processors;
use crate::eval::Networks;
use crate::search::strength::Strength;

/// How the engine searches, from one search to the next.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Threads, 1 to [`Settings::MAX_THREADS`].
    pub threads: usize,
    /// Size of the transposition table in megabytes.
    pub hash_mb: usize,
    /// Best lines to find.
    pub multi_pv: usize,
    /// Time that a move costs outside the engine, taken off every budget.
    pub move_overhead: Duration,
    /// What a draw is worth less than half a point to the side that the engine plays, in centipawns. Who asks for no end
    /// ([`Limits::infinite`](crate::search::Limits::infinite)) plays neither side.
    pub contempt: i32,
    /// Less than full strength, if set.
    pub strength: Option<Strength>,
    /// What judges positions.
    pub networks: Networks,
}

impl Settings {
    /// More threads are not started.
    pub const MAX_THREADS: usize = 1024;

    /// How many threads the machine runs at once; 1 if that cannot be known.
    #[must_use]
    pub fn all_threads() -> usize {
        processors()
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: 1,
            hash_mb: 16,
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            contempt: 0,
            strength: None,
            networks: Networks::default(),
        }
    }
}
