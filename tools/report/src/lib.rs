//! How the tools show what they find: plots as SVG, progress on a terminal or in a pipe, state files that a run is taken
//! up from, and errors in one line.

mod exit;
pub mod plot;
mod progress;
mod state;

pub use exit::exit;
pub use progress::Progress;
pub use state::{StateFile, load, save};
