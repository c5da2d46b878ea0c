//! Floor 4: what a position is worth by judgement.

pub mod accumulator;
mod classical;
pub mod count;
mod explain;
pub mod features;
mod kernel;
pub mod network;
pub mod network_file;
mod networks;
mod score;

pub use classical::Term;
pub use explain::{Explanation, Grounds};
pub use networks::Networks;
pub use score::Score;

use khun_board::position::{Move, Position};

use accumulator::Accumulators;
use classical::Classical;
use score::for_mover;

/// The state of the evaluation along one line of play: what earlier positions of the line have in common with the
/// present one is kept and not computed again.
pub struct Evaluation<'n>(Judge<'n>);

/// Who judges: the network of the rule set's profile, or, where there is none, the bootstrap evaluation.
enum Judge<'n> {
    Classical(Classical),
    Network(Accumulators<'n>),
}

impl<'n> Evaluation<'n> {
    /// The evaluation at the root of a line, by the network of the rules' profile.
    #[must_use]
    pub fn new(networks: &'n Networks, position: &Position) -> Self {
        Self(match networks.of(position.rules().profile) {
            Some(network) => Judge::Network(Accumulators::new(network, position)),
            None => Judge::Classical(Classical::new(position)),
        })
    }

    /// A move was played.
    pub fn push(&mut self, before: &Position, _mv: Move, after: &Position) {
        match &mut self.0 {
            Judge::Classical(classical) => classical.push(before, after),
            Judge::Network(accumulators) => accumulators.push(after),
        }
    }

    /// The side to move passed.
    pub fn push_null(&mut self) {
        match &mut self.0 {
            Judge::Classical(classical) => classical.push_null(),
            Judge::Network(accumulators) => accumulators.push_null(),
        }
    }

    /// The last move (or pass) was taken back.
    pub fn pop(&mut self) {
        match &mut self.0 {
            Judge::Classical(classical) => classical.pop(),
            Judge::Network(accumulators) => accumulators.pop(),
        }
    }

    /// What the present position, which is the one pushed last, is worth for the side to move, the count's influence
    /// included.
    #[must_use]
    pub fn score(&mut self, position: &Position) -> Score {
        let mover = position.to_move();
        let (lead, tempo) = match &mut self.0 {
            Judge::Classical(classical) => (classical.lead(position), classical::tempo(position)),
            Judge::Network(accumulators) => (for_mover(accumulators.evaluate(position), mover), 0),
        };
        Score::cp(for_mover(count::pressed(position, lead), mover) + tempo)
    }

    /// Where a position's score comes from.
    #[must_use]
    pub fn explain(networks: &Networks, position: &Position) -> Explanation {
        Explanation::new(networks, position)
    }
}
