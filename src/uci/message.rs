//! What reaches the thread that decides in a session.

/// What the deciding thread hears.
pub(super) enum Message {
    /// The client said something.
    Line(String),
    /// The client is gone.
    End,
    /// A task has ended.
    TaskDone,
}
