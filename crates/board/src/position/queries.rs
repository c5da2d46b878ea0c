//! Questions about moves and attacks.

use crate::board::{Kind, Kinds, Piece};
use crate::geometry::{Bitboard, Color, Square};
use crate::position::generate::{Situation, after_move, moves_to};
use crate::position::{Move, MoveList, Position};
use crate::rules::Goal;
use crate::rules::pieces::{Pieces, Side, with_pieces};

impl Position {
    /// All legal moves. In a finished race there are none; draws by count, repetition or dead material stop none.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.list(&mut list, |_| Bitboard::ALL);
        list
    }

    /// Appends the moves that change the balance: captures, promotions, in a race also king moves that come nearer the
    /// goal.
    pub fn noisy_moves(&self, list: &mut MoveList) {
        self.list(list, |kind| self.noisy_targets(kind));
    }

    /// Appends all the other moves.
    pub fn quiet_moves(&self, list: &mut MoveList) {
        self.list(list, |kind| !self.noisy_targets(kind));
    }

    #[inline(always)]
    fn list(&self, list: &mut MoveList, wanted: impl Fn(Kind) -> Bitboard) {
        with_pieces!(self.rules, self.to_move, |pieces, S| {
            Situation::<_, S>::new(pieces, &self.board, self.unmoved.squares()).for_each(|kind, from, targets| {
                moves_to(pieces, S::COLOR, kind, from, targets & wanted(kind), |mv, _| {
                    // The list is longer than any position's moves (see `MAX_MOVES`).
                    let _ = list.try_push(mv);
                });
            });
        });
    }

    /// Squares that make a move of this kind of man noisy.
    #[inline(always)]
    fn noisy_targets(&self, kind: Kind) -> Bitboard {
        let enemy = self.board.color(!self.to_move);
        match kind {
            Kind::Pawn => enemy | self.rules.promotion_region[self.to_move.index()],
            Kind::King => match self.rules.goal {
                Some(goal) => enemy | nearer(goal, self.board.king(self.to_move)),
                None => enemy,
            },
            _ => enemy,
        }
    }

    /// Whether a legal move is among [`Position::noisy_moves`].
    #[must_use]
    #[inline]
    pub fn is_noisy(&self, mv: Move) -> bool {
        self.noisy_targets(self.board.kind_of_man(mv.from())).has(mv.to())
    }

    /// Whether there is any legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        with_pieces!(self.rules, self.to_move, |pieces, S| {
            Situation::<_, S>::new(pieces, &self.board, self.unmoved.squares()).count() > 0
        })
    }

    /// Whether a move, from a table or a user, may be played here.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if !self.board.color(self.to_move).has(from) {
            return false;
        }
        let kind = self.board.kind_of_man(from);
        let promotes = kind == Kind::Pawn && self.rules.promotion_region[self.to_move.index()].has(to);
        let fits = match mv.promotion() {
            Some(becomes) => promotes && self.rules.promotion_targets.contains(Kinds::of(becomes)),
            None => !promotes,
        };
        fits && with_pieces!(self.rules, self.to_move, |pieces, S| {
            Situation::<_, S>::new(pieces, &self.board, self.unmoved.squares()).targets(kind, from).has(to)
        })
    }

    /// Whether a legal move attacks the enemy king.
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        with_pieces!(self.rules, self.to_move, |pieces, S| {
            if pieces.forbids_checks() {
                return false;
            }
            let (from, to) = (mv.from(), mv.to());
            let kind = self.board.kind_of_man(from);
            let becomes = mv.promotion().unwrap_or(kind);
            let king = self.board.king(!self.to_move);
            let after = after_move(pieces, &self.board, S::COLOR, kind, from, to, becomes);
            let occupied = after.occupied();
            if pieces.attacks(becomes, S::COLOR, to, occupied).has(king) {
                return true;
            }
            let lines = crate::geometry::attacks::rook_rays(king) | crate::geometry::attacks::bishop_rays(king);
            let unchanged_lines = !lines.has(from) && pieces.leaps().is_empty();
            !unchanged_lines && pieces.attackers_to(&after, S::COLOR, king, occupied).meets(after.color(S::COLOR))
        })
    }

    /// What a move captures.
    #[must_use]
    #[inline]
    pub fn captured(&self, mv: Move) -> Option<Kind> {
        if self.board.color(!self.to_move).has(mv.to()) { Some(self.board.kind_of_man(mv.to())) } else { None }
    }

    /// The kind of the man that a move moves.
    #[must_use]
    #[inline]
    pub fn moved(&self, mv: Move) -> Kind {
        self.board.kind_of_man(mv.from())
    }

    /// All men of both sides that attack a square, with these squares taken as occupied.
    #[must_use]
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        with_pieces!(self.rules, Color::White, |pieces, S| {
            pieces.attackers_to(&self.board, S::COLOR, square, occupied)
                | pieces.attackers_to(&self.board, !S::COLOR, square, occupied)
        })
    }

    /// Squares that a man attacks from a square, with these squares taken as occupied.
    #[must_use]
    #[inline]
    pub fn attacks_from(&self, piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
        with_pieces!(self.rules, Color::White, |pieces, _S| pieces.attacks(piece.kind, piece.color, square, occupied))
    }

    /// All squares that a side attacks.
    #[must_use]
    #[inline]
    pub fn attacked_by(&self, color: Color) -> Bitboard {
        with_pieces!(self.rules, Color::White, |pieces, _S| {
            pieces.attacked_by(&self.board, color, self.board.occupied())
        })
    }
}

/// Squares that are fewer king steps from the goal than a king's square is.
fn nearer(goal: Goal, king: Square) -> Bitboard {
    let (mut inside, mut zone) = (Bitboard::EMPTY, goal.region);
    while !zone.has(king) {
        inside = zone;
        let wide = zone | zone.east() | zone.west();
        zone = wide | wide.north() | wide.south();
        if zone == inside {
            break;
        }
    }
    inside
}
