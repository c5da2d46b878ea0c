//! Floor 5: talking UCI to programs.
//!
//! | file | what it holds |
//! |---|---|
//! | [`session`], [`single_thread`] | lines in, answers out, until the client leaves; the same without threads |
//! | [`command`], [`go`], [`limits`] | text → what is asked for |
//! | [`state`], [`count_calls`], [`options`] | what commands change; counts that players call; the one table of options |
//! | [`reports`], [`describe`], [`diagram`] | what is told without thinking; counts and outcomes in words; the board as text |
//! | [`mod@format`], [`wdl`] | the search's events → lines; chances from scores |
//! | `input`, [`output`], `message`, `task` | threads: the reader, the writer, what reaches the session, long work |
//! | [`files`], [`fault`], `genfens` | a client's files; why something was not done; positions to begin games from |

pub mod command;
pub mod count_calls;
pub mod describe;
pub mod diagram;
pub mod fault;
pub mod files;
pub mod format;
mod genfens;
pub mod go;
mod input;
pub mod limits;
mod message;
pub mod options;
pub mod output;
pub mod reports;
pub mod session;
pub mod single_thread;
pub mod state;
mod task;
#[cfg(feature = "tuning")]
mod tuning;
pub mod wdl;
