//! Long counts on a thread of their own, so that the session goes on listening meanwhile.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Instant;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::bench;
use crate::uci::format::per_second;
use crate::uci::message::Message;
use crate::uci::output::Output;
use khun_board::position::Position;

/// Whether a task was told to end early.
#[derive(Clone, Default)]
struct Cancelled(Arc<AtomicBool>);

impl Cancelled {
    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Something long that was asked for and is under way.
pub struct Task {
    cancelled: Cancelled,
}

/// Counts of up to this depth are not interrupted: they take a fraction of a second.
const QUICK_DEPTH: u32 = 5;

impl Task {
    /// `go perft`: a line a move, then the sum.
    pub fn perft(position: Position, depth: u32, threads: usize, output: &Output, done: &Sender<Message>) -> Self {
        let output = output.clone();
        Self::start(done, move |cancelled| match ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => perft(&position, depth, &pool, &output, cancelled),
            Err(error) => output.error(&format!("go perft: {error}")),
        })
    }

    /// `bench`: the search's signature.
    pub fn bench(depth: Option<u32>, output: &Output, done: &Sender<Message>) -> Self {
        let output = output.clone();
        Self::start(done, move |_| match bench::run(depth.unwrap_or(bench::DEPTH), 1, bench::HASH_MB) {
            Ok(signature) => output.lines(&signature.to_string()),
            Err(error) => output.error(&format!("bench: {error}")),
        })
    }

    fn start(done: &Sender<Message>, work: impl FnOnce(&Cancelled) + Send + 'static) -> Self {
        let cancelled = Cancelled::default();
        let (seen, done) = (cancelled.clone(), done.clone());
        thread::spawn(move || {
            work(&seen);
            // The session may have left already.
            let _ = done.send(Message::TaskDone);
        });
        Self { cancelled }
    }

    /// Ends the task soon.
    pub fn cancel(&self) {
        self.cancelled.0.store(true, Ordering::Relaxed);
    }
}

fn perft(position: &Position, depth: u32, pool: &ThreadPool, output: &Output, cancelled: &Cancelled) {
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

/// Number of lines of `depth` plies; `None` when told to stop.
fn count(position: &Position, depth: u32, cancelled: &Cancelled) -> Option<u64> {
    if cancelled.is_set() {
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
