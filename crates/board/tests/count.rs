//! The count by its readings, and as players call it. Expected values: pyffish, the sources of the programs named, and a
//! game record.

use khun_board::position::{Game, Outcome, Position, Reason};
use khun_board::rules::{Catalogue, Choice, Reading, intern};

fn rules(variant: &str) -> khun_board::rules::Rules {
    Catalogue::builtin().find(variant).unwrap()
}

fn position(variant: &str, fen: &str) -> Position {
    Position::from_fen(rules(variant), fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn after(variant: &str, fen: &str, moves: &str) -> Position {
    let mut game = Game::new(position(variant, fen));
    for text in moves.split_ascii_whitespace() {
        let mv = game.position().parse_uci(text).unwrap();
        game.push(mv).unwrap();
    }
    *game.position()
}

const MATED: Option<Outcome> = Some(Outcome::win(khun_board::geometry::Color::White, Reason::Checkmate));
const COUNTED: Option<Outcome> = Some(Outcome::draw(Reason::Counting));

/// PlayOK's game mk87921746: White mates on move 145. An automatic count of board's honour would have drawn it at ply 236.
#[test]
fn a_count_that_nobody_called_never_draws() {
    let text = include_str!("data/called-count.uci");
    let moves: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace).collect();
    let play = |variant: &str| {
        let mut game = Game::new(Position::start(rules(variant)));
        for (ply, text) in moves.iter().enumerate() {
            if game.position().outcome().is_some() {
                return (ply, game.position().outcome());
            }
            let mv = game.position().parse_uci(text).unwrap();
            game.push(mv).unwrap();
        }
        (moves.len(), game.position().outcome())
    };
    assert_eq!(play("makruk-called"), (289, MATED));
    let (ply, outcome) = play("makruk");
    assert_eq!((ply, outcome), (236, COUNTED));
}

/// PyChess: whoever has called the count plays for a draw, and may win again once it is stopped.
#[test]
fn a_mate_by_the_side_that_called_the_count_is_a_draw() {
    use khun_board::geometry::Color;
    let start = Game::new(position("makruk-called", "7k/R7/5NK1/8/8/8/8/rr6 w - 128 0 60"));
    let mated = |mut game: Game| {
        game.push(game.position().parse_uci("a7h7").unwrap()).unwrap();
        game.outcome()
    };
    assert_eq!(mated(start.clone()), MATED);
    let mut called = start.clone();
    assert!(called.call_count());
    assert_eq!(called.position().count_caller(), Some(Color::White), "White is behind");
    assert_eq!(mated(called.clone()), COUNTED);
    assert!(called.stop_count());
    assert_eq!(mated(called), MATED);
    let mut by_black = start;
    assert!(by_black.call_count_by(Color::Black));
    assert_eq!(mated(by_black), MATED);
    // Against a bare king the count is its own.
    let mut bares = Game::new(position("makruk-called", "7k/r7/R5K1/8/8/5N2/8/8 w - 128 0 60"));
    assert!(bares.call_count_by(Color::White));
    for text in ["a6a7", "h8g8", "a7a8"] {
        assert_eq!(bares.outcome(), None);
        bares.push(bares.position().parse_uci(text).unwrap()).unwrap();
    }
    assert_eq!((bares.position().count_caller(), bares.outcome()), (None, MATED));
}

/// The fourth move of `late-mate`: the count stands past its limit when the mate is given.
#[test]
fn a_mate_past_the_limit_is_a_draw_at_thaichess() {
    let fen = "k7/7R/8/8/8/8/8/K5R1 w - 16 16 60";
    assert_eq!(after("makruk", fen, "g1g8").outcome(), MATED);
    assert_eq!(after("makruk-thaichess", fen, "g1g8").outcome(), COUNTED);
    let in_time = "k7/7R/8/8/8/8/8/K5R1 w - 16 15 60";
    assert_eq!(after("makruk-thaichess", in_time, "g1g8").outcome(), MATED, "the final attack");
    assert_eq!(after("makruk-thaichess", in_time, "g1g7").outcome(), None);
    assert_eq!(position("makruk-thaichess", in_time).plies_left(), Some(1));
    assert_eq!(position("makruk", in_time).plies_left(), Some(2));
}

/// thaichess.dev asks before it looks for mate whether the men on the board and one are more than the limit.
#[test]
fn a_count_that_begins_at_its_limit_is_over_at_thaichess() {
    let fen = "k5s1/7R/8/8/8/8/NNNN4/K5R1 w - - 0 1";
    assert_eq!(after("makruk", fen, "g1g8").outcome(), MATED);
    assert_eq!(after("makruk-thaichess", fen, "g1g8").outcome(), COUNTED);
    let one_fewer = "k5s1/7R/8/8/8/8/NNN5/K5R1 w - - 0 1";
    assert_eq!(after("makruk-thaichess", one_fewer, "g1g8").outcome(), MATED);
}

/// makruk-js: board power counts from all men on the board to 64, piece power from 1, drawn when the limit is reached.
#[test]
fn board_honour_begins_at_the_number_of_men_in_makruk_js() {
    let count = |fen: &str, moves: &str| {
        let count = after("makruk-js", fen, moves).count().unwrap();
        (count.limit, count.ply)
    };
    assert_eq!(count("8/5r2/4k3/8/8/3NM3/3K4/8 w - - 0 60", "d2c2"), (128, 10));
    assert_eq!(count("8/5r2/4k3/8/8/3NM3/S2K4/8 w - - 0 60", "d2c2"), (128, 12));
    // From one on against a bare king: 1 + 15 of its own moves reach 16.
    assert_eq!(count("8/8/3k4/3m4/3R4/8/2K5/8 w - - 0 70", "d4d5"), (32, 2));
    assert_eq!(position("makruk-js", "8/8/3k4/8/R7/8/2K5/8 b - 32 32 70").outcome(), COUNTED);
    assert_eq!(position("makruk-js", "8/8/3k4/8/R7/8/2K5/8 w - 32 31 70").outcome(), None);
}

#[test]
fn every_reading_is_the_section_of_its_name() {
    for (name, reading) in Reading::NAMES {
        let read = intern(rules("makruk").clone().with_reading(*reading));
        let section = match *name {
            "variant" | "fairy-stockfish" => "makruk".to_owned(),
            "makruk-js" => "makruk-js".to_owned(),
            name => format!("makruk-{name}"),
        };
        assert_eq!((read.counting, read.dead), (rules(&section).counting, rules(&section).dead), "{name}");
        assert!(rules("asean").clone().with_reading(*reading) == *rules("asean"), "nobody reads it differently");
    }
}

/// Fields 4 and 5 of `pyffish.get_fen(…, count_started)` after random games.
#[test]
fn a_count_since_a_claim_is_pyffishs() {
    let mut checked = 0;
    for row in include_str!("data/count-started.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [variant, fen, moves, started, expected] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let position = after(variant, fen, moves);
        let count = position.count_started(started.parse::<i32>().unwrap().into());
        let (limit, ply) = expected.split_once(' ').unwrap();
        let told = count.map(|count| (count.limit.to_string(), count.ply.to_string()));
        let wanted = (limit != "-").then(|| (limit.to_owned(), ply.to_owned()));
        assert_eq!(told, wanted, "{row}");
        checked += 1;
    }
    assert_eq!(checked, 84);
}

#[test]
fn a_count_says_whose_it_is_how_far_it_is_and_why() {
    let told = |fen: &str| position("makruk", fen).explain_count().unwrap();
    assert_eq!(
        told("8/8/8/3k4/8/8/8/1KR1R3 w - 16 9 60"),
        "pieces' honour, 5 of 8 moves (ply 9 of 16): white has two rooks; black counts, white must mate within 4 moves, \
         or the lead is worth a draw"
    );
    assert_eq!(
        told("8/5r2/4k3/8/8/3NM3/3K4/8 b - 128 110 60"),
        "board's honour, 55 of 64 moves (ply 110 of 128): no pawn is left; white counts, black must mate or bare the king \
         within 10 moves, or the lead is worth a draw"
    );
    assert_eq!(position("makruk-called", "8/5r2/4k3/8/8/3NM3/3K4/8 b - 128 0 60").explain_count(), None);
}
