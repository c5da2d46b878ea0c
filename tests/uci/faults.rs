//! Faults that were found in use, by their names: each stands for a kind.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use proptest::prelude::*;

use crate::client::{Client, ENGINE, best_of, word_after};

/// What the program says to this input and these arguments, to the end.
fn told(arguments: &[&str], input: &str) -> String {
    let mut command = Command::new(ENGINE);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn threads_of(client: &Client) -> usize {
    std::fs::read_dir(format!("/proc/{}/task", client.id())).unwrap().count()
}

/// `threads`: a machine of 128 processors.
#[test]
#[cfg(target_os = "linux")]
fn threads_are_a_handful_on_a_large_machine() {
    let mut client = Client::start_command(Command::new(ENGINE).env("RAYON_NUM_THREADS", "128"));
    client.send_and_hear("uci", "uciok");
    client.send_and_hear("isready", "readyok");
    for position in ["startpos", "fen 8/8/8/3k4/8/8/8/1KR1R3 w - 16 5 60"] {
        client.send(&format!("position {position}"));
        best_of(&client.send_and_hear("go nodes 3000", "bestmove"));
        let threads = threads_of(&client);
        assert!(threads <= 8, "{threads} threads at {position}");
    }
}

/// `threads`: what the system refuses is an ERROR line.
#[test]
#[cfg(target_os = "linux")]
fn threads_that_are_refused_are_told_and_end_nothing() {
    for kilobytes in [60_000, 90_000, 200_000, 400_000, 1_000_000] {
        let script = format!("ulimit -v {kilobytes}; exec {ENGINE}");
        let mut client =
            Client::start_command(Command::new("sh").args(["-c", &script]).env("RAYON_NUM_THREADS", "128"));
        let mut heard = Vec::new();
        for line in ["uci", "setoption name Threads value 1024", "go perft 4", "go depth 4", "bench 3", "quit"] {
            client.send_anyway(line);
            heard.extend(client.listen(Duration::from_millis(if line == "quit" { 1500 } else { 200 })));
        }
        let begun = heard.iter().any(|line| line == "uciok");
        assert!(begun || heard.iter().any(|line| line.starts_with("info string ERROR")), "{kilobytes} KB: {heard:?}");
        assert_eq!(client.complaints_of("panicked"), [""; 0], "{kilobytes} KB");
    }
}

/// `full-pipe`: nobody reads.
#[test]
fn a_full_pipe_holds_nobody_up() {
    for ends in ["quit\n", ""] {
        let mut command = Command::new(ENGINE);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // A pipe holds 64 KiB.
        stdin.write_all("uci\n".repeat(100).as_bytes()).unwrap();
        stdin.write_all(b"setoption name MultiPV value 20\ngo infinite\n").unwrap();
        std::thread::sleep(Duration::from_millis(300));
        stdin.write_all(ends.as_bytes()).unwrap();
        drop(stdin);
        let began = Instant::now();
        while child.try_wait().unwrap().is_none() {
            let time = began.elapsed();
            if time > Duration::from_secs(2) {
                let _ = child.kill();
                panic!("still there after {time:?} at {ends:?}");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// `end-of-input`: what ends by itself is finished and told.
#[test]
fn work_that_ends_by_itself_is_finished_at_the_end_of_input() {
    assert!(told(&[], "bench 8").lines().last().unwrap().contains(" nodes "));
    assert!(told(&[], "go perft 5\nisready").contains("Nodes searched: 6223994\nin"));
    for go in ["go movetime 1500", "go nodes 300000", "go depth 9", "go wtime 60000 btime 60000", "go mate 1"] {
        let text = told(&[], &format!("position startpos\n{go}\n"));
        let heard: Vec<_> = text.lines().map(str::to_owned).collect();
        best_of(&heard);
        let depth: u32 = heard.iter().rev().find_map(|line| word_after(line, "depth")).unwrap().parse().unwrap();
        assert!(depth >= 9 || go == "go mate 1", "{go}: {text}");
    }
    // What waits its turn is done too.
    assert!(told(&[], "bench 4\ngo depth 3\nd").contains("bestmove"));
}

/// `log-fifo`: a pipe that nobody reads.
#[test]
#[cfg(unix)]
fn a_log_into_a_pipe_is_refused_and_play_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut client = Client::hello();
    let heard = client.ask(&format!("setoption name Debug Log File value {}", pipe.display()));
    assert_eq!(heard.iter().filter(|line| line.starts_with("info string ERROR ")).count(), 1, "{heard:?}");
    best_of(&client.send_and_hear("go depth 2", "bestmove"));
    client.send("quit");
    client.leaves_within();
}

/// `bench-stop`.
#[test]
fn a_bench_stops_at_once() {
    let mut client = Client::hello();
    client.send("bench 25");
    client.listen(Duration::from_millis(100));
    let began = Instant::now();
    client.send("stop");
    client.settled();
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
}

/// `infinity`: lichess's browser sends it.
#[test]
fn an_infinite_number_is_no_limit() {
    for go in ["go movetime Infinity", "go depth infinity", "go nodes inf", "go movetime 1e400"] {
        let mut client = Client::hello();
        client.send(go);
        let mut heard = client.listen(Duration::from_millis(300));
        let fit = |line: &String| line.starts_with("info ") && !line.contains("ERROR");
        assert!(!heard.is_empty() && heard.iter().all(fit), "{go}: {heard:?}");
        client.send("stop");
        heard.extend(client.until("bestmove"));
        best_of(&heard);
    }
    let mut client = Client::hello();
    let heard = client.send_and_hear("go movetime Infinity depth 2", "bestmove");
    assert!(heard.iter().all(|line| !line.contains("ERROR")), "{heard:?}");
}

/// `elo-low`: outside a range the nearest end is set, and that is said.
#[test]
fn a_number_out_of_range_becomes_the_nearest_end() {
    let mut client = Client::hello();
    client.send("setoption name UCI_LimitStrength value true");
    let cases = [
        ("UCI_Elo", "100", "250"),
        ("UCI_Elo", "-7", "250"),
        ("MultiPV", "0", "1"),
        ("MultiPV", "99999999999999999999999999999999999999999999999", "256"),
        ("Move Overhead", "1e300", "10000"),
        ("Hash", "0", "1"),
        ("Skill Level", "Infinity", "20"),
        ("Threads", "-1", "1"),
    ];
    for (option, value, set) in cases {
        let heard = client.ask(&format!("setoption name {option} value {value}"));
        assert_eq!(heard.len(), 1, "{option} {value}: {heard:?}");
        let fit = heard[0].starts_with("info string option ") && heard[0].contains(&format!("{option}: {set} "));
        assert!(fit, "{option} {value}: {heard:?}");
    }
    // The weakest level looks at few positions.
    client.send("setoption name MultiPV value 1");
    client.send("setoption name UCI_Elo value 1");
    let heard = client.send_and_hear("go nodes 1000000", "bestmove");
    let nodes = heard.iter().rev().find_map(|line| word_after(line, "nodes")).unwrap();
    assert!(nodes.parse::<u64>().unwrap() < 10_000, "{nodes}");
}

/// `analyse`: a finished game.
#[test]
fn analysis_of_a_finished_game_says_so_and_ends() {
    // By the count, by dead material, by mate.
    for fen in [
        "2r5/8/8/8/8/1k6/6K1/M7 w - 128 129 125",
        "8/8/1k6/3K4/8/3N4/8/8 b - 128 6 105",
        "8/5KMk/6M1/8/8/8/8/8 b - 128 8 75",
    ] {
        let text = told(&["analyse", "--movetime", "5000", fen], "");
        assert!(text.contains("The game is over: ") && !text.contains("Best is"), "{text}");
    }
}

/// `analyse`: a proven end ends it, and every depth has one row.
#[test]
fn analysis_stops_at_a_proven_end_with_one_row_a_depth() {
    let began = Instant::now();
    // A mate in one, and an ending that tables know.
    for fen in ["7k/8/5K2/8/8/8/8/R7 w - - 0 1", "8/8/8/3k4/8/8/8/1KR1R3 w - 16 5 60"] {
        let text = told(&["analyse", "--movetime", "60000", "--threads", "1", fen], "");
        assert!(text.contains("White wins in "), "{text}");
        let depths: Vec<u32> = text.lines().filter_map(|line| line.get(..5)?.trim().parse().ok()).collect();
        assert!((1..40).contains(&depths.len()) && depths.is_sorted_by(|one, next| one < next), "{text}");
    }
    assert!(began.elapsed() < Duration::from_secs(110), "{:?}", began.elapsed());
}

/// `front-door`: in a pipe silence, `khun uci` a session, `--help` says what it speaks.
#[test]
fn the_front_door_tells_people_and_not_programs() {
    assert_eq!(told(&[], ""), "");
    assert!(told(&["uci"], "isready\n").contains("readyok"));
    assert!(told(&["--help"], "").contains("Without a command it speaks UCI"));
    assert!(told(&["go depth 3", "d"], "").contains("bestmove"));
}

/// `front-door`: a line where a person looks (`script` gives the program a terminal).
#[test]
#[cfg(target_os = "linux")]
fn the_front_door_says_what_it_waits_for_in_a_terminal() {
    let mut command = Command::new("script");
    command.args(["-qec", ENGINE, "/dev/null"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let Ok(mut child) = command.spawn() else { return };
    let mut stdin = child.stdin.take().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    stdin.write_all(b"quit\n").unwrap();
    let text = String::from_utf8_lossy(&child.wait_with_output().unwrap().stdout).into_owned();
    assert!(text.contains("speaks UCI and waits"), "{text}");
}

/// A command of a random session, and whether it asks for a search.
fn command() -> impl Strategy<Value = String> {
    let number = prop_oneof![
        Just("0".to_owned()),
        Just("-3".to_owned()),
        Just("Infinity".to_owned()),
        (1..300_u32).prop_map(|number| number.to_string())
    ];
    let go = prop::collection::vec(
        (
            prop::sample::select(vec!["depth", "nodes", "movetime", "wtime", "btime", "winc", "movestogo", "mate"]),
            number,
        )
            .prop_map(|(field, number)| format!("{field} {number}")),
        0..3,
    );
    let go = (go, prop::sample::select(vec!["", " infinite", " ponder", " searchmoves a3a4 b3b4"]));
    prop_oneof![
        4 => go.prop_map(|(fields, rest)| format!("go {}{rest}", fields.join(" "))),
        6 => prop::sample::select(vec![
            "stop", "ponderhit", "isready", "ucinewgame", "position startpos", "position startpos moves a3a4 a6a5",
            "position fen 8/8/8/3k4/8/8/8/1KR1R3 w - 16 5 60", "position fen 7k/8/5K2/8/8/8/8/R7 b - - 0 1", "position fen x",
            "setoption name UCI_Variant value racingkings", "setoption name UCI_Variant value makruk",
            "setoption name Counting value called", "setoption name MultiPV value 3", "setoption name UCI_Elo value 3",
            "setoption name Skill Level value 2", "setoption name Hash value 1", "go perft 2", "bench 1", "flip", "d", "eval",
        ]).prop_map(str::to_owned),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 40, failure_persistence: None, ..ProptestConfig::default() })]

    /// `leave`, `end-of-input`, and the contract: whatever is said, every search has its one answer and `quit` leaves.
    #[test]
    fn every_session_answers_each_search_once_and_leaves(commands in prop::collection::vec(command(), 1..14)) {
        let mut client = Client::start();
        commands.iter().for_each(|command| client.send(command));
        client.send("quit");
        let time = client.leaves_within();
        prop_assert!(time < Duration::from_secs(4), "{time:?}: {commands:?}");
        let heard = client.listen(Duration::from_millis(500));
        let answers = heard.iter().filter(|line| line.starts_with("bestmove ")).count();
        let searches = commands.iter().filter(|command| command.starts_with("go ") && !command.starts_with("go perft")).count();
        prop_assert!(answers <= searches, "{commands:?}: {heard:#?}");
        // A count or a bench that outlasts `quit` may keep what waits behind it.
        let waits = commands.iter().any(|command| command.starts_with("go perft") || command.starts_with("bench"));
        prop_assert!(waits || answers == searches, "{commands:?}: {heard:#?}");
    }
}
