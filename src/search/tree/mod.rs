//! The tree of moves, as one thread searches it.

pub mod alpha_beta;
pub mod learning;
pub mod node;
pub mod prune;
pub mod quiesce;
pub mod reduce;
pub mod root_moves;
pub mod worker;
