//! A game: a start position, the moves since, and so what has been repeated.

use crate::position::outcome::{Outcome, Reason};
use crate::position::{IllegalMove, Move, Position};

/// A game in progress or finished.
#[derive(Clone, Debug)]
pub struct Game {
    /// The positions before the current one, oldest first.
    positions: Vec<Position>,
    moves: Vec<Move>,
    current: Position,
}

impl Game {
    /// A game that begins here.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self { positions: vec![], moves: vec![], current: start }
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.current
    }

    /// The position the game began with.
    #[must_use]
    pub fn start(&self) -> &Position {
        self.positions.first().unwrap_or(&self.current)
    }

    /// The moves played, oldest first.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The positions before the current one, oldest first.
    #[must_use]
    pub fn earlier(&self) -> &[Position] {
        &self.positions
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// When the move may not be played here; the game stays as it is.
    pub fn push(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let after = self.current.play(mv)?;
        self.positions.push(self.current);
        self.moves.push(mv);
        self.current = after;
        Ok(())
    }

    /// Puts another position in the place of the current one, if there is one; whether there was.
    pub(super) fn replace_position(&mut self, position: Option<Position>) -> bool {
        position.map(|position| self.current = position).is_some()
    }

    /// Takes the last move back.
    pub fn pop(&mut self) -> Option<Move> {
        self.current = self.positions.pop()?;
        self.moves.pop()
    }

    /// How often the current position has occurred, now included. Only positions since the last move that cannot be
    /// undone are looked at.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        let reach = usize::from(self.current.clock());
        let since = self.positions.len().saturating_sub(reach);
        1 + self.positions[since..].iter().filter(|earlier| earlier.key() == self.current.key()).count()
    }

    /// How the game ended, repetition included.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.current.outcome().or_else(|| {
            let allowed = usize::from(self.current.rules().n_fold?);
            (self.occurrences() >= allowed).then_some(Outcome::draw(Reason::Repetition))
        })
    }
}
