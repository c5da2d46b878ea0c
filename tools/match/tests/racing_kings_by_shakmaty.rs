//! Racing Kings against the `shakmaty` crate: moves, FEN and outcome at every ply of random games.

use khun_board::geometry::Color;
use khun_board::position::{Game, Position};
use khun_board::rules::Catalogue;
use rayon::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::variant::RacingKings;
use shakmaty::{CastlingMode, EnPassantMode, KnownOutcome, Outcome, Position as _};

const GAMES: u64 = 2000;
const LONGEST_GAME: usize = 200;

/// SplitMix64 (Steele, Lea and Flood, 2014).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut word = *state;
    word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

fn ours(position: &Position) -> Vec<String> {
    let mut moves: Vec<String> = position.legal_moves().into_iter().map(|mv| position.uci(mv)).collect();
    moves.sort_unstable();
    moves
}

fn theirs(position: &RacingKings) -> Vec<String> {
    let moves = position.legal_moves();
    let mut moves: Vec<String> = moves.into_iter().map(|mv| mv.to_uci(CastlingMode::Standard).to_string()).collect();
    moves.sort_unstable();
    moves
}

/// Who won, as both sides see it from the position alone: shakmaty adjudicates no fifty moves and no repetition.
fn our_result(position: &Position) -> &'static str {
    match position.race_outcome() {
        Some(outcome) => match outcome.winner {
            Some(Color::White) => "white",
            Some(Color::Black) => "black",
            None => "draw",
        },
        None if !position.has_legal_move() => "draw",
        None => "ongoing",
    }
}

fn their_result(position: &RacingKings) -> &'static str {
    match position.outcome() {
        Outcome::Unknown => "ongoing",
        Outcome::Known(KnownOutcome::Draw) => "draw",
        Outcome::Known(KnownOutcome::Decisive { winner: shakmaty::Color::White }) => "white",
        Outcome::Known(KnownOutcome::Decisive { winner: shakmaty::Color::Black }) => "black",
    }
}

/// A random game; returns how many positions were compared.
fn compare(seed: u64) -> usize {
    let rules = Catalogue::builtin().find("racingkings").expect("it ships");
    let mut game = Game::new(Position::start(rules));
    let mut other = RacingKings::default();
    let mut state = seed;
    for ply in 0..LONGEST_GAME {
        let position = game.position();
        let fen = position.fen();
        assert_eq!(fen, Fen::from_position(&other, EnPassantMode::Legal).to_string());
        let moves = ours(position);
        assert_eq!(moves, theirs(&other), "{fen}");
        assert_eq!(our_result(position), their_result(&other), "{fen}");
        if moves.is_empty() {
            return ply;
        }
        // Kings that run more often than chance has it, so that games end on the last rank.
        let text = &moves[(next(&mut state) % moves.len() as u64) as usize];
        let noisy: Vec<_> = position.legal_moves().into_iter().filter(|mv| position.is_noisy(*mv)).collect();
        let mv = match noisy.len() as u64 {
            count @ 1.. if next(&mut state).is_multiple_of(3) => noisy[(next(&mut state) % count) as usize],
            _ => position.parse_uci(text).expect("one of the legal moves"),
        };
        let uci: UciMove = position.uci(mv).parse().expect("a move's text");
        other = other.clone().play(uci.to_move(&other).expect("legal for both")).expect("legal for both");
        game.push(mv).expect("legal for both");
    }
    LONGEST_GAME
}

#[test]
fn random_games_are_the_same_for_both() {
    let positions: usize = (0..GAMES).into_par_iter().map(compare).sum();
    assert!(positions > 50_000, "{positions} positions");
}
