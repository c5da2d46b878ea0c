//! Floor 5: talking to people. Without a command the program speaks UCI; with one it does one thing and leaves.

mod analyse;
mod bench;
mod check;
mod endgame;
mod failure;
pub mod notation;
mod numbers;
mod options;
mod perft;
mod program;
mod report;
mod setup;
mod shell;
mod suite;
mod variants;

pub use program::{main, main_with};
