//! From games of the engine against itself to the networks that it judges by.
//!
//! [`data`] is what everything else stands on: positions with labels, in files. [`selfplay`] makes them, [`inspection`]
//! looks at them, [`trainer`] learns from them.

pub mod data;
pub mod inspection;
pub mod selfplay;
pub mod trainer;
