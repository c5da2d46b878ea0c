//! Musts 5, 7, 8, 9 and 10: what a search says.

use std::time::Duration;

use khun_board::position::{Game, Position};
use khun_board::rules::Catalogue;

use crate::client::{Client, best_of, pv, word_after};

fn game(variant: &str, fen: &str) -> Game {
    Game::new(Position::from_fen(Catalogue::builtin().find(variant).unwrap(), fen).unwrap())
}

/// Plays a line of play by the rules: every move legal, none after the game's end except the first.
fn check_line(game: &Game, line: &str) {
    let mut game = game.clone();
    for (index, text) in pv(line).into_iter().enumerate() {
        assert!(index == 0 || game.outcome().is_none(), "move {index} after the end: {line}");
        let mv = game.position().parse_uci(text).unwrap_or_else(|error| panic!("{error}: {line}"));
        game.push(mv).unwrap();
    }
}

/// The move to ponder on, if any: legal and not after the end, nor ending the game.
fn check_ponder(game: &Game, heard: &[String]) {
    let last = heard.last().unwrap();
    let Some(ponder) = word_after(last, "ponder") else { return };
    let mut game = game.clone();
    game.push(game.position().parse_uci(word_after(last, "bestmove").unwrap()).unwrap()).unwrap();
    assert!(game.outcome().is_none(), "{last}");
    game.push(game.position().parse_uci(ponder).unwrap()).unwrap();
    assert!(game.outcome().is_none(), "{last}");
}

#[test]
fn limits_come_in_any_order_and_combination() {
    let mut client = Client::hello();
    let limits = [
        "go wtime 300 btime 300 winc 10 binc 10",
        "go binc 10 movestogo 5 btime 300 winc 10 wtime 300",
        "go wtime 100",
        "go btime 100",
        "go wtime -100 btime -5",
        "go wtime 0 btime 0 winc 0 binc 0",
        "go wtime 1 btime 1 movestogo 1",
        "go wtime 100 btime 100 movestogo 0",
        "go movetime 50",
        "go movetime 0",
        "go movetime -20",
        "go depth 2",
        "go depth 0",
        "go depth -3",
        "go nodes 500",
        "go nodes 0",
        "go nodes 1",
        "go movetime 50 nodes 1000000 depth 30",
        "go foo 7 depth bar 1 nodes 200 baz",
        "go searchmoves b3b4 a3a4 depth 2",
        "go depth 2 searchmoves b3b4 a3a4",
        "go depth 99999999999999999999 movetime 30",
        "go mate 1 movetime 100",
    ];
    for go in limits {
        client.send(go);
        let best = best_of(&client.until("bestmove"));
        if go.contains("searchmoves") {
            assert!(["a3a4", "b3b4"].contains(&best.as_str()), "{go}: {best}");
        }
    }
}

#[test]
fn a_limit_that_cannot_be_read_is_reported_and_the_search_still_ends() {
    let mut client = Client::hello();
    for go in ["go depth", "go depth x", "go movetime", "go wtime abc btime", "go searchmoves e2e4 depth 2"] {
        client.send(go);
        let heard = client.until("bestmove");
        assert!(heard.iter().any(|line| line.starts_with("info string ERROR go ")), "{go}: {heard:?}");
        best_of(&heard);
    }
}

#[test]
fn a_bare_go_thinks_until_stop() {
    let mut client = Client::hello();
    client.send("go");
    assert!(client.listen(Duration::from_millis(300)).iter().all(|line| line.starts_with("info")));
    client.send("stop");
    best_of(&client.until("bestmove"));
}

#[test]
fn scores_are_exact_for_a_second_and_always_at_the_end() {
    let mut client = Client::playing("racingkings");
    client.send("go movetime 1500");
    let heard = client.until("bestmove");
    best_of(&heard);
    for line in heard.iter().filter(|line| line.contains("bound")) {
        assert!(word_after(line, "time").unwrap().parse::<u32>().unwrap() >= 1000, "{line}");
        let score = line.split_once("score ").unwrap().1;
        assert!(["lowerbound", "upperbound"].contains(&score.split(' ').nth(2).unwrap()), "{line}");
    }
}

#[test]
fn info_lines_hold_whole_numbers_and_nothing_unknown() {
    let mut client = Client::hello();
    client.send("go depth 5");
    for line in client.until("bestmove").iter().filter(|line| line.contains(" pv ")) {
        let mut words = line.split(' ').skip(1);
        while let Some(field) = words.next() {
            match field {
                "pv" => break,
                "score" => assert!(["cp", "mate"].contains(&words.next().unwrap()), "{line}"),
                "depth" | "seldepth" | "multipv" | "nodes" | "nps" | "hashfull" | "tbhits" | "time" => {}
                other => panic!("{other}: {line}"),
            }
            assert!(words.next().unwrap().parse::<i64>().is_ok(), "{line}");
        }
    }
}

#[test]
fn lines_of_play_are_legal_and_end_with_the_game() {
    let cases = [
        ("makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"),
        ("makruk", "8/8/8/3k4/8/8/8/1KR1R3 w - 16 5 60"),
        ("makruk", "8/8/8/3k4/8/8/8/1KR1R3 w - 16 12 60"),
        ("makruk", "8/4k3/8/8/4M3/8/3K1R2/8 w - 32 8 60"),
        ("makruk", "2r5/8/8/8/8/1k6/6K1/M7 b - 128 126 125"),
        ("racingkings", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"),
        ("racingkings", "8/2K4k/8/8/8/8/8/8 w - - 96 60"),
        ("racingkings", "4brn1/2K2k2/8/8/8/8/8/8 w - - 0 1"),
        ("racingkings", "6K1/3k4/3b4/8/8/8/8/8 b - - 0 1"),
        ("racingkings", "8/1K4k1/8/8/8/8/8/8 w - - 0 1"),
        ("racingkings", "8/1K4k1/8/8/8/8/8/8 b - - 0 1"),
    ];
    for (variant, fen) in cases {
        let game = game(variant, fen);
        let mut client = Client::playing(variant);
        client.send("setoption name MultiPV value 3");
        client.send(&format!("position fen {fen}"));
        client.send("go movetime 400");
        let heard = client.until("bestmove");
        best_of(&heard);
        for line in heard.iter().filter(|line| line.contains(" pv ")) {
            check_line(&game, line);
        }
        check_ponder(&game, &heard);
    }
}

#[test]
fn a_finished_root_has_no_move_and_says_who_won() {
    let decided = "info depth 0 score mate 0";
    let drawn = "info depth 0 score cp 0";
    let cases = [
        ("makruk", "8/8/8/8/8/6k1/8/M1r3K1 w - 128 128 115", decided),
        ("makruk", "8/5KMk/6M1/8/8/8/8/8 b - 128 8 75", decided),
        ("racingkings", "4Q1K1/8/7k/4R3/8/5B2/8/3N4 b - - 0 1", decided),
        ("racingkings", "K7/7k/8/8/8/8/8/8 w - - 0 1", decided),
        ("racingkings", "K7/8/k5q1/8/7r/8/8/8 w - - 0 1", decided),
        ("racingkings", "K6k/8/8/8/8/8/8/8 w - - 0 1", drawn),
        ("racingkings", "1Q4R1/5K2/4B3/8/8/3N4/8/k7 b - - 0 1", drawn),
    ];
    for (variant, fen, score) in cases {
        let mut client = Client::playing(variant);
        assert!(client.ask(&format!("position fen {fen}")).is_empty(), "{fen}");
        for go in ["go depth 5", "go movetime 1000", "go wtime 1000 btime 1000", "go mate 2", "go nodes 100"] {
            client.send(go);
            let mut heard = client.until("bestmove");
            heard.retain(|line| !line.starts_with("info string count: "));
            assert_eq!(heard, [score, "bestmove (none)"], "{fen} {go}");
        }
    }
}

#[test]
fn a_drawn_root_with_moves_still_gets_one() {
    let cases = [
        // Past the count's limit, dead material, fifty moves, thrice the same position.
        ("makruk", "fen 2r5/8/8/8/8/1k6/6K1/M7 w - 128 129 125"),
        ("makruk", "fen 8/8/1k6/3K4/8/3N4/8/8 b - 128 6 105"),
        ("racingkings", "fen 8/8/8/2k5/8/8/1K6/8 w - - 100 80"),
        ("makruk", "startpos moves b1d2 b8d7 d2b1 d7b8 b1d2 b8d7 d2b1 d7b8"),
    ];
    for (variant, position) in cases {
        let mut client = Client::playing(variant);
        assert!(client.ask(&format!("position {position}")).is_empty(), "{position}");
        assert!(client.shown("Outcome").starts_with("draw ("), "{position}");
        client.send("go depth 4");
        let best = best_of(&client.until("bestmove"));
        client.send("go perft 1");
        assert!(client.until("Nodes").contains(&format!("{best}: 1")), "{position}: {best}");
    }
}

#[test]
fn a_running_count_is_told_in_words_when_a_search_starts() {
    let mut client = Client::hello();
    client.send("position fen 8/4k3/8/8/4M3/8/3K1R2/8 w - 32 8 60");
    client.send("go depth 2");
    let heard = client.until("bestmove");
    let told: Vec<_> = heard.iter().filter(|line| line.starts_with("info string ")).collect();
    assert_eq!(told.len(), 1, "{heard:?}");
    // 16 moves from 4: with the stronger side to move, limit − count + 1 = 25 plies are left, 13 of them White's.
    for words in ["pieces' honour", "4 of 16 moves", "black counts", "within 13 moves", "draw"] {
        assert!(told[0].contains(words), "{words}: {}", told[0]);
    }
    client.send("position startpos");
    client.send("go depth 2");
    assert!(client.until("bestmove").iter().all(|line| !line.starts_with("info string")));
}
