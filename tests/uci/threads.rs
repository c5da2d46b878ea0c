//! Many threads: how soon the engine answers, from one thread to 1024.

use std::time::{Duration, Instant};

use crate::client::{Client, best_of};

/// What a session with so many threads took.
#[derive(Default)]
struct Taken {
    set: Duration,
    first_line: Vec<Duration>,
    ready: Vec<Duration>,
    stop: Vec<Duration>,
}

fn timed(act: impl FnOnce()) -> Duration {
    let began = Instant::now();
    act();
    began.elapsed()
}

/// Searches that are stopped after a while, so many times.
fn searches(threads: usize, times: u64) -> Taken {
    let mut client = Client::hello();
    let mut told = Vec::new();
    let set = timed(|| told = client.ask(&format!("setoption name Threads value {threads}")));
    // More than take turns with the others are not started, and that is said.
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    assert_eq!(told.len(), usize::from(threads > processors), "{told:?}");
    assert!(told.iter().all(|line| line.contains(&format!("{processors} search"))), "{told:?}");
    let mut taken = Taken { set, ..Taken::default() };
    for round in 0..times {
        client.send(["position startpos", "position startpos moves b3b4"][round as usize % 2]);
        taken.first_line.push(timed(|| {
            client.send("go infinite");
            client.until("info");
        }));
        std::thread::sleep(Duration::from_millis(20 + 7 * (round % 7)));
        taken.ready.push(timed(|| drop(client.settled())));
        let mut heard = Vec::new();
        taken.stop.push(timed(|| {
            client.send("stop");
            heard = client.until("bestmove");
        }));
        best_of(&heard);
    }
    taken
}

/// Ten milliseconds are the promise. A machine under test may be busy with other things: its best of a few counts.
#[test]
fn stop_is_answered_at_once_by_any_number_of_threads() {
    for threads in [1, 2, 4, 16, 64, 256] {
        let taken = searches(threads, 8);
        let slower = if cfg!(debug_assertions) { 10 } else { 1 };
        let least = taken.stop.iter().min().unwrap();
        assert!(*least < Duration::from_millis(10 * slower), "{threads} threads: {:?}", taken.stop);
    }
}

/// A table for people: `cargo test --release --test uci -- --ignored --nocapture how_soon`.
#[test]
#[ignore = "a measurement, of a minute"]
fn how_soon_threads_answer() {
    println!("milliseconds: median, 99th percentile, worst\nthreads | setoption | first line | isready | stop");
    for threads in [1, 2, 4, 16, 64, 256, 1024] {
        let taken = searches(threads, 100);
        let row = [taken.first_line, taken.ready, taken.stop].map(spread);
        println!("{threads} | {:.1} | {}", taken.set.as_secs_f64() * 1e3, row.join(" | "));
    }
}

fn spread(mut times: Vec<Duration>) -> String {
    times.sort();
    let at = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64() * 1e3;
    format!("{:.1} {:.1} {:.1}", at(50), at(99), at(100))
}
