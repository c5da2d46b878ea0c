//! What asking the bare-king tables costs: under a microsecond where they answer, next to nothing where they do not.

use criterion::{Criterion, criterion_group, criterion_main};
use khun::endgame::{Endgames, Material, Setup, Statistics, Table, captures_of, path_of, solve, write};
use khun_board::geometry::{Color, Square};
use khun_board::position::Position;
use khun_board::rules::Catalogue;

/// Positions all over the four-man endings, so that most probes miss the processor's caches.
fn positions() -> Vec<Position> {
    let rules = Catalogue::builtin().default_rules();
    let mut found = Vec::new();
    for material in Material::all_of(2) {
        for nth in 0..400 {
            let (king, men) = material.placement(nth * 7919 % material.placements());
            let setup = Setup { material, king, men, bare: Square::masked((nth * 29) as u32) };
            let to_move = if nth % 2 == 0 { Color::White } else { Color::Black };
            found.extend(Position::from_fen(rules, &setup.fen(to_move)));
        }
    }
    found
}

fn probing(criterion: &mut Criterion) {
    let tables = Endgames::new();
    let positions = positions();
    let mut next = positions.iter().cycle();
    criterion
        .bench_function("probe a four-man ending", |bencher| bencher.iter(|| next.next().map(|p| tables.probe(p))));
    let mut next = positions.iter().cycle();
    criterion
        .bench_function("judge a four-man ending", |bencher| bencher.iter(|| next.next().map(|p| tables.judge(p))));
    let start = Position::start(Catalogue::builtin().default_rules());
    criterion.bench_function("probe the start position", |bencher| bencher.iter(|| tables.probe(&start)));
    from_file(criterion);
}

/// Records of a table file, one block after the other so that each has to be unpacked.
fn from_file(criterion: &mut Criterion) {
    let Ok(folder) = tempfile::tempdir() else { return };
    let Some(material) = Material::new([0, 1, 0, 1]) else { return };
    let table = solve(material, &captures_of(material), 1, &|_| ());
    let path = path_of(folder.path(), material);
    let opened = write(&table, &Statistics::of(&table, 1), &path, 1).and_then(|()| Table::open(&path, captures_of));
    let Ok(opened) = opened else { return };
    let mut index = 0;
    criterion.bench_function("a record of a file, block not in the cache", |bencher| {
        bencher.iter(|| {
            index = (index + 7919) % material.placements();
            opened.record(index)
        });
    });
}

criterion_group!(benches, probing);
criterion_main!(benches);
