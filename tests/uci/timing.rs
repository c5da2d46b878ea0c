//! Must 6 and the times of the contract: what happens while a search runs, and how soon.

use std::fs;
use std::time::{Duration, Instant};

use crate::client::{Client, best_of};

/// Long enough for a wrong answer to come.
const A_WHILE: Duration = Duration::from_millis(250);

/// The contract's times hold for optimised builds; the others are only watched for hangs.
fn contract(milliseconds: u64) -> Duration {
    let slower = if cfg!(debug_assertions) { 10 } else { 1 };
    Duration::from_millis(milliseconds * slower)
}

/// The least of several measurements: what the engine needs when the machine does not interfere.
fn least_of(times: usize, measure: impl FnMut() -> Duration) -> Duration {
    std::iter::repeat_with(measure).take(times).min().unwrap()
}

fn is_ready_within(client: &mut Client) -> Duration {
    let began = Instant::now();
    client.send("isready");
    client.until("readyok");
    began.elapsed()
}

#[test]
fn nothing_is_said_before_uci() {
    assert!(Client::start().listen(A_WHILE).is_empty());
}

#[test]
fn every_line_to_a_client_begins_with_a_word_of_the_protocol() {
    let mut client = Client::start();
    client.send("uci");
    client.send("isready");
    client.send("setoption name UCI_Variant value racingkings");
    client.send("position fen nonsense");
    client.send("nonsense");
    client.send("go movetime 200");
    let known = ["id", "option", "uciok", "readyok", "info", "bestmove"];
    for line in client.until("bestmove") {
        assert!(known.contains(&line.split(' ').next().unwrap()), "{line:?}");
        assert_eq!(line, line.trim());
    }
}

#[test]
fn it_is_ready_for_uci_in_fifty_milliseconds() {
    let least = least_of(7, || {
        let began = Instant::now();
        let client = Client::hello();
        let time = began.elapsed();
        drop(client);
        time
    });
    assert!(least < contract(50), "{least:?}");
}

#[test]
fn a_variant_is_switched_in_twenty_milliseconds() {
    let mut client = Client::hello();
    let mut names = ["racingkings", "makruk"].into_iter().cycle();
    let least = least_of(8, || {
        let name = names.next().unwrap();
        let began = Instant::now();
        client.ask(&format!("setoption name UCI_Variant value {name}"));
        began.elapsed()
    });
    assert!(least < contract(20), "{least:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn at_default_settings_it_takes_less_than_a_hundred_megabytes() {
    let mut client = Client::hello();
    client.send("go movetime 1000");
    client.until("bestmove");
    let status = fs::read_to_string(format!("/proc/{}/status", client.id())).unwrap();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    let kilobytes: u64 = resident.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(kilobytes < 100_000, "{kilobytes} kB");
}

#[test]
fn isready_is_answered_at_once_during_a_search() {
    for task in ["go infinite", "go ponder wtime 1000 btime 1000", "go perft 9"] {
        let mut client = Client::hello();
        client.send(task);
        std::thread::sleep(Duration::from_millis(100));
        let least = least_of(3, || is_ready_within(&mut client));
        assert!(least < contract(50), "{task}: {least:?}");
        client.send("quit");
        client.leaves_within();
    }
}

#[test]
fn stop_right_after_go_gives_one_answer() {
    for _ in 0..20 {
        let mut client = Client::hello();
        client.send_bytes(b"go infinite\nstop\n");
        best_of(&client.until("bestmove"));
        client.send_bytes(b"go movetime 10000\nstop\nstop\nisready\n");
        let began = Instant::now();
        let mut heard = client.until("bestmove");
        assert!(began.elapsed() < Duration::from_secs(1));
        heard.extend(client.listen(Duration::from_millis(20)));
        best_of(&heard);
    }
}

#[test]
fn stop_without_a_search_says_nothing() {
    let mut client = Client::hello();
    assert!(client.ask("stop").is_empty());
    assert!(client.ask("ponderhit").is_empty());
    client.send("go depth 2");
    client.until("bestmove");
    assert!(client.ask("stop").is_empty());
}

#[test]
fn commands_that_change_the_game_stop_the_search_first() {
    let commands = [
        "setoption name MultiPV value 2",
        "setoption name Hash value 8",
        "setoption name Threads value 2",
        "setoption name UCI_Variant value racingkings",
        "position startpos moves a3a4",
        "ucinewgame",
    ];
    for command in commands {
        for go in ["go infinite", "go ponder wtime 60000 btime 60000", "go depth 60"] {
            let mut client = Client::hello();
            client.send(go);
            let began = Instant::now();
            let heard = client.ask(command);
            assert!(began.elapsed() < Duration::from_secs(2), "{command} during {go}");
            best_of(&heard);
            client.send("go depth 2");
            best_of(&client.until("bestmove"));
            assert!(client.listen(Duration::from_millis(20)).is_empty());
        }
    }
}

#[test]
fn a_second_go_ends_the_first() {
    let mut client = Client::hello();
    client.send("go infinite");
    client.send("go depth 3");
    best_of(&client.until("bestmove"));
    best_of(&client.until("bestmove"));
    assert!(client.listen(A_WHILE).is_empty());
}

#[test]
fn no_answer_comes_while_ponder_or_infinite_stands() {
    let positions = [
        ("makruk", "startpos"),
        // Mate in one; no legal move; only one legal move.
        ("makruk", "fen 7k/8/5K2/8/8/8/8/R7 w - - 0 1"),
        ("racingkings", "fen K7/7k/8/8/8/8/8/8 w - - 0 1"),
        ("racingkings", "fen 8/K7/8/8/8/8/8/7k w - - 0 1"),
    ];
    for (variant, position) in positions {
        for go in [
            "go infinite",
            "go infinite movetime 20",
            "go infinite wtime 30 btime 30",
            "go infinite nodes 500",
            "go ponder movetime 50",
            "go infinite depth 1",
            "go ponder depth 1 wtime 50 btime 50",
        ] {
            let mut client = Client::playing(variant);
            client.send(&format!("position {position}"));
            client.settled();
            client.send(go);
            let mut heard = client.listen(A_WHILE);
            assert!(heard.iter().all(|line| line.starts_with("info ")), "{position} {go}: {heard:#?}");
            client.send("stop");
            heard.extend(client.until("bestmove"));
            best_of(&heard);
        }
    }
}

/// Found by `session-fuzz`: a level had seen all it looks at, and the hit let it answer.
#[test]
fn a_hit_leaves_an_infinite_search_to_the_stop() {
    for (option, go) in [("Skill Level value 3", "go ponder"), ("MultiPV value 1", "go ponder infinite depth 1")] {
        let mut client = Client::hello();
        client.send(&format!("setoption name {option}"));
        client.send(go);
        let mut heard = client.listen(A_WHILE);
        client.send("ponderhit");
        heard.extend(client.listen(A_WHILE));
        assert!(heard.iter().all(|line| line.starts_with("info ")), "{go}: {heard:#?}");
        client.send("stop");
        heard.extend(client.until("bestmove"));
        best_of(&heard);
    }
}

#[test]
fn the_time_for_a_move_begins_with_ponderhit() {
    let mut client = Client::hello();
    client.send("go ponder movetime 300");
    client.listen(Duration::from_millis(500));
    let began = Instant::now();
    client.send("ponderhit");
    best_of(&client.until("bestmove"));
    let took = began.elapsed();
    assert!(took > Duration::from_millis(200) && took < Duration::from_millis(1300), "{took:?}");
}

#[test]
fn ponderhit_goes_on_by_the_clock() {
    let mut client = Client::hello();
    client.send("go ponder wtime 2000 btime 2000 winc 0 binc 0");
    client.listen(A_WHILE);
    client.send("ponderhit");
    let began = Instant::now();
    best_of(&client.until("bestmove"));
    assert!(began.elapsed() < Duration::from_secs(2));
}

#[test]
fn quit_leaves_within_a_second_and_so_does_the_end_of_input_where_nothing_ends_by_itself() {
    let endless = ["isready", "go infinite", "go ponder"];
    let limited = ["go movetime 60000", "go perft 12", "bench", "go depth 90"];
    let leaves = |task: &str, end: fn(&mut Client)| {
        let mut client = Client::hello();
        client.send(task);
        std::thread::sleep(Duration::from_millis(50));
        end(&mut client);
        let time = client.leaves_within();
        assert!(time < Duration::from_secs(1), "{task}: {time:?}");
    };
    endless.iter().for_each(|task| leaves(task, Client::end_input));
    endless.iter().chain(&limited).for_each(|task| leaves(task, |client| client.send("quit")));
}

#[test]
fn what_ends_by_itself_is_answered_even_at_the_end_of_input() {
    let mut client = Client::hello();
    client.send_bytes(b"go depth 3\n");
    client.end_input();
    best_of(&client.until("bestmove"));
    let mut client = Client::hello();
    client.send_bytes(b"go perft 3\nd\nquit\n");
    let heard = client.until("Outcome:");
    assert!(heard.iter().any(|line| line == "Nodes searched: 12012"), "{heard:?}");
}

#[test]
fn a_move_takes_the_time_it_was_given() {
    let mut client = Client::playing("racingkings");
    for _ in 0..3 {
        let began = Instant::now();
        client.send("go movetime 200");
        best_of(&client.until("bestmove"));
        let took = began.elapsed();
        assert!(took < Duration::from_millis(400), "{took:?}");
    }
}
