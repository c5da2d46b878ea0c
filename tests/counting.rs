//! Makruk's count: Fairy-Stockfish's reading, Cute Chess's, the half-move guide's and the called one.

mod common;

use common::{game, position, rows, rules, sorted_moves, unmarked};
use khun::geometry::Color;
use khun::position::{Game, Outcome, Position, Reason};
use khun::rules::counting::Count;

fn drawn(reason: Reason) -> Option<Outcome> {
    Some(Outcome { winner: None, reason })
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

/// What the position alone says, since Cute Chess adjudicates no repetition in Makruk.
fn cute_chess_says(position: &Position) -> &'static str {
    match position.outcome().map(|outcome| outcome.reason) {
        None => "goes on",
        Some(Reason::Counting) => "count",
        Some(Reason::DeadMaterial) => "Draw by insufficient mating material",
        Some(Reason::Checkmate) => "mate",
        Some(Reason::Stalemate) => "stalemate",
        Some(_) => "?",
    }
}

/// Games that Cute Chess refereed end at the same ply for the same reason, and at none before it.
#[test]
fn cute_chess_ends_its_games_where_we_do() {
    let mut seen = 0;
    for row in rows(include_str!("data/counting/cutechess.tsv")) {
        let [fen, moves, _, reason] = row[..] else { panic!("{row:?}") };
        let reason = match reason {
            "Draw by counting rules." | "Draw by sixty-four move rule." => "count",
            other => other,
        };
        let mut game = Game::new(position(rules("makruk-cutechess"), fen));
        let count = moves.split(' ').count();
        for (number, text) in moves.split(' ').enumerate() {
            let mv = game.position().parse_move(text).unwrap_or_else(|error| panic!("{fen} moves {moves}: {error}"));
            game.push(mv);
            let expected = if number + 1 == count { reason } else { "goes on" };
            let context = format!("{fen} after {} of {count} moves {moves}", number + 1);
            assert_eq!(cute_chess_says(game.position()), expected, "{context}");
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
        position.parse_move(text).is_ok_and(|mv| {
            let after = position.play(mv);
            position.captured(mv).is_none() && after.has_legal_move()
        })
    });
    let text = quiet.unwrap_or_else(|| panic!("{}", position.fen()));
    if let Ok(mv) = position.parse_move(&text) {
        game.push(mv);
    }
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
        let mv = start.parse_move("b6b8").expect("legal");
        assert_eq!(start.play(mv).outcome(), after, "count {ply}");
    }
}

/// What the count says about the plies left is what play does.
#[test]
fn plies_left_are_those_that_play_allows() {
    for variant in ["makruk", "makruk-cutechess", "makruk-guide"] {
        let rules = rules(variant);
        let counting = rules.counting.expect(variant);
        let mut game = Game::new(position(rules, "8/8/3k4/2m5/8/8/2R4R/4K3 w - - 0 1"));
        game.push(game.position().parse_move("c2c5").expect("legal"));
        while game.position().outcome().is_none() {
            let count = game.position().count().expect("a bare king is counted");
            assert_ne!(counting.plies_left(count), Some(0), "{variant}: {count:?}");
            shuffle(&mut game);
        }
        let last = game.position().count().expect("a bare king is counted");
        assert_eq!(counting.plies_left(last), Some(0), "{variant}: {last:?}");
    }
}

/// A board's-honour count that nobody called stands at nought; one that the FEN brings along runs on.
#[test]
fn called_count_runs_only_when_the_fen_carries_it() {
    let after = |fen: &str, moves: &str| game(rules("makruk-called"), fen, moves).position().count();
    let (uncalled, called) = ("8/4k3/3m4/8/8/2RM4/4K3/8 w - 128 0 60", "8/4k3/3m4/8/8/2RM4/4K3/8 w - 128 3 60");
    assert_eq!(after(uncalled, "e2e3 e7e6"), Some(Count { limit: 128, ply: 0 }));
    assert_eq!(after(called, "e2e3 e7e6"), Some(Count { limit: 128, ply: 5 }));
    assert_eq!(after("8/4k3/3m4/8/8/2RM4/4K3/8 w - - 0 60", "e2e3"), Some(Count { limit: 128, ply: 0 }));
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
