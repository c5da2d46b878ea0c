//! PGN and SAN: any text is read to its end, faults are one line, and what was read is written and read again as it is.
#![no_main]

use khun_board::{Catalogue, PgnReader, Position};
use khun_fuzz::assert_one_line;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let catalogue = Catalogue::builtin();
    for game in PgnReader::new(&text, catalogue) {
        match game {
            Ok(game) => {
                let written = game.to_string();
                let again: Vec<_> = PgnReader::new(&written, catalogue).collect();
                let [Ok(again)] = &again[..] else { panic!("{written}: {again:?}") };
                assert_eq!(
                    (&again.start, &again.line.moves, again.result),
                    (&game.start, &game.line.moves, game.result)
                );
            }
            Err(error) => {
                assert!(error.line <= text.matches('\n').count() + 1, "{error}");
                assert_one_line(&error.to_string(), 2000);
            }
        }
    }
    let mut position = Position::start(catalogue.default_rules());
    for word in text.split_whitespace() {
        match position.parse_san(word) {
            Ok(mv) => {
                assert_eq!(position.parse_san(&position.san(mv)), Ok(mv), "{word} in {}", position.fen());
                position = position.play(mv).expect("a text names legal moves only");
            }
            Err(error) => assert_one_line(&error.to_string(), 2000),
        }
    }
});
