//! Why a move may not be played.

use khun_board::board::Kind;
use khun_board::geometry::{Bitboard, Square, attacks};
use khun_board::position::{Game, Outcome, Position, UciError};
use khun_board::rules::Checks;

/// What speaks against a move.
pub enum Refusal {
    /// The game is over.
    Over(Outcome),
    /// The text names no two squares.
    NotAMove,
    /// The side to move has no man there.
    NoMan,
    /// The pawn would become something that it cannot, or what it becomes is not said. How the move is written.
    Promotion(String),
    /// The man does not move so.
    Gait,
    /// The own king is in check, and would still be.
    InCheck,
    /// The own king would be attacked.
    OwnCheck,
    /// The king may not step away from a check (Makpong).
    NoFlight,
    /// The other king would be attacked, which the game forbids.
    GivesCheck,
}

impl Refusal {
    /// What speaks against a move in a game; nothing if it may be played.
    pub fn of(game: &Game, text: &str) -> Option<Self> {
        if let Some(outcome) = game.outcome() {
            return Some(Self::Over(outcome));
        }
        let position = game.position();
        Some(match position.parse_uci(text).err()? {
            UciError::NotAMove(_) => Self::NotAMove,
            UciError::Promotion { written, .. } => Self::Promotion(written),
            UciError::Illegal(_) => squares(text).map_or(Self::NotAMove, |(from, to)| illegal(position, from, to)),
        })
    }

    /// Its name for programs.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Over(_) => "over",
            Self::NotAMove => "not a move",
            Self::NoMan => "no man",
            Self::Promotion(_) => "promotion",
            Self::Gait => "gait",
            Self::InCheck => "in check",
            Self::OwnCheck => "own check",
            Self::NoFlight => "no flight",
            Self::GivesCheck => "gives check",
        }
    }

    /// Its words for people.
    pub fn words(&self) -> String {
        match self {
            Self::Over(outcome) => format!("the game is over: {outcome}"),
            Self::NotAMove => "this is not a move".into(),
            Self::NoMan => "the side to move has no man there".into(),
            Self::Promotion(written) => format!("the promotion is written {written}"),
            Self::Gait => "the man does not move so".into(),
            Self::InCheck => "the king is in check".into(),
            Self::OwnCheck => "the own king would be attacked".into(),
            Self::NoFlight => "a king in check may not step away".into(),
            Self::GivesCheck => "it would give check".into(),
        }
    }
}

fn squares(text: &str) -> Option<(Square, Square)> {
    Some((text.get(..2)?.parse().ok()?, text.get(2..4)?.parse().ok()?))
}

/// Why a move between two squares is not legal. First-move privileges are not looked at: who leaps wrongly is told that
/// the man does not move so.
fn illegal(position: &Position, from: Square, to: Square) -> Refusal {
    let (board, us) = (position.board(), position.to_move());
    let Some(piece) = board.piece_at(from).filter(|piece| piece.color == us) else { return Refusal::NoMan };
    let occupied = board.occupied();
    let reach = match piece.kind {
        Kind::Pawn => Bitboard::of(from).ahead(us) & !occupied | attacks::pawn(us, from) & board.color(!us),
        _ => position.attacks_from(piece, from, occupied) & !board.color(us),
    };
    if !reach.has(to) {
        return Refusal::Gait;
    }
    let king = if piece.kind == Kind::King { to } else { board.king(us) };
    let attackers = position.attackers_to(king, occupied.without(from).with(to)) & board.color(!us).without(to);
    let flees = piece.kind == Kind::King && position.in_check();
    if !attackers.is_empty() {
        let answers_nothing = piece.kind != Kind::King && attackers.meets(position.checkers());
        if answers_nothing { Refusal::InCheck } else { Refusal::OwnCheck }
    } else if flees && position.rules().checks == Checks::NoFlight {
        Refusal::NoFlight
    } else if position.rules().checks == Checks::Forbidden {
        Refusal::GivesCheck
    } else {
        Refusal::Gait
    }
}
