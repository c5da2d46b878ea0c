//! Floor 1: squares, sets of squares, sides, and where every kind of man attacks on an otherwise known board.

pub mod attacks;
mod bitboard;
mod color;
mod square;

pub use bitboard::Bitboard;
pub use color::Color;
pub use square::{File, NotASquare, Rank, Square};
