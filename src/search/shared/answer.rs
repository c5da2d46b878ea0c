//! What a search says, and its last word.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::search::event::{Bound, Event, Info, Report, Source};

/// Whoever listens to a search.
pub type Listener = Arc<dyn Fn(Event) + Send + Sync>;

/// The answer of one search, on its way to whoever listens or waits.
pub struct Answer {
    listener: Option<Listener>,
    /// Held while anything is said, so that nothing follows the last word.
    said: Mutex<Said>,
    given: Mutex<Given>,
    changed: Condvar,
}

/// What was said so far.
#[derive(Default)]
struct Said {
    /// The last word.
    is_all: bool,
    /// The last set of exact lines; none once a bound followed it.
    lines: Vec<Info>,
}

impl Said {
    fn note(&mut self, info: &Info) {
        if info.multi_pv == 1 {
            self.lines.clear();
        }
        if info.bound == Bound::Exact {
            self.lines.push(info.clone());
        }
    }

    /// Whether these lines come from exact tables and were said last: there is no more to say of them. Of others the
    /// nodes and the time are news.
    fn ends_with(&self, lines: &[Info]) -> bool {
        let same = |one: &Info, other: &Info| other.source == Source::Exact && one.pv == other.pv;
        self.lines.len() == lines.len() && self.lines.iter().zip(lines).all(|(one, other)| same(one, other))
    }
}

#[derive(Default)]
struct Given {
    is_last: bool,
    report: Option<Report>,
}

impl Answer {
    pub fn new(listener: Option<Listener>) -> Self {
        Self { listener, said: Mutex::default(), given: Mutex::default(), changed: Condvar::new() }
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
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(listener) = self.listener.as_ref().filter(|_| !said.is_all) {
            if let Event::Info(info) = &event {
                said.note(info);
            }
            listener(event);
        }
    }

    /// Says the last lines, if they are news, and the best move, and keeps them for whoever waits; once, whoever comes
    /// first.
    pub fn conclude(&self, answer: impl FnOnce() -> (Vec<Info>, Report)) {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if said.is_all {
            return;
        }
        let (lines, report) = answer();
        said.is_all = true;
        if let Some(listener) = &self.listener {
            if !said.ends_with(&lines) {
                lines.into_iter().for_each(|info| listener(Event::Info(info)));
            }
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
