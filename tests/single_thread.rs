//! A search on the caller's thread finds what a thread of the pool finds, move by move of a game.

use khun::search::{Engine, Limits, Settings, SingleThread};
use khun_board::position::{Game, Position};
use khun_board::rules::Catalogue;

fn settings() -> Settings {
    Settings { hash_mb: 1, ..Settings::default() }
}

/// Lets both play a game against themselves, each remembering its own searches.
fn same_game(variant: &str, fen: Option<&str>, limits: &Limits) {
    let rules = Catalogue::builtin().find(variant).unwrap();
    let start = fen.map_or_else(|| Position::start(rules), |fen| Position::from_fen(rules, fen).unwrap());
    let (mut engine, mut single) = (Engine::new(settings()).unwrap(), SingleThread::new(settings()).unwrap());
    for _ in 0..2 {
        engine.new_game();
        single.new_game();
        let mut game = Game::new(start);
        for _ in 0..30 {
            let (there, here) = (engine.search(&game, limits.clone()), single.search(&game, limits.clone()));
            assert_eq!(format!("{there:?}"), format!("{here:?}"), "{variant} {}", game.position().fen());
            let Some(mv) = here.best else { break };
            game.push(mv).unwrap();
        }
    }
}

#[test]
fn the_callers_thread_finds_what_the_pools_finds() {
    let limits = Limits { soft_nodes: Some(800), nodes: Some(4000), ..Limits::default() };
    // From the start, in an ending that exact tables know, before a mate, and with the game over.
    same_game("makruk", None, &limits);
    same_game("racingkings", None, &limits);
    same_game("makruk", Some("8/8/8/3k4/8/8/8/1KR1R3 w - 16 5 60"), &limits);
    same_game("racingkings", Some("8/5K2/8/8/8/8/1k6/8 w - - 0 1"), &limits);
    same_game("racingkings", Some("6K1/8/8/8/8/8/1k6/8 b - - 0 1"), &limits);
}

#[test]
fn a_time_limit_ends_a_search_on_the_callers_thread() {
    let rules = Catalogue::builtin().find("makruk").unwrap();
    let limits = Limits { movetime: Some(std::time::Duration::from_millis(30)), ..Limits::default() };
    let report = SingleThread::new(settings()).unwrap().search(&Game::new(Position::start(rules)), limits);
    assert!(report.best.is_some() && report.nodes > 0);
}
