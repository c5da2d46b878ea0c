//! Matches between UCI engines, refereed by Khun's own rules, and what they say; tuning; comparison of move generators.
//!
//! From the bottom up: [`statistics`], [`time_control`] and [`openings`] know nothing of engines; [`adjudication`] and
//! [`referee`] hold one game; [`pairs`] plays many, [`standing`] adds them up, [`pgn`] and [`ladder`] write them down.
//! [`judge`] asks engines what positions are worth, [`endings`] finds endings that ask something of them.
//! [`fastchess`] reads what OpenBench's worker asks for.
//! [`spsa`] is the arithmetic of tuning, [`perft`] of comparing move generators; [`arguments`] is what several of the
//! programs take on their command lines.

pub mod adjudication;
pub mod arguments;
pub mod endings;
pub mod fastchess;
pub mod judge;
pub mod ladder;
pub mod openings;
pub mod pairs;
pub mod perft;
pub mod pgn;
pub mod referee;
pub mod spsa;
pub mod standing;
pub mod statistics;
pub mod time_control;
