//! Games as PGN, the portable game notation (Edwards, 1994), with the tags and comments that today's programs write.

mod comment;
mod game;
mod lexer;
mod reader;
mod result;

pub use comment::{Comment, Evaluation};
pub use game::{Pgn, PgnLine, PgnMove};
pub use reader::{PgnError, PgnFault, PgnReader, Variations};
pub use result::GameResult;
