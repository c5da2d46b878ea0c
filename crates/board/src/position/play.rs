//! Making moves: a move makes a new position, with keys, count and clocks brought along.

use std::fmt;

use crate::board::{Board, Kind, Piece, Unmoved};
use crate::geometry::{Bitboard, Color};
use crate::position::generate::{after_move, checkers};
use crate::position::{Move, Position};
use crate::rules::counting::{Count, Played};
use crate::rules::pieces::{Pieces, Side, with_pieces};

/// A move that may not be played in the position it was meant for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// The position, as a FEN.
    pub fen: String,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not legal in {}", self.mv, self.fen)
    }
}

impl std::error::Error for IllegalMove {}

impl Position {
    /// The position after a move.
    ///
    /// # Errors
    ///
    /// When the move may not be played here.
    pub fn play(&self, mv: Move) -> Result<Self, IllegalMove> {
        if self.is_legal(mv) { Ok(self.play_unchecked(mv)) } else { Err(IllegalMove { mv, fen: self.fen() }) }
    }

    /// The position after a move that is known to be legal here: one of [`Position::legal_moves`], or one that
    /// [`Position::is_legal`] vouches for. After any other move the position makes no sense.
    #[must_use]
    pub fn play_unchecked(&self, mv: Move) -> Self {
        with_pieces!(self.rules, self.to_move, |pieces, S| { self.play_as(pieces, S::COLOR, mv) })
    }

    #[inline(always)]
    fn play_as<P: Pieces>(&self, pieces: P, mover: Color, mv: Move) -> Self {
        let (from, to) = (mv.from(), mv.to());
        let kind = self.board.kind_of_man(from);
        let becomes = mv.promotion().unwrap_or(kind);
        let taken = if self.board.color(!mover).has(to) { Some(self.board.kind_of_man(to)) } else { None };
        let board = after_move(pieces, &self.board, mover, kind, from, to, becomes);

        let mut keys = self.keys;
        keys.change_side();
        keys.toggle(Piece { color: mover, kind }, from);
        keys.toggle(Piece { color: mover, kind: becomes }, to);
        if let Some(taken) = taken {
            keys.toggle(Piece { color: !mover, kind: taken }, to);
        }
        let mut unmoved = self.unmoved;
        let mut shoved_pawn = false;
        if !pieces.leaps().is_empty() {
            // A sut met moves a pawn too: the keys of what changed beside the move itself.
            if taken.is_none() && kind == Kind::Met && self.board.of(mover, Kind::Pawn).has(to) {
                let pawn = Piece { color: mover, kind: Kind::Pawn };
                keys.toggle(pawn, to);
                let step = board.of(mover, Kind::Pawn) & !self.board.of(mover, Kind::Pawn);
                step.for_each(|square| keys.toggle(pawn, square));
                shoved_pawn = true;
            }
            unmoved = Unmoved::from_squares(pieces.still_unmoved(&board, unmoved.squares(), mover, kind, from, to));
            keys.toggle_unmoved(unmoved.difference(self.unmoved));
        }
        let progress = taken.is_some() || kind == Kind::Pawn || shoved_pawn;
        let played = Played {
            capture: taken.is_some(),
            took_pawn: taken == Some(Kind::Pawn),
            promotion: mv.promotion().is_some(),
        };
        Self {
            checkers: if pieces.forbids_checks() { Bitboard::EMPTY } else { checkers(pieces, &board, !mover) },
            count: self.count_after(&board, !mover, played),
            caller: self.caller,
            board,
            keys,
            rules: self.rules,
            clock: if progress { 0 } else { self.clock.saturating_add(1) },
            fullmove: self.fullmove.saturating_add(u16::from(mover == Color::Black)),
            unmoved,
            to_move: !mover,
        }
    }

    /// The key of the position after a legal move, without making it, to fetch table entries ahead of time. Privileges
    /// that the move ends are not looked at.
    #[inline(always)]
    #[must_use]
    pub fn key_after(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let kind = self.board.kind_of_man(from);
        let mut keys = self.keys;
        keys.change_side();
        keys.toggle(Piece { color: self.to_move, kind }, from);
        keys.toggle(Piece { color: self.to_move, kind: mv.promotion().unwrap_or(kind) }, to);
        if self.board.color(!self.to_move).has(to) {
            keys.toggle(Piece { color: !self.to_move, kind: self.board.kind_of_man(to) }, to);
        }
        keys.all
    }

    /// The count after a move that led to `board`.
    #[inline(always)]
    fn count_after(&self, board: &Board, to_move: Color, played: Played) -> Option<Count> {
        let counting = self.rules.counting.as_ref()?;
        // Most of a game is played with pawns and without a count, and pays one test for it.
        if self.count.is_none() && !board.kind(Kind::Pawn).is_empty() && counting.sleeps_with_pawns() {
            return None;
        }
        counting.next(self.count, &board.men(), to_move, played)
    }

    /// The position with the move given to the other side, as search tries it. Not in check.
    #[must_use]
    pub fn pass(&self) -> Self {
        debug_assert!(!self.in_check());
        let mut position = *self;
        position.keys.change_side();
        position.to_move = !self.to_move;
        position.clock = self.clock.saturating_add(1);
        position.count = self.count_after(&self.board, !self.to_move, Played::default());
        position
    }
}
