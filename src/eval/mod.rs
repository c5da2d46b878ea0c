//! Floor 4: what a position is worth by judgement.

pub mod accumulator;
mod classical;
pub mod count;
pub mod features;
mod kernel;
pub mod network;
mod network_file;
mod score;

pub use classical::Term;
pub use score::Score;

use crate::geometry::Color;
use crate::position::{Move, Position};

use accumulator::Accumulators;
use classical::Classical;
use network::Network;

/// The state of the evaluation along one line of play: what earlier positions of the line have in common with the
/// present one is kept and not computed again.
pub struct Evaluation(Judge);

/// Who judges: the network of the rule set's profile, or, where there is none, the bootstrap evaluation.
#[expect(clippy::large_enum_variant, reason = "there is one a thread, and a box would be one more step at every node")]
enum Judge {
    Classical(Classical),
    Network(Accumulators),
}

impl Evaluation {
    /// The evaluation at the root of a line.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        Self(match Network::embedded(position.rules().profile) {
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
        let (lead, tempo) = match &mut self.0 {
            Judge::Classical(classical) => (classical.lead(position), classical::tempo(position)),
            Judge::Network(accumulators) => (for_side_to_move(accumulators.evaluate(position), position), 0),
        };
        Score::cp(for_side_to_move(count::pressed(position, lead), position) + tempo)
    }

    /// Where a position's score comes from.
    #[must_use]
    pub fn explain(position: &Position) -> Explanation {
        let (terms, lead, tempo) = match Network::embedded(position.rules().profile) {
            Some(network) => (Vec::new(), for_side_to_move(network.evaluate(position), position), 0),
            None => {
                let classical = Classical::new(position);
                let tempo = for_side_to_move(classical::tempo(position), position);
                (classical.terms(position), classical.lead(position), tempo)
            }
        };
        Explanation {
            terms,
            tempo: Score::cp(tempo),
            before_count: Score::cp(lead + tempo),
            after_count: Score::cp(count::pressed(position, lead) + tempo),
        }
    }
}

/// Where a score comes from, for people. Everything from White's view.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// What each part gives each side; of a network, which has no parts, nothing.
    pub terms: Vec<Term>,
    /// What the right to move is worth.
    pub tempo: Score,
    /// The sum before the count is looked at.
    pub before_count: Score,
    /// The sum as the search sees it.
    pub after_count: Score,
}

/// A lead of White's as a lead of the side to move, and the other way about.
fn for_side_to_move(lead: i32, position: &Position) -> i32 {
    match position.to_move() {
        Color::White => lead,
        Color::Black => -lead,
    }
}
