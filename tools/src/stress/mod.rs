//! Sessions that no sane client would hold: random commands at random times, and what must hold all the same.
//!
//! [`words`] makes up what is said, [`client`] says it to the real program, [`watch`] knows what may and what must be
//! answered, [`session`] holds them together, and [`leak`] watches the memory over many games.

pub mod client;
pub mod leak;
pub mod session;
pub mod watch;
pub mod words;
