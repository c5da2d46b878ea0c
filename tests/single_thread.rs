//! A search on the caller's thread finds what a thread of the pool finds, move by move of a game.

use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use khun::search::{Engine, Event, Interruption, Limits, Settings, SingleThread};
use khun::uci::single_thread::SingleThreadSession;
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
    let limits = Limits { movetime: Some(Duration::from_millis(30)), ..Limits::default() };
    let report = SingleThread::new(settings()).unwrap().search(&Game::new(Position::start(rules)), limits);
    assert!(report.best.is_some() && report.nodes > 0);
}

/// An engine on this thread, which is told something at its thousandth look, and everything that its search says.
fn interrupted(by: Interruption, limits: Limits) -> (Engine, Arc<Mutex<Vec<Event>>>) {
    let mut engine = Engine::on_this_thread(settings()).unwrap();
    let looks = AtomicUsize::new(0);
    engine.set_watch(Arc::new(move || (looks.fetch_add(1, Ordering::Relaxed) == 1000).then_some(by)));
    let said = Arc::new(Mutex::new(vec![]));
    let told = Arc::clone(&said);
    let game = Game::new(Position::start(Catalogue::builtin().find("makruk").unwrap()));
    engine.go(&game, limits, Arc::new(move |event| told.lock().unwrap().push(event)));
    (engine, said)
}

fn has_answered(said: &Mutex<Vec<Event>>) -> bool {
    said.lock().unwrap().iter().any(|event| matches!(event, Event::Best { .. }))
}

#[test]
fn an_engine_on_this_thread_plays_as_one_with_a_thread() {
    let mut engine = Engine::on_this_thread(settings()).unwrap();
    let mut threaded = Engine::new(settings()).unwrap();
    let mut game = Game::new(Position::start(Catalogue::builtin().find("makruk").unwrap()));
    for _ in 0..20 {
        let limits = Limits { nodes: Some(3000), ..Limits::default() };
        let (here, there) = (engine.search(&game, limits.clone()), threaded.search(&game, limits));
        assert_eq!(format!("{here:?}"), format!("{there:?}"));
        game.push(here.best.unwrap()).unwrap();
    }
}

#[test]
fn a_search_without_end_on_this_thread_ends_when_it_is_told_to_stop() {
    let (engine, said) = interrupted(Interruption::Stop, Limits { infinite: true, ..Limits::default() });
    assert!(has_answered(&said) && !engine.is_searching());
    let (engine, said) = interrupted(Interruption::Stop, Limits { ponder: true, ..Limits::default() });
    assert!(has_answered(&said) && !engine.is_searching());
}

#[test]
fn a_ponder_hit_starts_the_clock_of_a_search_on_this_thread() {
    let limits = Limits { ponder: true, movetime: Some(Duration::from_millis(20)), ..Limits::default() };
    let (engine, said) = interrupted(Interruption::PonderHit, limits);
    assert!(has_answered(&said) && !engine.is_searching());
}

#[test]
fn what_must_not_be_said_yet_waits_for_the_stop_on_this_thread_too() {
    let limits = Limits { infinite: true, depth: Some(3), ..Limits::default() };
    let mut engine = Engine::on_this_thread(settings()).unwrap();
    let said = Arc::new(Mutex::new(vec![]));
    let told = Arc::clone(&said);
    let game = Game::new(Position::start(Catalogue::builtin().find("racingkings").unwrap()));
    engine.go(&game, limits, Arc::new(move |event| told.lock().unwrap().push(event)));
    assert!(engine.is_searching() && !has_answered(&said));
    engine.stop();
    assert!(!engine.is_searching() && has_answered(&said));
}

/// What a session says, line by line.
#[derive(Clone, Default)]
struct Said(Arc<Mutex<Vec<u8>>>);

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Said {
    /// The lines since the last call that begin like this.
    fn lines(&self, start: &str) -> Vec<String> {
        let said = String::from_utf8(std::mem::take(&mut *self.0.lock().unwrap())).unwrap();
        said.lines().filter(|line| line.starts_with(start)).map(str::to_owned).collect()
    }
}

#[test]
fn a_session_without_threads_answers_between_lines_and_stops_when_it_is_told() {
    let said = Said::default();
    let looks = AtomicUsize::new(0);
    let watch = move || (looks.fetch_add(1, Ordering::Relaxed) % 500 == 499).then_some(Interruption::Stop);
    let mut session = SingleThreadSession::new(said.clone(), Arc::new(watch)).unwrap();
    assert!(session.hear("uci\n") && said.lines("uciok").len() == 1);
    assert!(session.hear("setoption name Hash value much\n") && said.lines("info string ERROR").len() == 1);
    assert!(session.hear("position startpos moves e3e4\n"));
    assert!(session.hear("go infinite\n") && said.lines("bestmove ").len() == 1);
    // What is found at once waits for the stop, which nobody has said yet.
    assert!(session.hear("position fen 8/8/8/8/8/1K6/1R6/k7 w - - 0 1\n"));
    assert!(session.hear("go infinite\n") && said.lines("bestmove ").is_empty());
    assert!(session.hear("isready\n") && said.lines("readyok").len() == 1);
    assert!(session.hear("stop\n") && said.lines("bestmove ").len() == 1);
    assert!(!session.hear("quit\n"));
}
