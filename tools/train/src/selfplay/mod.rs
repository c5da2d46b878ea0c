//! Games of the engine against itself, for training data.

mod adjudicate;
mod engine;
mod game;
mod opening;
mod player;
mod worker;

pub use adjudicate::Limits;
pub use engine::EnginePlayer;
pub use game::{Played, play};
pub use opening::{Openings, random_opening, scrambled};
pub use player::{Certainty, Choice, Player};
pub use worker::{Block, Plan, Progress, block, work};
