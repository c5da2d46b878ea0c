//! A position as the network sees it.

use arrayvec::ArrayVec;
use khun::eval::features::Perspective;
use khun::eval::network::Architecture;
use khun_board::board::Kind;
use khun_board::geometry::{Color, Square};

use crate::data::{Mix, Packed};

/// Inputs switched on in one perspective.
pub type Men = ArrayVec<u16, 32>;

/// One position as the network sees it, with what it should say.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Inputs in the mover's perspective.
    pub own: Men,
    /// Inputs in the other side's perspective.
    pub enemy: Men,
    /// The output neuron.
    pub output: usize,
    /// The points, 0 to 1, to be foretold.
    pub target: f32,
}

/// What a network of this shape sees of a position.
#[must_use]
pub fn sample(record: &Packed, architecture: &Architecture, mix: Mix) -> Sample {
    let mut kings = [Square::masked(0); 2];
    let men: ArrayVec<_, 32> = record.men().collect();
    for (square, piece) in men.iter().filter(|(_, piece)| piece.kind == Kind::King) {
        kings[piece.color.index()] = *square;
    }
    let mover = record.to_move();
    let inputs = |side: Color| {
        let perspective = Perspective::new(architecture.profile, side, kings[side.index()]);
        men.iter().map(|&(square, piece)| perspective.input(piece, square)).collect()
    };
    Sample {
        own: inputs(mover),
        enemy: inputs(!mover),
        output: architecture.output(men.len() as u32, mover),
        target: mix.target(record),
    }
}
