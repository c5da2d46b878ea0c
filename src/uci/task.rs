//! Long work that is no search, on a thread of its own, so that the session goes on listening meanwhile. Where there are
//! no threads it is done at once.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::arch::HAS_THREADS;
use crate::bench;
use crate::search::SingleThread;
use crate::uci::fault::Fault;
use crate::uci::format::per_second;
use crate::uci::genfens::Genfens;
use crate::uci::message::Message;
use crate::uci::output::Output;
use khun_board::position::Position;
use khun_board::rules::{Catalogue, Rules};

/// Something long that was asked for and is under way.
pub struct Task(Arc<Shared>);

/// What a task and its session know of each other.
struct Shared {
    output: Output,
    done: Sender<Message>,
    cancelled: AtomicBool,
    /// Held while the task says something or is cancelled.
    speaking: Mutex<()>,
}

/// Counts of up to this depth are not interrupted: they take a fraction of a second.
const QUICK_DEPTH: u32 = 5;

impl Task {
    /// `go perft`: a line a move, then the sum.
    ///
    /// # Errors
    ///
    /// When the system gives no thread to count on.
    pub fn perft(
        position: Position,
        depth: u32,
        threads: usize,
        output: &Output,
        done: &Sender<Message>,
    ) -> Result<Self, Fault> {
        let pool = HAS_THREADS.then(|| ThreadPoolBuilder::new().num_threads(threads).build()).transpose();
        let pool = pool.map_err(|error| Fault::Thread { whose: "to count on", error: io::Error::other(error) })?;
        Self::start(output, done, move |task| perft(&position, depth, pool.as_ref(), task))
    }

    /// `bench`: the search's signature.
    ///
    /// # Errors
    ///
    /// When the system gives no thread to work on.
    pub fn bench(depth: Option<u32>, output: &Output, done: &Sender<Message>) -> Result<Self, Fault> {
        Self::start(output, done, move |task| {
            match bench::run_unless(&task.cancelled, depth.unwrap_or(bench::DEPTH), 1, bench::HASH_MB) {
                Ok(Some(signature)) => signature.to_string().lines().for_each(|line| task.say(line)),
                Ok(None) => {}
                Err(error) => task.say(&format!("info string ERROR {error}")),
            }
        })
    }

    /// `genfens`: a line a position.
    ///
    /// # Errors
    ///
    /// When the system gives no thread to work on.
    pub fn genfens(
        genfens: Genfens,
        catalogue: Catalogue,
        rules: Rules,
        output: &Output,
        done: &Sender<Message>,
    ) -> Result<Self, Fault> {
        Self::start(output, done, move |task| {
            let tell = |fen: &str| task.say(&format!("info string genfens {fen}"));
            if let Err(fault) = genfens.run(&catalogue, rules, &task.cancelled, tell) {
                task.say(&format!("info string ERROR genfens: {fault}"));
            }
        })
    }

    fn start(
        output: &Output,
        done: &Sender<Message>,
        work: impl FnOnce(&Shared) + Send + 'static,
    ) -> Result<Self, Fault> {
        let shared = Arc::new(Shared {
            output: output.clone(),
            done: done.clone(),
            cancelled: AtomicBool::new(false),
            speaking: Mutex::new(()),
        });
        let task = Arc::clone(&shared);
        let life = move || {
            work(&task);
            task.unless_cancelled(|| {
                // The session may have ended already.
                let _ = task.done.send(Message::TaskDone);
            });
        };
        if HAS_THREADS {
            let builder = thread::Builder::new().name("task".to_owned()).stack_size(SingleThread::STACK_BYTES);
            let spawned = builder.spawn(life);
            spawned.map_err(|error| Fault::Thread { whose: "to work on", error })?;
        } else {
            life();
        }
        Ok(Self(shared))
    }

    /// Nothing more is heard of the task, whenever its thread may notice.
    pub fn cancel(&self) {
        self.0.unless_cancelled(|| self.0.cancelled.store(true, Ordering::Relaxed));
    }
}

impl Shared {
    fn unless_cancelled(&self, act: impl FnOnce()) {
        let _speaking = self.speaking.lock().expect("nothing that is done meanwhile panics");
        if !self.is_cancelled() {
            act();
        }
    }

    fn say(&self, line: &str) {
        self.unless_cancelled(|| self.output.line(line));
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

fn perft(position: &Position, depth: u32, pool: Option<&ThreadPool>, task: &Shared) {
    let began = Instant::now();
    let mut total = 0;
    match depth.checked_sub(1) {
        None => total = 1,
        Some(rest) => {
            for mv in position.legal_moves() {
                let after = position.play_unchecked(mv);
                let count = || count(&after, rest, task);
                let Some(lines) = pool.map_or_else(count, |pool| pool.install(count)) else { return };
                total += lines;
                task.say(&format!("{}: {lines}", position.uci(mv)));
            }
        }
    }
    let time = began.elapsed();
    task.say("");
    task.say(&format!("Nodes searched: {total}"));
    task.say(&format!("info string {} ms, {} nodes/s", time.as_millis(), per_second(total, time)));
}

/// Number of lines of `depth` plies; `None` when cancelled.
fn count(position: &Position, depth: u32, task: &Shared) -> Option<u64> {
    if task.is_cancelled() {
        return None;
    }
    if depth > QUICK_DEPTH {
        return position.legal_moves().iter().map(|mv| count(&position.play_unchecked(*mv), depth - 1, task)).sum();
    }
    Some(if depth == 0 { 1 } else { position.divide(depth, None).into_iter().map(|(_, lines)| lines).sum() })
}
