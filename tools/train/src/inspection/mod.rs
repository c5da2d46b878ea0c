//! What is in data files, for people: counts, pictures, and how chances of winning go with scores.

mod findings;
mod plots;
mod wdl;

pub use findings::Findings;
pub use plots::draw;
pub use wdl::Report as WdlReport;
