//! Floor 7: talking UCI to programs.
//!
//! [`command`] reads text, [`seat`] holds what it changes, [`options`] is the one table of options, [`mod@format`] turns the
//! search's events into lines, [`output`] writes them, and [`session`] holds it all together.

pub mod answers;
pub mod command;
pub mod files;
pub mod format;
mod message;
pub mod options;
pub mod output;
pub mod picture;
pub mod seat;
pub mod session;
mod task;
#[cfg(feature = "tuning")]
mod tuning;
pub mod wdl;
pub mod words;
