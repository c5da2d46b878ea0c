//! The rules file: Fairy-Stockfish's INI syntax, read without ever giving up.
//!
//! Text becomes `sections`, a section's settings change a `draft::Draft` by the table of `keys::KEYS`, and `load` resolves
//! the parents. Whatever is wrong becomes a [`Fault`] with its line; the sections that have no fault load.

mod draft;
mod foreign;
mod keys;
mod load;
mod sections;
#[cfg(test)]
mod tests;

pub use keys::{KeyInfo, key_infos};
pub use load::Difference;
pub(in crate::rules) use load::{Loaded, Source, load};
pub use sections::Fault;
