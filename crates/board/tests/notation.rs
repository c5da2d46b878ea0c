//! SAN and PGN in and out.

use std::time::Duration;

use khun_board::position::SanError;
use khun_board::position::pgn::{Evaluation, GameResult, PgnFault, PgnMove, Variations};
use khun_board::{Catalogue, Game, Pgn, PgnReader, Position};
use proptest::prelude::*;

fn position(variant: &str, fen: &str) -> Position {
    let rules = Catalogue::builtin().find(variant).unwrap();
    Position::from_fen(rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// What a text means, as UCI writes it.
fn meant(position: &Position, text: &str) -> Result<String, SanError> {
    position.parse_san(text).map(|mv| position.uci(mv))
}

const ROOKS: &str = "8/8/8/3k4/8/8/8/1KR1R3 w - - 0 60";

#[test]
fn every_form_of_a_move_is_read() {
    let start = Position::start(Catalogue::builtin().default_rules());
    for text in ["Nd2", "Nbd2", "N1d2", "Nb1d2", "Nb1-d2", "Nd2+", "Nd2!?", "b1d2"] {
        assert_eq!(meant(&start, text).as_deref(), Ok("b1d2"), "{text}");
    }
    for text in ["e4", "Pe4", "e3e4", "e3-e4", "e4!"] {
        assert_eq!(meant(&start, text).as_deref(), Ok("e3e4"), "{text}");
    }
    let promotes = position("makruk", "4k3/8/3n4/2P5/8/8/8/4K3 w - - 0 1");
    for text in ["c6", "c6=M", "c6M", "c6=m", "c5c6m", "c6=M+"] {
        assert_eq!(meant(&promotes, text).as_deref(), Ok("c5c6m"), "{text}");
    }
    for text in ["cxd6=M", "cxd6", "cd6", "xd6", "c5xd6=M#"] {
        assert_eq!(meant(&promotes, text).as_deref(), Ok("c5d6m"), "{text}");
    }
}

#[test]
fn what_may_be_several_moves_names_them() {
    let rooks = position("makruk", ROOKS);
    let error = rooks.parse_san("Rd1").unwrap_err();
    let SanError::Ambiguous { candidates, .. } = &error else { panic!("{error:?}") };
    let mut candidates = candidates.clone();
    candidates.sort_unstable();
    assert_eq!(candidates, ["Rcd1+", "Red1+"]);
    assert_eq!(meant(&rooks, "Rcd1").as_deref(), Ok("c1d1"));
    let promotes = position("asean", "4k3/2P5/8/8/8/8/8/4K3 w - - 0 1");
    assert!(matches!(promotes.parse_san("c8"), Err(SanError::Ambiguous { .. })), "rook, knight, khon or met");
    assert_eq!(meant(&promotes, "c8=R").as_deref(), Ok("c7c8r"));
}

#[test]
fn what_is_no_move_or_not_legal_is_said() {
    let start = Position::start(Catalogue::builtin().default_rules());
    for text in ["", "x", "N", "Nd9", "Qd2", "e2=", "\u{e000}d2", "Nbb1d2", "O-O", "--", "=M"] {
        assert!(matches!(start.parse_san(text), Err(SanError::NotAMove(_))), "{text}");
    }
    for text in ["Nd3", "e5", "dxe4", "Nxd2", "e4=M", "e1e8"] {
        assert!(matches!(start.parse_san(text), Err(SanError::Illegal(_) | SanError::NotAMove(_))), "{text}");
    }
}

const GAMES: &str = r#"% a line for another program
[Event "Casual \"blitz\" game"]
[Variant "Makruk"]
[Result "1-0"]

{before the game} 1. e4 {[%clk 0:05:00] solid} e5 $1 (1... d5 2. Nd2 (2. Mf2? {no} *) 2... Nd7) 2. Nd2! ; a remark
2... Nd7 {+0.35/12 0.104s} 3.f4 1-0

[Variant "Racing Kings"]
[FEN "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"]

1. Kh3 Ka3 *
[Variant "makruk"]
[SetUp "1"]
[FEN "8/8/8/3k4/8/8/8/1KR1R3 b - - 0 60"]

60... Kd4 61. Red1+ 1/2-1/2
"#;

#[test]
fn games_are_read_with_all_that_is_said_of_them() {
    let games: Vec<Pgn> = PgnReader::new(GAMES, Catalogue::builtin()).map(Result::unwrap).collect();
    let [makruk, race, ending] = &games[..] else { panic!("{} games", games.len()) };
    assert_eq!(makruk.tag("Event"), Some("Casual \"blitz\" game"));
    assert_eq!(makruk.line.comments[0].text(), "before the game");
    let moves = &makruk.line.moves;
    assert_eq!((moves.len(), makruk.result), (5, GameResult::WhiteWins));
    assert_eq!(moves[0].comments[0].clock(), Some(Duration::from_secs(300)));
    assert_eq!((moves[1].nags.as_slice(), moves[2].nags.as_slice()), ([1].as_slice(), [1].as_slice()));
    assert_eq!(moves[2].comments[0].text(), "a remark");
    assert_eq!(moves[3].comments[0].evaluation(), Some(Evaluation::Pawns(0.35)));
    let variation = &moves[1].variations[0];
    assert_eq!(variation.moves.len(), 3);
    assert_eq!(variation.moves[1].variations[0].moves[0].nags, [2]);
    assert_eq!(
        (race.start.rules().name.as_str(), race.result, race.line.moves.len()),
        ("racingkings", GameResult::Unknown, 2)
    );
    assert_eq!((ending.result, ending.game().position().fullmove()), (GameResult::Draw, 61));
    let skipped = PgnReader::new(GAMES, Catalogue::builtin()).variations(Variations::Skip).next().unwrap().unwrap();
    assert_eq!(skipped.line.moves.len(), 5);
    assert!(skipped.line.moves.iter().all(|played| played.variations.is_empty()));
}

#[test]
fn faults_have_line_and_column_and_the_next_game_is_read() {
    for (faulty, line, column, what) in [
        ("[Event \"x\"]\n\n1. e4 e5 2. Nd9 *", 3, 13, "game 1, line 3, column 13: 'Nd9' is not a move"),
        ("[Event \"x\"]\n\n1. e4 e5\n2. é4 *", 4, 4, "game 1, line 4, column 4: 'é4' is not a move"),
        ("[Variant \"makruc\"]\n\n*", 1, 1, "unknown variant 'makruc' (did you mean `makruk`?)"),
        ("[Event \"x\"]\n[FEN \"8/8 w\"]\n\n*", 2, 1, "bad FEN: the board has 2 ranks"),
        ("[Event x]\n[Site \"y\"]\n\n1. e4 *", 1, 1, "a tag is written"),
        ("[Event \"x\"]\n\n(1. e4) *", 3, 1, "a variation stands in brackets"),
        ("[Event \"x\"]\n\n1. e4) *", 3, 6, "a variation stands in brackets"),
    ] {
        let text = format!("{faulty}\n\n[Event \"next\"]\n\n1. e4 *\n");
        let games: Vec<_> = PgnReader::new(&text, Catalogue::builtin()).collect();
        let [Err(error), Ok(next)] = &games[..] else { panic!("{faulty}: {games:#?}") };
        assert_eq!((error.game, error.line, error.column), (1, line, column), "{error}");
        assert!(error.to_string().contains(what), "{error}");
        assert_eq!((next.tag("Event"), next.line.moves.len()), (Some("next"), 1));
    }
    let open = PgnReader::new("1. e4 {no end\n[Event \"x\"]\n\n*", Catalogue::builtin()).next().unwrap().unwrap_err();
    assert_eq!((open.line, open.column, open.fault), (1, 7, PgnFault::OpenComment));
    assert_eq!(PgnReader::new(" \n\n", Catalogue::builtin()).count(), 0);
}

#[test]
fn a_game_is_written_as_it_was_read() {
    for game in PgnReader::new(GAMES, Catalogue::builtin()).map(Result::unwrap) {
        let text = game.to_string();
        assert!(text.lines().all(|line| line.starts_with('[') || line.len() <= 80), "{text}");
        let again: Vec<_> = PgnReader::new(&text, Catalogue::builtin()).collect();
        assert_eq!(again, [Ok(game)], "{text}");
    }
}

#[test]
fn brackets_with_nothing_between_them_are_no_variation() {
    for text in ["1. f4 () *", "1. f4 ( ) $1 () *", "1. f4 () {a remark} *"] {
        let read: Vec<_> = PgnReader::new(text, Catalogue::builtin()).collect();
        let [Ok(game)] = &read[..] else { panic!("{text}: {read:?}") };
        assert!(game.line.moves[0].variations.is_empty(), "{text}: {game:?}");
    }
}

/// A random game of a variant that ships.
fn games() -> impl Strategy<Value = Game> {
    let names: Vec<&str> = Catalogue::builtin().names().collect();
    (proptest::sample::select(names), proptest::collection::vec(any::<u16>(), 0..90)).prop_map(|(name, choices)| {
        let mut game = Game::new(Position::start(Catalogue::builtin().find(name).unwrap()));
        for choice in choices {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            game.push(moves[usize::from(choice) % moves.len()]).unwrap();
        }
        game
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_legal_move_is_read_as_it_is_written(game in games()) {
        let position = game.position();
        for mv in position.legal_moves() {
            let text = position.san(mv);
            prop_assert_eq!(position.parse_san(&text), Ok(mv), "{} in {}", text, position.fen());
            let bare = text.replace(['=', 'x', '+', '#'], "");
            prop_assert!(
                matches!(position.parse_san(&bare), Ok(read) if read == mv)
                    || matches!(position.parse_san(&bare), Err(SanError::Ambiguous { .. })),
                "{} in {}", bare, position.fen()
            );
            prop_assert_eq!(position.parse_san(&position.uci(mv)), Ok(mv), "{}", position.fen());
        }
    }

    #[test]
    fn a_played_game_comes_back_from_its_text(game in games(), remark in "[ -z]{0,40}", nag in 0u8..140) {
        let mut pgn = Pgn::of(&game);
        pgn.set_tag("White", &remark);
        if let Some(played) = pgn.line.moves.last_mut() {
            played.comments.push(khun_board::position::pgn::Comment::new(&format!("x {remark}")));
            played.nags.push(nag);
        }
        let moves = pgn.line.moves.len();
        if moves > 1 {
            let other = PgnMove::new(game.moves()[moves - 2]);
            pgn.line.moves[moves - 2].variations.push(khun_board::position::pgn::PgnLine { comments: vec![], moves: vec![other] });
        }
        let text = pgn.to_string();
        let read: Vec<_> = PgnReader::new(&text, Catalogue::builtin()).collect();
        prop_assert_eq!(read, vec![Ok(pgn)], "{}", text);
    }

    #[test]
    fn no_text_is_too_strange(text in "(\\[[A-Z][a-z]{0,3} \"[^\"]{0,9}\"\\]\n|[1-3]\\.|e4|Nd2|[(){};$!?*\\[\\]%\n ]|[ -~é]{0,4}){0,60}") {
        let games: Vec<_> = PgnReader::new(&text, Catalogue::builtin()).collect();
        for game in games {
            match game {
                Ok(game) => { let _ = game.to_string(); }
                Err(error) => prop_assert!(error.line <= text.matches('\n').count() + 1 && !error.to_string().contains('\n')),
            }
        }
        let start = Position::start(Catalogue::builtin().default_rules());
        let _ = start.parse_san(&text);
    }
}
