//! A position: what it is made of, and the way from and to text.

use crate::board::{Board, Unmoved};
use crate::geometry::{Bitboard, Color};
use crate::position::Keys;
use crate::position::generate::checkers;
use crate::rules::counting::{Count, Honour, honour};
use crate::rules::pieces::{Pieces, Side, with_pieces};
use crate::rules::{Fen, FenError, Rules};

/// A position: board, side to move, count, clocks, privileges, keys. A move makes a new one: two cache lines are
/// copied. (Changing one board in place and taking quiet moves back was tried in perft and made no difference.)
#[derive(Clone, Copy, Debug)]
pub struct Position {
    pub(super) board: Board,
    /// Men that give check to the side to move.
    pub(super) checkers: Bitboard,
    pub(super) keys: Keys,
    pub(super) rules: Rules,
    pub(super) count: Option<Count>,
    /// Who has called the count, as far as that is known: no FEN says it.
    pub(super) caller: Option<Color>,
    pub(super) clock: u16,
    pub(super) fullmove: u16,
    pub(super) unmoved: Unmoved,
    pub(super) to_move: Color,
}

impl Position {
    /// A position of parts that fit together: a FEN is only ever read when they do.
    pub(super) fn assemble(rules: Rules, fen: Fen) -> Self {
        let Fen { board, to_move, unmoved, count, clock, fullmove } = fen;
        let keys = Keys::of(&board, to_move, unmoved);
        let checkers = with_pieces!(rules, to_move, |pieces, S| {
            if pieces.forbids_checks() { Bitboard::EMPTY } else { checkers(pieces, &board, S::COLOR) }
        });
        Self { board, checkers, keys, rules, count, caller: None, clock, fullmove, unmoved, to_move }
    }

    /// The position a game of these rules begins with.
    #[must_use]
    pub fn start(rules: Rules) -> Self {
        Self::from_fen(rules, &rules.start_fen).expect("a rule set is only ever made with a start position that stands")
    }

    /// The position that a FEN or an EPD line describes, in any of the forms in use: see [`Fen::read`].
    ///
    /// # Errors
    ///
    /// All faults together.
    pub fn from_fen(rules: Rules, fen: &str) -> Result<Self, FenError> {
        Fen::read(rules, fen).map(|fen| Self::assemble(rules, fen))
    }

    /// The position in Fairy-Stockfish's form of FEN.
    #[must_use]
    pub fn fen(&self) -> String {
        self.parts().text(self.rules)
    }

    /// What a FEN says of the position.
    fn parts(&self) -> Fen {
        let Self { board, to_move, unmoved, count, clock, fullmove, .. } = *self;
        Fen { board, to_move, unmoved, count, clock, fullmove }
    }

    /// The position seen in a mirror: left and right changed.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let fen = self.parts();
        Self::assemble(self.rules, Fen { board: fen.board.mirrored(), unmoved: fen.unmoved.mirrored(), ..fen })
    }

    /// The position with the sides changed. Where pawns march towards each other the board is turned upside down; where
    /// both sides run the same way it is mirrored left to right.
    #[must_use]
    pub fn sides_swapped(&self) -> Self {
        let fen = self.parts();
        let (board, unmoved) = if self.rules.goal.is_some() {
            (fen.board.colors_swapped().mirrored(), Unmoved::NONE)
        } else {
            (fen.board.colors_swapped().upside_down(), fen.unmoved.sides_swapped())
        };
        Self::assemble(self.rules, Fen { board, unmoved, to_move: !fen.to_move, ..fen })
    }

    /// The rule set it is played under.
    #[must_use]
    #[inline]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The men.
    #[must_use]
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Whose move it is.
    #[must_use]
    #[inline]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// The count, where one stands.
    #[must_use]
    #[inline]
    pub const fn count(&self) -> Option<Count> {
        self.count
    }

    /// How many plies may still be played so that a mate by the last of them wins; `None` while no count runs. See
    /// [`Counting::plies_left`](crate::rules::counting::Counting::plies_left).
    #[must_use]
    #[inline]
    pub fn plies_left(&self) -> Option<u16> {
        self.rules.counting.as_ref()?.plies_left(self.count?)
    }

    /// The side that has called the count of board's honour that runs and may not win by mate until it stops it; `None`
    /// where nobody has, or where nobody knows because a FEN brought the count along.
    #[must_use]
    #[inline]
    pub fn count_caller(&self) -> Option<Color> {
        self.caller.filter(|_| honour(&self.board.men()) == Honour::Board)
    }

    /// Plies since the last capture or pawn move.
    #[must_use]
    #[inline]
    pub const fn clock(&self) -> u16 {
        self.clock
    }

    /// The number of the move to come, as FEN counts (1 in a new game).
    #[must_use]
    #[inline]
    pub const fn fullmove(&self) -> u16 {
        self.fullmove
    }

    /// The men whose first-move privilege still stands.
    #[must_use]
    #[inline]
    pub const fn unmoved(&self) -> Unmoved {
        self.unmoved
    }

    /// The Zobrist key of men, side to move and privileges. The count is not in it.
    #[must_use]
    #[inline]
    pub const fn key(&self) -> u64 {
        self.keys.all
    }

    /// All keys.
    #[must_use]
    #[inline]
    pub const fn keys(&self) -> &Keys {
        &self.keys
    }

    /// Men that give check to the side to move: none where checks are forbidden.
    #[must_use]
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[must_use]
    #[inline]
    pub const fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }
}

impl PartialEq for Position {
    /// Same rules, men, side to move, privileges, count and who has called it, clocks.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.rules, other.rules)
            && self.board == other.board
            && self.to_move == other.to_move
            && self.unmoved == other.unmoved
            && (self.count, self.count_caller()) == (other.count, other.count_caller())
            && (self.clock, self.fullmove) == (other.clock, other.fullmove)
    }
}

impl Eq for Position {}
