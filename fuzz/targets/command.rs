//! UCI command text: every line is a command, nothing, or one line that says what was wrong.
#![no_main]

use khun::uci::command::{Command, Start, parse};
use khun_board::text::quoted;
use khun_fuzz::assert_one_line;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    for line in String::from_utf8_lossy(data).split('\n') {
        assert_one_line(&quoted(line), 63);
        match parse(line) {
            Err(error) => assert_one_line(&error.to_string(), 200),
            Ok(Some(Command::Position { start, moves })) => {
                // What was read can be said again and means the same.
                let start = match start {
                    Start::Variant => "startpos".to_owned(),
                    Start::Fen(fen) => format!("fen {fen}"),
                };
                let again = format!("position {start} moves {}", moves.join(" "));
                assert_eq!(parse(&again), parse(line));
            }
            Ok(Some(Command::SetOption { name, value: Some(value) })) => {
                let again = format!("setoption name {name} value {value}");
                assert_eq!(parse(&again), Ok(Some(Command::SetOption { name, value: Some(value) })));
            }
            Ok(_) => {}
        }
    }
});
