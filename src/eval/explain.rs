//! Where a score comes from, for people.

use crate::eval::classical::{self, Classical, Term};
use crate::eval::count;
use crate::eval::network::{Architecture, Network};
use crate::eval::networks::Networks;
use crate::eval::score::{Score, for_mover};
use khun_board::board::{Kind, Piece};
use khun_board::geometry::Square;
use khun_board::position::Position;

/// Where a score comes from. Everything from White's view.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Who judged, and by what.
    pub grounds: Grounds,
    /// The sum before the count is looked at.
    pub before_count: Score,
    /// The sum as the search sees it.
    pub after_count: Score,
}

/// What a judgement rests on.
#[derive(Clone, Debug)]
pub enum Grounds {
    /// The bootstrap evaluation's terms.
    Terms {
        /// What each part gives each side.
        terms: Vec<Term>,
        /// What the right to move is worth.
        tempo: Score,
    },
    /// A network, which has no parts; but one can ask what it would say without a man.
    Network {
        /// Its shape.
        architecture: Architecture,
        /// Where it comes from.
        note: String,
        /// Which of its outputs speaks, counted from 0.
        output: usize,
        /// Each man but the kings, and how much higher the score is with it than without it.
        men: Vec<(Square, Piece, Score)>,
    },
}

impl Explanation {
    pub(super) fn new(networks: &Networks, position: &Position) -> Self {
        let mover = position.to_move();
        let (grounds, lead, tempo) = match networks.of(position.rules().profile) {
            Some(network) => (opinion(network, position), for_mover(network.evaluate(position), mover), 0),
            None => {
                let classical = Classical::new(position);
                let tempo = for_mover(classical::tempo(position), mover);
                let grounds = Grounds::Terms { terms: classical.terms(position), tempo: Score::cp(tempo) };
                (grounds, classical.lead(position), tempo)
            }
        };
        Self {
            grounds,
            before_count: Score::cp(lead + tempo),
            after_count: Score::cp(count::pressed(position, lead) + tempo),
        }
    }
}

fn opinion(network: &Network, position: &Position) -> Grounds {
    let (board, mover) = (position.board(), position.to_move());
    let with = network.evaluate(position);
    let men = board.pieces().filter(|(_, piece)| piece.kind != Kind::King).map(|(square, piece)| {
        let mut rest = *board;
        rest.clear(square);
        let without = network.evaluate_board(&rest, mover);
        (square, piece, Score::cp(for_mover(with - without, mover)))
    });
    Grounds::Network {
        architecture: network.architecture(),
        note: network.note().to_owned(),
        output: network.architecture().output(board.occupied().len(), mover),
        men: men.collect(),
    }
}
