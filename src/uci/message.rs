//! What reaches the thread that decides in a session.

use std::time::Instant;

/// What the deciding thread hears.
pub(super) enum Message {
    /// The client said something, and when.
    Line(String, Instant),
    /// The client is gone.
    End,
    /// A task has ended.
    TaskDone,
}
