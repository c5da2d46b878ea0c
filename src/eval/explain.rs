//! Where a score comes from, for people.

use crate::eval::count;
use crate::eval::network::{Architecture, Network};
use crate::eval::networks::Networks;
use crate::eval::score::{Score, for_mover};
use khun_board::board::{Kind, Piece};
use khun_board::geometry::Square;
use khun_board::position::Position;

/// Where a score comes from. Everything from White's view. A network has no parts that could be told one by one; but one
/// can ask what it would say without a man.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The network's shape.
    pub architecture: Architecture,
    /// Where it comes from.
    pub note: String,
    /// Which of its outputs speaks, counted from 0.
    pub output: usize,
    /// Each man but the kings, and how much higher the score is with it than without it.
    pub men: Vec<(Square, Piece, Score)>,
    /// The network's score, before the count is looked at.
    pub before_count: Score,
    /// The score as the search sees it.
    pub after_count: Score,
}

impl Explanation {
    /// Of a position, by the network of its rules' profile.
    #[must_use]
    pub fn new(networks: &Networks, position: &Position) -> Self {
        let network = networks.of(position.rules().profile);
        let (board, mover) = (position.board(), position.to_move());
        let lead = for_mover(network.evaluate(position), mover);
        Self {
            architecture: network.architecture(),
            note: network.note().to_owned(),
            output: network.architecture().output(board.occupied().len(), mover),
            men: worth_of_men(network, position),
            before_count: Score::cp(lead),
            after_count: Score::cp(count::pressed(position, lead)),
        }
    }
}

fn worth_of_men(network: &Network, position: &Position) -> Vec<(Square, Piece, Score)> {
    let (board, mover) = (position.board(), position.to_move());
    let with = network.evaluate(position);
    let men = board.pieces().filter(|(_, piece)| piece.kind != Kind::King).map(|(square, piece)| {
        let mut rest = *board;
        rest.clear(square);
        let without = network.evaluate_board(&rest, mover);
        (square, piece, Score::cp(for_mover(with - without, mover)))
    });
    men.collect()
}
