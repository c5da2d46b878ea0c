//! What reaches the thread that decides in a session.

use std::time::Instant;

/// What the deciding thread hears.
pub enum Message {
    /// The client said something, and when.
    Line(String, Instant),
    /// The client is gone.
    InputEnded,
    /// A search has said its move.
    Answered,
    /// A task has ended.
    TaskDone,
}
