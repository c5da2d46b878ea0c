//! What the tools share: speaking UCI to engines, refereeing their games, and what the results mean.

pub mod cli;
pub mod contest;
pub mod control;
pub mod engine;
pub mod game;
pub mod openings;
pub mod perft;
pub mod pgn;
pub mod plot;
pub mod progress;
pub mod san;
pub mod spsa;
pub mod stats;
pub mod strength;
pub mod tally;
pub mod uci;
pub mod variant;
