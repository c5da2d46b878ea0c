//! How races end, by positions on which Fairy-Stockfish and python-chess agree.

mod common;

use common::{game, position, rows, rules};
use khun_board::geometry::Color;
use khun_board::position::{Outcome, Position, Reason};

/// Who won, as the data files write it.
fn verdict(outcome: Option<Outcome>) -> &'static str {
    match outcome.map(|outcome| outcome.winner) {
        None => "ongoing",
        Some(None) => "draw",
        Some(Some(Color::White)) => "white",
        Some(Some(Color::Black)) => "black",
    }
}

#[test]
fn outcomes_and_move_counts() {
    let rules = rules("racingkings");
    let mut seen = 0;
    for row in rows(include_str!("data/racing/outcomes.tsv")) {
        let [fen, outcome, moves] = row[..] else { panic!("{row:?}") };
        let position = position(rules, fen);
        assert_eq!(verdict(position.outcome()), outcome, "{fen}");
        assert_eq!(position.legal_moves().len().to_string(), moves, "{fen}");
        seen += 1;
    }
    assert_eq!(seen, 220);
}

fn outcome_of(fen: &str, moves: &str) -> Option<Outcome> {
    game(rules("racingkings"), fen, moves).outcome()
}

#[test]
fn black_arrives_and_wins_at_once() {
    let expected = Outcome { winner: Some(Color::Black), reason: Reason::Arrival };
    assert_eq!(outcome_of("8/k7/8/7K/8/8/8/8 b - - 0 1", "a7a8"), Some(expected));
}

#[test]
fn white_arrives_and_black_has_the_last_move() {
    let start = "8/k6K/8/8/8/8/8/8 w - - 0 1";
    assert_eq!(outcome_of(start, "h7h8"), None);
    assert_eq!(outcome_of(start, "h7h8 a7a8"), Some(Outcome { winner: None, reason: Reason::BothArrived }));
    let lost = Outcome { winner: Some(Color::White), reason: Reason::Arrival };
    assert_eq!(outcome_of(start, "h7h8 a7a6"), Some(lost));
    assert_eq!(outcome_of("8/7K/k7/8/8/8/8/8 w - - 0 1", "h7h8"), Some(lost), "Black is a rank too far");
}

#[test]
fn threefold_repetition_draws() {
    let shuffle = "h2g3 a2b3 g3h2 b3a2";
    let start = "8/8/8/8/8/8/k6K/8 w - - 0 1";
    assert_eq!(outcome_of(start, shuffle), None, "twice");
    let twice = format!("{shuffle} {shuffle}");
    assert_eq!(outcome_of(start, &twice), Some(Outcome { winner: None, reason: Reason::Repetition }));
}

#[test]
fn fifty_moves_by_each_side_without_a_capture_draw() {
    let rules = rules("racingkings");
    let drawn = Some(Outcome { winner: None, reason: Reason::MoveRule });
    assert_eq!(position(rules, "8/8/8/8/8/8/k6K/8 w - - 99 80").outcome(), None);
    assert_eq!(outcome_of("8/8/8/8/8/8/k6K/8 w - - 99 80", "h2g3"), drawn);
    assert_eq!(outcome_of("8/8/8/8/8/6n1/k6K/8 w - - 99 80", "h2g3"), None, "a capture starts anew");
    assert_eq!(
        outcome_of("8/7K/8/8/8/k7/8/8 w - - 99 80", "h7h8"),
        Some(Outcome { winner: Some(Color::White), reason: Reason::Arrival }),
        "an arrival comes before the draw"
    );
}

/// No move can lead there, but a FEN may say it.
#[test]
fn both_kings_home_with_black_to_move_harms_nothing() {
    let position = position(rules("racingkings"), "K6k/8/8/8/8/8/8/8 b - - 0 1");
    assert!(position.legal_moves().is_empty());
    assert_eq!(position.outcome(), Some(Outcome { winner: None, reason: Reason::BothArrived }));
}

/// Only Black has a last move, so the swapped position is not the same race.
#[test]
fn two_bare_kings_are_never_dead() {
    let rules = rules("racingkings");
    assert_eq!(Position::start(rules).outcome(), None);
    assert_eq!(position(rules, "8/8/8/8/8/8/k6K/8 w - - 0 1").outcome(), None);
}
