//! Makruk's count: Fairy-Stockfish's reading, Cute Chess's, the half-move guide's and the called one.

mod common;

use common::{game, position, rows, rules, sorted_moves, unmarked};
use khun_board::geometry::Color;
use khun_board::position::{Game, Outcome, Position, Reason};
use khun_board::rules::counting::Count;
use khun_board::rules::{Reading, intern};

fn drawn(reason: Reason) -> Option<Outcome> {
    Some(Outcome { winner: None, reason })
}

fn play(position: &Position, text: &str) -> Position {
    let mv = position.parse_uci(text).unwrap_or_else(|error| panic!("{}: {text}: {error}", position.fen()));
    position.play_unchecked(mv)
}

/// Random endings with the count that Fairy-Stockfish writes into the FEN, and what the position is.
#[test]
fn fairy_stockfish_counts() {
    let mut seen = 0;
    for row in rows(include_str!("data/counting/fairy-stockfish.tsv")) {
        let [fen, moves, after, state] = row[..] else { panic!("{row:?}") };
        let game = game(rules("makruk"), fen, moves);
        assert_eq!(game.position().fen(), unmarked(after), "{fen} moves {moves}");
        let expected = match state {
            "ongoing" => None,
            "dead" => drawn(Reason::DeadMaterial),
            "draw-counting" => drawn(Reason::Counting),
            "draw-repetition" => {
                assert!(game.occurrences() >= 3, "{fen} moves {moves}");
                // Where several reasons hold, the position's own comes first.
                drawn(game.position().rule_draw().unwrap_or(Reason::Repetition))
            }
            other => panic!("{other}"),
        };
        assert_eq!(game.outcome(), expected, "{fen} moves {moves}");
        seen += 1;
    }
    assert_eq!(seen, 220);
}

/// Random play in the ASEAN and Cambodian rules, whose counts differ (pyffish 0.0.90).
#[test]
fn the_family_counts_as_fairy_stockfish_does() {
    let mut seen = 0;
    for row in rows(include_str!("data/counting/family.tsv")) {
        let [variant, fen, moves, after] = row[..] else { panic!("{row:?}") };
        assert_eq!(game(rules(variant), fen, moves).position().fen(), after, "{variant}: {fen} moves {moves}");
        seen += 1;
    }
    assert_eq!(seen, 120);
}

/// What Cute Chess calls the ends that its count and its list of dead material make.
fn cute_chess_reason(words: &str) -> Reason {
    match words {
        "Draw by insufficient mating material" => Reason::DeadMaterial,
        "Draw by counting rules." | "Draw by sixty-four move rule." => Reason::Counting,
        other => panic!("{other}"),
    }
}

/// Games that Cute Chess refereed end at the same ply for the same reason, and at none before it. What counts is the
/// position alone, since Cute Chess adjudicates no repetition in Makruk.
#[test]
fn cute_chess_ends_its_games_where_we_do() {
    let mut seen = 0;
    for row in rows(include_str!("data/counting/cutechess.tsv")) {
        let [fen, moves, _, reason] = row[..] else { panic!("{row:?}") };
        let mut at = position(rules("makruk-cutechess"), fen);
        // A referee judges after moves: what is dead from the start still sees one.
        let count = moves.split(' ').count();
        for (number, text) in moves.split(' ').enumerate() {
            at = play(&at, text);
            let expected = if number + 1 == count { drawn(cute_chess_reason(reason)) } else { None };
            assert_eq!(at.outcome(), expected, "{fen} after {} of {count} moves {moves}", number + 1);
        }
        seen += 1;
    }
    assert_eq!(seen, 68);
}

/// The cases of Cute Chess's own tests.
#[test]
fn cute_chess_published_cases() {
    let rules = rules("makruk-cutechess");
    let says = |fen: &str| position(rules, fen).outcome();
    let lost = says("8/8/8/8/8/6k1/8/M1r3K1 w - 128 128 115").expect("White is mated");
    assert_eq!(lost, Outcome { winner: Some(Color::Black), reason: Reason::Checkmate });
    for fen in ["2r5/8/8/8/8/1k6/6K1/M7 b - 128 128 125", "8/8/8/4S3/2k1K3/1s6/7M/8 b - 128 128 236"] {
        assert_eq!(says(fen), drawn(Reason::Counting), "{fen}");
    }
    assert_eq!(says("8/8/8/2K1k3/8/3R1R2/8/8 w - 16 13 128"), None);
    for fen in ["8/8/6MM/8/8/2K5/k7/8 b - 128 8 99", "8/8/1k6/3K4/8/3N4/8/8 b - 128 6 105"] {
        assert_eq!(says(fen), drawn(Reason::DeadMaterial), "{fen}");
    }
}

/// Under our default reading the same material is judged by whether a mate exists.
#[test]
fn the_default_reading_draws_past_the_limit_and_only_dead_material() {
    let rules = rules("makruk");
    let says = |fen: &str| position(rules, fen).outcome();
    assert_eq!(says("2r5/8/8/8/8/1k6/6K1/M7 b - 128 128 125"), None, "at the limit");
    assert_eq!(says("2r5/8/8/8/8/1k6/6K1/M7 w - 128 129 125"), drawn(Reason::Counting), "past it");
    assert_eq!(says("8/8/6MM/8/8/2K5/k7/8 b - 128 8 99"), None, "mets on both colours can mate");
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

/// The guide's readings in a game: two rooks take the last man beside the bare king and have eight half-moves, the
/// first of which the capture's count of one already names.
#[test]
fn guide_gives_two_rooks_eight_half_moves_from_one() {
    let start = "8/8/3k4/2m5/8/8/2R4R/4K3 w - - 0 1";
    let mut game = game(rules("makruk-guide"), start, "c2c5");
    assert_eq!(game.position().count(), Some(Count { limit: 8, ply: 1 }));
    // The count of 8 is still within the limit, the ply that makes it 9 draws.
    for ply in 2..=8 {
        shuffle(&mut game);
        assert_eq!(game.position().count(), Some(Count { limit: 8, ply }));
        assert_eq!(game.position().outcome(), None, "{}", game.position().fen());
    }
    shuffle(&mut game);
    assert_eq!(game.position().outcome(), drawn(Reason::Counting), "{}", game.position().fen());
}

/// A quiet move after which the game is not over by mate or stalemate, the first by its text.
fn shuffle(game: &mut Game) {
    let position = game.position();
    let quiet = sorted_moves(position).into_iter().find(|text| {
        position.parse_uci(text).is_ok_and(|mv| {
            let after = position.play_unchecked(mv);
            position.captured(mv).is_none() && after.has_legal_move()
        })
    });
    let text = quiet.unwrap_or_else(|| panic!("{}", position.fen()));
    if let Ok(mv) = position.parse_uci(&text) {
        game.push(mv).unwrap();
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

/// A mate by the ply that takes the count past its limit still wins, on both sides of the last ply.
#[test]
fn guide_mates_on_the_last_ply_and_not_later() {
    let rules = rules("makruk-guide");
    // Rb7-b8 mates a king on the last rank that the rook on a7 (seventh rank) holds there.
    let mate = Outcome { winner: Some(Color::White), reason: Reason::Checkmate };
    for (ply, before, after) in [(7, None, Some(mate)), (8, None, Some(mate)), (9, drawn(Reason::Counting), Some(mate))]
    {
        let start = position(rules, &format!("4k3/R7/1R6/8/8/8/8/4K3 w - 8 {ply} 60"));
        assert_eq!(start.outcome(), before, "count {ply}");
        let mv = start.parse_uci("b6b8").expect("legal");
        assert_eq!(start.play_unchecked(mv).outcome(), after, "count {ply}");
    }
}

/// What the count says about the plies left is what play does.
#[test]
fn plies_left_are_those_that_play_allows() {
    for variant in ["makruk", "makruk-cutechess", "makruk-guide"] {
        let rules = rules(variant);
        let counting = rules.counting.expect(variant);
        let mut game = Game::new(position(rules, "8/8/3k4/2m5/8/8/2R4R/4K3 w - - 0 1"));
        game.push(game.position().parse_uci("c2c5").expect("legal")).unwrap();
        while game.position().outcome().is_none() {
            let count = game.position().count().expect("a bare king is counted");
            assert_ne!(counting.plies_left(count), Some(0), "{variant}: {count:?}");
            shuffle(&mut game);
        }
        let last = game.position().count().expect("a bare king is counted");
        assert_eq!(counting.plies_left(last), Some(0), "{variant}: {last:?}");
    }
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
    let uncounted = play(&position(rules, "8/4k3/3m4/8/8/2RM4/4K3/8 w - - 0 60"), "e2e3");
    assert!(uncounted.fen().ends_with("- 128 0 60"), "{}", uncounted.fen());
    let bare = play(&position(rules, "8/8/1k6/8/3n2M1/2K1S3/8/8 w - 128 0 1"), "c3d4");
    assert!(bare.fen().ends_with("- 88 8 1"), "{}", bare.fen());
}

/// Pieces' honour starts whether or not anybody called, and what the bare king takes later changes nothing: the count
/// is the same as in Fairy-Stockfish's reading.
#[test]
fn called_count_is_automatic_against_a_bare_king() {
    for variant in ["makruk", "makruk-called"] {
        let game = game(rules(variant), "8/8/3k4/2m5/8/8/2R4R/4K3 w - 128 0 1", "c2c5 d6c5 h2h5 c5d4");
        assert_eq!(game.position().count(), Some(Count { limit: 16, ply: 11 }), "{variant}");
    }
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
