//! What a caller or a user gets wrong is answered by a value, and nothing changes.

use khun_board::geometry::Square;
use khun_board::position::{Game, Move, Position};
use khun_board::rules::Catalogue;

fn start(variant: &str) -> Position {
    Position::start(Catalogue::builtin().find(variant).unwrap())
}

fn squares(from: &str, to: &str) -> Move {
    Move::new(from.parse().unwrap(), to.parse().unwrap())
}

/// illegal-play: a move that the rules forbid is refused, whoever hands it in.
#[test]
fn an_illegal_move_is_refused_and_the_game_stays() {
    let mut game = Game::new(start("makruk"));
    // A khon from end to end, a piece that is not there, the other side's piece, a pawn's double step.
    for (from, to) in [("c1", "c8"), ("e4", "e5"), ("a6", "a5"), ("a3", "a5")] {
        let mv = squares(from, to);
        let error = game.push(mv).unwrap_err();
        assert_eq!((error.mv, error.fen.as_str()), (mv, game.start().fen().as_str()));
        assert_eq!(game.position().play(mv), Err(error));
        assert_eq!(game.position(), game.start());
        assert!(game.moves().is_empty());
    }
    let promotion = Move::promoting(Square::masked(16), Square::masked(24), khun_board::board::Kind::Met);
    assert!(game.push(promotion).is_err(), "a pawn does not promote on its fourth rank");
    game.push(squares("a3", "a4")).unwrap();
    assert_eq!(game.moves().len(), 1);
}
