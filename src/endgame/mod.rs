//! Floor 4: exact tables of the bare-king endings.
//!
//! Against a bare king nothing resets Makruk's count, so an ending is won exactly when its distance to mate fits into
//! the plies left. [`solve()`] finds the distances, [`Table`] holds them, [`Tables`] are those at hand in a game: all
//! three- and four-man endings, solved in the background when a game begins that can lead to them, and five-man endings
//! from files.
//!
//! Why solved and not shipped: `docs/endings.md` has the figures.

mod compression;
mod file;
mod index;
mod probe;
mod record;
mod root;
mod solve;
mod statistics;
mod survey;
mod table;
mod tables;
mod write;

pub use file::{EXTENSION, FileError, path_of};
pub use index::{Army, MOST_MEN, MenSquares, NotAnArmy, Setup};
pub use probe::{Judgement, Probe, Verdict, fresh_count};
pub use record::Record;
pub use root::RankedMove;
pub use solve::{Step, solve};
pub use statistics::{Distances, Statistics};
pub use table::{Captures, Table, Turn};
pub use tables::{SOLVED_MEN, Tables, Unusable, captures_of};
pub use write::write;
