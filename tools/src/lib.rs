//! What the tools share: speaking UCI to engines, refereeing their games, what the results mean; game data and training.
#![deny(missing_docs)]

pub mod cli;
pub mod contest;
pub mod control;
pub mod data;
pub mod engine;
pub mod game;
pub mod openings;
pub mod perft;
pub mod pgn;
pub mod plot;
pub mod progress;
pub mod selfplay;
pub mod spsa;
pub mod stats;
pub mod strength;
pub mod stress;
pub mod tally;
pub mod trainer;
pub mod uci;
pub mod variant;
