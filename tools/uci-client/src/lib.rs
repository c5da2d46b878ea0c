//! The client's side of UCI, for whatever talks to an engine's process: matches, stress tests, scripted sessions.
//!
//! [`Process`] carries lines and knows nothing of UCI; [`Engine`] shakes hands, sets options and asks for moves;
//! [`UciOption`] and [`Info`] read what engines say, without a process.

mod engine;
mod failure;
mod info;
mod option;
mod process;

pub use engine::{Answer, Engine};
pub use failure::{EngineError, Failure};
pub use info::{Info, Score};
pub use option::{OptionError, OptionKind, UciOption};
pub use process::{Line, Output, Process};
