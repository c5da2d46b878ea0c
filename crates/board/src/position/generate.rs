//! Legal moves, by masks: nothing is played to see whether it was allowed.

use std::marker::PhantomData;

use crate::board::{Board, Kind, Kinds, Piece};
use crate::geometry::{Bitboard, Color, Square, attacks};
use crate::position::Move;
use crate::position::leapers::{Allowed, Steppers, Tally};
use crate::rules::pieces::{Pieces, Side, Step};
use crate::rules::{Checks, Leaps};

/// A position as the side to move's generator sees it: who may go where, before any move is listed.
pub struct Situation<'a, P, S> {
    pieces: P,
    board: &'a Board,
    /// Men whose first-move privilege still stands.
    unmoved: Bitboard,
    pub occupied: Bitboard,
    pub king: Square,
    /// Enemy men that give check.
    pub checkers: Bitboard,
    /// Own men that shield the own king from a slider, and may only move along its line.
    pinned: Bitboard,
    /// Own men that shield the *enemy* king from an own slider, where checks are forbidden: they may only move along
    /// that line.
    screens: Bitboard,
    side: PhantomData<S>,
}

/// The men that stand alone between a square and sliders that would attack it, and the sliders that do.
struct Rays {
    shields: Bitboard,
    attackers: Bitboard,
}

#[inline(always)]
fn rays_to<P: Pieces>(pieces: P, board: &Board, target: Square, sliders: Color, occupied: Bitboard) -> Rays {
    let straight = attacks::rook_rays(target) & pieces.straight_sliders(board, sliders);
    let diagonal = attacks::bishop_rays(target) & pieces.diagonal_sliders(board, sliders);
    let mut rays = Rays { shields: Bitboard::EMPTY, attackers: Bitboard::EMPTY };
    for slider in straight | diagonal {
        let between = attacks::between(target, slider) & occupied;
        if between.is_empty() {
            rays.attackers = rays.attackers.with(slider);
        } else if !between.has_several() {
            rays.shields |= between;
        }
    }
    rays
}

/// Men of `!color` that give check to the king of `color`.
#[inline(always)]
pub fn checkers<P: Pieces>(pieces: P, board: &Board, color: Color) -> Bitboard {
    let king = board.king(color);
    pieces.leapers_to(board, !color, king) | rays_to(pieces, board, king, !color, board.occupied()).attackers
}

impl<'a, P: Pieces, S: Side> Situation<'a, P, S> {
    #[inline(always)]
    pub fn new(pieces: P, board: &'a Board, unmoved: Bitboard) -> Self {
        let occupied = board.occupied();
        let king = board.king(S::COLOR);
        let rays = rays_to(pieces, board, king, S::Other::COLOR, occupied);
        let own = board.color(S::COLOR);
        let screens = if pieces.forbids_checks() {
            let enemy_king = board.king(S::Other::COLOR);
            rays_to(pieces, board, enemy_king, S::COLOR, occupied).shields & own
        } else {
            Bitboard::EMPTY
        };
        let checkers = if pieces.forbids_checks() {
            Bitboard::EMPTY
        } else {
            rays.attackers | pieces.leapers_to(board, S::Other::COLOR, king)
        };
        Self {
            pieces,
            board,
            unmoved,
            occupied,
            king,
            checkers,
            pinned: rays.shields & own,
            screens,
            side: PhantomData,
        }
    }

    #[inline(always)]
    fn of(&self, kind: Kind) -> Bitboard {
        self.board.of(S::COLOR, kind)
    }

    #[inline(always)]
    fn own(&self) -> Bitboard {
        self.board.color(S::COLOR)
    }

    #[inline(always)]
    fn enemy(&self) -> Bitboard {
        self.board.color(S::Other::COLOR)
    }

    #[inline(always)]
    fn enemy_king(&self) -> Square {
        self.board.king(S::Other::COLOR)
    }

    /// Squares that answer the checks there are, for men other than the king: all, when there is none.
    #[inline(always)]
    fn check_mask(&self) -> Bitboard {
        match self.checkers.first() {
            None => Bitboard::ALL,
            Some(_) if self.checkers.has_several() => Bitboard::EMPTY,
            Some(checker) => attacks::between(self.king, checker).with(checker),
        }
    }

    /// Squares that men of a kind may go to as far as checks given and answered are concerned.
    #[inline(always)]
    pub fn allowed(&self, kind: Kind, check_mask: Bitboard) -> Bitboard {
        let free = !self.own() & check_mask;
        if self.pieces.forbids_checks() {
            // A man of this kind on the enemy king's square would attack back every square it is attacked from. The
            // moving man's own absence changes nothing: had it stood between, it would be giving check already.
            free & !self.pieces.attacks(kind, S::Other::COLOR, self.enemy_king(), self.occupied)
        } else {
            free
        }
    }

    /// What pins and screens leave of a man's targets.
    #[inline(always)]
    pub fn along_its_line(&self, from: Square, mut targets: Bitboard) -> Bitboard {
        if self.pinned.has(from) {
            targets &= attacks::line(self.king, from);
        }
        if self.screens.has(from) {
            targets &= attacks::line(self.enemy_king(), from);
        }
        targets
    }

    /// Squares that a pawn may step or capture to, pins aside.
    #[inline(always)]
    fn pawn_targets(&self, from: Square) -> Bitboard {
        let ahead = Bitboard::of(from).ahead(S::COLOR) & !self.occupied;
        ahead | attacks::pawn(S::COLOR, from) & self.enemy()
    }

    /// Men that a pin or a screen holds to a line.
    #[inline(always)]
    pub fn held(&self) -> Bitboard {
        self.pinned | self.screens
    }

    /// Where the king may go, unless it is attacked there.
    #[inline(always)]
    pub fn flights(&self) -> Bitboard {
        let mut targets = attacks::king(self.king) & !self.own();
        if self.pieces.forbids_checks() {
            targets = self.along_its_line_king(targets) & !attacks::king(self.enemy_king());
        }
        if matches!(self.pieces.checks(), Checks::NoFlight) && !self.checkers.is_empty() {
            // It may capture the only checker; taking one of two it would step away from the other (so `pyffish`).
            targets &= if self.checkers.has_several() { Bitboard::EMPTY } else { self.checkers };
        }
        targets
    }

    /// Where the king may go.
    #[inline(always)]
    fn king_targets(&self) -> Bitboard {
        let targets = self.flights();
        if targets.is_empty() {
            return targets;
        }
        targets & !self.pieces.attacked_by(self.board, S::Other::COLOR, self.occupied.without(self.king))
    }

    /// A king screens like any other man, and is never pinned.
    #[inline(always)]
    fn along_its_line_king(&self, targets: Bitboard) -> Bitboard {
        if self.screens.has(self.king) { targets & attacks::line(self.enemy_king(), self.king) } else { targets }
    }

    /// Whether the race is over, so that no move is left.
    #[inline(always)]
    fn race_is_over(&self) -> bool {
        let Some(goal) = self.pieces.goal() else { return false };
        let home = self.board.kind(Kind::King) & goal.region;
        if home.is_empty() {
            return false;
        }
        let may_answer = goal.last_move && S::COLOR == Color::Black && home.is_subset(self.enemy());
        !may_answer || (self.king_targets() & goal.region).is_empty()
    }

    /// Hands every man's legal targets to `sink`: kind, from, to. Men without any are left out.
    #[inline(always)]
    pub fn for_each(&self, mut sink: impl FnMut(Kind, Square, Bitboard)) {
        if self.race_is_over() {
            return;
        }
        let check_mask = self.check_mask();
        if !check_mask.is_empty() {
            // Spelled out, so that each call is compiled for its kind.
            self.for_each_man(Kind::Pawn, check_mask, &mut sink);
            self.for_each_man(Kind::Met, check_mask, &mut sink);
            self.for_each_man(Kind::Khon, check_mask, &mut sink);
            self.for_each_man(Kind::Knight, check_mask, &mut sink);
            self.for_each_man(Kind::Rook, check_mask, &mut sink);
        }
        let targets = self.king_targets();
        if !targets.is_empty() {
            sink(Kind::King, self.king, targets);
        }
        if !self.pieces.leaps().is_empty() {
            self.leaps(check_mask, &mut sink);
        }
    }

    #[inline(always)]
    fn for_each_man(&self, kind: Kind, check_mask: Bitboard, sink: &mut impl FnMut(Kind, Square, Bitboard)) {
        if kind == Kind::Pawn && !self.pieces.has_pawns() {
            return;
        }
        let allowed = self.allowed(kind, check_mask);
        for from in self.of(kind) {
            let targets = self.along_its_line(from, self.reach(kind, from) & allowed);
            if !targets.is_empty() {
                sink(kind, from, targets);
            }
        }
    }

    /// Where the man of this kind on `from` may go.
    #[inline(always)]
    pub fn targets(&self, kind: Kind, from: Square) -> Bitboard {
        if self.race_is_over() {
            return Bitboard::EMPTY;
        }
        let check_mask = self.check_mask();
        let mut targets = match kind {
            Kind::King => self.king_targets(),
            _ => self.along_its_line(from, self.reach(kind, from) & self.allowed(kind, check_mask)),
        };
        if !self.pieces.leaps().is_empty() {
            self.leaps(check_mask, &mut |_, leaper, leaps| {
                if leaper == from {
                    targets |= leaps;
                }
            });
        }
        targets
    }

    /// First-move privileges (see [`Leaps`]).
    fn leaps(&self, check_mask: Bitboard, sink: &mut impl FnMut(Kind, Square, Bitboard)) {
        let leaps = self.pieces.leaps();
        let next_rank = Bitboard::of(self.king).ahead(S::COLOR);
        if self.unmoved.has(self.king) && self.checkers.is_empty() {
            let mut targets = Bitboard::EMPTY;
            if leaps.intersects(Leaps::KING_ASIDE | Leaps::SUT_KHUN) {
                let aside = next_rank.east().east() | next_rank.west().west();
                targets |= aside;
            }
            let danger = self.pieces.attacked_by(self.board, S::Other::COLOR, self.occupied.without(self.king));
            let targets = targets & !self.occupied & !danger;
            if !targets.is_empty() {
                sink(Kind::King, self.king, targets);
            }
        }
        for from in self.of(Kind::Met) & self.unmoved {
            let two_ahead = Bitboard::of(from).ahead(S::COLOR).ahead(S::COLOR);
            let mut targets = Bitboard::EMPTY;
            if leaps.contains(Leaps::MET_AHEAD) {
                targets |= self.along_its_line(from, two_ahead & !self.occupied & check_mask);
            }
            if leaps.contains(Leaps::SUT_MET) && self.sut_met_is_legal(from, two_ahead) {
                targets |= two_ahead;
            }
            if !targets.is_empty() {
                sink(Kind::Met, from, targets);
            }
        }
    }

    /// Two men move at once, so the masks do not serve: the board after it is looked at.
    fn sut_met_is_legal(&self, from: Square, two_ahead: Bitboard) -> bool {
        let Some(to) = (two_ahead & self.of(Kind::Pawn)).first() else { return false };
        if two_ahead.ahead(S::COLOR).meets(self.occupied) {
            return false;
        }
        let after = after_move(self.pieces, self.board, S::COLOR, Kind::Met, from, to, Kind::Met);
        self.pieces.attackers_to(&after, S::Other::COLOR, self.king, after.occupied()).is_empty()
    }

    /// Number of legal moves.
    #[inline(always)]
    pub fn count(&self) -> u64 {
        let mut tally = Tally::new();
        self.tally(&mut tally);
        tally.total()
    }

    /// Adds the number of legal moves to a tally.
    #[inline(always)]
    pub fn tally(&self, tally: &mut Tally) {
        if self.race_is_over() {
            return;
        }
        tally.add(u64::from(self.king_targets().len()));
        let check_mask = self.check_mask();
        if !check_mask.is_empty() {
            self.tally_men(tally, check_mask, |_| true);
        }
        if !self.pieces.leaps().is_empty() {
            self.leaps(check_mask, &mut |_, _, targets| tally.add(u64::from(targets.len())));
        }
    }

    /// Adds the moves of leapers, pawns aside, as if there were no check.
    #[inline(always)]
    pub fn tally_leapers(&self, tally: &mut Tally) {
        self.tally_men(tally, Bitboard::ALL, |kind| kind != Kind::Pawn && !self.pieces.slides(kind));
    }

    /// Adds the moves of men other than the king, of the kinds that are `wanted`.
    ///
    /// Leapers that neither pin nor screen holds are counted a whole set at a time; the rest one by one.
    #[inline(always)]
    fn tally_men(&self, tally: &mut Tally, check_mask: Bitboard, wanted: impl Fn(Kind) -> bool) {
        let held = self.held();
        let mut steppers = Steppers::default();
        for kind in [Kind::Pawn, Kind::Met, Kind::Khon, Kind::Knight, Kind::Rook] {
            if !wanted(kind) || kind == Kind::Pawn && !self.pieces.has_pawns() {
                continue;
            }
            let free = self.of(kind) & !held;
            match self.pieces.step(kind) {
                Some(Step::Leap) => tally.add_knights(free, self.allowed(kind, check_mask)),
                // Where checks are forbidden each kind has squares of its own, so that they are not counted together.
                Some(_) | None if self.pieces.forbids_checks() => self.tally_free(tally, kind, free, check_mask),
                Some(Step::Pawn) => steppers.pawns = free,
                Some(Step::Diagonal) => steppers.diagonal |= free,
                Some(Step::DiagonalOrAhead) => {
                    steppers.diagonal |= free;
                    steppers.ahead |= free;
                }
                None => self.tally_free(tally, kind, free, check_mask),
            }
        }
        if !self.pieces.forbids_checks() {
            let targets = !self.own() & check_mask;
            let to = Allowed { targets, pushes: !self.occupied & check_mask, prey: self.enemy() & check_mask };
            tally.add_steppers::<S>(steppers, to);
            if self.promotion_choices() > 1 {
                for from in steppers.pawns {
                    tally.add(self.extra_promotions(self.pawn_targets(from) & targets));
                }
            }
        }
        if !held.is_empty() {
            for kind in [Kind::Pawn, Kind::Met, Kind::Khon, Kind::Knight, Kind::Rook] {
                if wanted(kind) {
                    self.tally_held(tally, kind, held, check_mask);
                }
            }
        }
    }

    /// Counts the moves of men that nothing holds.
    #[inline(always)]
    fn tally_free(&self, tally: &mut Tally, kind: Kind, free: Bitboard, check_mask: Bitboard) {
        let allowed = self.allowed(kind, check_mask);
        for from in free {
            let targets = self.reach(kind, from) & allowed;
            tally.add(u64::from(targets.len()));
            if kind == Kind::Pawn {
                tally.add(self.extra_promotions(targets));
            }
        }
    }

    /// Counts the moves of men that a pin or a screen holds.
    #[inline(always)]
    fn tally_held(&self, tally: &mut Tally, kind: Kind, held: Bitboard, check_mask: Bitboard) {
        for from in self.of(kind) & held {
            let targets = self.along_its_line(from, self.reach(kind, from) & self.allowed(kind, check_mask));
            tally.add(u64::from(targets.len()));
            if kind == Kind::Pawn {
                tally.add(self.extra_promotions(targets));
            }
        }
    }

    /// Squares that a man moves to if nothing but other men is in the way.
    #[inline(always)]
    fn reach(&self, kind: Kind, from: Square) -> Bitboard {
        match kind {
            Kind::Pawn => self.pawn_targets(from),
            _ => self.pieces.attacks(kind, S::COLOR, from, self.occupied),
        }
    }

    /// How many kinds a pawn may become.
    #[inline(always)]
    fn promotion_choices(&self) -> u64 {
        u64::from(self.pieces.promotion_targets().bits().count_ones())
    }

    /// Moves beyond one for each square of `targets` on which a pawn promotes.
    #[inline(always)]
    pub fn extra_promotions(&self, targets: Bitboard) -> u64 {
        match self.promotion_choices() {
            0 | 1 => 0,
            choices => u64::from((targets & self.pieces.promotion_region(S::COLOR)).len()) * (choices - 1),
        }
    }
}

/// The board after a legal move, the pawn's step of a sut met included.
#[inline(always)]
pub fn after_move<P: Pieces>(
    pieces: P,
    board: &Board,
    mover: Color,
    kind: Kind,
    from: Square,
    to: Square,
    becomes: Kind,
) -> Board {
    if pieces.leaps().contains(Leaps::SUT_MET) && kind == Kind::Met && board.of(mover, Kind::Pawn).has(to) {
        let mut shoved = *board;
        shoved.clear(to);
        if let Some(step) = Bitboard::of(to).ahead(mover).first() {
            shoved.put(step, Piece { color: mover, kind: Kind::Pawn });
        }
        return shoved.after(mover, kind, from, to, becomes);
    }
    board.after(mover, kind, from, to, becomes)
}

/// The moves of a man to these squares, promotions spelled out.
#[inline(always)]
pub fn moves_to<P: Pieces>(
    pieces: P,
    side: Color,
    kind: Kind,
    from: Square,
    to: Bitboard,
    mut sink: impl FnMut(Move, Kind),
) {
    if kind == Kind::Pawn {
        let region = pieces.promotion_region(side);
        for to in to & region {
            for becomes in [Kind::Met, Kind::Khon, Kind::Knight, Kind::Rook] {
                if pieces.promotion_targets().contains(Kinds::of(becomes)) {
                    sink(Move::promoting(from, to, becomes), becomes);
                }
            }
        }
        for to in to & !region {
            sink(Move::new(from, to), kind);
        }
    } else {
        for to in to {
            sink(Move::new(from, to), kind);
        }
    }
}
