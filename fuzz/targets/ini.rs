//! A rules file: a catalogue and faults; whatever loads can be played.
#![no_main]

use khun_board::position::Position;
use khun_board::rules::Catalogue;
use khun_fuzz::{assert_one_line, assert_sound};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let builtin = Catalogue::builtin();
    let (catalogue, faults) = builtin.with_file(&text);
    let lines = text.lines().count();
    for fault in &faults {
        assert_one_line(&fault.to_string(), 1000);
        assert!((1..=lines.max(1)).contains(&fault.line), "{fault} of {lines} lines");
    }
    assert!(catalogue.names().count() >= builtin.names().count());
    for variant in catalogue.variants() {
        if builtin.variants().iter().any(|known| std::ptr::eq(known.rules, variant.rules)) {
            continue;
        }
        assert_one_line(&variant.rules.name, 200);
        assert!(std::ptr::eq(catalogue.find(&variant.rules.name).expect("its own name"), variant.rules));
        let start = Position::start(variant.rules);
        let again = Position::from_fen(variant.rules, &start.fen()).expect("its own FEN");
        assert_eq!(again, start);
        let _ = start.outcome();
        assert_sound(&start);
        let mut position = start;
        for turn in 0..40_usize {
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(turn * 7 % moves.len().max(1)) else { break };
            position = position.play_unchecked(mv);
            let _ = position.outcome();
        }
        assert_sound(&position);
    }
});
