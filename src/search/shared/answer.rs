//! What a search says, and its last word.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::search::event::{Event, Info, Report};

/// Whoever listens to a search.
pub type Listener = Arc<dyn Fn(Event) + Send + Sync>;

/// The answer of one search, on its way to whoever listens or waits.
pub struct Answer {
    listener: Option<Listener>,
    /// Whether the last word was said; held while anything is said, so that nothing follows it.
    is_closed: Mutex<bool>,
    given: Mutex<Given>,
    changed: Condvar,
}

#[derive(Default)]
struct Given {
    is_last: bool,
    report: Option<Report>,
}

impl Answer {
    pub fn new(listener: Option<Listener>) -> Self {
        Self { listener, is_closed: Mutex::new(false), given: Mutex::default(), changed: Condvar::new() }
    }

    fn given(&self) -> MutexGuard<'_, Given> {
        self.given.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether anybody listens. What is told costs as much as a hundred nodes.
    pub fn is_heard(&self) -> bool {
        self.listener.is_some()
    }

    /// Says something to whoever listens, unless the last word was said.
    pub fn say(&self, event: Event) {
        let is_closed = self.is_closed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(listener) = self.listener.as_ref().filter(|_| !*is_closed) {
            listener(event);
        }
    }

    /// Says the last lines and the best move, and keeps them for whoever waits; once, whoever comes first.
    pub fn conclude(&self, answer: impl FnOnce() -> (Vec<Info>, Report)) {
        let mut is_closed = self.is_closed.lock().unwrap_or_else(PoisonError::into_inner);
        if *is_closed {
            return;
        }
        let (last, report) = answer();
        *is_closed = true;
        if let Some(listener) = &self.listener {
            last.into_iter().for_each(|info| listener(Event::Info(info)));
            listener(Event::Best { best: report.best, ponder: report.ponder });
        }
        *self.given() = Given { is_last: true, report: Some(report) };
        self.changed.notify_all();
    }

    /// Whether the last word is still to be said.
    pub fn is_open(&self) -> bool {
        !self.given().is_last
    }

    /// Waits until the last word is said, and hands over the result to the first who waits; threads may not have noticed
    /// yet.
    pub fn wait(&self) -> Option<Report> {
        let given = self.changed.wait_while(self.given(), |given| !given.is_last);
        given.unwrap_or_else(PoisonError::into_inner).report.take()
    }
}
