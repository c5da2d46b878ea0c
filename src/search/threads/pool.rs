//! The threads that search. They live as long as the engine, each with what it has learned, and sleep between searches.
//! Where the system has no threads, the caller's own takes their place.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Builder;

use crate::search::shared::search::Search;
use crate::search::threads::reporter::{answer, wait_and_answer};
use crate::search::tree::worker::{Memory, STACK_BYTES, Worker};

enum Task {
    Search(Arc<Search>),
    Forget,
}

/// A thread, reached by its tasks. Without them it ends, as soon as it has seen that its search was stopped; nobody waits
/// for that.
pub struct Member {
    tasks: Sender<Task>,
    /// Its number among those that search.
    index: Option<usize>,
}

impl Member {
    fn spawn(
        name: String,
        index: Option<usize>,
        life: impl FnOnce(Receiver<Task>) + Send + 'static,
    ) -> io::Result<Self> {
        let (tasks, inbox) = channel();
        Builder::new().name(name).stack_size(STACK_BYTES).spawn(move || life(inbox))?;
        Ok(Self { tasks, index })
    }

    fn set_to_work(&self, search: &Arc<Search>) {
        if self.tasks.send(Task::Search(Arc::clone(search))).is_err() {
            search.signals.leave(self.index);
        }
    }
}

/// Who says how a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportedBy {
    /// The pool's own thread, while the caller does something else.
    Pool,
    /// The caller, who has nothing else to do.
    Caller,
}

/// Who searches.
pub enum Pool {
    /// Threads that search, and one that sleeps until the answer is due and then says it.
    Threads { reporter: Member, members: Vec<Member> },
    /// The caller's own thread, with what it has learned.
    Caller(Box<Memory>),
}

impl Pool {
    /// A pool with no threads to search yet.
    ///
    /// # Errors
    /// When the system refuses a thread.
    pub fn new() -> io::Result<Self> {
        let reporter = Member::spawn("reporter".to_owned(), None, |inbox| {
            while let Ok(task) = inbox.recv() {
                if let Task::Search(search) = task {
                    report(&search);
                }
            }
        })?;
        Ok(Self::Threads { reporter, members: Vec::new() })
    }

    /// No threads but the caller's.
    pub fn caller() -> Self {
        Self::Caller(Box::new(Memory::new()))
    }

    /// How many threads search.
    pub fn len(&self) -> usize {
        match self {
            Self::Threads { members, .. } => members.len(),
            Self::Caller(_) => 1,
        }
    }

    /// Starts or ends threads until there are so many.
    ///
    /// # Errors
    /// When the system refuses a thread; those that were started stay.
    pub fn resize(&mut self, threads: usize) -> io::Result<()> {
        let Self::Threads { members, .. } = self else { return Ok(()) };
        members.truncate(threads);
        while members.len() < threads {
            let index = members.len();
            let life = move |inbox| serve(index, &inbox);
            members.push(Member::spawn(format!("search {index}"), Some(index), life)?);
        }
        Ok(())
    }

    /// Sets all threads to work on a search. If the caller reports, this returns when the answer is found; if it searches,
    /// when the search has ended, whose answer may still be waited for (an infinite search's, say).
    pub fn start(&mut self, search: &Arc<Search>, by: ReportedBy) {
        match self {
            Self::Caller(memory) => search_here(search, memory),
            Self::Threads { reporter, members } => {
                if by == ReportedBy::Pool {
                    // First of all: it must not miss the time while a thousand others are woken.
                    reporter.set_to_work(search);
                }
                members.iter().for_each(|member| member.set_to_work(search));
                if by == ReportedBy::Caller {
                    report(search);
                }
            }
        }
    }

    /// Lets all threads forget what they learned.
    pub fn forget(&mut self) {
        match self {
            Self::Caller(memory) => memory.clear(),
            Self::Threads { members, .. } => {
                for member in members {
                    // A thread that is gone has nothing to forget.
                    let _ = member.tasks.send(Task::Forget);
                }
            }
        }
    }
}

/// All of a search on the caller's own thread, which is reporter and first thread in turn.
fn search_here(search: &Search, memory: &mut Memory) {
    if !search.question.root_moves.is_empty() {
        Worker::new(search, 0, memory).iterate();
    }
    search.signals.leave(Some(0));
    search.signals.leave(None);
    if search.signals.is_answer_due() {
        answer(search);
    }
}

/// Counts the thread out of its search, also when it panics.
struct Presence<'a> {
    search: &'a Search,
    thread: Option<usize>,
}

impl Drop for Presence<'_> {
    fn drop(&mut self) {
        self.search.signals.leave(self.thread);
    }
}

/// The reporter's part in a search.
fn report(search: &Search) {
    let _presence = Presence { search, thread: None };
    wait_and_answer(search);
}

/// A searching thread's life.
fn serve(index: usize, inbox: &Receiver<Task>) {
    let mut memory = Memory::new();
    while let Ok(task) = inbox.recv() {
        match task {
            Task::Forget => memory.clear(),
            Task::Search(search) => {
                let _presence = Presence { search: &search, thread: Some(index) };
                // A helper that comes too late has nothing to do; the first thread always finds a move.
                if !search.question.root_moves.is_empty() && (index == 0 || !search.signals.must_stop()) {
                    Worker::new(&search, index, &mut memory).iterate();
                }
            }
        }
    }
}
