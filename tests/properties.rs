//! What must hold in every position of every variant: random games from the start position, and noise.

mod common;

use common::{all_rules, rules};
use khun_board::geometry::Color;
use khun_board::position::{Game, Move, MoveList, Position};
use khun_board::rules::{Catalogue, Profile, Rules};
use proptest::prelude::*;

/// House rules, which no variant that ships has on: the king's leap and the met's double step.
const HOUSE_RULES: &str = "[house:makruk]\nsutKhun = true\nsutMet = true\n\
    startFen = rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1\n";

/// All that ships, and a section of a user's own.
fn variants() -> Vec<Rules> {
    let (catalogue, faults) = Catalogue::builtin().with_file(HOUSE_RULES);
    assert_eq!(faults, []);
    catalogue.variants().iter().map(|variant| variant.rules).collect()
}

/// A game of a variant: each word chooses among the legal moves.
fn games() -> impl Strategy<Value = Game> {
    let variants = variants();
    (0..variants.len(), prop::collection::vec(any::<u16>(), 0..160)).prop_map(move |(variant, words)| {
        let mut game = Game::new(Position::start(variants[variant]));
        for word in words {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            // Captures come up more often than chance has it, so that games reach endings and their counts.
            let mut noisy = MoveList::new();
            game.position().noisy_moves(&mut noisy);
            let among = if word % 3 == 0 && !noisy.is_empty() { &noisy } else { &moves };
            game.push(among[usize::from(word) / 3 % among.len()]).unwrap();
        }
        game
    })
}

/// Every position of a game, the last one first.
fn positions(game: &Game) -> impl Iterator<Item = &Position> {
    std::iter::once(game.position()).chain(game.earlier().iter().rev())
}

fn same_in_all(left: &Position, right: &Position) -> bool {
    left == right && left.keys() == right.keys() && left.checkers() == right.checkers()
}

fn bits(moves: &[Move]) -> Vec<u16> {
    let mut bits: Vec<u16> = moves.iter().map(|mv| mv.bits()).collect();
    bits.sort_unstable();
    bits
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 384, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn push_then_pop_restores_everything(game in games()) {
        let mut back = game.clone();
        let mut again = Game::new(*game.start());
        for mv in game.moves() {
            again.push(*mv).unwrap();
        }
        prop_assert!(same_in_all(again.position(), game.position()));
        for (position, mv) in game.earlier().iter().zip(game.moves()).rev() {
            prop_assert_eq!(back.pop(), Some(*mv));
            prop_assert!(same_in_all(back.position(), position));
            prop_assert_eq!(back.occurrences() >= 1, true);
        }
        prop_assert_eq!(back.pop(), None);
        prop_assert!(same_in_all(back.position(), game.start()));
    }

    #[test]
    fn fen_out_and_in_is_the_identity_and_keys_are_fresh(game in games()) {
        for position in positions(&game) {
            let fen = position.fen();
            let read = Position::from_fen(position.rules(), &fen);
            prop_assert!(read.is_ok(), "{}: {:?}", fen, read);
            let Ok(read) = read else { continue };
            prop_assert_eq!(read.fen(), &*fen);
            prop_assert_eq!(read.keys(), position.keys(), "{}", fen);
            prop_assert_eq!(read.checkers(), position.checkers(), "{}", fen);
            // Where a count stands it has the clock's place in the FEN.
            prop_assert!(position.count().is_some() || read == *position, "{}", fen);
        }
    }

    #[test]
    fn listed_moves_are_the_legal_words(game in games()) {
        let position = game.position();
        let legal: Vec<u16> = (0..=u16::MAX).filter(|word| Move::from_bits(*word).is_some_and(|mv| position.is_legal(mv))).collect();
        prop_assert_eq!(bits(&position.legal_moves()), legal, "{}", position.fen());
    }

    #[test]
    fn noisy_and_quiet_moves_are_all_moves_and_share_none(game in games()) {
        for position in positions(&game) {
            let (mut noisy, mut quiet) = (MoveList::new(), MoveList::new());
            position.noisy_moves(&mut noisy);
            position.quiet_moves(&mut quiet);
            prop_assert!(noisy.iter().all(|mv| position.is_noisy(*mv)), "{}", position.fen());
            prop_assert!(!quiet.iter().any(|mv| position.is_noisy(*mv)), "{}", position.fen());
            noisy.try_extend_from_slice(&quiet).expect("room for every move");
            prop_assert_eq!(bits(&noisy), bits(&position.legal_moves()), "{}", position.fen());
        }
    }

    #[test]
    fn noise_is_what_the_move_does(game in games()) {
        for position in positions(&game) {
            for mv in position.legal_moves() {
                let taken = position.board().piece_at(mv.to()).filter(|piece| piece.color != position.to_move());
                prop_assert_eq!(position.captured(mv), taken.map(|piece| piece.kind));
                let changes = taken.is_some() || mv.promotion().is_some();
                prop_assert!(!changes || position.is_noisy(mv), "{:?} in {}", mv, position.fen());
            }
        }
    }

    #[test]
    fn gives_check_is_the_check_that_stands_after(game in games()) {
        for position in positions(&game) {
            for mv in position.legal_moves() {
                let after = position.play_unchecked(mv);
                prop_assert_eq!(position.gives_check(mv), after.in_check(), "{:?} in {}", mv, position.fen());
            }
        }
    }

    #[test]
    fn counting_moves_is_listing_them(game in games()) {
        for position in positions(&game) {
            let listed = position.legal_moves().len() as u64;
            prop_assert_eq!(position.perft(1), listed, "{}", position.fen());
            prop_assert_eq!(position.mobility(), listed, "{}", position.fen());
            prop_assert_eq!(position.has_legal_move(), listed > 0, "{}", position.fen());
            prop_assert!(listed > 0 || position.outcome().is_some(), "{}", position.fen());
        }
    }

    #[test]
    fn no_king_is_left_attacked(game in games()) {
        for position in positions(&game) {
            let king = position.board().king(!position.to_move());
            let attackers = position.attackers_to(king, position.board().occupied());
            prop_assert!(!attackers.meets(position.board().color(position.to_move())), "{}", position.fen());
            let checkers = position.attackers_to(position.board().king(position.to_move()), position.board().occupied());
            prop_assert_eq!(checkers & position.board().color(!position.to_move()), position.checkers(), "{}", position.fen());
        }
    }

    #[test]
    fn mirrored_files_leave_perft_unchanged(game in games()) {
        let position = game.position();
        prop_assert_eq!(position.mirrored().perft(2), position.perft(2), "{}", position.fen());
        prop_assert_eq!(position.mirrored().outcome(), position.outcome(), "{}", position.fen());
    }

    #[test]
    fn swapped_sides_leave_mate_games_unchanged(game in games()) {
        let position = game.position();
        if position.rules().profile == Profile::Mate {
            let swapped = position.sides_swapped();
            prop_assert_eq!(swapped.perft(2), position.perft(2), "{}", position.fen());
            let mirrored_winner = position.outcome().map(|outcome| (outcome.winner.map(Color::other), outcome.reason));
            let outcome = swapped.outcome().map(|outcome| (outcome.winner, outcome.reason));
            prop_assert_eq!(outcome, mirrored_winner, "{}", position.fen());
        }
    }

    #[test]
    fn a_pass_changes_the_side_and_its_key_alone(game in games()) {
        let position = game.position();
        if !position.in_check() {
            let passed = position.pass();
            prop_assert_eq!(passed.to_move(), !position.to_move());
            prop_assert_eq!(passed.board(), position.board());
            prop_assert_ne!(passed.key(), position.key());
            prop_assert_eq!(passed.keys().pawns, position.keys().pawns);
        }
    }

    #[test]
    fn move_texts_are_read_back(game in games()) {
        let position = game.position();
        for mv in position.legal_moves() {
            prop_assert_eq!(position.parse_uci(&position.uci(mv)), Ok(mv));
        }
    }
}

/// Words that FENs, moves and rules files are made of, in no sensible order.
fn fragments() -> impl Strategy<Value = String> {
    let words = [
        "rnsmksnr",
        "/",
        "8",
        "9",
        "k",
        "K",
        "p",
        "~",
        " w ",
        " b ",
        "-",
        " 0",
        " 1",
        " 128",
        " 65536",
        ";",
        "\t",
        "\r\n",
        "DEde",
        "e2",
        "e4",
        "d5c6m",
        "[",
        "]",
        ":",
        "makruk",
        "=",
        "\n",
        "startFen",
        "promotionRegionWhite",
        "*6",
        "*",
        "countingRule",
        "cambodian",
        "é",
        "\u{0}",
        "#",
        "fmvn",
        "hmvc",
        "flagRegion",
        "nMoveRule",
        "a1",
        "queen",
        "true",
    ];
    prop::collection::vec(prop::sample::select(words.to_vec()), 0..40).prop_map(|words| words.concat())
}

/// A text with one stretch of it replaced by something else.
fn spoiled(text: &'static str) -> impl Strategy<Value = String> {
    (0..text.len(), 0..12usize, ".{0,6}").prop_map(move |(at, length, put)| {
        let floor = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        format!("{}{put}{}", &text[..floor(at)], &text[floor(at + length)..])
    })
}

/// Reads a text as a FEN of every variant; what is taken for a position must behave as one.
fn read_as_fen(text: &str) {
    for rules in all_rules() {
        match Position::from_fen(rules, text) {
            Err(error) => assert!(!error.faults.is_empty() && !error.to_string().contains('\n'), "{error}"),
            Ok(position) => {
                let fen = position.fen();
                assert_eq!(Position::from_fen(rules, &fen).map(|read| read.fen()), Ok(fen.clone()));
                assert_eq!(position.perft(1), position.legal_moves().len() as u64, "{fen}");
                for mv in position.legal_moves() {
                    let after = position.play_unchecked(mv);
                    assert_eq!(after.in_check(), position.gives_check(mv), "{fen} {mv:?}");
                    let _ = (after.outcome(), after.perft(1));
                }
            }
        }
    }
}

fn read_as_move(text: &str) {
    for rules in all_rules() {
        if let Err(error) = Position::start(rules).parse_uci(text) {
            assert!(!error.to_string().contains('\n'), "{error}");
        }
    }
}

fn read_as_rules(text: &str) {
    let (catalogue, faults) = Catalogue::builtin().with_file(text);
    assert!(faults.iter().all(|fault| !fault.to_string().contains('\n')));
    for variant in catalogue.variants() {
        let start = Position::start(variant.rules);
        assert_eq!(start.perft(1), start.legal_moves().len() as u64);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn noise_never_panics(text in any::<String>()) {
        read_as_fen(&text);
        read_as_move(&text);
        read_as_rules(&text);
    }

    #[test]
    fn fragments_never_panic(text in fragments()) {
        read_as_fen(&text);
        read_as_move(&text);
        read_as_rules(&text);
    }

    #[test]
    fn spoiled_fens_never_panic(
        text in prop_oneof![
            spoiled("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde 128 3 1"),
            spoiled("8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"),
            spoiled("rn1m1snr/1s2k3/pppppppp/8/3P4/PPP1PPPP/1S3S2/RN1KM1NR b DEd - 4 3"),
            spoiled("6m1/8/r1k5/8/4m2m/8/2K5/8 b - 32 33 16"),
            spoiled("4brn1/2K2k2/8/8/8/8/8/8 w - - 0 1"),
        ],
    ) {
        read_as_fen(&text);
    }

    #[test]
    fn spoiled_rules_files_never_panic(text in spoiled(khun_board::rules::BUILTIN_TEXT)) {
        read_as_rules(&text);
    }
}

/// The hash key tells positions apart by men, side to move and privileges.
#[test]
fn keys_differ_where_positions_do() {
    let key = |variant, fen: &str| common::position(rules(variant), fen).key();
    let start = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1";
    let keys =
        ["w DEde", "b DEde", "w DEd", "w De", "w -"].map(|side| key("cambodian", &start.replace("w DEde", side)));
    let different: std::collections::BTreeSet<u64> = keys.into_iter().collect();
    assert_eq!(different.len(), keys.len());
}
