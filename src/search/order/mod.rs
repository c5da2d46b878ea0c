//! Which move first.

pub mod history;
pub mod picker;
pub mod see;
