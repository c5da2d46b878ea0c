//! What the tools share.
#![deny(missing_docs)]

pub mod data;
pub mod selfplay;
pub mod trainer;
