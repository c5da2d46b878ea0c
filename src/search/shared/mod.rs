//! One search as its threads share it. Nothing here is locked while nodes are searched.

pub mod answer;
pub mod question;
pub mod report;
pub mod search;
pub mod signals;
pub mod solved_root;
pub mod tablebase_score;
pub mod thread_status;
