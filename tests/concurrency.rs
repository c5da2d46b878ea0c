//! Threads that search together, and a caller that interferes: short enough to run under ThreadSanitizer, which
//! `fuzz/README.md` has the command for.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use khun::search::{Engine, Event, Limits, Settings};
use khun_board::position::{Game, Position};
use khun_board::rules::Catalogue;

/// More threads than the machine has processors, at a table too small for them: they meet at the same entries.
const THREADS: usize = 4;
const NODES: u64 = 4_000;

fn games() -> impl Iterator<Item = Game> {
    let positions = [
        ("makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"),
        ("makruk", "8/8/8/3k4/8/8/8/1KR1R3 w - 16 5 60"),
        ("racingkings", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"),
    ];
    positions.into_iter().map(|(variant, fen)| {
        let rules = Catalogue::builtin().find(variant).unwrap();
        Game::new(Position::from_fen(rules, fen).unwrap())
    })
}

fn engine() -> Engine {
    Engine::new(Settings { threads: THREADS, hash_mb: 1, ..Settings::default() }).unwrap()
}

/// Counts answers, each of which must be a legal move.
fn answers_to(game: &Game, answers: &Arc<AtomicUsize>) -> Arc<dyn Fn(Event) + Send + Sync> {
    let (position, answers) = (*game.position(), Arc::clone(answers));
    Arc::new(move |event| {
        if let Event::Best { best, .. } = event {
            assert!(position.is_legal(best.unwrap()));
            answers.fetch_add(1, Ordering::SeqCst);
        }
    })
}

#[test]
fn threads_that_share_a_small_table_answer_together() {
    let mut engine = engine();
    for game in games() {
        for _ in 0..2 {
            let report = engine.search(&game, Limits { nodes: Some(NODES), ..Limits::default() });
            assert!(game.position().is_legal(report.best.unwrap()));
        }
    }
}

#[test]
fn every_search_has_one_answer_however_it_is_ended() {
    let mut engine = engine();
    let answers = Arc::new(AtomicUsize::new(0));
    let mut searches = 0;
    for game in games() {
        for round in 0..4_u64 {
            let endless = Limits { infinite: true, ..Limits::default() };
            let pondering = Limits { ponder: true, nodes: Some(NODES), ..Limits::default() };
            for limits in [endless, pondering] {
                engine.go(&game, limits, answers_to(&game, &answers));
                searches += 1;
                thread::sleep(Duration::from_millis(round));
                match round {
                    0 => engine.stop(),
                    1 => engine.ponder_hit(Instant::now()),
                    2 => engine.set_threads(1 + searches % THREADS).unwrap(),
                    _ => engine.new_game(),
                }
            }
        }
        // An endless search does not end at a hit, so the last of a round is ended here.
        engine.stop();
        engine.wait();
        assert_eq!(answers.load(Ordering::SeqCst), searches);
    }
}
