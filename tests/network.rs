//! The network's promises, on networks of random numbers: what is kept up to date is what would be computed afresh, and
//! what looks the same is worth the same.

use khun::eval::accumulator::Accumulators;
use khun::eval::features::INPUTS;
use khun::eval::network::{Architecture, Network, Parameters};
use khun_board::position::Position;
use khun_board::rules::{Catalogue, Profile, Rules};
use proptest::prelude::*;

/// A network of numbers that a small generator makes of the seed.
fn network(profile: Profile, width: u16, seed: u64) -> &'static Network {
    let architecture = Architecture { profile, width, buckets: 5, men_per_bucket: 6 };
    let mut state = seed;
    let mut list = |count: usize, size: i64| -> Vec<i16> {
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) as i64 % (2 * size + 1) - size) as i16
        };
        (0..count).map(|_| next()).collect()
    };
    let width = usize::from(width);
    let parameters = Parameters {
        architecture,
        scale: 400,
        note: String::new(),
        inputs: list(INPUTS * width, 120),
        bias: list(width, 120),
        outputs: list(architecture.outputs() * 2 * width, 127),
        output_bias: list(architecture.outputs(), 9000).into_iter().map(i32::from).collect(),
    };
    Box::leak(Box::new(Network::new(parameters).unwrap()))
}

fn rules(name: &str) -> Rules {
    Catalogue::builtin().find(name).unwrap()
}

/// Plays moves chosen by `choices`, one in eight of them taken back, one in eight of the scores left out.
fn incremental_is_fresh(rules: Rules, network: &'static Network, choices: &[u16]) {
    let mut line = vec![Position::start(rules)];
    let mut accumulators = Accumulators::new(network, &line[0]);
    for &choice in choices {
        let position = *line.last().unwrap();
        let moves = position.legal_moves();
        if line.len() > 1 && (choice & 7 == 0 || moves.is_empty()) {
            line.pop();
            accumulators.pop();
        } else if choice & 7 == 1 && !position.in_check() && position.outcome().is_none() {
            let passed = position.pass();
            accumulators.push(&passed);
            line.push(passed);
        } else if !moves.is_empty() {
            let after = position.play_unchecked(moves[usize::from(choice >> 6) % moves.len()]);
            accumulators.push(&after);
            line.push(after);
        }
        if choice >> 3 & 7 != 0 {
            let position = line.last().unwrap();
            assert_eq!(accumulators.evaluate(position), network.evaluate(position), "{}", position.fen());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn incremental_is_from_scratch(choices in prop::collection::vec(any::<u16>(), 1..300), seed: u64) {
        for name in ["makruk", "racingkings", "cambodian", "ai-wok", "asean", "makpong"] {
            let rules = rules(name);
            incremental_is_fresh(rules, network(rules.profile, 128, seed), &choices);
        }
    }
}

/// The FEN with files turned around.
fn mirrored(fen: &str) -> String {
    let (board, rest) = fen.split_once(' ').unwrap();
    let ranks: Vec<String> = board.split('/').map(|rank| rank.chars().rev().collect()).collect();
    format!("{} {rest}", ranks.join("/"))
}

/// The FEN with colours swapped and ranks turned around.
fn sides_swapped(fen: &str) -> String {
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    let swap = |letter: char| {
        if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
    };
    fields[0] =
        fields[0].split('/').rev().map(|rank| rank.chars().map(swap).collect::<String>()).collect::<Vec<_>>().join("/");
    fields[1] = if fields[1] == "w" { "b" } else { "w" }.to_owned();
    fields.join(" ")
}

#[test]
fn what_looks_the_same_is_worth_the_same() {
    for name in ["makruk", "racingkings"] {
        let rules = rules(name);
        let network = network(rules.profile, 256, 42);
        let mut position = Position::start(rules);
        let mut different = 0;
        for ply in 0..300usize {
            let fen = position.fen();
            if !fen.contains('~') {
                let mirror = Position::from_fen(rules, &mirrored(&fen)).unwrap();
                assert_eq!(network.evaluate(&position), network.evaluate(&mirror), "{fen}");
                if rules.profile == Profile::Mate {
                    let swapped = Position::from_fen(rules, &sides_swapped(&fen)).unwrap();
                    assert_eq!(network.evaluate(&position), network.evaluate(&swapped), "{fen}");
                } else if let Ok(passed) = Position::from_fen(rules, &fen.replace(" w ", " b ")) {
                    different += usize::from(
                        passed.to_move() != position.to_move()
                            && network.evaluate(&position) != network.evaluate(&passed),
                    );
                }
            }
            let moves = position.legal_moves();
            if moves.is_empty() || position.outcome().is_some() {
                break;
            }
            position = position.play_unchecked(moves[(ply * 7919 + 13) % moves.len()]);
        }
        assert!(rules.profile == Profile::Mate || different > 0);
    }
}

#[test]
fn every_width_plays() {
    for width in [128, 256, 384, 512] {
        let rules = rules("makruk");
        let choices: Vec<u16> = (0..200u32).map(|i| (i.wrapping_mul(40_503) >> 3) as u16).collect();
        incremental_is_fresh(rules, network(rules.profile, width, 1), &choices);
    }
    let refused = Architecture { profile: Profile::Mate, width: 100, buckets: 8, men_per_bucket: 4 };
    assert!(!refused.is_valid());
}

/// `faults.md`, damaged-net: a flipped byte started without a word and played much worse.
#[cfg(unix)]
#[test]
fn a_program_with_a_damaged_network_refuses_to_start() {
    use std::os::unix::fs::PermissionsExt;
    let whole = std::fs::read(env!("CARGO_BIN_EXE_khun")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for (name, network) in
        [("mate.net", &include_bytes!("../nets/mate.net")[..]), ("race.net", include_bytes!("../nets/race.net"))]
    {
        let start =
            whole.windows(128).position(|window| window == &network[..128]).expect("the network is in the program");
        for place in [0, 40, network.len() / 2, network.len() - 1] {
            let mut damaged = whole.clone();
            damaged[start + place] ^= 1;
            let path = folder.path().join(format!("khun-{name}-{place}"));
            std::fs::write(&path, damaged).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
            let output = std::process::Command::new(&path).stdin(std::process::Stdio::null()).output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(!output.status.success() && output.stdout.is_empty(), "{name}, byte {place}");
            assert!(said.lines().count() == 1 && said.contains(&format!("nets/{name} cannot be used")), "{said}");
            std::fs::remove_file(&path).unwrap();
        }
    }
}
