//! The family's own moves, and the house rules that no arbiter knows: a table of positions with the moves they add.

mod common;

use common::{game, position, rules, sorted_moves};
use khun_board::position::{Position, Reason};
use khun_board::rules::{Catalogue, Rules};

/// The family counts as Fairy-Stockfish does: `tests/counting.rs` and the comparison with pyffish have the rest.
#[test]
fn ouk_privileges_ride_in_the_third_field() {
    let start = Position::start(rules("cambodian"));
    assert!(start.fen().contains(" w DEde "), "{}", start.fen());
    let moved = game(rules("cambodian"), &start.fen(), "d1b2 d6d5 e3e4 d8d6 e1e3");
    assert!(moved.position().fen().contains(" b e "), "{}", moved.position().fen());
}

/// A king in check may capture the checker and nothing else; mate is where that is impossible too.
#[test]
fn makpong_kings_do_not_step_away() {
    let checked = position(rules("makpong"), "4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1");
    assert_eq!(sorted_moves(&checked), ["e1e2"]);
    let mated = position(rules("makpong"), "4k3/8/8/8/4r3/8/8/R3K3 w - - 0 1");
    assert!(mated.legal_moves().is_empty());
    assert_eq!(mated.outcome().map(|outcome| outcome.reason), Some(Reason::Checkmate));
    let covered = position(rules("makpong"), "4k3/8/8/8/4r3/8/R7/4K3 w - - 0 1");
    assert_eq!(sorted_moves(&covered), ["a2e2"]);
}

/// Two checkers cannot both be captured, so no king's move answers them (found by comparison with pyffish).
#[test]
fn makpong_double_check_has_no_answer() {
    for fen in ["5R2/4R3/4Mk2/6M1/3M4/8/8/K7 b - - 0 1", "4MK2/8/3S4/8/8/1Rk5/8/3N2R1 b - - 0 1"] {
        let position = position(rules("makpong"), fen);
        assert!(position.checkers().has_several(), "{fen}");
        assert!(position.legal_moves().is_empty(), "{fen}");
    }
}

/// Makruk with both house rules on.
fn house() -> Rules {
    let text = "[house:makruk]\nsutKhun = true\nsutMet = true\n\
                startFen = rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1\n";
    let (catalogue, faults) = Catalogue::builtin().with_file(text);
    assert_eq!(faults, []);
    catalogue.find("house").unwrap_or_else(|error| panic!("{error}"))
}

/// The moves that the rights of a FEN add to what its men may do without them.
fn added(fen: &str) -> Vec<String> {
    let with = sorted_moves(&position(house(), fen));
    let fields: Vec<&str> = fen.split(' ').collect();
    let without = position(house(), &format!("{} {} - - 0 1", fields[0], fields[1]));
    let without = sorted_moves(&without);
    assert!(without.iter().all(|text| with.contains(text)), "{fen}");
    with.into_iter().filter(|text| !without.contains(text)).collect()
}

#[test]
fn sut_khun_leaps_like_a_knight_to_an_empty_square_of_the_next_rank() {
    for (fen, moves) in [
        ("4k3/8/8/8/8/8/8/3K4 w D - 0 1", &["d1b2", "d1f2"][..]),
        ("4k3/8/8/8/8/8/5N2/3K4 w D - 0 1", &["d1b2"]),
        // An enemy man is no empty square either.
        ("4k3/8/8/8/8/8/5m2/3K4 w D - 0 1", &["d1b2"]),
        ("4k3/8/8/8/8/8/1n6/6K1 w G - 0 1", &["g1e2"]),
        // Not while in check, and not onto an attacked square.
        ("3rk3/8/8/8/8/8/8/3K4 w D - 0 1", &[]),
        ("1r2k3/8/8/8/8/8/8/3K4 w D - 0 1", &["d1f2"]),
        // Black leaps the other way.
        ("4k3/8/8/8/8/8/8/3K4 b e - 0 1", &["e8c7", "e8g7"]),
        // At the edge there is one side.
        ("4k3/8/8/8/8/8/8/K7 w A - 0 1", &["a1c2"]),
    ] {
        assert_eq!(added(fen), moves, "{fen}");
    }
}

#[test]
fn sut_met_goes_two_squares_while_its_pawn_steps_one() {
    for (fen, moves) in [
        ("4k3/8/8/8/8/4P3/8/3KM3 w E - 0 1", &["e1e3"][..]),
        // The pawn's next square must be empty.
        ("4k3/8/8/8/4n3/4P3/8/3KM3 w E - 0 1", &[]),
        // There must be a pawn before it, two squares ahead.
        ("4k3/8/8/8/4P3/8/8/3KM3 w E - 0 1", &[]),
        ("3mk3/8/3p4/8/8/8/8/3K4 b d - 0 1", &["d8d6"]),
        // The met stands pinned before its king on the rank: neither man may leave it open.
        ("4k3/8/8/8/8/4P3/8/3KM2r w E - 0 1", &[]),
    ] {
        assert_eq!(added(fen), moves, "{fen}");
    }
}

#[test]
fn sut_met_is_one_move_written_as_the_mets() {
    let game = game(house(), &house().start_fen, "e1e3");
    assert_eq!(game.position().fen(), "rnsmksnr/8/pppppppp/8/4P3/PPPPMPPP/8/RNSK1SNR b Dde - 0 1");
}

#[test]
fn a_privilege_is_used_once() {
    let game = game(house(), &house().start_fen, "d1b2 a6a5 b2c2 h6h5 c2d1 g6g5");
    let moves = sorted_moves(game.position());
    assert!(!moves.iter().any(|text| text == "d1b2" || text == "d1f2"), "{}", game.position().fen());
}
