//! A count that players call: called, stopped, called again.

use crate::geometry::Color;
use crate::position::{Game, Position};
use crate::rules::counting::{BoardHonour, Count, Honour, honour};

impl Position {
    /// The position once this side has called the count of board's honour here: it stands at one and runs on, and that side
    /// may not win by mate until it stops it. `None` where there is none to call: while there are pawns or a bare king, where
    /// the rules count by themselves or not at all, and where it has been called already.
    #[must_use]
    pub fn with_count_called(&self, by: Color) -> Option<Self> {
        let count = self.callable_count()?;
        (count.ply == 0).then_some(Self { count: Some(Count { ply: 1, ..count }), caller: Some(by), ..*self })
    }

    /// Whose the count of board's honour is to call: the side that is behind, or the one to move where none is.
    #[must_use]
    pub fn side_that_may_call(&self) -> Color {
        self.leader().map_or(self.to_move(), |leader| !leader)
    }

    /// The position once a player has stopped the count of board's honour here: it stands at nought until it is called
    /// again. `None` where no called one runs.
    #[must_use]
    pub fn with_count_stopped(&self) -> Option<Self> {
        let count = self.callable_count()?;
        (count.ply > 0).then_some(Self { count: Some(Count { ply: 0, ..count }), caller: None, ..*self })
    }

    /// The count of board's honour, called or not, where it is the players' to call.
    fn callable_count(&self) -> Option<Count> {
        let is_called = self.rules.counting?.board == BoardHonour::Called;
        self.count.filter(|_| is_called && honour(&self.board.men()) == Honour::Board)
    }
}

impl Game {
    /// The side that is behind, or else the one to move, calls the count of board's honour; whether there was one to call.
    pub fn call_count(&mut self) -> bool {
        self.call_count_by(self.position().side_that_may_call())
    }

    /// This side calls the count of board's honour; whether there was one to call.
    pub fn call_count_by(&mut self, by: Color) -> bool {
        self.replace_position(self.position().with_count_called(by))
    }

    /// A player stops the count of board's honour; whether there was one to stop.
    pub fn stop_count(&mut self) -> bool {
        self.replace_position(self.position().with_count_stopped())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Catalogue;

    /// The ply that a FEN has in its fifth field.
    fn ply(game: &Game) -> u16 {
        game.position().count().map_or(0, |count| count.ply)
    }

    fn play(game: &mut Game, moves: &str) {
        for text in moves.split(' ') {
            let mv = game.position().parse_uci(text).unwrap();
            game.push(mv).unwrap();
        }
    }

    /// As pychess counts: the ply of the call is one, and a stopped count begins again from one.
    #[test]
    fn a_called_count_runs_from_one_and_a_stopped_one_begins_again() {
        let rules = Catalogue::builtin().find("makruk-called").unwrap();
        let start = Position::from_fen(rules, "4k3/8/3r4/8/8/3R1N2/8/3K4 w - 128 0 60").unwrap();
        let mut game = Game::new(start);
        play(&mut game, "d1e1 e8d8");
        assert_eq!((ply(&game), game.stop_count()), (0, false));
        assert_eq!((game.call_count(), game.call_count(), ply(&game)), (true, false, 1));
        play(&mut game, "e1d1 d8e8");
        assert_eq!((ply(&game), game.stop_count(), ply(&game)), (3, true, 0));
        play(&mut game, "d1e1");
        assert_eq!((ply(&game), game.call_count(), ply(&game)), (0, true, 1));
        // Against a bare king the count is nobody's to stop.
        play(&mut game, "d6d3 f3e5 d3d1 e1d1");
        assert_eq!((game.stop_count(), game.call_count()), (false, false));
    }

    #[test]
    fn no_count_is_called_where_the_rules_count_or_pawns_are_left() {
        let find = |name| Catalogue::builtin().find(name).unwrap();
        let position = |name, fen| Position::from_fen(find(name), fen).unwrap();
        let automatic = position("makruk", "4k3/8/3r4/8/8/3R1N2/8/3K4 w - 128 0 60");
        let early = Position::start(find("makruk-called"));
        assert!(automatic.with_count_called(Color::White).is_none() && early.with_count_called(Color::White).is_none());
    }
}
