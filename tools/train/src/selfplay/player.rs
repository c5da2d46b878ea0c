//! Who plays, and what is said about each move.

use khun_board::position::{Game, Move};

/// What chooses moves.
pub trait Player {
    /// A new game begins: forget everything.
    fn new_game(&mut self);

    /// The move to play in a game that is not finished, with its score; `None` if there is no move.
    fn choose(&mut self, game: &Game) -> Option<Choice>;
}

/// A move and what it is thought to lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// Centipawns for the side to move; of a proven win the largest number, of a proven loss the smallest.
    pub score: i16,
    /// Whether the score is proven: a mate, or an exact ending.
    pub certainty: Certainty,
}

/// How sure a score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// An estimate.
    Judged,
    /// A forced win or loss.
    Proven,
}
