//! Long work that is no search, on a thread of its own, so that the session goes on listening meanwhile.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Instant;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::bench;
use crate::uci::fault::Fault;
use crate::uci::format::per_second;
use crate::uci::message::Message;
use crate::uci::output::Output;
use khun_board::position::Position;

/// Something long that was asked for and is under way.
pub struct Task {
    cancelled: Arc<AtomicBool>,
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
        let output = output.clone();
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Fault::Thread { whose: "to count on", error: io::Error::other(error) })?;
        Self::start(done, move |cancelled| perft(&position, depth, &pool, &output, cancelled))
    }

    /// `bench`: the search's signature.
    ///
    /// # Errors
    ///
    /// When the system gives no thread to work on.
    pub fn bench(depth: Option<u32>, output: &Output, done: &Sender<Message>) -> Result<Self, Fault> {
        let output = output.clone();
        Self::start(done, move |cancelled| {
            match bench::run_unless(cancelled, depth.unwrap_or(bench::DEPTH), 1, bench::HASH_MB) {
                Ok(Some(signature)) => output.lines(&signature.to_string()),
                Ok(None) => output.line("info string bench stopped"),
                Err(error) => output.error(&error),
            }
        })
    }

    /// Any other work, which looks now and then whether it is cancelled.
    ///
    /// # Errors
    ///
    /// When the system gives no thread to work on.
    pub fn start(done: &Sender<Message>, work: impl FnOnce(&AtomicBool) + Send + 'static) -> Result<Self, Fault> {
        let cancelled = Arc::new(AtomicBool::new(false));
        let (seen, done) = (Arc::clone(&cancelled), done.clone());
        let spawned = thread::Builder::new().name("task".to_owned()).spawn(move || {
            work(&seen);
            // The session may have ended already.
            let _ = done.send(Message::TaskDone);
        });
        spawned.map_err(|error| Fault::Thread { whose: "to work on", error })?;
        Ok(Self { cancelled })
    }

    /// Ends the task soon.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

fn perft(position: &Position, depth: u32, pool: &ThreadPool, output: &Output, cancelled: &AtomicBool) {
    let began = Instant::now();
    let mut total = 0;
    match depth.checked_sub(1) {
        None => total = 1,
        Some(rest) => {
            for mv in position.legal_moves() {
                let after = position.play_unchecked(mv);
                let Some(lines) = pool.install(|| count(&after, rest, cancelled)) else {
                    output.line("info string perft stopped");
                    return;
                };
                total += lines;
                output.line(&format!("{}: {lines}", position.uci(mv)));
            }
        }
    }
    let time = began.elapsed();
    output.line("");
    output.line(&format!("Nodes searched: {total}"));
    output.line(&format!("info string {} ms, {} nodes/s", time.as_millis(), per_second(total, time)));
}

/// Number of lines of `depth` plies; `None` when cancelled.
fn count(position: &Position, depth: u32, cancelled: &AtomicBool) -> Option<u64> {
    if cancelled.load(Ordering::Relaxed) {
        return None;
    }
    if depth > QUICK_DEPTH {
        return position
            .legal_moves()
            .iter()
            .map(|mv| count(&position.play_unchecked(*mv), depth - 1, cancelled))
            .sum();
    }
    Some(if depth == 0 { 1 } else { position.divide(depth, None).into_iter().map(|(_, lines)| lines).sum() })
}
