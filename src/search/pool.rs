//! The threads that search. They live as long as the engine, each with what it has learned, and sleep between searches.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Builder;

use crate::search::desk::best_of;
use crate::search::event::{Bound, Info, Report, Source};
use crate::search::iterate::{expected_answer, guess, info};
use crate::search::job::Job;
use crate::search::worker::{Memory, Worker};
use crate::search::{Solo, score_of_finished};

enum Task {
    Search(Arc<Job>),
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
        Builder::new().name(name).stack_size(Solo::STACK_BYTES).spawn(move || life(inbox))?;
        Ok(Self { tasks, index })
    }

    fn set_to_work(&self, job: &Arc<Job>) {
        if self.tasks.send(Task::Search(Arc::clone(job))).is_err() {
            job.leave(self.index);
        }
    }
}

/// Who says how a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Speaker {
    /// The pool's own thread, while the caller does something else.
    Pool,
    /// The caller, who has nothing else to do.
    Caller,
}

/// The threads: those that search, and one that sleeps until the answer is due and then says it.
pub(super) struct Pool {
    speaker: Member,
    members: Vec<Member>,
}

impl Pool {
    /// A pool with no threads to search yet.
    ///
    /// # Errors
    /// When the system refuses a thread.
    pub(super) fn new() -> io::Result<Self> {
        let speaker = Member::spawn("speaker".to_owned(), None, |inbox| {
            while let Ok(task) = inbox.recv() {
                if let Task::Search(job) = task {
                    speak(&job);
                }
            }
        })?;
        Ok(Self { speaker, members: Vec::new() })
    }

    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    /// Starts or ends threads until there are so many.
    ///
    /// # Errors
    /// When the system refuses a thread; those that were started stay.
    pub(super) fn resize(&mut self, threads: usize) -> io::Result<()> {
        self.members.truncate(threads);
        while self.members.len() < threads {
            let index = self.members.len();
            let life = move |inbox| serve(index, &inbox);
            self.members.push(Member::spawn(format!("search {index}"), Some(index), life)?);
        }
        Ok(())
    }

    /// Sets all threads to work on a job. If the caller speaks, this returns when the answer is found.
    pub(super) fn start(&self, job: &Arc<Job>, speaker: Speaker) {
        if speaker == Speaker::Pool {
            // First of all: it must not miss the time while a thousand others are woken.
            self.speaker.set_to_work(job);
        }
        self.members.iter().for_each(|member| member.set_to_work(job));
        if speaker == Speaker::Caller {
            speak(job);
        }
    }

    /// Lets all threads forget what they learned.
    pub(super) fn forget(&self) {
        for member in &self.members {
            // A thread that is gone has nothing to forget.
            let _ = member.tasks.send(Task::Forget);
        }
    }
}

/// Counts the thread out of its job, also when it panics.
struct Presence<'a> {
    job: &'a Job,
    thread: Option<usize>,
}

impl Drop for Presence<'_> {
    fn drop(&mut self) {
        self.job.leave(self.thread);
    }
}

/// A searching thread's life.
fn serve(index: usize, inbox: &Receiver<Task>) {
    let mut memory = Memory::new();
    while let Ok(task) = inbox.recv() {
        match task {
            Task::Forget => memory.clear(),
            Task::Search(job) => {
                let _presence = Presence { job: &job, thread: Some(index) };
                // A helper that comes too late has nothing to do; the first thread always finds a move.
                if !job.root_moves.is_empty() && (index == 0 || !job.must_stop()) {
                    Worker::new(&job, index, &mut memory).iterate();
                }
            }
        }
    }
}

/// The speaker's part in a search: waits until the answer is due, and gives it unless somebody else has.
fn speak(job: &Job) {
    let _presence = Presence { job, thread: None };
    job.wait_until_due();
    answer(job);
}

/// The last word, once: stops all threads and says the best line.
pub(super) fn answer(job: &Job) {
    job.stop();
    job.conclude(|| if job.root_moves.is_empty() { game_over(job) } else { best(job) });
}

fn best(job: &Job) -> (Info, Report) {
    let lines = job.lines();
    let line = match job.limits.depth {
        _ if job.multi_pv > 1 => lines.first(),
        // The first thread's among equals.
        Some(_) => lines.iter().rev().max_by_key(|line| line.depth),
        None => best_of(&lines),
    };
    let line = line.cloned().unwrap_or_else(|| guess(job));
    let last = info(job, &line, 1, Bound::Exact);
    let report = Report {
        best: line.pv.first().copied(),
        ponder: expected_answer(job, &last.pv),
        score: line.score,
        depth: last.depth,
        nodes: last.nodes,
        pv: last.pv.clone(),
    };
    (last, report)
}

/// There is nothing to search: how the game ended.
fn game_over(job: &Job) -> (Info, Report) {
    let score = score_of_finished(&job.game);
    let last = Info {
        depth: 0,
        seldepth: 0,
        multi_pv: 1,
        score,
        bound: Bound::Exact,
        source: Source::Exact,
        nodes: 0,
        time: job.elapsed(),
        hashfull: 0,
        table_hits: 0,
        pv: Vec::new(),
    };
    (last, Report::without_moves(score))
}
