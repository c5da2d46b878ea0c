//! Move texts: a line with a FEN (or nothing for the start), then words. Each is played or refused; the game stays
//! sound, and what people read tells the moves apart.
#![no_main]

use std::collections::HashSet;

use khun::cli::notation;
use khun_board::position::{Game, Position};
use khun_fuzz::{assert_one_line, assert_sound, rules_and_rest};
use libfuzzer_sys::fuzz_target;

/// A word that is no move but begins so is taken as the number of a legal move, so that games go on.
const BY_NUMBER: char = '*';

fuzz_target!(|data: &[u8]| {
    let Some((rules, text)) = rules_and_rest(data) else { return };
    let text = String::from_utf8_lossy(text);
    let (fen, words) = text.split_once('\n').unwrap_or(("", &text));
    let start = if fen.is_empty() { Ok(Position::start(rules)) } else { Position::from_fen(rules, fen) };
    let Ok(start) = start else { return };
    let mut game = Game::new(start);
    for word in words.split_whitespace().take(300) {
        let position = *game.position();
        let by_number = word.strip_prefix(BY_NUMBER).and_then(|number| number.parse::<usize>().ok());
        let chosen = by_number.and_then(|number| {
            let moves = position.legal_moves();
            moves.get(number % moves.len().max(1)).copied()
        });
        match chosen.map_or_else(|| position.parse_uci(word), Ok) {
            Ok(mv) => {
                assert!(position.legal_moves().contains(&mv), "{word} in {}", position.fen());
                game.push(mv).expect("a legal move");
                let _ = game.outcome();
            }
            Err(error) => assert_one_line(&error.to_string(), 120),
        }
    }
    let position = game.position();
    assert_sound(position);
    let moves = position.legal_moves();
    let read: HashSet<String> = moves.iter().map(|&mv| position.san(mv)).collect();
    assert_eq!(read.len(), moves.len(), "two moves read the same: {read:?} in {}", position.fen());
    let line = notation::line(&Game::new(*game.start()), game.moves());
    assert!(!line.chars().any(char::is_control));
    // Back to the start: what was played can be taken back.
    while game.pop().is_some() {}
    assert_eq!(*game.position(), start);
});
