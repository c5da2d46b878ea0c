//! The rules of Makruk (Thai chess), its relatives and Racing Kings.
//!
//! | floor | modules | what lives there |
//! |---|---|---|
//! | 1 | [`geometry`], [`text`], `arch` | squares, bitboards, attacks; text for messages; everything unsafe |
//! | 2 | [`board`] | the men: kinds, letters, how many, where they stand |
//! | 3 | [`rules`] | what a variant is: rule sets, counting, FEN, the rules file |
//! | 4 | [`position`] | the board in play: moves, legality, outcomes, notation, perft |

mod arch;
pub mod board;
pub mod geometry;
pub mod position;
pub mod rules;
pub mod text;
