//! Endings without pawns under a running count, in which one side is ahead: by random placement or out of games.

use khun_board::board::{Kind, placement};
use khun_board::geometry::{Color, Square};
use khun_board::position::{Game, Position};
use khun_board::rules::Rules;
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};

use crate::referee::GameRecord;

/// What a man is worth when sides are compared, in centipawns: rook, knight, khon and met of Makruk, roughly.
fn value(kind: Kind) -> i32 {
    match kind {
        Kind::Rook => 600,
        Kind::Knight => 320,
        Kind::Khon => 260,
        Kind::Met => 170,
        Kind::Pawn => 100,
        Kind::King => 0,
    }
}

/// By how much White is ahead in material, in centipawns.
#[must_use]
pub fn lead(position: &Position) -> i32 {
    let men = position.board().pieces();
    men.map(|(_, man)| if man.color == Color::White { value(man.kind) } else { -value(man.kind) }).sum()
}

/// The side that is ahead in material, if one is.
#[must_use]
pub fn stronger_side(position: &Position) -> Option<Color> {
    match lead(position) {
        0 => None,
        lead => Some(if lead > 0 { Color::White } else { Color::Black }),
    }
}

/// Whether it is an ending under board's honour with a clear lead: no pawns, a count that runs, no bare king, one side
/// ahead by `least` centipawns.
#[must_use]
pub fn suits(position: &Position, least: i32) -> bool {
    let men = position.board().men();
    let board = position.board();
    let pawns = Color::ALL.into_iter().any(|color| !board.of(color, Kind::Pawn).is_empty());
    let bare = Color::ALL.into_iter().any(|color| men.is_bare(color));
    !pawns && !bare && position.count().is_some() && position.outcome().is_none() && lead(position).abs() >= least
}

/// Two to four men against one to three and kings, on random squares, some plies into the count; tries until one suits.
pub fn random(rules: Rules, plies: std::ops::Range<u16>, least: i32, rng: &mut impl RngExt) -> Position {
    const KINDS: [Kind; 4] = [Kind::Rook, Kind::Knight, Kind::Khon, Kind::Met];
    loop {
        let mut squares: Vec<Square> = Square::all().collect();
        squares.shuffle(rng);
        let mut men = Vec::new();
        for (color, others) in [(Color::White, rng.random_range(2..=4)), (Color::Black, rng.random_range(1..=3))] {
            men.push((color, Kind::King));
            men.extend((0..others).map(|_| (color, *KINDS.choose(rng).expect("there are four"))));
        }
        let at = |square: Square| {
            let (color, kind) = men[squares[..men.len()].iter().position(|place| *place == square)?];
            rules.letters.of(kind, color)
        };
        let side = if rng.random_bool(0.5) { 'w' } else { 'b' };
        let fen = format!("{} {side} - 128 {} 60", placement(at), rng.random_range(plies.clone()));
        if let Ok(position) = Position::from_fen(rules, &fen)
            && suits(&position, least)
        {
            return position;
        }
    }
}

/// One random position of a game that suits, if there is one.
pub fn of_game(game: &GameRecord, least: i32, rng: &mut impl RngExt) -> Option<Position> {
    let mut replayed = Game::new(game.start);
    let mut found = Vec::new();
    for played in &game.moves {
        let mv = replayed.position().parse_uci(&played.uci).expect("it was played");
        replayed.push(mv).expect("it was played");
        found.extend(Some(*replayed.position()).filter(|position| suits(position, least)));
    }
    found.choose(rng).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use khun_board::rules::Catalogue;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn placed_endings_are_under_the_count_and_uneven() {
        let rules = Catalogue::builtin().find("makruk").unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..50 {
            let position = random(rules, 10..90, 200, &mut rng);
            let count = position.count().unwrap();
            assert!(count.limit == 128 && (10..90).contains(&count.ply), "{}", position.fen());
            let other = position.sides_swapped();
            assert_eq!(lead(&other), -lead(&position));
            assert_eq!(other.count(), position.count());
            assert_ne!(stronger_side(&other), stronger_side(&position));
        }
        let pawn = Position::from_fen(rules, "4k3/8/8/8/P7/8/8/RR1K4 w - - 0 1").unwrap();
        let bare = Position::from_fen(rules, "4k3/8/8/8/8/8/8/RR1K4 w - 16 8 1").unwrap();
        assert!(!suits(&pawn, 0) && !suits(&bare, 0));
    }
}
