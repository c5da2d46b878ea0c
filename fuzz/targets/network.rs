//! A network's file: refused, or read, written again byte by byte, and played with.
//!
//! The first byte says whether the bytes stand as they are or are made into a file whose marks, length and checksum
//! fit, so that the numbers behind them are reached too.
#![no_main]

use khun::eval::features::INPUTS;
use khun::eval::network::{Architecture, Network, SCORE_LIMIT};
use khun::eval::{Evaluation, Leads, Networks};
use khun_board::position::Position;
use khun_board::rules::{Catalogue, Profile, Rules};
use khun_fuzz::assert_one_line;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&mode, data)) = data.split_first() else { return };
    let file = if mode % 2 == 0 { data.to_vec() } else { repaired(data).unwrap_or_else(|| data.to_vec()) };
    match Network::parse(&file) {
        Err(error) => assert_one_line(&error.to_string(), 200),
        Ok(network) => {
            // One byte of the header is reserved and read as nothing.
            let written = network.to_bytes();
            assert_eq!(written.len(), file.len());
            assert_eq!(Network::parse(&written).expect("its own file").parameters(), network.parameters());
            let profile = network.architecture().profile;
            let networks = Networks::default().with(network);
            let rules = Catalogue::builtin().variants().iter().map(|variant| variant.rules);
            for rules in rules.filter(|rules| rules.profile == profile).take(1) {
                play(&networks, rules);
            }
        }
    }
});

/// A file with these bytes for shape, scale, note and numbers; `None` of too few bytes or a shape that is none.
fn repaired(data: &[u8]) -> Option<Vec<u8>> {
    let (&[profile, width, buckets, men, low, high, note], pattern) = data.split_first_chunk()?;
    let architecture = Architecture {
        profile: if profile % 2 == 0 { Profile::Mate } else { Profile::Race },
        width: u16::from(width) * 16,
        buckets,
        men_per_bucket: men,
    };
    if !architecture.is_valid() || pattern.is_empty() {
        return None;
    }
    let hidden = usize::from(architecture.width);
    let numbers = INPUTS * hidden + hidden + architecture.outputs() * 2 * hidden;
    let length = usize::from(note) + numbers * 2 + architecture.outputs() * 4;
    let mut file = b"khun-net\x01\0\0\0".to_vec();
    file.extend(architecture.hash().to_le_bytes());
    file.extend([profile % 2, buckets, men, 0]);
    file.extend(architecture.width.to_le_bytes());
    file.extend([low, high, note, 0]);
    file.extend(pattern.iter().cycle().take(length));
    file.extend(crc32fast::hash(&file).to_le_bytes());
    Some(file)
}

/// What is kept up along a line is what a look from scratch says, and stays within its bounds.
fn play(networks: &Networks, rules: Rules) {
    let mut position = Position::start(rules);
    let leads = Leads::Pressed;
    let mut kept = Evaluation::new(networks, &position, leads);
    for turn in 0..24_usize {
        let judged = kept.score(&position);
        assert_eq!(judged, Evaluation::new(networks, &position, leads).score(&position), "{}", position.fen());
        assert!(judged.raw().abs() <= SCORE_LIMIT, "{judged} in {}", position.fen());
        let moves = position.legal_moves();
        let Some(&mv) = moves.get(turn * 5 % moves.len().max(1)) else { return };
        let after = position.play_unchecked(mv);
        kept.push(&position, mv, &after);
        position = after;
    }
}
