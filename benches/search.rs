//! Speed of what a node costs beside its moves: the evaluation along a line, and whole searches to a fixed number of
//! nodes. `cargo bench --bench search`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use khun::eval::{Evaluation, Leads, Networks};
use khun::search::{Engine, Limits, Settings};
use khun_board::position::{Game, Move, Position};
use khun_board::rules::Catalogue;

/// A middle game of each game, reached by random play.
const POSITIONS: [(&str, &str); 2] = [
    ("makruk", "r2m2ns/1s1n2r1/2p1k1pp/1pp1p1pP/P1R5/2NPPP2/3N2R1/1mSKMS2 b - - 0 23"),
    ("racingkings", "8/Bn6/8/5QR1/5K2/7R/k1r1N3/qr1nNBb1 b - - 2 13"),
];

/// Nodes of one search: some tenths of a second.
const NODES: u64 = 100_000;

fn position(variant: &str, fen: &str) -> Position {
    Position::from_fen(Catalogue::builtin().find(variant).expect("it ships"), fen).expect("a position")
}

/// Every legal move of a position, and where it leads.
fn steps(before: &Position) -> Vec<(Move, Position)> {
    before.legal_moves().into_iter().map(|mv| (mv, before.play_unchecked(mv))).collect()
}

fn evaluation(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("evaluation");
    let networks = Networks::default();
    for (variant, fen) in POSITIONS {
        let root = position(variant, fen);
        let steps = steps(&root);
        group.throughput(Throughput::Elements(steps.len() as u64));
        // As a search does it: a move is played, judged and taken back.
        group.bench_function(format!("{variant}, after each move"), |bencher| {
            let mut evaluation = Evaluation::new(&networks, &root, Leads::Pressed);
            bencher.iter(|| {
                for (mv, after) in &steps {
                    evaluation.push(&root, *mv, after);
                    black_box(evaluation.score(after));
                    evaluation.pop();
                }
            });
        });
        group.bench_function(format!("{variant}, from nothing"), |bencher| {
            bencher.iter(|| {
                for (_, after) in &steps {
                    black_box(Evaluation::new(&networks, black_box(after), Leads::Pressed).score(after));
                }
            });
        });
    }
    group.finish();
}

fn search(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10).measurement_time(Duration::from_secs(5)).throughput(Throughput::Elements(NODES));
    for (variant, fen) in POSITIONS {
        let game = Game::new(position(variant, fen));
        let mut engine = Engine::new(Settings::default()).expect("memory for the table");
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        group.bench_function(format!("{variant}, {NODES} nodes"), |bencher| {
            bencher.iter_custom(|times| {
                let mut spent = Duration::ZERO;
                for _ in 0..times {
                    // Every search begins with nothing remembered; forgetting is not part of the time.
                    engine.new_game();
                    let start = Instant::now();
                    black_box(engine.search(&game, limits.clone()));
                    spent += start.elapsed();
                }
                spent
            });
        });
    }
    group.finish();
}

criterion_group!(benches, evaluation, search);
criterion_main!(benches);
