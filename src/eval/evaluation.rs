//! The evaluation along a line of play: the network's judgement, and what a count leaves of it.

use khun_board::position::{Move, Position};

use crate::eval::accumulator::Accumulators;
use crate::eval::count;
use crate::eval::networks::Networks;
use crate::eval::score::{Score, for_mover};

/// The state of the evaluation along one line of play: what earlier positions of the line have in common with the
/// present one is kept and not computed again.
pub struct Evaluation<'n>(Accumulators<'n>);

impl<'n> Evaluation<'n> {
    /// The evaluation at the root of a line, by the network of the rules' profile.
    #[must_use]
    pub fn new(networks: &'n Networks, position: &Position) -> Self {
        Self(Accumulators::new(networks.of(position.rules().profile), position))
    }

    /// A move was played.
    #[inline]
    pub fn push(&mut self, _before: &Position, _mv: Move, after: &Position) {
        self.0.push(after);
    }

    /// The side to move passed.
    pub fn push_null(&mut self) {
        self.0.push_null();
    }

    /// The last move (or pass) was taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.0.pop();
    }

    /// The lead of the side to move in the present position as if nothing counted.
    #[must_use]
    pub fn unpressed(&mut self, position: &Position) -> Score {
        Score::cp(self.0.evaluate(position))
    }

    /// What the present position, which is the one pushed last, is worth for the side to move, the count's influence
    /// included.
    #[must_use]
    pub fn score(&mut self, position: &Position) -> Score {
        let mover = position.to_move();
        let lead = for_mover(self.0.evaluate(position), mover);
        Score::cp(for_mover(count::pressed(position, lead), mover))
    }
}
