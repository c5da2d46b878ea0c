//! Where games begin: after random moves from the start position, or with its men strewn over the board.

use std::ops::RangeInclusive;

use khun_board::board::{Kind, Piece, placement};
use khun_board::geometry::{Color, Square};
use khun_board::position::{Game, Position};
use khun_board::rules::Rules;
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};

/// How games begin.
#[derive(Clone, Debug, PartialEq)]
pub struct Openings {
    /// Random plies before the first move that is thought about.
    pub plies: RangeInclusive<u32>,
    /// The share of games that begin with scrambled men.
    pub scrambled: f64,
    /// An opening that is thought to be worth more than so many centipawns, either way, is not played.
    pub largest_score: i16,
}

/// A game that begins after a number of random legal moves, none of which ended it; tries until it finds one.
pub fn random_opening(start: Position, plies: u32, rng: &mut impl RngExt) -> Game {
    loop {
        let mut game = Game::new(start);
        for _ in 0..plies {
            let moves = game.position().legal_moves();
            let Some(&mv) = moves.choose(rng) else { break };
            game.push(mv).expect("one of the legal moves");
            if game.outcome().is_some() {
                break;
            }
        }
        if game.outcome().is_none() && game.moves().len() as u32 == plies {
            return game;
        }
    }
}

/// The start position's men, some of them missing and some pawns promoted, on random squares of legal positions.
/// Endings and odd constellations that games from the start seldom reach.
pub fn scrambled(rules: Rules, rng: &mut impl RngExt) -> Position {
    loop {
        let men = missing_some(rules, rng);
        let fen = fen_of(rules, &placed(&men, rng), if rng.random_bool(0.5) { Color::White } else { Color::Black });
        if let Ok(position) = Position::from_fen(rules, &fen)
            && position.outcome().is_none()
        {
            return position;
        }
    }
}

fn missing_some(rules: Rules, rng: &mut impl RngExt) -> Vec<Piece> {
    let stays = rng.random_range(0.2..1.0);
    let promotes = rng.random_range(0.0..0.6);
    let becomes: Vec<Kind> = Kind::ALL
        .into_iter()
        .filter(|kind| rules.promotion_targets.contains(khun_board::board::Kinds::of(*kind)))
        .collect();
    let mut men = Vec::new();
    for (_, piece) in Position::start(rules).board().pieces() {
        let mut kind = piece.kind;
        if kind == Kind::Pawn && rng.random_bool(promotes) {
            kind = becomes.choose(rng).copied().unwrap_or(kind);
        }
        if kind == Kind::King || rng.random_bool(stays) {
            men.push(Piece { kind, ..piece });
        }
    }
    men
}

/// Puts the men on squares: most of them on their side's half or next to it, as in games; kings of races behind.
fn placed(men: &[Piece], rng: &mut impl RngExt) -> Vec<(Square, Piece)> {
    let mut squares: Vec<Square> = Square::all().collect();
    squares.shuffle(rng);
    let mut placed = Vec::new();
    for &piece in men {
        let suits = |square: &Square| {
            piece.kind != Kind::Pawn || (1..6).contains(&square.relative_to(piece.color).rank().index())
        };
        let Some(place) = squares.iter().position(suits) else { continue };
        placed.push((squares.swap_remove(place), piece));
    }
    placed
}

fn fen_of(rules: Rules, men: &[(Square, Piece)], to_move: Color) -> String {
    let letter_at = |square: Square| {
        let (_, piece) = men.iter().find(|(place, _)| *place == square)?;
        rules.letters.of(piece.kind, piece.color)
    };
    format!("{} {} - - 0 1", placement(letter_at), to_move.letter())
}

#[cfg(test)]
mod tests {
    use super::*;
    use khun_board::rules::Catalogue;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn openings_are_unfinished_and_differ() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for variant in Catalogue::builtin().variants() {
            let rules = variant.rules;
            let fens: Vec<_> =
                (0..20).map(|_| random_opening(Position::start(rules), 6, &mut rng).position().fen()).collect();
            assert!(fens.iter().any(|fen| *fen != fens[0]));
            for _ in 0..20 {
                let position = scrambled(rules, &mut rng);
                assert_eq!(position.outcome(), None);
            }
        }
    }
}
