//! What one thread does at the root: deeper and deeper, or a mate that is asked for.

pub mod deepen;
pub mod find_mate;
pub mod iterate;
pub mod proof_number;
