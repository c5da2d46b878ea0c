//! The count of board's honour as players call it: what the client's buttons said of the game, kept from one `position`
//! to the next.
//!
//! UCI has no word for it. A client says every position anew, from the start of the game on, so that what was called has
//! to be found again among its moves.

use khun_board::geometry::Color;
use khun_board::position::{Game, Position};

/// What players have called so far.
#[derive(Clone, Debug, Default)]
pub struct CountCalls {
    /// The FEN that the game begins with, before anybody has called.
    start: String,
    /// In the order in which they hold.
    calls: Vec<Call>,
}

/// A player's word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Call {
    /// Moves played before it. One more than there are when a player speaks while the other is to move.
    ply: usize,
    by: Color,
    /// It starts the count, or else stops it.
    starts: bool,
}

impl CountCalls {
    /// The side that is behind (the one to move where none is) calls the count, from its next turn on, or stops it. Which
    /// side that was; `None` where there is nothing to call or to stop.
    pub fn call(&mut self, game: &mut Game, starts: bool) -> Option<Color> {
        let position = game.position();
        let behind = position.side_that_may_call();
        let changed = if starts { position.with_count_called(behind) } else { position.with_count_stopped() };
        let pending = self.calls.last().is_some_and(|last| last.ply > game.moves().len());
        if pending {
            // Taken back before it came to be.
            return self.calls.pop_if(|last| last.starts != starts).map(|call| call.by);
        }
        changed?;
        if self.calls.is_empty() {
            self.start = game.start().fen();
        }
        let by = if starts { behind } else { self.caller().unwrap_or(behind) };
        self.calls.push(Call { ply: game.moves().len() + usize::from(position.to_move() != by), by, starts });
        self.apply(game);
        Some(by)
    }

    /// Forgets everything: another game begins.
    pub fn clear(&mut self) {
        self.calls.clear();
    }

    /// The game that a client has set up, with what was called on the way to it. What was called on another way is
    /// forgotten.
    pub fn follow(&mut self, before: &Game, game: Game) -> Game {
        if self.calls.is_empty() {
            return game;
        }
        let (now, last) = (game.moves(), before.moves());
        let same_start = self.start == game.start().fen();
        let goes_on = same_start && now.starts_with(last);
        let is_taken_back = same_start && last.starts_with(now);
        // A word that was spoken for the next turn holds for whatever move comes first.
        self.calls.retain(|call| goes_on || (is_taken_back && call.ply <= now.len()));
        let mut replayed = Game::new(*game.start());
        self.apply(&mut replayed);
        for &mv in game.moves() {
            replayed.push(mv).expect("what is counted does not change which moves are legal");
            self.apply(&mut replayed);
        }
        replayed
    }

    /// What a player should know before the next move: that calling helps, or that what was called hinders.
    #[must_use]
    pub fn advice(&self, position: &Position) -> Option<String> {
        let mover = position.to_move();
        let leader = position.leader()?;
        if leader != mover && position.with_count_called(mover).is_some() {
            return Some(format!(
                "{mover} is behind and may call board's honour: a draw unless {leader} mates in time"
            ));
        }
        if leader == mover && self.caller() == Some(mover) && position.with_count_stopped().is_some() {
            return Some(format!(
                "{mover} is ahead now and counts: its own mate is only a draw until it stops the count"
            ));
        }
        None
    }

    /// Who called the count that runs.
    fn caller(&self) -> Option<Color> {
        self.calls.last().filter(|last| last.starts).map(|last| last.by)
    }

    /// Does what was called at the last position of a game.
    fn apply(&self, game: &mut Game) {
        let ply = game.moves().len();
        for call in self.calls.iter().filter(|call| call.ply == ply) {
            // There may be nothing to call any more: a capture has bared a king.
            let _ = if call.starts { game.call_count_by(call.by) } else { game.stop_count() };
        }
    }
}
