//! Khun's side of the comparison with other arbiters.

use std::io::{BufRead, BufWriter, Write, stdin, stdout};

use clap::Parser;
use khun_board::position::{Game, Move, Position};
use khun_board::rules::Catalogue;

/// Plays the games that its input names, and tells what the rules make of each position in them.
///
/// A line in: `variant<TAB>FEN<TAB>moves`, or `random SEED CAPTURES PLIES` in the place of the moves: a game of at most
/// so many plies, in which so many of a hundred moves are captures where there are any.
///
/// Lines out, one for the FEN and one after each move:
/// `move<TAB>FEN<TAB>outcome<TAB>count<TAB>check<TAB>legal moves, sorted`, with `-` for nothing; then an empty line. Where
/// something is refused the line is `ERROR<TAB>why`, and the game ends there.
#[derive(Parser, Debug)]
#[command(version, max_term_width = 110)]
struct Arguments {}

/// How many plies a random game goes on after its first draw, to see that draws stop nothing.
const PLIES_AFTER_DRAW: usize = 6;

fn main() -> std::io::Result<()> {
    let Arguments {} = Arguments::parse();
    let mut out = BufWriter::new(stdout().lock());
    for line in stdin().lock().lines() {
        if let Err(error) = answer(&line?, &mut out) {
            writeln!(out, "ERROR\t{error}")?;
        }
        writeln!(out)?;
        out.flush()?;
    }
    Ok(())
}

fn answer(line: &str, out: &mut impl Write) -> Result<(), Box<dyn std::error::Error>> {
    let mut fields = line.split('\t');
    let (Some(variant), Some(fen), Some(moves)) = (fields.next(), fields.next(), fields.next()) else {
        return Err("three fields are wanted: variant, FEN, moves".into());
    };
    let rules = Catalogue::builtin().find(variant)?;
    let mut game = Game::new(Position::from_fen(rules, fen)?);
    writeln!(out, "-\t{}", told(&game))?;
    let words: Vec<&str> = moves.split_ascii_whitespace().collect();
    if let ["random", seed, captures, plies] = words[..] {
        let mut chooser = Chooser { state: seed.parse()?, captures: captures.parse()? };
        return play_on(&mut game, &mut chooser, plies.parse()?, out);
    }
    for text in words {
        game.push(game.position().parse_uci(text)?)?;
        writeln!(out, "{text}\t{}", told(&game))?;
    }
    Ok(())
}

fn play_on(
    game: &mut Game,
    chooser: &mut Chooser,
    plies: usize,
    out: &mut impl Write,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut left = plies;
    while let Some(mv) = chooser.choose(game.position()).filter(|_| left > 0) {
        let text = game.position().uci(mv);
        game.push(mv)?;
        writeln!(out, "{text}\t{}", told(game))?;
        left -= 1;
        if game.outcome().is_some() {
            left = left.min(PLIES_AFTER_DRAW);
        }
    }
    Ok(())
}

/// A random player.
struct Chooser {
    state: u64,
    captures: u64,
}

impl Chooser {
    /// SplitMix64 (Steele, Lea and Flood, 2014).
    fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.state;
        word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ word >> 31
    }

    fn below(&mut self, end: usize) -> usize {
        (self.word() % end as u64) as usize
    }

    fn choose(&mut self, position: &Position) -> Option<Move> {
        let moves = position.legal_moves();
        let captures: Vec<Move> = moves.iter().copied().filter(|mv| position.captured(*mv).is_some()).collect();
        if !captures.is_empty() && self.word() % 100 < self.captures {
            return Some(captures[self.below(captures.len())]);
        }
        if moves.is_empty() { None } else { Some(moves[self.below(moves.len())]) }
    }
}

fn told(game: &Game) -> String {
    let position = game.position();
    let outcome = game.outcome().map_or("-".to_owned(), |outcome| outcome.to_string());
    let count = position.count().map_or("-".to_owned(), |count| format!("{} {}", count.limit, count.ply));
    let check = if position.in_check() { "check" } else { "-" };
    let mut moves: Vec<String> = position.legal_moves().into_iter().map(|mv| position.uci(mv)).collect();
    moves.sort_unstable();
    format!("{}\t{outcome}\t{count}\t{check}\t{}", position.fen(), moves.join(" "))
}
