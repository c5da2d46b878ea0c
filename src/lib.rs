//! Khun: a UCI engine for Makruk (Thai chess) and Racing Kings.
//!
//! The rules live in a crate of their own, [`khun_board`]: squares, rule sets, positions, moves, counts, outcomes. On top of it
//! stands this house, whose modules import only from floors below their own (`tests/floors.rs` watches):
//!
//! | floor | modules | what lives there |
//! |---|---|---|
//! | 1 | [`arch`] | everything unsafe |
//! | 2 | [`endgame`], [`eval`] | what a position is worth, exactly or by judgement |
//! | 3 | [`search`] | which move is best |
//! | 4 | [`mod@bench`] | the search's signature |
//! | 5 | [`uci`], `cli` | talking to programs and to people (`cli` is a feature, on by default) |

pub mod arch;
pub mod bench;
#[cfg(feature = "cli")]
pub mod cli;
pub mod endgame;
pub mod eval;
pub mod search;
pub mod uci;
