//! Floor 2: what a variant is.

mod catalogue;
pub mod counting;
mod dead;
pub mod ini;
mod piece;
mod reading;
mod ruleset;
mod start;
mod words;

pub use catalogue::{BUILTIN_TEXT, Catalogue, UnknownVariant, Variant, intern};
pub use dead::DeadMaterial;
pub use piece::{Gait, Kind, Kinds, Piece};
pub use reading::Reading;
pub use ruleset::{Army, Checks, Goal, Leaps, Profile, Rules, Ruleset, Stalemate};
pub use words::Word;
