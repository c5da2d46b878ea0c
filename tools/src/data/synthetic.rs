//! Boards whose worth is known: men strewn at random, scored by counting them. A trainer that cannot learn these is
//! broken, and one that learns them upside down has its labels inverted.

use khun_board::geometry::{Color, Square};
use khun_board::rules::{Kind, Piece};
use rand::RngExt;
use rand::seq::SliceRandom;

use crate::data::record::{Flags, Labels, Packed, Verdict};
use crate::trainer::sigmoid;

/// Centipawns that each kind is worth here, in index order.
pub const VALUES: [i32; 6] = [100, 180, 260, 300, 600, 0];
/// What it is worth to be White here, whoever moves.
pub const WHITE: i32 = 40;
/// Centipawns at which winning chances are 73 %.
pub const SCALE: f32 = 250.0;

/// One board as a game of its own. The result is drawn by lot with the chances that the score promises.
pub fn board(rng: &mut impl RngExt) -> Packed {
    let mut squares: Vec<Square> = Square::all().collect();
    squares.shuffle(rng);
    let mut men: Vec<(Square, Piece)> = Vec::new();
    let mut score = WHITE;
    for color in Color::ALL {
        let others = rng.random_range(3..15);
        let kinds = (0..others).map(|_| Kind::ALL[rng.random_range(0..5)]).chain([Kind::King]).collect::<Vec<_>>();
        for kind in kinds {
            let Some(square) = squares.pop() else { break };
            men.push((square, Piece { color, kind }));
            score += VALUES[kind.index()] * if color == Color::White { 1 } else { -1 };
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
