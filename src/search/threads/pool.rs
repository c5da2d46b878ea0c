//! The threads that search. They live as long as the engine, each with what it has learned, and sleep between searches.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Builder;

use crate::search::shared::search::Search;
use crate::search::threads::reporter::wait_and_answer;
use crate::search::tree::worker::{Memory, STACK_BYTES, Worker};

enum Task {
    Search(Arc<Search>),
    Forget,
}

/// A thread, reached by its tasks. Without them it ends, as soon as it has seen that its search was stopped; nobody waits
/// for that.
struct Member {
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

/// The threads: those that search, and one that sleeps until the answer is due and then says it.
pub struct Pool {
    reporter: Member,
    members: Vec<Member>,
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
        Ok(Self { reporter, members: Vec::new() })
    }

    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Starts or ends threads until there are so many.
    ///
    /// # Errors
    /// When the system refuses a thread; those that were started stay.
    pub fn resize(&mut self, threads: usize) -> io::Result<()> {
        self.members.truncate(threads);
        while self.members.len() < threads {
            let index = self.members.len();
            let life = move |inbox| serve(index, &inbox);
            self.members.push(Member::spawn(format!("search {index}"), Some(index), life)?);
        }
        Ok(())
    }

    /// Sets all threads to work on a search. If the caller reports, this returns when the answer is found.
    pub fn start(&self, search: &Arc<Search>, reporter: ReportedBy) {
        if reporter == ReportedBy::Pool {
            // First of all: it must not miss the time while a thousand others are woken.
            self.reporter.set_to_work(search);
        }
        self.members.iter().for_each(|member| member.set_to_work(search));
        if reporter == ReportedBy::Caller {
            report(search);
        }
    }

    /// Lets all threads forget what they learned.
    pub fn forget(&self) {
        for member in &self.members {
            // A thread that is gone has nothing to forget.
            let _ = member.tasks.send(Task::Forget);
        }
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
