//! Floor 3: what a variant is.

mod catalogue;
mod choice;
pub mod counting;
mod dead;
mod fen;
pub mod ini;
pub(crate) mod pieces;
mod reading;
mod ruleset;

pub use catalogue::{BUILTIN_TEXT, Catalogue, UnknownVariant, Variant, intern};
pub use choice::Choice;
pub use dead::DeadMaterial;
pub use fen::{Faults, Fen, FenError};
pub use reading::Reading;
pub use ruleset::{Checks, Family, Goal, Leaps, Profile, Rules, Ruleset, Stalemate};
