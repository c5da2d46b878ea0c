//! The counting rules of Makruk and its relatives, as pure functions.
//!
//! Once no pawn is left the game is counted: under *board's honour* while both sides have something beside the king,
//! under *pieces' honour* against a bare king. Where the world's arbiters read the rule differently, the difference is
//! a field of [`Counting`], and the rules file has a key for it.

mod rule;
mod table;
#[cfg(test)]
mod tests;

pub use rule::{
    BoardHonour, BoardStart, Count, Counting, DrawAt, Honour, LastPawn, LateMate, Played, Start, Uncounted, Unit,
    honour,
};
pub use table::{Basis, Table};
