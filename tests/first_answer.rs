//! `faults.md`, first-answer and movetime: a fresh process is exact from its first answer on, whatever the limit, and its
//! searches depend on nothing that was searched before.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use khun::search::{Engine, Limits, Settings};
use khun_board::position::{Game, Position};
use khun_board::rules::Catalogue;

/// What a fresh process answers to these lines.
fn answer(input: &str) -> String {
    let mut khun = Command::new(env!("CARGO_BIN_EXE_khun"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    khun.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    String::from_utf8(khun.wait_with_output().unwrap().stdout).unwrap()
}

/// Mate in 6 with eleven plies left, a draw with fewer (another solver's distance, and the rules' arithmetic).
const IN_TIME: &str = "position fen 8/8/8/3k4/8/8/8/1KR1R3 w - 16 5 60";
const TOO_LATE: &str = "position fen 8/8/8/3k4/8/8/8/1KR1R3 w - 16 9 60";

#[test]
fn a_fresh_process_is_exact_whatever_the_limit() {
    // Eight at once: a busy machine.
    let limits = [
        "movetime 100",
        "movetime 200",
        "movetime 500",
        "nodes 1",
        "nodes 20000",
        "depth 1",
        "depth 8",
        "wtime 300 btime 300",
    ];
    std::thread::scope(|scope| {
        for limit in limits {
            scope.spawn(move || {
                let said = answer(&format!("{IN_TIME}\ngo {limit}\n"));
                assert!(said.contains("score mate 6 "), "{limit}: {said}");
                let said = answer(&format!("{TOO_LATE}\ngo {limit}\n"));
                assert!(said.contains("score cp 0 ") && !said.contains("score mate"), "{limit}: {said}");
            });
        }
    });
}

#[test]
fn the_same_search_gives_the_same_result_fresh_or_not() {
    // One man more than a bare king: whatever is captured leads into endings that this process has not asked about yet.
    let rules = Catalogue::builtin().default_rules();
    let game = Game::new(Position::from_fen(rules, "8/8/2n1k3/8/3R4/2K5/4S3/8 w - - 0 1").unwrap());
    let mut engine = Engine::new(Settings::default()).unwrap();
    for limits in [Limits { nodes: Some(20_000), ..Limits::default() }, Limits { depth: Some(8), ..Limits::default() }]
    {
        let mut found = || {
            engine.new_game();
            let report = engine.search(&game, limits.clone());
            (report.best, report.score, report.depth, report.nodes, report.pv)
        };
        let first = found();
        assert_eq!(found(), first);
        assert_eq!(found(), first);
    }
}

#[test]
fn a_first_search_keeps_to_its_time() {
    let mut engine = Engine::new(Settings::default()).unwrap();
    let game = Game::new(Position::start(Catalogue::builtin().default_rules()));
    let start = Instant::now();
    engine.search(&game, Limits { movetime: Some(Duration::from_millis(100)), ..Limits::default() });
    assert!(start.elapsed() < Duration::from_millis(900), "{:?}", start.elapsed());
}
