//! Must 5 for `go mate`: it ends with a proven win, with the proof that there is none, or at a limit.

use std::time::{Duration, Instant};

use crate::client::{Client, best_of, pv};

/// White and Black to move; a mate in two and a race won in two.
const WINS: [(&str, &str); 3] = [
    ("makruk", "3k3r/6R1/1N3R2/8/2N2P1p/m2PP2P/1S2S3/3KM3 w - - 0 1"),
    ("makruk", "3mk3/8/pn3s1p/2p4K/3p4/r7/5n2/8 b - - 0 1"),
    ("racingkings", "8/5r2/3k4/3b4/3q2N1/4n1K1/8/8 b - - 0 1"),
];

fn sought(client: &mut Client, fen: &str, go: &str) -> Vec<String> {
    client.ask("ucinewgame");
    client.send(&format!("position fen {fen}"));
    client.send(go);
    client.until("bestmove")
}

#[test]
fn a_proven_win_ends_the_search() {
    for (variant, fen) in WINS {
        let mut client = Client::playing(variant);
        for go in ["go mate 2", "go mate 5", "go mate 5 movetime 10000", "go wtime 10000 btime 10000 mate 3"] {
            let heard = sought(&mut client, fen, go);
            best_of(&heard);
            let last = heard.iter().rfind(|line| line.contains(" score ")).unwrap();
            assert!(last.contains(" score mate 2 "), "{go}: {last}");
            assert_eq!(pv(last).len(), 3, "{last}");
            assert!(heard.iter().any(|line| line.starts_with("info string no ") && line.ends_with(" in 1 move")));
        }
    }
}

#[test]
fn where_there_is_no_win_it_says_so_and_ends() {
    for (variant, fen) in WINS {
        let heard = sought(&mut Client::playing(variant), fen, "go mate 1");
        best_of(&heard);
        assert!(heard.iter().any(|line| line.starts_with("info string no ")), "{heard:?}");
        assert!(!heard.iter().any(|line| line.contains(" score mate 1 ")), "{heard:?}");
    }
    // A bare-king ending that tables know once they are solved: mate in six.
    let heard = sought(&mut Client::hello(), "8/8/8/3k4/8/8/8/1KR1R3 w - 16 5 60", "go mate 3");
    assert!(heard.iter().any(|line| line == "info string no mate in 3 moves"), "{heard:?}");
    best_of(&heard);
}

#[test]
fn limits_and_stop_end_it_before_the_proof() {
    let mut client = Client::hello();
    let start = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";
    for go in
        ["go mate 30 nodes 20000", "go mate 30 movetime 100", "go mate 30 nodes 1", "go mate 30 wtime 200 btime 200"]
    {
        best_of(&sought(&mut client, start, go));
    }
    client.send("go mate 30");
    client.listen(Duration::from_millis(200));
    let asked = Instant::now();
    client.send("stop");
    best_of(&client.until("bestmove"));
    assert!(asked.elapsed() < Duration::from_millis(500));
    assert!(client.settled().iter().all(|line| !line.starts_with("bestmove")));
}

#[test]
fn an_infinite_search_for_a_mate_waits_for_the_stop() {
    let (variant, fen) = WINS[0];
    let mut client = Client::playing(variant);
    client.send(&format!("position fen {fen}"));
    client.send("go mate 2 infinite");
    assert!(client.listen(Duration::from_millis(300)).iter().all(|line| line.starts_with("info")));
    client.send("stop");
    best_of(&client.until("bestmove"));
}

#[test]
fn only_the_moves_asked_for_are_proven() {
    let (variant, fen) = WINS[0];
    let mut client = Client::playing(variant);
    let heard = sought(&mut client, fen, "go mate 1 searchmoves d1c1");
    assert_eq!(best_of(&heard), "d1c1");
    assert!(heard.iter().any(|line| line == "info string no mate in 1 move"), "{heard:?}");
}
