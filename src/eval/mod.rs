//! Floor 4: what a position is worth by judgement.

mod classical;
pub mod count;
mod score;

pub use classical::Term;
pub use score::Score;

use crate::geometry::Color;
use crate::position::{Move, Position};

use classical::Classical;

/// The state of the evaluation along one line of play: what earlier positions of the line have in common with the
/// present one is kept and not computed again.
pub struct Evaluation {
    classical: Classical,
}

impl Evaluation {
    /// The evaluation at the root of a line.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        Self { classical: Classical::new(position) }
    }

    /// A move was played.
    pub fn push(&mut self, before: &Position, _mv: Move, after: &Position) {
        self.classical.push(before, after);
    }

    /// The side to move passed.
    pub fn push_null(&mut self) {
        self.classical.push_null();
    }

    /// The last move (or pass) was taken back.
    pub fn pop(&mut self) {
        self.classical.pop();
    }

    /// What the present position, which is the one pushed last, is worth for the side to move, the count's influence
    /// included.
    #[must_use]
    pub fn score(&mut self, position: &Position) -> Score {
        let lead = count::pressed(position, self.classical.lead(position));
        Score::cp(for_side_to_move(lead, position) + classical::tempo(position))
    }

    /// Where a position's score comes from.
    #[must_use]
    pub fn explain(position: &Position) -> Explanation {
        let classical = Classical::new(position);
        let terms = classical.terms(position);
        let tempo = for_side_to_move(classical::tempo(position), position);
        let lead = classical.lead(position);
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
    /// What each part gives each side.
    pub terms: Vec<Term>,
    /// What the right to move is worth.
    pub tempo: Score,
    /// The sum before the count is looked at.
    pub before_count: Score,
    /// The sum as the search sees it.
    pub after_count: Score,
}

/// A lead of White's as a lead of the side to move.
fn for_side_to_move(lead: i32, position: &Position) -> i32 {
    match position.to_move() {
        Color::White => lead,
        Color::Black => -lead,
    }
}
