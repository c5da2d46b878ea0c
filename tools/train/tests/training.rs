//! The way from data files to a network, on boards whose worth is known.

use khun::eval::network::{Architecture, Network};
use khun_board::board::{Kind, Piece};
use khun_board::geometry::{Color, Square};
use khun_board::rules::Profile;
use khun_train::data::synthetic::{SCALE, board, worth};
use khun_train::data::{Dataset, Filter, Flags, Header, Labels, Mix, Packed, Verdict, Writer, fit_scale};
use khun_train::trainer::{Settings, sample, train};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// What it is worth to be White in these boards, whoever moves: inverted labels would turn it round.
const WHITE: i32 = 40;

fn written(folder: &std::path::Path, profile: Profile, games: usize) -> Dataset {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let path = folder.join("synthetic.khd");
    let (mut writer, _) = Writer::open(&path, &Header { profile, seed: 11, note: String::new() }).unwrap();
    for _ in 0..4 {
        let block: Vec<_> = (0..games / 4).map(|_| vec![board(&mut rng, profile, WHITE)]).collect();
        writer.append(&block).unwrap();
    }
    let (read, data) = Dataset::read(&[path], Filter::default()).unwrap();
    assert_eq!((read, data.read), (profile, games));
    data
}

fn settings(profile: Profile, epochs: u32) -> Settings {
    Settings {
        architecture: Architecture { profile, width: 128, buckets: 2, men_per_bucket: 16 },
        mix: Mix { scale: SCALE, result: 0.3 },
        epochs,
        batch: 1024,
        learning: [0.004, 0.0001],
        decay: 0.01,
        longest: 1.0,
        seed: 5,
        checkpoint: None,
        note: "synthetic".to_owned(),
    }
}

/// What the network says of a few men, from White's view whoever moves.
fn opinion(network: &Network, men: &[(&str, Color, Kind)], mover: Color) -> i32 {
    let mut men: Vec<(Square, Piece)> =
        men.iter().map(|&(square, color, kind)| (square.parse().unwrap(), Piece { color, kind })).collect();
    men.sort_by_key(|(square, _)| *square);
    let flags = if mover == Color::Black { Flags::BLACK } else { Flags::empty() };
    let record = Packed::new(men, Labels { flags, verdict: Verdict::Draw, score: 0, ply: 0, count: None });
    let seen = sample(&record, &network.architecture(), Mix { scale: SCALE, result: 0.0 });
    let score = network.evaluate_inputs(&seen.own, &seen.enemy, record.occupied().len(), mover);
    if mover == Color::White { score } else { -score }
}

/// What the network thinks of being White, in the mean of many balanced boards with one side to move.
fn bonus_of_white(network: &Network, mover: Color) -> i32 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(99);
    let mut boards: Vec<_> = (0..20_000).map(|_| board(&mut rng, Profile::Race, WHITE)).collect();
    boards.retain(|record| record.to_move() == mover && record.score().abs() < 400);
    let white = |score: i32| if mover == Color::White { score } else { -score };
    let differences = boards.iter().map(|record| {
        let seen = sample(record, &network.architecture(), Mix { scale: SCALE, result: 0.0 });
        let score = network.evaluate_inputs(&seen.own, &seen.enemy, record.occupied().len(), mover);
        white(score) - (white(i32::from(record.score())) - WHITE)
    });
    differences.sum::<i32>() / boards.len() as i32
}

#[test]
fn a_network_learns_what_men_are_worth_and_for_whom() {
    let folder = tempfile::tempdir().unwrap();
    for profile in [Profile::Mate, Profile::Race] {
        let data = written(folder.path(), profile, 60_000);
        let fitted = fit_scale(&data.training);
        assert!((fitted - SCALE).abs() < 0.1 * SCALE, "{fitted}");
        let mut said = Vec::new();
        let network = train(&settings(profile, 6), &data, &mut |line| said.push(line)).unwrap();
        let rest = [("c2", Color::White, Kind::King), ("f7", Color::Black, Kind::King)];
        let crowd: Vec<_> = ["a3", "b3", "d3", "e3"]
            .into_iter()
            .map(|square| (square, Color::White, Kind::Pawn))
            .chain(["a6", "b6", "d6", "e6"].into_iter().map(|square| (square, Color::Black, Kind::Pawn)))
            .chain(rest)
            .collect();
        for mover in Color::ALL {
            let level = opinion(&network, &crowd, mover);
            for kind in [Kind::Met, Kind::Khon, Kind::Knight, Kind::Rook] {
                for (square, color, sign) in [("g4", Color::White, 1), ("b5", Color::Black, -1)] {
                    let more = opinion(&network, &[&crowd[..], &[(square, color, kind)]].concat(), mover);
                    let value = sign * (more - level);
                    let known = worth(profile, Piece { color, kind }, square.parse().unwrap());
                    assert!(
                        (value - known).abs() < 60 + known / 4,
                        "{profile:?} {kind:?}: {value} for {known}; {said:?}"
                    );
                }
            }
        }
        if profile == Profile::Race {
            for mover in Color::ALL {
                let bonus = bonus_of_white(&network, mover);
                assert!((bonus - WHITE).abs() < 20, "{mover} to move: {bonus}");
            }
        }
        std::fs::remove_file(folder.path().join("synthetic.khd")).unwrap();
    }
}

#[test]
fn an_interrupted_run_ends_as_one_that_was_not() {
    let folder = tempfile::tempdir().unwrap();
    rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap().install(|| {
        let data = written(folder.path(), Profile::Mate, 4_000);
        let whole = train(&settings(Profile::Mate, 2), &data, &mut |_| ()).unwrap();
        let path = folder.path().join("run.ckpt");
        let kept = Settings { checkpoint: Some(path.clone()), ..settings(Profile::Mate, 2) };
        let first = train(&kept, &data, &mut |_| ()).unwrap();
        let mut lines = 0;
        let again = train(&kept, &data, &mut |_| lines += 1).unwrap();
        assert_eq!(first.parameters(), whole.parameters());
        assert_eq!(again.parameters(), whole.parameters());
        assert_eq!(lines, 1, "only the report of the quantisation: nothing was trained again");
        assert!(path.with_extension("svg").exists() && path.with_extension("tsv").exists());
    });
}
