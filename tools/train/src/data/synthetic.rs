//! Boards whose worth is known: men strewn at random, scored by counting them and by the squares where they stand. They
//! teach generation 0 of a network, with which self-play begins from nothing. And a trainer that cannot learn them is
//! broken; one that learns them upside down has its labels inverted.

use khun_board::board::{Kind, Piece};
use khun_board::geometry::{Color, Square};
use khun_board::rules::Profile;
use rand::RngExt;
use rand::seq::SliceRandom;

use crate::data::record::{Flags, Labels, Packed, Verdict};
use crate::data::target::sigmoid;

/// Centipawns that each kind is worth here, in index order.
pub const VALUES: [i32; 6] = [100, 180, 260, 300, 600, 0];
/// Centipawns at which winning chances are 73 %.
pub const SCALE: f32 = 250.0;

/// What a man is worth to its owner, in centipawns: its kind and its square.
#[must_use]
pub fn worth(profile: Profile, piece: Piece, square: Square) -> i32 {
    /// A king's way up the board so far in a race; the last steps are worth most.
    const KING_IN_RACE: [i32; 8] = [0, 60, 130, 210, 300, 400, 520, 700];
    let inward = |index: usize| index.min(7 - index) as i32;
    let centre = inward(square.file().index()).min(inward(square.rank().index()));
    let by_square = match (profile, piece.kind) {
        (Profile::Race, Kind::King) => KING_IN_RACE[square.rank().index()],
        (Profile::Mate, Kind::King) => -8 * square.relative_to(piece.color).rank().index() as i32,
        // A pawn is worth more the nearer it is to where it becomes a met.
        (Profile::Mate, Kind::Pawn) => 8 * (square.relative_to(piece.color).rank().index() as i32 - 2),
        _ => 8 * centre,
    };
    VALUES[piece.kind.index()] + by_square
}

/// One board as a game of its own. The result is drawn by lot with the chances that the score promises. White has so many
/// centipawns more than its men are worth, whoever moves.
pub fn board(rng: &mut impl RngExt, profile: Profile, bonus_of_white: i32) -> Packed {
    let mut squares: Vec<Square> = Square::all().collect();
    squares.shuffle(rng);
    let kinds = match profile {
        Profile::Mate => 0..5,
        // A race has no pawns.
        Profile::Race => 1..5,
    };
    let mut men: Vec<(Square, Piece)> = Vec::new();
    let mut score = bonus_of_white;
    for color in Color::ALL {
        let others = rng.random_range(1..16);
        for kind in (0..others).map(|_| Kind::ALL[rng.random_range(kinds.clone())]).chain([Kind::King]) {
            let square = squares.pop().expect("two sides have fewer men than the board has squares");
            let piece = Piece { color, kind };
            men.push((square, piece));
            score += worth(profile, piece, square) * if color == Color::White { 1 } else { -1 };
        }
    }
    men.sort_by_key(|(square, _)| *square);
    let black = rng.random_bool(0.5);
    let (mover, score) = if black { (Flags::BLACK, -score) } else { (Flags::empty(), score) };
    let chance = sigmoid(score as f32 / SCALE);
    let verdict = if rng.random_range(0.0..1.0) < chance { Verdict::Win } else { Verdict::Loss };
    let flags = mover | Flags::FIRST;
    Packed::new(men, Labels { flags, verdict, score: score.clamp(-3000, 3000) as i16, ply: 20, count: None })
}
