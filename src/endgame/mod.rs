//! Floor 4: exact tables of the bare-king endings.
//!
//! Against a bare king nothing resets Makruk's count, so an ending is won exactly when its distance to mate fits into
//! the plies left. [`solve()`] finds the distances, [`Table`] holds them, [`Endgames`] are those on hand: all three- and
//! four-man endings, each solved when it is first asked about, and five-man endings from files.
//!
//! Why solved and not shipped: `docs/endings.md` has the figures.

mod compression;
mod endgames;
mod file;
mod material;
mod parallel;
mod probe;
mod record;
mod root;
mod setup;
mod solve;
mod statistics;
mod survey;
mod table;
mod write;

pub use endgames::{Endgames, SOLVED_MEN, Unusable, captures_of};
pub use file::{EXTENSION, FileError, path_of};
pub use material::{MOST_MEN, Material, MaterialError, MenSquares};
pub use probe::{Judgement, Probe, Verdict, fresh_count};
pub use record::Record;
pub use root::RankedMove;
pub use setup::Setup;
pub use solve::{Step, solve};
pub use statistics::{Distances, Statistics};
pub use table::{Captures, Table, Turn};
pub use write::write;
