//! What the rule suites share.
#![allow(dead_code, reason = "each suite is a crate of its own and uses a part")]

use khun_board::position::{Game, Position};
use khun_board::rules::{Catalogue, Rules};

/// The variants whose moves an arbiter knows.
pub const PLAYED_ELSEWHERE: [&str; 6] = ["makruk", "racingkings", "makpong", "cambodian", "asean", "ai-wok"];

/// The rules of a variant that ships.
pub fn rules(name: &str) -> Rules {
    Catalogue::builtin().find(name).unwrap_or_else(|error| panic!("{error}"))
}

/// The rules of every variant that ships.
pub fn all_rules() -> Vec<Rules> {
    Catalogue::builtin().variants().iter().map(|variant| variant.rules).collect()
}

/// The position of a FEN that stands.
pub fn position(rules: Rules, fen: &str) -> Position {
    Position::from_fen(rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A FEN's game after the moves of a line, with spaces between them.
pub fn game(rules: Rules, fen: &str, moves: &str) -> Game {
    let mut game = Game::new(position(rules, fen));
    for text in moves.split_whitespace() {
        let mv = game.position().parse_uci(text);
        game.push(mv.unwrap_or_else(|error| panic!("{fen} moves {moves}: {error}"))).unwrap();
    }
    game
}

/// The legal moves as UCI writes them, sorted.
pub fn sorted_moves(position: &Position) -> Vec<String> {
    let mut moves: Vec<String> = position.legal_moves().into_iter().map(|mv| position.uci(mv)).collect();
    moves.sort_unstable();
    moves
}

/// The rows of a table: lines that are no comment, cut at tabs.
pub fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).map(|line| line.split('\t').collect())
}

/// A FEN without the marks of promoted men, which move like any other and are not written out.
pub fn unmarked(fen: &str) -> String {
    fen.replace('~', "")
}
