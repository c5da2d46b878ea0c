//! Makruk's count under each reading, in play: expected values are those of the arbiters named at each test.

use khun::geometry::Color;
use khun::position::{Outcome, Position, Reason};
use khun::rules::{Catalogue, Reading, Rules, intern};

fn rules(name: &str) -> Rules {
    Catalogue::builtin().find(name).expect(name)
}

fn position(rules: Rules, fen: &str) -> Position {
    Position::from_fen(rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn play(position: &Position, text: &str) -> Position {
    let mv = position.parse_move(text).unwrap_or_else(|error| panic!("{}: {text}: {error}", position.fen()));
    position.play(mv)
}

/// What Cute Chess calls the ends that its count and its list of dead material make.
fn cute_chess_reason(reason: &str) -> Option<Reason> {
    match reason {
        "Draw by insufficient mating material" => Some(Reason::DeadMaterial),
        "Draw by counting rules." | "Draw by sixty-four move rule." => Some(Reason::Counting),
        _ => None,
    }
}

/// Games that Cute Chess 1.5.1 refereed.
#[test]
fn cute_chess_ends_its_games_where_we_do() {
    let rules = rules("makruk-cutechess");
    let games = include_str!("data/cutechess.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut seen = 0;
    for line in games {
        let [fen, moves, _, reason] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let reason = cute_chess_reason(reason).unwrap_or_else(|| panic!("{line}"));
        let mut position = position(rules, fen);
        // A referee judges after moves: what is dead from the start still sees one.
        let moves: Vec<&str> = moves.split(' ').collect();
        for (at, text) in moves.iter().enumerate() {
            position = play(&position, text);
            let ended = (at + 1 == moves.len()).then_some(Outcome { winner: None, reason });
            assert_eq!(position.outcome(), ended, "{line}: after {text}: {}", position.fen());
        }
        seen += 1;
    }
    assert_eq!(seen, 68);
}

/// Random endings under Fairy-Stockfish's reading (pyffish 0.0.90).
#[test]
fn fairy_stockfish_counts_as_we_do() {
    let rules = rules("makruk");
    let games = include_str!("data/fairy-stockfish.tsv").lines().filter(|line| !line.starts_with('#'));
    for line in games {
        let [fen, moves, after, state] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let position = moves.split(' ').fold(position(rules, fen), |position, text| play(&position, text));
        assert_eq!(position.fen(), after.replace('~', ""), "{line}");
        let drawn = |reason| Some(Outcome { winner: None, reason });
        let expected = match state {
            "ongoing" => None,
            // Repetition is a matter of the game's past, not of the count.
            "draw-repetition" => continue,
            "draw-counting" => drawn(Reason::Counting),
            "dead" => drawn(Reason::DeadMaterial),
            other => panic!("{other}"),
        };
        assert_eq!(position.outcome(), expected, "{line}");
    }
}

/// Random play in the ASEAN and Cambodian rules, whose counts differ (pyffish 0.0.90).
#[test]
fn the_family_counts_as_fairy_stockfish_does() {
    let games = include_str!("data/family-counts.tsv").lines().filter(|line| !line.starts_with('#'));
    for line in games {
        let [variant, fen, moves, after] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let position = moves.split(' ').fold(position(rules(variant), fen), |position, text| play(&position, text));
        assert_eq!(position.fen(), after, "{line}");
    }
}

/// Positions of Cute Chess's own test suite, with the results that it publishes for them.
#[test]
fn cute_chess_positions_end_as_published() {
    let rules = rules("makruk-cutechess");
    let black_wins = Some(Outcome { winner: Some(Color::Black), reason: Reason::Checkmate });
    let drawn = |reason| Some(Outcome { winner: None, reason });
    for (fen, outcome) in [
        ("8/8/8/8/8/6k1/8/M1r3K1 w - 128 128 115", black_wins),
        ("2r5/8/8/8/8/1k6/6K1/M7 b - 128 128 125", drawn(Reason::Counting)),
        ("8/8/8/4S3/2k1K3/1s6/7M/8 b - 128 128 236", drawn(Reason::Counting)),
        ("8/8/8/2K1k3/8/3R1R2/8/8 w - 16 13 128", None),
        ("8/8/6MM/8/8/2K5/k7/8 b - 128 8 99", drawn(Reason::DeadMaterial)),
        ("8/8/1k6/3K4/8/3N4/8/8 b - 128 6 105", drawn(Reason::DeadMaterial)),
    ] {
        assert_eq!(position(rules, fen).outcome(), outcome, "{fen}");
    }
}

/// A bare king takes the last pawn: the row of `cases/rules.tsv` for Fairy-Stockfish, the longest limit for Cute Chess.
#[test]
fn a_bare_king_takes_the_last_pawn() {
    let fen = "8/8/4k3/5P2/8/2RMK3/8/8 b - 0 0 50";
    for (name, count) in [("makruk", "32 7"), ("makruk-cutechess", "128 8"), ("makruk-guide", "16 1")] {
        let after = play(&position(rules(name), fen), "e6f5").fen();
        assert!(after.ends_with(&format!("- {count} 51")), "{name}: {after}");
    }
}

/// Two rooks against a bare king get eight half-moves, counted from one. At the limit the game goes on, and the next
/// half-move still wins if it mates; if it does not, it draws.
#[test]
fn two_rooks_play_the_guide_to_its_last_half_move() {
    let rules = rules("makruk-guide");
    let mut game = play(&position(rules, "8/4k3/R7/8/7p/6K1/8/6R1 w - - 0 1"), "g3h4");
    assert!(game.fen().ends_with("b - 8 1 1"), "the last pawn went: {}", game.fen());
    for text in ["e7f7", "g1g2", "f7e7", "g2b2", "e7f7", "b2b7", "f7e8"] {
        assert_eq!(game.outcome(), None, "{}", game.fen());
        game = play(&game, text);
    }
    assert!(game.fen().ends_with("w - 8 8 5"), "{}", game.fen());
    assert_eq!(game.outcome(), None, "at the limit the game goes on");
    let drawn = Some(Outcome { winner: None, reason: Reason::Counting });
    assert_eq!(play(&game, "h4h5").outcome(), drawn);
    let mated = Some(Outcome { winner: Some(Color::White), reason: Reason::Checkmate });
    assert_eq!(play(&game, "a6a8").outcome(), mated);
    let late = position(rules, "4k3/1R6/R7/8/7K/8/8/8 w - 8 9 5");
    assert_eq!(late.outcome(), drawn, "one half-move later the same mate comes too late");
}

/// An uncalled count stands at nought, a called one runs on, pieces' honour needs no call (PyChess).
#[test]
fn boards_honour_waits_for_a_call() {
    let rules = rules("makruk-called");
    let promoted = play(&position(rules, "8/3k4/3n4/2K1S1P1/8/8/8/8 w - - 0 1"), "g5g6m");
    assert!(promoted.fen().ends_with("- 128 0 1"), "{}", promoted.fen());
    let later = play(&promoted, "d7e7");
    assert!(later.fen().ends_with("- 128 0 2"), "{}", later.fen());
    let called = play(&position(rules, "8/3k4/3n2M1/2K1S3/8/8/8/8 b - 128 3 1"), "d7e7");
    assert!(called.fen().ends_with("- 128 4 2"), "{}", called.fen());
    let bare = play(&position(rules, "8/8/1k6/8/3n2M1/2K1S3/8/8 w - 128 0 1"), "c3d4");
    assert!(bare.fen().ends_with("- 88 8 1"), "{}", bare.fen());
}

/// The option `Counting` means the same as the section of that name.
#[test]
fn the_option_reads_as_the_section_does() {
    for (reading, section) in [
        (Reading::Variant, "makruk"),
        (Reading::FairyStockfish, "makruk"),
        (Reading::CuteChess, "makruk-cutechess"),
        (Reading::Guide, "makruk-guide"),
        (Reading::Called, "makruk-called"),
    ] {
        let mut chosen = rules("makruk").clone().with_reading(reading);
        chosen.name = section.into();
        assert_eq!(&chosen, rules(section), "{reading:?}");
        assert!(std::ptr::eq(intern(chosen), rules(section)));
    }
    for unread in ["racingkings", "asean"] {
        assert_eq!(&rules(unread).clone().with_reading(Reading::CuteChess), rules(unread));
    }
}
