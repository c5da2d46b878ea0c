//! The threads that search. They live as long as the engine, each with what it has learned, and sleep between searches.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

use crate::eval::Score;
use crate::search::event::{Bound, Event, Info, Report};
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

/// The threads.
pub(super) struct Pool {
    members: Vec<Member>,
}

impl Pool {
    pub(super) const fn new() -> Self {
        Self { members: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    /// Starts or ends threads until there are so many.
    ///
    /// # Errors
    /// When the system refuses a thread; those that were started stay.
    pub(super) fn resize(&mut self, threads: usize) -> io::Result<()> {
        for member in self.members.drain(threads.min(self.members.len())..) {
            drop(member.tasks);
            // A thread that panicked has said so already.
            let _ = member.thread.join();
        }
        while self.members.len() < threads {
            let (tasks, inbox) = channel();
            let index = self.members.len();
            let thread = Builder::new()
                .name(format!("search {index}"))
                .stack_size(STACK_BYTES)
                .spawn(move || serve(index, &inbox))?;
            self.members.push(Member { tasks, thread });
        }
        Ok(())
    }

    /// Sets all threads to work on a job.
    pub(super) fn start(&self, job: &Arc<Job>) {
        for member in &self.members {
            if member.tasks.send(Task::Search(Arc::clone(job))).is_err() {
                job.leave();
            }
        }
    }

    /// Lets all threads forget what they learned.
    pub(super) fn forget(&self) {
        for member in &self.members {
            let _ = member.tasks.send(Task::Forget);
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let _ = self.resize(0);
    }
}

/// Counts the thread out of its job, also when it panics.
struct Presence<'a>(&'a Job);

impl Drop for Presence<'_> {
    fn drop(&mut self) {
        self.0.leave();
    }
}

/// A thread's life.
fn serve(index: usize, inbox: &Receiver<Task>) {
    let mut memory = Memory::new();
    while let Ok(task) = inbox.recv() {
        match task {
            Task::Forget => memory.clear(),
            Task::Search(job) => {
                let _presence = Presence(&job);
                if index == 0 {
                    lead(&job, &mut memory);
                } else if !job.root_moves.is_empty() {
                    let line = Worker::new(&job, index, &mut memory).iterate();
                    job.deliver(index, line);
                }
            }
        }
    }
}

/// The first thread's part: it searches like the others, keeps the time, and has the last word.
fn lead(job: &Job, memory: &mut Memory) {
    if job.root_moves.is_empty() {
        return say_game_over(job);
    }
    let mut worker = Worker::new(job, 0, memory);
    let own = worker.iterate();
    let weaker = job.strength.map(|strength| worker.choose_weaker(strength, &own));
    job.hold();
    job.stop();
    job.deliver(0, own.clone());
    let lines = job.lines();
    let votes = job.multi_pv == 1 && job.limits.depth.is_none();
    let line = weaker.or_else(|| best_of(&lines).filter(|_| votes).cloned()).unwrap_or(own);
    conclude(job, &line);
}

/// Says the result of a search.
fn conclude(job: &Job, line: &Line) {
    let last = info(job, line, 1, Bound::Exact);
    let best = line.pv.first().copied();
    let ponder = expected_answer(job, line);
    job.conclude(Report { best, ponder, score: line.score, depth: last.depth, nodes: last.nodes, pv: last.pv.clone() });
    job.say(Event::Info(last));
    job.say(Event::Best { best, ponder });
}

/// There is nothing to search: says how the game ended.
fn say_game_over(job: &Job) {
    let decided = job.game.outcome().and_then(|outcome| outcome.winner);
    let score = match decided {
        Some(winner) if winner == job.game.position().to_move() => Score::mate_in(0),
        Some(_) => Score::mated_in(0),
        None => Score::DRAW,
    };
    job.say(Event::Info(Info {
        depth: 0,
        seldepth: 0,
        multi_pv: 1,
        score,
        bound: Bound::Exact,
        nodes: 0,
        time: job.elapsed(),
        hashfull: 0,
        table_hits: 0,
        pv: Vec::new(),
    }));
    job.hold();
    job.conclude(Report { best: None, ponder: None, score, depth: 0, nodes: 0, pv: Vec::new() });
    job.say(Event::Best { best: None, ponder: None });
}
