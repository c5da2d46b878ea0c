//! What a draw is worth to whoever plays for more.

mod common;

use common::{position, rows, rules};
use khun::eval::Score;
use khun::search::{Engine, Limits, Settings};
use khun_board::position::{Game, Move, Position};

/// Positions of both games, from the perft suites.
fn positions() -> impl Iterator<Item = Position> {
    let suites = [
        ("makruk", include_str!("data/perft/makruk.epd")),
        ("racingkings", include_str!("data/perft/racingkings.epd")),
    ];
    suites.into_iter().flat_map(|(variant, text)| {
        rows(text).map(move |row| position(rules(variant), row[0].split(';').next().unwrap().trim()))
    })
}

/// The same game with a man moved there and back by both sides, and once more up to the last move, which would repeat the
/// position for the third time; none where no moves can be taken back so.
fn before_a_repetition(start: Position) -> Option<(Game, Move)> {
    let back = |mv: Move| Move::new(mv.to(), mv.from());
    let quiet = |game: &Game| {
        game.position().legal_moves().into_iter().filter(|&mv| mv.promotion().is_none()).collect::<Vec<_>>()
    };
    let game = Game::new(start);
    for first in quiet(&game) {
        let mut game = game.clone();
        game.push(first).ok()?;
        for second in quiet(&game) {
            let mut game = game.clone();
            let shuffle = [second, back(first), back(second), first, second, back(first)];
            let plays = shuffle.into_iter().all(|mv| game.outcome().is_none() && game.push(mv).is_ok());
            if plays && game.outcome().is_none() && game.position().is_legal(back(second)) {
                let mut repeated = game.clone();
                repeated.push(back(second)).ok()?;
                if repeated.occurrences() == 3 {
                    return Some((game, back(second)));
                }
            }
        }
    }
    None
}

/// How many games are drawn by repeating, out of all, and the scores told where they are.
fn repeats(contempt: i32) -> (usize, usize, Vec<Score>) {
    let mut engine = Engine::new(Settings { contempt, ..Settings::default() }).unwrap();
    let (mut all, mut told) = (0, Vec::new());
    for (game, repeating) in positions().filter_map(before_a_repetition) {
        all += 1;
        engine.new_game();
        let report = engine.search(&game, Limits { nodes: Some(4_000), ..Limits::default() });
        if report.best == Some(repeating) {
            told.push(report.score);
        }
    }
    (told.len(), all, told)
}

#[test]
fn who_plays_for_more_repeats_less_and_tells_a_draw_as_a_draw() {
    let (usual, all, _) = repeats(0);
    let (least, _, told) = repeats(100);
    assert!(all >= 50 && usual >= 10, "{usual} of {all}");
    assert!(least < usual, "{least} for {usual} of {all}");
    assert!(told.iter().all(|&score| score == Score::DRAW), "{told:?}");
}

/// Men that cannot win are a draw for both, whatever one of them would like.
#[test]
fn a_dead_draw_is_nought_with_any_contempt() {
    let dead = Game::new(position(rules("makruk"), "8/8/4k3/8/8/3K4/3s4/8 w - - 0 1"));
    for contempt in [0, 8, 100] {
        let mut engine = Engine::new(Settings { contempt, ..Settings::default() }).unwrap();
        let report = engine.search(&dead, Limits { depth: Some(6), ..Limits::default() });
        assert_eq!(report.score, Score::DRAW, "{contempt}");
    }
}
