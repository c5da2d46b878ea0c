//! Positions for games of self-play on other people's machines: random moves from the start or from a book, nothing that
//! is decided already. The command and its answer are OpenBench's.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use fastrand::Rng;

use crate::eval::Networks;
use crate::search::{Limits, Settings, SingleThread};
use crate::uci::fault::Fault;
use khun_board::position::{Game, Position};
use khun_board::rules::{Catalogue, Rules};

/// Random plies before a position; one less every second time, so that either side begins.
const PLIES: usize = 8;
/// A position that is worth more, in centipawns for either side, is decided.
const DECIDED: i32 = 400;
/// How long that is looked into.
const NODES: u64 = 2_000;

/// `genfens N seed S [book FILE] [variant NAME]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Genfens {
    count: usize,
    seed: u64,
    book: Option<PathBuf>,
    variant: Option<String>,
}

impl Genfens {
    /// Reads what stands behind `genfens`; `None` without a number of positions and a seed.
    pub fn parse<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Self> {
        let mut genfens = Self { count: words.next()?.parse().ok()?, ..Self::default() };
        let mut seed = None;
        while let Some(word) = words.next() {
            match word {
                "seed" => seed = words.next()?.parse().ok(),
                "book" => {
                    let book = words.next().filter(|book| !book.eq_ignore_ascii_case("none"));
                    genfens.book = book.map(PathBuf::from);
                }
                "variant" => genfens.variant = words.next().map(str::to_owned),
                // Other engines' words.
                _ => {}
            }
        }
        Some(Self { seed: seed?, ..genfens })
    }

    /// Hands out the positions, the same ones for the same seed, until all are made or it is cancelled.
    ///
    /// # Errors
    ///
    /// When there is no such variant or book, the book holds no position of the game, or there is no memory.
    pub fn run(
        &self,
        catalogue: &Catalogue,
        rules: Rules,
        cancelled: &AtomicBool,
        mut found: impl FnMut(&str),
    ) -> Result<(), Fault> {
        let rules = self.variant.as_deref().map_or(Ok(rules), |name| catalogue.find(name))?;
        let starts = self.starts(rules)?;
        let settings = Settings { hash_mb: 1, networks: Networks::default(), ..Settings::default() };
        let mut engine = SingleThread::new(settings).map_err(|error| Fault::Engine(error.into()))?;
        let mut rng = Rng::with_seed(self.seed);
        let mut made = 0;
        while made < self.count && !cancelled.load(Ordering::Relaxed) {
            let plies = PLIES - made % 2;
            let Some(game) = random_game(starts[rng.usize(..starts.len())], plies, &mut rng) else { continue };
            engine.new_game();
            let worth = engine.search(&game, Limits { nodes: Some(NODES), ..Limits::default() }).score;
            if !worth.is_mate() && worth.raw().abs() <= DECIDED {
                // Whoever plays from here knows no moves before.
                found(&Position::from_fen(rules, &game.position().fen()).map_err(Fault::Fen)?.fen());
                made += 1;
            }
        }
        Ok(())
    }

    /// The book's positions, one a line; without a book the start position.
    fn starts(&self, rules: Rules) -> Result<Vec<Position>, Fault> {
        let Some(path) = &self.book else { return Ok(vec![Position::start(rules)]) };
        let text = fs::read_to_string(path).map_err(|error| Fault::File { path: path.clone(), error })?;
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let starts: Result<Vec<_>, _> = lines.map(|line| Position::from_fen(rules, line)).collect();
        let starts = starts?;
        if starts.is_empty() { Err(Fault::NoPositions(path.clone())) } else { Ok(starts) }
    }
}

/// A game that begins with so many random moves; `None` if it was over before.
fn random_game(start: Position, plies: usize, rng: &mut Rng) -> Option<Game> {
    let mut game = Game::new(start);
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        game.push(*rng.choice(moves.iter())?).expect("it is one of the legal moves");
        if game.outcome().is_some() {
            return None;
        }
    }
    Some(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_in_any_order_and_foreign_ones_passed_over() {
        let read = |text: &str| Genfens::parse(text.split(' '));
        let full = Genfens { count: 5, seed: 7, book: Some("b.epd".into()), variant: Some("racingkings".to_owned()) };
        assert_eq!(read("5 seed 7 book b.epd variant racingkings"), Some(full.clone()));
        assert_eq!(read("5 dfrc variant racingkings book b.epd seed 7"), Some(full));
        assert_eq!(read("5 seed 7 book None"), Some(Genfens { count: 5, seed: 7, ..Genfens::default() }));
        assert_eq!([read("5"), read("x seed 7"), read("5 seed x"), read("5 seed")], [const { None }; 4]);
    }
}
