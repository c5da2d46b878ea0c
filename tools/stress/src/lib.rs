//! Sessions that no sane client would hold: random commands at random times, and what must hold all the same.
//!
//! [`commands`] makes up what is said, [`watch`] knows what may and what must be answered, [`session`] holds them
//! together, and [`leak`] watches the memory over many games.

pub mod commands;
pub mod leak;
pub mod session;
pub mod watch;
