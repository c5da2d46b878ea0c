//! Speed of the board: perft, listing and playing moves. `cargo bench --bench board`.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use khun_board::position::{MoveList, Position};
use khun_board::rules::{Catalogue, Rules};

/// A start, a middle game and an ending of each game; random play led to them.
const POSITIONS: [(&str, [&str; 3]); 2] = [
    (
        "makruk",
        [
            "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
            "r2m2ns/1s1n2r1/2p1k1pp/1pp1p1pP/P1R5/2NPPP2/3N2R1/1mSKMS2 b - - 0 23",
            "3k2n1/6R1/1m6/p1n5/s4p2/2K2P1R/4S3/M7 b - - 2 89",
        ],
    ),
    (
        "racingkings",
        [
            "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
            "8/Bn6/8/5QR1/5K2/7R/k1r1N3/qr1nNBb1 b - - 2 13",
            "R3N3/B7/5R2/8/8/7Q/k6K/8 w - - 21 61",
        ],
    ),
];

fn rules(name: &str) -> Rules {
    Catalogue::builtin().find(name).expect("it ships")
}

fn positions(name: &str, fens: &[&str]) -> Vec<Position> {
    fens.iter().map(|fen| Position::from_fen(rules(name), fen).expect("a position")).collect()
}

fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    for (name, depth, leaves) in [("makruk", 5, 6_223_994), ("racingkings", 5, 9_472_927)] {
        let start = Position::start(rules(name));
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(name, |bencher| bencher.iter(|| black_box(&start).perft(depth)));
    }
    group.finish();
}

fn generate(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("generate");
    for (name, fens) in POSITIONS {
        let positions = positions(name, &fens);
        let moves: u64 = positions.iter().map(Position::mobility).sum();
        group.throughput(Throughput::Elements(moves));
        group.bench_function(format!("{name}, all moves"), |bencher| {
            bencher.iter(|| positions.iter().map(|position| black_box(position).legal_moves().len()).sum::<usize>());
        });
        group.bench_function(format!("{name}, noisy then quiet"), |bencher| {
            bencher.iter(|| {
                let mut list = MoveList::new();
                for position in &positions {
                    list.clear();
                    black_box(position).noisy_moves(&mut list);
                    black_box(position).quiet_moves(&mut list);
                    black_box(&list);
                }
            });
        });
        group.bench_function(format!("{name}, counting"), |bencher| {
            bencher.iter(|| positions.iter().map(|position| black_box(position).mobility()).sum::<u64>());
        });
    }
    group.finish();
}

fn play(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("play");
    for (name, fens) in POSITIONS {
        let moves: Vec<_> = positions(name, &fens)
            .into_iter()
            .flat_map(|position| position.legal_moves().into_iter().map(move |mv| (position, mv)))
            .collect();
        group.throughput(Throughput::Elements(moves.len() as u64));
        group.bench_function(format!("{name}, every move"), |bencher| {
            bencher.iter(|| {
                for (position, mv) in &moves {
                    black_box(position.play_unchecked(*mv));
                }
            });
        });
        group.bench_function(format!("{name}, is legal"), |bencher| {
            bencher.iter(|| moves.iter().filter(|(position, mv)| black_box(position).is_legal(*mv)).count());
        });
        group.bench_function(format!("{name}, gives check"), |bencher| {
            bencher.iter(|| moves.iter().filter(|(position, mv)| black_box(position).gives_check(*mv)).count());
        });
    }
    group.finish();
}

criterion_group!(benches, perft, generate, play);
criterion_main!(benches);
