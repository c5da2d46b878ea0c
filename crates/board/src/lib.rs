//! The rules of Makruk (Thai chess), its relatives and Racing Kings.
//!
//! | floor | modules | what lives there |
//! |---|---|---|
//! | 1 | [`geometry`], `arch` | squares, bitboards, attacks; everything unsafe |
//! | 2 | [`rules`] | what a variant is: pieces, rule sets, counting, the rules file |
//! | 3 | [`position`] | the board in play: moves, legality, outcomes, FEN, perft |
#![deny(missing_docs)]
#![deny(unsafe_code)]

mod arch;
pub mod geometry;
pub mod position;
pub mod rules;
