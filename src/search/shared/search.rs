//! One search as its threads share it: what is asked, the signals to go on or to stop, what each thread shows the others,
//! and the answer.

use std::iter;
use std::time::Duration;

use crate::search::clock;
use crate::search::event::Watch;
use crate::search::shared::answer::{Answer, Listener};
use crate::search::shared::question::Question;
use crate::search::shared::signals::Signals;
use crate::search::shared::solved_root::solved_lines;
use crate::search::shared::thread_status::{Line, ThreadStatus};

/// One search.
pub struct Search {
    pub question: Question,
    pub signals: Signals,
    pub threads: Box<[ThreadStatus]>,
    pub answer: Answer,
    /// The best lines from a root that exact tables hold, best first; none of any other root.
    pub solved: Vec<Line>,
}

impl Search {
    /// A search by so many threads, told to this listener. On the caller's own thread it asks what it is told.
    pub fn new(
        question: Question,
        overhead: Duration,
        threads: usize,
        listener: Option<Listener>,
        watch: Option<Watch>,
    ) -> Self {
        let to_move = question.game.position().to_move();
        let budget = clock::budget(&question.limits, to_move, overhead, &question.tune);
        Self {
            signals: Signals::new(&question.limits, budget, threads, question.start, watch),
            threads: (0..threads).map(|_| ThreadStatus::default()).collect(),
            answer: Answer::new(listener),
            solved: solved_lines(&question),
            question,
        }
    }

    /// Whether half of the threads or more search so deep already.
    pub fn is_crowded(&self, depth: i32) -> bool {
        self.threads.iter().filter(|status| status.depth() == depth).count() * 2 >= self.threads.len()
    }

    /// Nodes of all threads.
    pub fn nodes(&self) -> u64 {
        self.threads.iter().map(ThreadStatus::nodes).sum()
    }

    /// Positions that all threads found in exact tables.
    pub fn table_hits(&self) -> u64 {
        self.threads.iter().map(ThreadStatus::table_hits).sum()
    }

    /// The best lines of all threads that have any, the first thread's first. Only the first thread is waited for, and
    /// that only a little: while it has nothing at all, or has yet to choose a weaker move.
    pub fn lines(&self) -> Vec<Vec<Line>> {
        /// As long as this even the first thread may get no processor.
        const PATIENCE: Duration = Duration::from_millis(4);
        let (first, others) = self.threads.split_first().expect("a search has a thread");
        if self.question.limitation.is_some() || first.lines().is_empty() {
            self.signals.wait_for_first(PATIENCE);
        }
        let others = others.iter().map(ThreadStatus::lines_if_free);
        iter::once(first.lines()).chain(others).filter(|lines| !lines.is_empty()).collect()
    }
}
