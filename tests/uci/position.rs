//! Musts 3, 4 and 11: positions and moves as text.

use crate::client::{Client, best_of};

const MAKRUK_START: &str = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";

fn is_error(line: impl AsRef<str>) -> bool {
    line.as_ref().starts_with("info string ERROR ")
}

#[test]
fn every_form_of_a_makruk_fen_is_read() {
    let board = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR";
    let mut client = Client::hello();
    for rest in ["w - - 0 1", "w - 0 0 1", "w 0 1", "w - -", "w"] {
        client.send("position startpos moves a3a4");
        assert!(client.ask(&format!("position fen {board} {rest}")).is_empty(), "{rest}");
        assert_eq!(client.shown("Fen"), MAKRUK_START, "{rest}");
    }
    client.send("position fen 8/4k3/8/8/4M3/8/3K1R2/8 w - 32 8 60");
    assert_eq!(client.shown("Fen"), "8/4k3/8/8/4M3/8/3K1R2/8 w - 32 8 60");
    assert_eq!(client.shown("Count"), "pieces' honour, 4 of 16 moves (ply 8 of 32)");
}

#[test]
fn tabs_blanks_line_ends_and_empty_lists_of_moves_are_read() {
    let mut client = Client::hello();
    client.send_bytes(b"  position\tfen  rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR   w - - 0 1 moves \r\n");
    assert_eq!(client.shown("Fen"), MAKRUK_START);
    client.send_bytes(b"\tposition startpos  moves\ta3a4   h6h5 \t\r\n\r\n \t\r\n");
    assert_eq!(client.shown("Fen"), "rnsmksnr/8/ppppppp1/7p/P7/1PPPPPPP/8/RNSKMSNR w - - 0 2");
}

#[test]
fn an_illegal_move_is_reported_and_the_position_before_it_stays() {
    let mut client = Client::hello();
    for moves in ["a3a4 e2e4", "a3a4 a4a5", "a3a4 nonsense", "a3a4 0000", "a3a4 a9a1", "a3a4 \u{e9}\u{e9}\u{e9}"] {
        let heard = client.ask(&format!("position startpos moves {moves} h6h5"));
        assert_eq!((heard.len(), heard.iter().filter(|line| is_error(line)).count()), (1, 1), "{heard:?}");
        assert_eq!(client.shown("Fen"), "rnsmksnr/8/pppppppp/8/P7/1PPPPPPP/8/RNSKMSNR b - - 0 1", "{moves}");
    }
    client.send("go depth 2");
    best_of(&client.until("bestmove"));
}

#[test]
fn moves_after_the_end_of_the_game_are_illegal() {
    // White's king is home and Black cannot follow: no move is left. (A mate leaves none by itself.)
    let mut client = Client::playing("racingkings");
    client.send("position fen 8/K6k/8/8/8/8/8/8 w - - 0 1 moves a7a8");
    client.send("position fen 8/K7/7k/8/8/8/8/8 w - - 0 1 moves a7a8");
    assert_eq!(client.shown("Outcome"), "white wins (arrival)");
    let heard = client.ask("position fen 8/K7/7k/8/8/8/8/8 w - - 0 1 moves a7a8 h6h7");
    assert!(heard.len() == 1 && is_error(&heard[0]), "{heard:?}");
    assert_eq!(client.shown("Outcome"), "white wins (arrival)");
}

#[test]
fn every_fault_of_a_fen_is_reported_and_the_old_position_stays() {
    let mut client = Client::hello();
    client.send("position startpos moves a3a4");
    let before = client.shown("Fen");
    let heard = client.ask("position fen rnsmqsnr/8/ppppppppp/8/8/PPPPPPPP/8/RNSKMSNR x - - 0 1");
    assert!(heard.iter().all(is_error), "{heard:?}");
    let all = heard.join("\n");
    // The letter, the file too many, the missing king, the side to move.
    for word in ["q", "files", "king", "x"] {
        assert!(all.contains(word), "{word}: {all}");
    }
    assert_eq!(client.shown("Fen"), before);
}

#[test]
fn impossible_positions_are_refused() {
    let bad = [
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR/8 w - - 0 1",
        "rnsmksnr1/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
        "4k3/8/4P3/8/8/8/8/4K3 w - - 0 1",
        "8/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/K3K3 w - - 0 1",
        "4k3/8/8/8/4R3/8/8/K7 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "",
    ];
    let mut client = Client::hello();
    for fen in bad {
        let heard = client.ask(&format!("position fen {fen}"));
        assert!(!heard.is_empty() && heard.iter().all(is_error), "{fen}: {heard:?}");
        assert_eq!(client.shown("Fen"), MAKRUK_START);
    }
    // In Racing Kings nobody may stand in check.
    let mut client = Client::playing("racingkings");
    let heard = client.ask("position fen 8/8/8/8/8/8/k6R/7K w - - 0 1");
    assert!(!heard.is_empty() && heard.iter().all(is_error), "{heard:?}");
}

#[test]
fn noise_of_any_kind_is_answered_in_a_line_and_survived() {
    let mut client = Client::hello();
    let long = "x".repeat(10_000);
    for line in [long.clone(), format!("position fen {long}"), format!("setoption name {long} value {long}")] {
        let heard = client.ask(&line);
        assert!(heard.len() == 1 && is_error(&heard[0]) && heard[0].len() < 400, "{heard:?}");
    }
    let heard = client.ask(&format!("position startpos moves {long}"));
    assert!(heard.len() == 1 && is_error(&heard[0]) && heard[0].len() < 400, "{heard:?}");
    client.send_bytes(b"\xff\xfe\x00\x80 uci \xc3\x28\n");
    client.send_bytes(b"position fen \xff/\xfe w - - 0 1\n");
    client.send_bytes(b"position startpos moves a\xe9\xc3 \xc3\xa9a1\n");
    let heard = client.settled();
    assert!(!heard.is_empty() && heard.iter().all(is_error), "{heard:?}");
    assert_eq!(client.shown("Fen"), MAKRUK_START);
    // Longer than any line is kept: cut off, not choked on.
    client.send_bytes(&vec![b'y'; 3 << 20]);
    client.send_bytes(b"\n");
    let heard = client.settled();
    assert!(heard.len() == 1 && is_error(&heard[0]), "{}", heard.len());
}

#[test]
fn a_promotion_carries_its_letter_both_ways() {
    let fen = "rnsmksnr/8/1pp1pppp/p2P4/8/PPPP1PPP/8/RNSKMSNR w - 0 0 3";
    let mut client = Client::hello();
    for text in ["d5c6", "d5c6q", "d5c6mm"] {
        let heard = client.ask(&format!("position fen {fen} moves {text}"));
        assert!(heard.len() == 1 && is_error(&heard[0]), "{text}: {heard:?}");
    }
    assert!(client.ask(&format!("position fen {fen} moves d5c6m")).is_empty());
    client.send(&format!("position fen {fen}"));
    client.send("go depth 2 searchmoves d5c6m");
    assert_eq!(best_of(&client.until("bestmove")), "d5c6m");
    client.send("go perft 1");
    assert!(client.until("Nodes").contains(&"d5c6m: 1".to_owned()));
}

/// Played on pychess's clock: the side that is behind calls, at its own turn or while the other side thinks.
#[test]
fn a_count_that_a_player_calls_is_kept_by_the_positions_that_follow() {
    let start = "fen 4k3/8/3r4/8/8/3R1N2/8/3K4 w - 128 0 60";
    let mut client = Client::hello();
    client.send("setoption name Counting value called");
    client.send(&format!("position {start}"));
    assert!(client.shown("Count").contains("not called"), "{}", client.shown("Count"));
    // White is to move, black is behind: it counts from its next turn on.
    let heard = client.ask("setoption name Start Count");
    assert_eq!(heard, ["info string count: black starts the count of board's honour"]);
    let counts = [("d1e1", "ply 1 of 128"), ("d1e1 e8d8", "ply 2 of 128"), ("d1e1 e8d8 e1d1", "ply 3 of 128")];
    for (moves, words) in counts {
        client.send(&format!("position {start} moves {moves}"));
        assert!(client.shown("Count").contains(words), "{moves}: {}", client.shown("Count"));
    }
    // It is black's turn, so that it stops at once; what it does next begins again from one.
    assert_eq!(client.ask("setoption name Stop Count").len(), 1);
    assert!(client.shown("Count").contains("not called"));
    assert!(is_error(&client.ask("setoption name Stop Count")[0]));
    client.send(&format!("position {start} moves d1e1 e8d8 e1d1 d8e8"));
    assert!(client.shown("Count").contains("not called"));
    // Moves taken back bring the old count back, another game has none.
    client.send(&format!("position {start} moves d1e1 e8d8"));
    assert!(client.shown("Count").contains("ply 2 of 128"));
    client.send(&format!("position {start} moves e1e2"));
    client.send("ucinewgame");
    client.send(&format!("position {start} moves d1e1"));
    assert!(client.shown("Count").contains("not called"));
}

#[test]
fn the_side_that_is_behind_hears_that_it_may_call_the_count() {
    let mut client = Client::hello();
    client.send("setoption name Counting value called");
    client.send("position fen 4k3/8/3r4/8/8/3R1N2/8/3K4 b - 128 0 60");
    let told = |heard: Vec<String>| heard.iter().filter(|line| line.contains("may call board's honour")).count();
    assert_eq!(told(client.send_and_hear("go depth 1", "bestmove")), 1);
    client.send("setoption name Start Count");
    let heard = client.send_and_hear("go depth 1", "bestmove");
    assert!(heard.iter().any(|line| line.contains("black counts")), "{heard:?}");
    assert_eq!(told(heard), 0);
    // By the rules' own reading there is nothing to call.
    client.send("setoption name Counting value variant");
    assert_eq!(told(client.send_and_hear("go depth 1", "bestmove")), 0);
    assert!(is_error(&client.ask("setoption name Start Count")[0]));
}

/// pychess's page sends its rules so.
#[test]
fn rules_are_read_from_the_lines_up_to_a_mark() {
    let mut client = Client::hello();
    assert!(client.ask("load <<END\n[mine:makruk]\nmakpongRule = true\nEND").is_empty());
    let heard = client.send_and_hear("uci", "uciok");
    assert!(heard.iter().any(|line| line.contains("UCI_Variant") && line.contains("var mine")), "{heard:?}");
    let heard = client.ask("load <<END\n[yours:makruk]\nnoSuchKey = 1\nquit\nEND");
    assert!(!heard.is_empty() && heard.iter().all(is_error), "{heard:?}");
    assert!(is_error(&client.ask("load nowhere.ini")[0]));
}
