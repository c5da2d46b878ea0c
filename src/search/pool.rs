//! The threads that search. They live as long as the engine, each with what it has learned, and sleep between searches.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

use crate::eval::Score;
use crate::search::event::{Bound, Info, Report, Source};
use crate::search::iterate::{best_of, expected_answer, info};
use crate::search::job::{Job, Line};
use crate::search::worker::{Memory, Worker};

/// Room for the deepest recursion, also in a debug build.
const STACK_BYTES: usize = 16 << 20;

enum Task {
    Search(Arc<Job>),
    Forget,
}

struct Member {
    tasks: Sender<Task>,
    thread: JoinHandle<()>,
}

impl Member {
    fn spawn(name: String, life: impl FnOnce(Receiver<Task>) + Send + 'static) -> io::Result<Self> {
        let (tasks, inbox) = channel();
        let thread = Builder::new().name(name).stack_size(STACK_BYTES).spawn(move || life(inbox))?;
        Ok(Self { tasks, thread })
    }

    fn set_to_work(&self, job: &Arc<Job>) {
        if self.tasks.send(Task::Search(Arc::clone(job))).is_err() {
            job.leave();
        }
    }

    fn dismiss(self) {
        drop(self.tasks);
        // A thread that panicked has said so already.
        let _ = self.thread.join();
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
        let speaker = Member::spawn("speaker".to_owned(), |inbox| {
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
        self.members.drain(threads.min(self.members.len())..).for_each(Member::dismiss);
        while self.members.len() < threads {
            let index = self.members.len();
            self.members.push(Member::spawn(format!("search {index}"), move |inbox| serve(index, &inbox))?);
        }
        Ok(())
    }

    /// Sets all threads to work on a job. If the caller speaks, this returns when the answer is found.
    pub(super) fn start(&self, job: &Arc<Job>, speaker: Speaker) {
        self.members.iter().for_each(|member| member.set_to_work(job));
        match speaker {
            Speaker::Pool => self.speaker.set_to_work(job),
            Speaker::Caller => speak(job),
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

impl Drop for Pool {
    fn drop(&mut self) {
        self.members.drain(..).for_each(Member::dismiss);
    }
}

/// Counts the thread out of its job, also when it panics.
struct Presence<'a>(&'a Job);

impl Drop for Presence<'_> {
    fn drop(&mut self) {
        self.0.leave();
    }
}

/// A searching thread's life.
fn serve(index: usize, inbox: &Receiver<Task>) {
    let mut memory = Memory::new();
    while let Ok(task) = inbox.recv() {
        match task {
            Task::Forget => memory.clear(),
            Task::Search(job) => {
                let _presence = Presence(&job);
                if !job.root_moves.is_empty() {
                    let line = Worker::new(&job, index, &mut memory).iterate();
                    job.deliver(index, line);
                }
            }
        }
    }
}

/// The last word: waits until the answer is due, stops all threads, and says the best line.
fn speak(job: &Job) {
    let _presence = Presence(job);
    if job.root_moves.is_empty() {
        return say_game_over(job);
    }
    job.wait_until_due();
    job.stop();
    let lines = job.lines();
    let votes = job.multi_pv == 1 && job.limits.depth.is_none();
    let line = if votes { best_of(&lines) } else { lines.first() };
    let guess = || Line { depth: 1, seldepth: 1, score: Score::DRAW, pv: job.root_moves[..1].to_vec() };
    let line = line.cloned().unwrap_or_else(guess);
    let last = info(job, &line, 1, Bound::Exact);
    let report = Report {
        best: line.pv.first().copied(),
        ponder: expected_answer(job, &last.pv),
        score: line.score,
        depth: last.depth,
        nodes: last.nodes,
        pv: last.pv.clone(),
    };
    job.conclude(last, report);
}

/// There is nothing to search: says how the game ended.
fn say_game_over(job: &Job) {
    let decided = job.game.outcome().and_then(|outcome| outcome.winner);
    let score = match decided {
        Some(winner) if winner == job.game.position().to_move() => Score::mate_in(0),
        Some(_) => Score::mated_in(0),
        None => Score::DRAW,
    };
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
    job.want_no_more();
    job.wait_until_due();
    job.conclude(last, Report { best: None, ponder: None, score, depth: 0, nodes: 0, pv: Vec::new() });
}
