//! The search where exact tables know better: distances, counts, lines to the mate, play that keeps what was won.

mod common;

use std::sync::{Arc, Mutex};

use common::{game, rules};
use khun::search::{Engine, Event, Info, Limits, Report, Settings, Strength};
use khun_board::position::{Game, Position, Reason};
use khun_board::rules::{Catalogue, Rules};

fn engine(settings: Settings) -> Engine {
    Engine::new(Settings { hash_mb: 4, ..settings }).unwrap()
}

fn nodes(count: u64) -> Limits {
    Limits { nodes: Some(count), ..Limits::default() }
}

fn makruk(fen: &str) -> Game {
    game(rules("makruk"), fen, "")
}

/// Makruk without a count.
fn uncounted() -> Rules {
    let (catalogue, faults) = Catalogue::builtin().with_file("[uncounted:makruk]\ncountingRule = none\n");
    assert!(faults.is_empty(), "{faults:?}");
    catalogue.find("uncounted").unwrap()
}

/// Another solver's distances: FEN, plies to the mate or `None` of a draw. Only endings that are solved without asking.
fn distances() -> impl Iterator<Item = (&'static str, Option<usize>)> {
    common::rows(include_str!("data/endgame/dtm.tsv"))
        .filter(|row| row[0].len() <= 2)
        .map(|row| (row[1], (row[2] != "draw").then(|| row[2].parse().unwrap())))
}

/// All lines that are told, and the report's best move at the end.
fn told(engine: &mut Engine, game: &Game, limits: Limits) -> Vec<Info> {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&heard);
    let tell = move |event| {
        if let Event::Info(info) = event {
            sink.lock().unwrap().push(info);
        }
    };
    engine.go(game, limits, Arc::new(tell));
    engine.wait();
    heard.lock().unwrap().clone()
}

/// Follows a line to its end, which must be the game's.
fn ends(game: &Game, report: &Report) -> Game {
    let mut game = game.clone();
    for &mv in &report.pv {
        assert!(game.outcome().is_none() && game.position().is_legal(mv));
        game.push(mv).unwrap();
    }
    game
}

#[test]
fn distances_are_those_of_another_solver_where_nothing_counts() {
    let mut engine = engine(Settings::default());
    let rules = uncounted();
    let mut rows = 0;
    for (fen, expected) in distances() {
        let game = game(rules, fen, "");
        let report = engine.search(&game, nodes(100));
        let plies = report.score.mate_plies().map(|plies| plies.unsigned_abs() as usize);
        assert_eq!(plies, expected, "{fen}");
        if let Some(plies) = plies {
            assert_eq!(report.pv.len(), plies, "{fen}");
            assert_eq!(ends(&game, &report).outcome().map(|outcome| outcome.reason), Some(Reason::Checkmate), "{fen}");
        }
        rows += 1;
    }
    assert!(rows > 250, "{rows}");
}

#[test]
fn a_mate_is_told_if_and_only_if_it_fits_the_count() {
    let mut engine = engine(Settings::default());
    let mut late = 0;
    for (fen, expected) in distances() {
        let game = makruk(fen);
        let report = engine.search(&game, nodes(100));
        let Some(plies) = report.score.mate_plies() else {
            late += usize::from(expected.is_some());
            assert_eq!(report.score.raw(), 0, "{fen}");
            continue;
        };
        // A bare king that may capture into a longer count resists otherwise than without any.
        let bare_moves = game.position().board().color(game.position().to_move()).len() == 1;
        assert!(bare_moves || expected == Some(plies.unsigned_abs() as usize), "{fen}");
        let end = ends(&game, &report);
        assert_eq!(end.outcome().map(|outcome| outcome.reason), Some(Reason::Checkmate), "{fen}");
    }
    assert!(late > 0);
}

#[test]
fn two_khons_that_are_too_slow_draw() {
    let (fen, plies) = distances()
        .filter(|(fen, _)| fen.matches(['S', 's']).count() == 2)
        .filter_map(|(fen, plies)| Some((fen, plies?)))
        .max_by_key(|&(_, plies)| plies)
        .unwrap();
    assert!(plies > 45, "{plies}");
    let game = makruk(fen);
    let report = engine(Settings::default()).search(&game, nodes(10_000));
    assert_eq!(report.score.raw(), 0);
    assert!(game.position().is_legal(report.best.unwrap()));
}

#[test]
fn the_last_pawn_is_left_alone_until_the_mate_fits() {
    let mut game = makruk("8/8/5k2/7p/8/6RR/3K4/8 w - - 0 1");
    let mut engine = engine(Settings::default());
    let tables = engine.endgames().clone();
    while game.outcome().is_none() && game.moves().len() < 80 {
        let report = engine.search(&game, nodes(20_000));
        game.push(report.best.unwrap()).unwrap();
        if let Some(judgement) = tables.judge(game.position()) {
            assert!(judgement.verdict.is_won(), "{} {judgement}", game.position().fen());
        }
    }
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.reason, Reason::Checkmate, "{}", game.position().fen());
    assert_eq!(outcome.winner, Some(game.start().to_move()));
}

#[test]
fn mates_beyond_the_last_capture_are_told_to_their_end() {
    let game = makruk("8/8/5k2/7p/8/6RR/3K4/8 w - - 0 1");
    let report = engine(Settings::default()).search(&game, nodes(200_000));
    assert!(report.score.is_win(), "{}", report.score);
    assert_eq!(ends(&game, &report).outcome().map(|outcome| outcome.reason), Some(Reason::Checkmate));
    let mut pair = engine(Settings { threads: 2, ..Settings::default() });
    let last = told(&mut pair, &game, nodes(50_000)).pop().unwrap();
    assert!(last.table_hits > 0);
}

#[test]
fn each_wanted_line_is_known_and_only_moves_that_are_asked_for() {
    let game = makruk("8/8/8/3k4/8/8/8/1KR1R3 w - 16 5 60");
    let tables = engine(Settings::default()).endgames().clone();
    let ranked = tables.rank(game.position()).unwrap();
    let mut engine = engine(Settings { multi_pv: 5, ..Settings::default() });
    let lines = told(&mut engine, &game, Limits { depth: Some(4), ..Limits::default() });
    let told_first: Vec<_> = lines.iter().map(|line| (line.multi_pv, line.pv.first().copied())).collect();
    let expected: Vec<_> = (1..=5).zip(&ranked).map(|(rank, ranked)| (rank, Some(ranked.mv))).collect();
    assert_eq!(told_first[..5], expected);
    assert!(lines.windows(2).take(4).all(|pair| pair[0].score >= pair[1].score));

    let worst = ranked.last().unwrap().mv;
    let asked = Limits { search_moves: vec![worst], depth: Some(4), ..Limits::default() };
    assert_eq!(engine.search(&game, asked).best, Some(worst));
}

#[test]
fn a_won_ending_is_not_repeated_away() {
    // To and fro and there again: where the game stands now it stood before, and one more return is a draw.
    let game = game(rules("makruk"), "8/8/8/3k4/8/8/8/1KR1R3 w - 128 5 60", "c1c2 d5d6 c2c1 d6d5 c1c2 d5d6");
    let mut engine = engine(Settings::default());
    let back = game.position().parse_uci("c2c1").unwrap();
    let drawn = engine.search(&game, Limits { search_moves: vec![back], ..nodes(100) });
    assert_eq!((drawn.best, drawn.score.raw()), (Some(back), 0));

    let mut game = game;
    while game.outcome().is_none() {
        game.push(engine.search(&game, nodes(100)).best.unwrap()).unwrap();
    }
    assert_eq!(game.outcome().map(|outcome| outcome.reason), Some(Reason::Checkmate), "{}", game.position().fen());
}

#[test]
fn weaker_levels_do_without() {
    let game = makruk("8/8/8/3k4/8/8/8/1KR1R3 w - 16 5 60");
    let mut weak = engine(Settings { strength: Some(Strength::from_elo(800)), ..Settings::default() });
    let lines = told(&mut weak, &game, nodes(300));
    assert!(lines.iter().all(|line| line.table_hits == 0));
}

#[test]
fn other_games_have_no_tables() {
    let game = Game::new(Position::start(rules("racingkings")));
    let lines = told(&mut engine(Settings::default()), &game, nodes(2_000));
    assert!(lines.iter().all(|line| line.table_hits == 0));
}
