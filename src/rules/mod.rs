//! Floor 2: what a variant is.

pub mod counting;
pub mod ini;
mod piece;
mod ruleset;

pub use piece::{Gait, Kind, Kinds, Piece};
pub use ruleset::{Checks, DeadMaterial, Goal, Leaps, Profile, Rules, Ruleset, Stalemate};
