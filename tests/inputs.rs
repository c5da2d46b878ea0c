//! Bad input: each a message that names every fault, never a panic, and nothing changed.

mod common;

use common::rules;
use khun_board::position::Position;
use khun_board::rules::Faults;

/// The faults of a FEN and the message.
fn refused(variant: &str, fen: &str) -> (Faults, String) {
    let error = Position::from_fen(rules(variant), fen).expect_err(fen);
    let message = error.to_string();
    assert!(!message.contains(['\n', '\r', '\0']), "one line: {message:?}");
    assert!(message.len() < 1000, "{} letters", message.len());
    (error.faults, message)
}

#[test]
fn a_pawn_on_its_sixth_rank_or_beyond() {
    for fen in ["4k3/8/2P5/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/2p5/8/4K3 w - - 0 1", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1"]
    {
        let (faults, message) = refused("makruk", fen);
        assert_eq!(faults, Faults::PAWNS, "{message}");
    }
    assert!(refused("makruk", "4k3/8/2P5/8/8/8/8/4K3 w - - 0 1").1.contains("c6"));
}

#[test]
fn too_many_files_or_ranks() {
    assert_eq!(refused("makruk", "4k4/8/8/8/8/8/8/4K3 w - - 0 1").0, Faults::FILES);
    assert_eq!(refused("makruk", "4k3/9/8/8/8/8/8/4K3 w - - 0 1").0, Faults::FILES);
    assert_eq!(refused("makruk", "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1").0 & Faults::RANKS, Faults::RANKS);
}

#[test]
fn no_king_or_two() {
    assert_eq!(refused("makruk", "8/8/8/8/8/8/8/4K3 w - - 0 1").0, Faults::KINGS);
    assert_eq!(refused("makruk", "4k3/8/8/8/8/8/8/3KK3 w - - 0 1").0, Faults::KINGS);
    assert_eq!(refused("racingkings", "8/8/8/8/8/8/8/4K3 w - - 0 1").0, Faults::KINGS);
}

#[test]
fn the_side_not_to_move_in_check() {
    assert_eq!(refused("makruk", "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1").0, Faults::CHECK);
    assert!(Position::from_fen(rules("makruk"), "4k3/8/8/8/4R3/8/8/4K3 b - - 0 1").is_ok());
    assert_eq!(refused("racingkings", "8/8/8/8/4k3/8/4R3/K7 b - - 0 1").0, Faults::CHECK, "nobody may be in check");
}

#[test]
fn chess_letters_are_named() {
    let (faults, message) = refused("makruk", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(faults, Faults::LETTERS, "{message}");
    for letter in ["b", "q", "B", "Q"] {
        assert!(message.contains(letter), "{message}");
    }
}

#[test]
fn every_fault_at_once() {
    let (faults, message) = refused("makruk", "9/x7/2P5/8/8/8/8/8 z - many few none");
    let expected = Faults::FILES
        | Faults::LETTERS
        | Faults::PAWNS
        | Faults::KINGS
        | Faults::SIDE
        | Faults::LIMIT
        | Faults::CLOCK
        | Faults::MOVE_NUMBER;
    assert_eq!(faults, expected, "{message}");
}

#[test]
fn nothing_and_noise() {
    assert_eq!(refused("makruk", "").0, Faults::EMPTY);
    assert_eq!(refused("makruk", " \t\r\n").0, Faults::EMPTY);
    for letter in ['k', '/', '8', ' ', 'x', '\u{7f}', 'é', '0'] {
        let noise: String = std::iter::repeat_n(letter, 10_000).collect();
        refused("makruk", &noise);
        refused("racingkings", &format!("8/8/8/8/8/8/krbnNBRK/{noise} w - - 0 1"));
    }
}

#[test]
fn numbers_out_of_range() {
    let board = "4k3/8/8/8/8/2r5/8/4K3 w -";
    assert_eq!(refused("makruk", &format!("{board} 65536 0 1")).0, Faults::LIMIT);
    assert_eq!(refused("makruk", &format!("{board} - 65536 1")).0, Faults::CLOCK);
    assert_eq!(refused("makruk", &format!("{board} - -1 1")).0, Faults::CLOCK);
    assert_eq!(refused("makruk", &format!("{board} - 0 99999999999999999999")).0, Faults::MOVE_NUMBER);
}

/// At the ends of the ranges counts and clocks stand still instead of wrapping around.
#[test]
fn the_largest_numbers_do_not_overflow() {
    for (variant, fen) in [
        ("makruk", "4k3/8/8/8/8/2r5/8/4K3 b - 65535 65535 65535"),
        ("makruk", "4k3/8/8/8/8/2r5/8/4K3 b - - 65535 65535"),
        ("racingkings", "8/8/8/8/8/8/k6K/8 b - - 65535 65535"),
    ] {
        let position = common::position(rules(variant), fen);
        for mv in position.legal_moves() {
            let after = position.play_unchecked(mv);
            let _ = (after.outcome(), after.fen());
            if !after.in_check() {
                let _ = after.pass().fen();
            }
        }
    }
}

#[test]
fn every_form_of_fen_is_read() {
    let board = "8/4k3/3m4/8/8/2RM4/4K3/8";
    let uncounted = format!("{board} w - - 0 1");
    for form in
        ["w - - 0 1", "w - 0 0 1", "w 0 1", "w - -", "w", "w - - 0 1;", "w - - hmvc 0; fmvn 1;", "w\t-  -\t0 1\r\n"]
    {
        let position = common::position(rules("makruk"), &format!("{board} {form}"));
        assert_eq!(position.fen(), uncounted, "{form}");
    }
    let counted = common::position(rules("makruk"), &format!("{board} w - 128 37 20"));
    assert_eq!(counted.fen(), format!("{board} w - 128 37 20"));
}

#[test]
fn move_texts_that_are_none() {
    let start = Position::start(rules("makruk"));
    for text in ["", "e", "e2", "e2e", "e2e9", "i2e4", "0000", "(none)", "e2e4e5", "ตาม", "e2é4", "a3a4qq", "🦀🦀"]
    {
        let error = start.parse_uci(text).expect_err(text);
        assert!(error.to_string().contains("not"), "{error}");
    }
    let error = start.parse_uci(&"e".repeat(10_000)).expect_err("10 kB of noise");
    assert!(error.to_string().len() < 200);
}

#[test]
fn moves_after_the_end_of_a_race_are_refused() {
    let over = common::position(rules("racingkings"), "K7/7k/8/8/8/8/8/8 w - - 0 1");
    assert!(over.parse_uci("a8a7").is_err());
}
