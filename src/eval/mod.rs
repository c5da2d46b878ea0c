//! Floor 4: what a position is worth by judgement.

pub mod accumulator;
pub mod count;
mod evaluation;
mod explain;
pub mod features;
mod kernel;
pub mod network;
pub mod network_file;
mod networks;
mod score;

pub use evaluation::{Evaluation, Leads};
pub use explain::Explanation;
pub use networks::{EmbeddedError, Networks};
pub use score::Score;
