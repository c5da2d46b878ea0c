//! The two ways to find where sliders attack: bit extraction (where the build has it) against hyperbola quintessence.
//! `cargo bench --bench attacks`.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use khun_board::geometry::{Bitboard, Square, attacks};

type Slider = fn(Square, Bitboard) -> Bitboard;

/// Occupied squares of boards from a full one to an ending, by a fixed random sequence (SplitMix64).
fn boards() -> Vec<Bitboard> {
    let mut state = 1u64;
    let mut word = || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = state;
        word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ word >> 31
    };
    (0..64).map(|number| if number % 2 == 0 { word() } else { word() & word() }).map(Bitboard).collect()
}

fn sliders(criterion: &mut Criterion) {
    let boards = boards();
    let mut group = criterion.benchmark_group("sliders");
    group.throughput(Throughput::Elements(64 * boards.len() as u64));
    let mut measure = |name: &str, reach: Slider| {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for occupied in &boards {
                    for square in Square::all() {
                        black_box(reach(black_box(square), *occupied));
                    }
                }
            });
        });
    };
    measure("rook, hyperbola", attacks::hyperbola::rook);
    measure("bishop, hyperbola", attacks::hyperbola::bishop);
    #[cfg(target_feature = "bmi2")]
    {
        measure("rook, bit extraction", attacks::pext::rook);
        measure("bishop, bit extraction", attacks::pext::bishop);
    }
    group.finish();
}

fn sets(criterion: &mut Criterion) {
    let boards = boards();
    let mut group = criterion.benchmark_group("sets of leapers");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("knights", |bencher| {
        bencher.iter(|| boards.iter().map(|set| attacks::knights(black_box(*set)).len()).sum::<u32>());
    });
    group.finish();
}

criterion_group!(benches, sliders, sets);
criterion_main!(benches);
