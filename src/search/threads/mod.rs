//! All threads of an engine, and who says how a search ended.

pub mod pool;
pub mod reporter;
