//! Floor 4: the board in play.

mod calls;
mod count;
mod game;
mod generate;
mod keys;
mod leapers;
mod moves;
mod outcome;
mod perft;
pub mod pgn;
mod play;
mod queries;
mod replies;
mod san;
#[cfg(feature = "serde")]
mod serialized;
mod state;
mod uci;

pub use count::CountStarted;
pub use game::Game;
pub use keys::Keys;
pub use moves::{MAX_MOVES, Move, MoveList};
pub use outcome::{Outcome, Reason};
pub use perft::PerftTable;
pub use play::IllegalMove;
pub use san::SanError;
pub use state::Position;
pub use uci::UciError;
