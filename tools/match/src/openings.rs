//! Where games begin: lines of an EPD file, or random play from the start position.

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use khun_board::board::Kind;
use khun_board::geometry::Color;
use khun_board::position::{Game, Position};
use khun_board::rules::Rules;
use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

/// How many random games may fail to give an opening before the search for one is given up.
const ATTEMPTS: usize = 10_000;

/// The openings of an EPD file in random order (one order per seed).
///
/// # Errors
/// As for [`read`].
pub fn from_file(rules: Rules, path: &Path, seed: u64) -> Result<Vec<Position>> {
    let mut openings = read(rules, path)?;
    openings.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    Ok(openings)
}

/// The openings of an EPD file; positions that are finished are left out.
///
/// # Errors
/// When the file cannot be read, a line is no position (with its number and every fault), or none is left.
pub fn read(rules: Rules, path: &Path) -> Result<Vec<Position>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("openings file {}", path.display()))?;
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let fen = fen_of_epd(line);
        if fen.is_empty() {
            continue;
        }
        let position = Position::from_fen(rules, &fen)
            .map_err(|faults| anyhow!("{}, line {}: {faults}", path.display(), number + 1))?;
        if position.outcome().is_none() {
            openings.push(position);
        }
    }
    ensure!(!openings.is_empty(), "{} has no opening to play", path.display());
    Ok(openings)
}

/// The FEN at the start of an EPD line: what follows as operations, and a comment after `#`, is cut.
fn fen_of_epd(line: &str) -> String {
    let line = line.split(['#', ';']).next().unwrap_or_default();
    // Board and side are what they are; rights, limits and clocks are short or numbers; the first opcode ends it.
    let is_opcode = |word: &str| {
        word.len() > 1 && word.starts_with(|letter: char| letter.is_ascii_alphabetic()) && !names_square(word)
    };
    let fields = line.split_whitespace().enumerate();
    let fen = fields.take_while(|&(index, word)| index < 3 || index < 6 && !is_opcode(word));
    fen.map(|(_, word)| word).collect::<Vec<_>>().join(" ")
}

fn names_square(word: &str) -> bool {
    word.parse::<khun_board::geometry::Square>().is_ok()
}

/// So many different positions of `plies` random legal moves each, none of them finished, that are as `suits` wants.
///
/// # Errors
/// When random play does not bring up enough of them.
pub fn random(
    rules: Rules,
    plies: usize,
    seed: u64,
    count: usize,
    suits: impl Fn(&Position) -> bool,
) -> Result<Vec<Position>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut seen = HashSet::new();
    let mut openings = Vec::with_capacity(count);
    let mut failures = 0;
    while openings.len() < count {
        let found = random_game(rules, plies, &mut rng);
        match found.filter(|position| suits(position) && seen.insert(position.fen())) {
            Some(position) => {
                openings.push(position);
                failures = 0;
            }
            None => failures += 1,
        }
        ensure!(failures < ATTEMPTS, "only {} different openings of {plies} random plies found", openings.len());
    }
    Ok(openings)
}

fn random_game(rules: Rules, plies: usize, rng: &mut ChaCha8Rng) -> Option<Position> {
    let mut game = Game::new(Position::start(rules));
    for _ in 0..plies {
        let mv = *game.position().legal_moves().choose(rng)?;
        game.push(mv).expect("one of the legal moves");
        if game.outcome().is_some() {
            return None;
        }
    }
    Some(*game.position())
}

/// Whether both sides have the same men.
#[must_use]
pub fn is_balanced(position: &Position) -> bool {
    let count = |color, kind| position.board().of(color, kind).len();
    Kind::ALL.into_iter().all(|kind| count(Color::White, kind) == count(Color::Black, kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_and_comments_of_epd_are_cut() {
        let board = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR";
        for (line, fen) in [
            ("w - - 0 1", "w - - 0 1"),
            ("w - 0 0 1", "w - 0 0 1"),
            ("w 0 1", "w 0 1"),
            ("w - -", "w - -"),
            ("b - - 5 3;", "b - - 5 3"),
            ("w - - hmvc 0; fmvn 1;", "w - -"),
            ("w - - id \"one\";", "w - -"),
            ("w DEde e3 0 1 bm e2e4;", "w DEde e3 0 1"),
            ("b - 128 37 20 # a remark", "b - 128 37 20"),
        ] {
            assert_eq!(fen_of_epd(&format!("{board} {line}")), format!("{board} {fen}"));
        }
        assert_eq!(fen_of_epd("  # nothing"), "");
    }
}
