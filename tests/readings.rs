//! Makruk's count under each reading, in play: expected values are those of the arbiters named at each test.

use khun::position::{Outcome, Position, Reason};
use khun::rules::{Catalogue, Rules};

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
