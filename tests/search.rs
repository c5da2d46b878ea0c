//! The search's promises: cases that other programs got wrong, exact node limits, the same answer every time. Those about
//! endings are in `endings.rs`.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use khun::eval::Score;
use khun::search::{Bound, Engine, Event, Info, Limits, Report, Settings};
use khun_board::board::Kind;
use khun_board::position::{Game, Move, Position};
use khun_board::rules::Catalogue;

fn game(variant: &str, fen: &str) -> Game {
    let rules = Catalogue::builtin().find(variant).unwrap();
    Game::new(Position::from_fen(rules, fen).unwrap())
}

fn start(variant: &str) -> Game {
    Game::new(Position::start(Catalogue::builtin().find(variant).unwrap()))
}

fn engine(settings: Settings) -> Engine {
    Engine::new(settings).unwrap()
}

fn depth(plies: u32) -> Limits {
    Limits { depth: Some(plies), ..Limits::default() }
}

fn nodes(count: u64) -> Limits {
    Limits { nodes: Some(count), ..Limits::default() }
}

/// The case of `cases/search.tsv` with this name, as a game.
fn case(name: &str) -> Game {
    let row = include_str!("data/cases/search.tsv")
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>())
        .find(|row| row[0] == name)
        .unwrap_or_else(|| panic!("no case {name}"));
    game(row[1], row[2])
}

/// All events of a search that ends by itself.
fn events(engine: &mut Engine, game: &Game, limits: Limits) -> Vec<Event> {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&heard);
    engine.go(game, limits, Arc::new(move |event| sink.lock().unwrap().push(event)));
    engine.wait();

    heard.lock().unwrap().clone()
}

/// The lines of the deepest iteration, by rank.
fn last_lines(events: &[Event]) -> Vec<Info> {
    let mut lines: Vec<Info> = Vec::new();
    for event in events {
        if let Event::Info(info) = event {
            lines.truncate(info.multi_pv - 1);
            lines.push(info.clone());
        }
    }
    lines
}

fn text(game: &Game, mv: Option<Move>) -> String {
    game.position().uci(mv.unwrap())
}

/// A line of play, checked: legal to its end, and no move after the game's end.
fn check_line(game: &Game, report: &Report) {
    let mut game = game.clone();
    assert_eq!(report.pv.first().copied(), report.best);
    for (ply, &mv) in report.pv.iter().enumerate() {
        assert!(ply == 0 || game.outcome().is_none(), "a move after the end");
        assert!(game.position().is_legal(mv));
        game.push(mv).unwrap();
    }
}

#[test]
fn a_win_at_one_count_is_found_after_a_draw_at_another() {
    let mut engine = engine(Settings::default());
    let first = engine.search(&game("makruk", "8/8/8/3k4/8/8/8/1KR1R3 w - 16 9 60"), depth(16));
    assert_eq!(first.score, Score::DRAW);
    let second = engine.search(&case("count-in-table-win"), depth(16));
    assert_eq!(second.score.to_string(), "mate 6");
    check_line(&case("count-in-table-win"), &second);
}

#[test]
fn a_draw_at_one_count_is_seen_after_a_win_at_another() {
    let mut engine = engine(Settings::default());
    let first = engine.search(&game("makruk", "8/8/8/3k4/8/8/8/1KR1R3 w - 16 5 60"), depth(16));
    assert_eq!(first.score.to_string(), "mate 6");
    let second = engine.search(&case("count-in-table-draw"), depth(16));
    assert!(!second.score.is_mate());
}

/// Rb8 mates by the last ply that the rules grant: a mate like any other, whatever the count says.
#[test]
fn a_mate_by_the_last_ply_is_played() {
    let mut engine = engine(Settings::default());
    for fen in [
        "7k/8/6K1/8/8/8/2m5/1RR5 w - 128 128 120",
        "7k/8/6K1/8/8/8/2m5/1RR5 w - 128 127 120",
        "7k/8/6K1/8/8/8/r7/1R6 w - 128 128 120",
    ] {
        let game = game("makruk", fen);
        let report = engine.search(&game, depth(8));
        assert_eq!((text(&game, report.best).as_str(), report.score), ("b1b8", Score::mate_in(1)), "{fen}");
    }
}

#[test]
fn makruk_knows_no_fifty_move_rule() {
    let game = case("no-fifty-move-decay");
    // The two seconds that the case gives.
    let limits = Limits { nodes: Some(4_500_000), ..Limits::default() };
    let report = engine(Settings::default()).search(&game, limits);
    assert!(report.score > Score::cp(150), "{}", report.score);
    assert!(report.pv.iter().any(|mv| mv.promotion() == Some(Kind::Met)));
}

#[test]
fn a_goal_blocked_by_own_men_is_no_goal() {
    let game = case("goal-blocked-by-own");
    let report = engine(Settings::default()).search(&game, depth(4));
    assert_eq!(report.score.to_string(), "mate 1");
    let after = game.position().play_unchecked(report.best.unwrap());
    assert!(!after.has_legal_move());
}

#[test]
fn black_has_the_last_move() {
    let game = case("last-move-lines");
    let mut engine = engine(Settings { multi_pv: 10, ..Settings::default() });
    let events = events(&mut engine, &game, depth(6));
    let mut lines: Vec<(String, String)> = Vec::new();
    for event in &events {
        if let Event::Info(info) = event
            && info.depth == 6
            && lines.len() < info.multi_pv
        {
            lines.push((text(&game, info.pv.first().copied()), info.score.to_string()));
        }
    }
    lines.sort();
    let expected = [("a7a6", "mate -1"), ("a7a8", "cp 0"), ("a7b6", "mate -1"), ("a7b7", "mate -1"), ("a7b8", "cp 0")];
    assert_eq!(lines, expected.map(|(mv, score)| (mv.to_owned(), score.to_owned())));
}

#[test]
fn races_are_won_and_drawn() {
    let mut engine = engine(Settings::default());
    let fen = "8/K6k/8/8/8/8/8/8";
    let won = engine.search(&game("racingkings", &format!("{fen} b - - 0 1")), depth(6));
    assert_eq!(won.score.to_string(), "mate 1");
    let drawn = engine.search(&game("racingkings", &format!("{fen} w - - 0 1")), depth(6));
    assert_eq!(drawn.score, Score::DRAW);
}

#[test]
fn a_finished_game_has_no_best_move() {
    let game = case("finished-root");
    let events = events(&mut engine(Settings::default()), &game, depth(6));
    let [Event::Info(info), Event::Best { best: None, ponder: None }] = events.as_slice() else {
        panic!("{events:?}");
    };
    assert_eq!((info.depth, info.score.to_string().as_str()), (0, "mate 0"));
}

#[test]
fn a_root_that_is_drawn_by_rule_still_gets_a_move() {
    let game = game("makruk", "8/8/8/3k4/8/8/8/1KR1R3 w - 16 17 60");
    assert!(game.outcome().is_some());
    let report = engine(Settings::default()).search(&game, depth(6));
    assert!(game.position().is_legal(report.best.unwrap()));
    assert_eq!(report.pv.len(), 1);
}

/// thaichess.dev: the mate by the ply that the others still grant is a draw there (the fourth move of `late-mate`).
#[test]
fn a_mate_that_comes_too_late_by_the_reading_is_a_draw() {
    let score = |variant, fen, limits| engine(Settings::default()).search(&game(variant, fen), limits).score;
    for (variant, in_time) in [("makruk", true), ("makruk-thaichess", false)] {
        let fen = "k7/7R/8/8/8/8/8/K5R1 w - 16 16 60";
        let proof = Limits { mate: Some(1), ..Limits::default() };
        for limits in [depth(1), depth(12), proof] {
            assert_eq!(score(variant, fen, limits) == Score::mate_in(1), in_time, "{variant}");
        }
    }
    assert_eq!(score("makruk-thaichess", "k7/7R/8/8/8/8/8/K5R1 w - 16 15 60", depth(4)), Score::mate_in(1));
    // No pawn and no bare king: a judgement all the same once no ply is left.
    let last = "3k4/8/3K4/8/8/7r/6R1/R7 w - 128 128 60";
    assert_eq!(score("makruk", last, depth(6)), Score::mate_in(1));
    assert!(!score("makruk-thaichess", last, depth(6)).is_mate());
}

/// PyChess: whoever has called the count mates for a draw. (White, a knight for a rook behind, mates by a7h7.)
#[test]
fn whoever_has_called_the_count_does_not_win_by_mate() {
    let mut game = game("makruk-called", "7k/R7/5NK1/8/8/8/8/rr6 w - 128 0 60");
    let mut engine = engine(Settings::default());
    let proof = || Limits { mate: Some(1), ..Limits::default() };
    assert_eq!(engine.search(&game, depth(4)).score, Score::mate_in(1));
    assert!(game.call_count());
    // What the table knows of the time before holds no more.
    assert!(!engine.search(&game, depth(8)).score.is_win());
    assert!(!engine.search(&game, proof()).score.is_win());
    assert!(game.stop_count());
    assert_eq!(engine.search(&game, depth(4)).score, Score::mate_in(1));
    assert_eq!(engine.search(&game, proof()).score, Score::mate_in(1));
}

#[test]
fn node_limits_are_kept() {
    for variant in ["makruk", "racingkings"] {
        for limit in [1, 50, 1_000, 33_333] {
            let report = engine(Settings::default()).search(&start(variant), nodes(limit));
            assert!(report.nodes <= limit && report.nodes * 100 >= limit * 99, "{} of {limit}", report.nodes);
            assert!(start(variant).position().is_legal(report.best.unwrap()));
        }
    }
}

/// What is said is what was searched, and the threads together search no more than was asked for.
#[test]
fn node_limits_are_kept_by_any_number_of_threads() {
    for threads in [2, 3, 16, 256, 1024] {
        let mut team = engine(Settings { threads, ..Settings::default() });
        for limit in [1, 1_000, 40_000] {
            let report = team.search(&start("makruk"), nodes(limit));
            assert!(report.nodes <= limit && report.nodes > 0, "{threads} threads: {} of {limit}", report.nodes);
            assert!(start("makruk").position().is_legal(report.best.unwrap()));
        }
    }
}

#[test]
fn a_depth_is_reached_by_any_number_of_threads() {
    for threads in [1, 2, 16] {
        let report = engine(Settings { threads, ..Settings::default() }).search(&start("racingkings"), depth(7));
        assert_eq!(report.depth, 7);
    }
}

#[test]
fn a_second_ponder_hit_does_not_give_more_time() {
    let mut engine = engine(Settings::default());
    let limits = Limits { ponder: true, movetime: Some(Duration::from_millis(400)), ..Limits::default() };
    engine.go(&start("makruk"), limits, Arc::new(|_| ()));
    let hit = Instant::now();
    engine.ponder_hit(hit);
    std::thread::sleep(Duration::from_millis(300));
    engine.ponder_hit(Instant::now());
    engine.wait();
    assert!(hit.elapsed() < Duration::from_millis(650), "{:?}", hit.elapsed());
}

/// Thought that the opponent paid for counts: what would have been played at once on the own clock is played at once.
#[test]
fn a_ponder_hit_after_the_soft_bound_is_answered_at_once() {
    let mut engine = engine(Settings::default());
    let clock = [Some(Duration::from_secs(4)); 2];
    let limits = Limits { ponder: true, clock, ..Limits::default() };
    engine.go(&game("makruk", "7k/8/5K2/8/8/8/8/R7 w - - 0 1"), limits, Arc::new(|_| ()));
    std::thread::sleep(Duration::from_millis(500));
    assert!(engine.is_searching());
    engine.ponder_hit(Instant::now());
    assert!(!engine.is_searching());
}

/// The clock runs from the moment the command came, however late it was taken up.
#[test]
fn time_that_passed_before_the_search_began_counts() {
    let mut engine = engine(Settings::default());
    let asked = Instant::now();
    std::thread::sleep(Duration::from_millis(300));
    let limits = Limits { movetime: Some(Duration::from_millis(310)), ..Limits::default() };
    engine.go_since(asked, &start("makruk"), limits, Arc::new(|_| ()));
    engine.wait();
    assert!(asked.elapsed() < Duration::from_millis(450), "{:?}", asked.elapsed());
}

#[test]
fn one_thread_gives_the_same_answer_every_time() {
    for variant in ["makruk", "racingkings"] {
        let mut seen = Vec::new();
        let mut kept = engine(Settings::default());
        for _ in 0..2 {
            kept.new_game();
            let report = kept.search(&start(variant), nodes(50_000));
            seen.push((report.best, report.score, report.nodes, report.pv));
        }
        let report = engine(Settings::default()).search(&start(variant), nodes(50_000));
        seen.push((report.best, report.score, report.nodes, report.pv));
        assert!(seen.windows(2).all(|pair| pair[0] == pair[1]), "{variant}: {seen:?}");
    }
}

#[test]
fn one_best_move_and_an_exact_line_before_it() {
    for variant in ["makruk", "racingkings"] {
        let game = start(variant);
        let events = events(&mut engine(Settings { threads: 2, ..Settings::default() }), &game, nodes(60_000));
        let bests = events.iter().filter(|event| matches!(event, Event::Best { .. })).count();
        assert_eq!(bests, 1);
        let [.., Event::Info(info), Event::Best { best, .. }] = events.as_slice() else { panic!("{events:?}") };
        assert_eq!((info.bound, info.pv.first(), info.multi_pv), (Bound::Exact, best.as_ref(), 1));
        assert!(info.depth >= 1 && last_lines(&events).len() == 1);
    }
}

#[test]
fn only_the_moves_asked_for() {
    let game = start("makruk");
    for mv in game.position().legal_moves() {
        let limits = Limits { search_moves: vec![mv], ..depth(3) };
        assert_eq!(engine(Settings { hash_mb: 1, ..Settings::default() }).search(&game, limits).best, Some(mv));
    }
}

#[test]
fn an_endless_search_waits_for_the_stop_and_answers_it_at_once() {
    for threads in [1, 8] {
        let mut engine = engine(Settings { threads, ..Settings::default() });
        // A mate in one is found at once, and still no best move is said.
        let game = game("racingkings", "8/K6k/8/8/8/8/8/8 b - - 0 1");
        let bests = Arc::new(Mutex::new(0));
        let heard = Arc::clone(&bests);
        let limits = Limits { infinite: true, ..Limits::default() };
        let sink = move |event| {
            if matches!(event, Event::Best { .. }) {
                *heard.lock().unwrap() += 1;
            }
        };
        engine.go(&game, limits, Arc::new(sink));
        std::thread::sleep(Duration::from_millis(50));
        assert_eq!(*bests.lock().unwrap(), 0);
        let asked = Instant::now();
        engine.stop();
        engine.wait();
        // Ten milliseconds are the promise; a machine under test may be busy with other tests.
        assert!(asked.elapsed() < Duration::from_millis(500));
        assert_eq!(*bests.lock().unwrap(), 1);
    }
}

#[test]
fn a_ponder_hit_starts_the_clock() {
    let mut engine = engine(Settings::default());
    let limits = Limits { ponder: true, movetime: Some(Duration::from_millis(60)), ..Limits::default() };
    engine.go(&start("makruk"), limits, Arc::new(|_| ()));
    std::thread::sleep(Duration::from_millis(120));
    assert!(engine.is_searching());
    engine.ponder_hit(Instant::now());
    engine.wait();
    assert!(!engine.is_searching());
}

#[test]
fn a_mate_is_looked_for_only_as_far_as_asked() {
    let game = game("makruk", "8/8/8/3k4/8/8/8/1KR1R3 w - 16 5 60");
    let limits = Limits { mate: Some(6), ..Limits::default() };
    let report = engine(Settings::default()).search(&game, limits);
    assert_eq!(report.score.to_string(), "mate 6");
}

#[test]
fn memory_that_is_not_there_is_refused_and_the_old_table_stays() {
    let mut engine = engine(Settings { hash_mb: 1, ..Settings::default() });
    assert!(engine.set_hash(1 << 40).is_err());
    assert_eq!(engine.settings().hash_mb, 1);
    assert!(engine.search(&start("makruk"), depth(2)).best.is_some());
}
