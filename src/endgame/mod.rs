//! Floor 4: exact tables of the bare-king endings.

mod index;
mod solve;
mod statistics;
mod table;

pub use index::{Army, MOST_MEN, MenSquares, NotAnArmy, Setup};
pub use solve::{Step, solve};
pub use statistics::{Distances, Statistics};
pub use table::{Captures, Table, Turn};
