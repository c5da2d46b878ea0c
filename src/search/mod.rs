//! Floor 5: which move is best.
//!
//! A file imports only from rows below its own.
//!
//! | folder or file | what it holds |
//! |---|---|
//! | [`engine`](Engine), [`single_thread`](SingleThread) | what others use: an engine with threads, or one on the caller's own |
//! | `threads` | the threads that search, and the reporter, which says how a search ended |
//! | `root` | iterative deepening and aspiration windows; mates that are asked for, by proof numbers |
//! | `tree` | the recipe in numbered steps (`alpha_beta`), quiescence, what is left out (`prune`) and reduced, what is learned, one thread's state (`worker`, `root_moves`) |
//! | `order` | which move first: histories, static exchange, the picker |
//! | `shared` | one search as its threads share it: question, signals, answer, each thread's status; and how lines are told |
//! | `transposition_table` | what earlier searches found |
//! | `clock`, `strength`, `settings`, `event`, [`tune`] | how long, how strong, with what, what is said, and every number |

mod clock;
mod engine;
mod error;
mod event;
mod order;
mod root;
mod settings;
mod shared;
mod single_thread;
mod strength;
mod threads;
mod transposition_table;
mod tree;
pub mod tune;

pub use clock::Limits;
pub use engine::Engine;
pub use error::EngineError;
pub use event::{Bound, Event, Info, Interruption, Report, Source, Watch};
pub use settings::Settings;
pub use single_thread::SingleThread;
pub use strength::{Limitation, Strength};
pub use transposition_table::HashError;
