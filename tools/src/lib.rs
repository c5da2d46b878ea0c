//! What the tools share: speaking UCI to engines, refereeing their games, and what the results mean.

pub mod control;
pub mod engine;
pub mod stats;
pub mod uci;
