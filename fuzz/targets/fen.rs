//! FEN: a position or a message; a position writes a FEN that reads as the same position, and its moves are sound.
#![no_main]

use khun_board::position::Position;
use khun_fuzz::{assert_one_line, assert_sound, rules_and_rest};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((rules, text)) = rules_and_rest(data) else { return };
    match Position::from_fen(rules, &String::from_utf8_lossy(text)) {
        Err(error) => assert_one_line(&error.to_string(), 2000),
        Ok(position) => {
            let again = Position::from_fen(rules, &position.fen()).expect("its own FEN");
            // A clock beside a count is read, but the count takes its place where one is written.
            let is_written = position.count().is_none() || position.clock() == 0;
            assert!(again == position || !is_written, "{}", position.fen());
            assert_eq!(again.fen(), position.fen());
            assert_eq!(again.keys().all, position.keys().all, "{}", position.fen());
            let _ = position.outcome();
            assert_sound(&position);
        }
    }
});
