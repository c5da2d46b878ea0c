//! Khun: a UCI engine for Makruk (Thai chess) and Racing Kings.
//!
//! The house has floors, and a module imports only from floors below its own (`tests/floors.rs` watches):
//!
//! | floor | modules | what lives there |
//! |---|---|---|
//! | 1 | [`geometry`], [`arch`] | squares, bitboards, attacks; everything unsafe |
//! | 2 | [`rules`] | what a variant is: pieces, rule sets, counting, the rules file |
//! | 3 | [`position`] | the board in play: moves, legality, outcomes, FEN, perft |
//! | 4 | [`endgame`], [`eval`] | what a position is worth, exactly or by judgement |
//! | 5 | [`search`] | which move is best |
//! | 6 | [`mod@bench`] | the search's signature |
//! | 7 | [`uci`], [`cli`] | talking to programs and to people |
#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod arch;
pub mod bench;
pub mod cli;
pub mod endgame;
pub mod eval;
pub mod geometry;
pub mod position;
pub mod rules;
pub mod search;
pub mod uci;
