//! Legal moves, by masks: nothing is played to see whether it was allowed.

use std::marker::PhantomData;

use crate::geometry::{Bitboard, Color, Square, attacks};
use crate::position::army::{Army, Side};
use crate::position::{Board, Move, leapers};
use crate::rules::{Checks, Gait, Kind, Kinds, Leaps, Piece};

/// A position as the side to move's generator sees it: who may go where, before any move is listed.
pub(super) struct Situation<'a, A, S> {
    army: A,
    board: &'a Board,
    /// Men whose first-move privilege still stands.
    unmoved: Bitboard,
    occupied: Bitboard,
    king: Square,
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
fn rays_to<A: Army>(army: A, board: &Board, target: Square, sliders: Color, occupied: Bitboard) -> Rays {
    let straight = attacks::rook_rays(target) & army.straight_sliders(board, sliders);
    let diagonal = attacks::bishop_rays(target) & army.diagonal_sliders(board, sliders);
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
pub(super) fn checkers<A: Army>(army: A, board: &Board, color: Color) -> Bitboard {
    let king = board.king(color);
    army.leapers_to(board, !color, king) | rays_to(army, board, king, !color, board.occupied()).attackers
}

impl<'a, A: Army, S: Side> Situation<'a, A, S> {
    #[inline(always)]
    pub fn new(army: A, board: &'a Board, unmoved: Bitboard) -> Self {
        let occupied = board.occupied();
        let king = board.king(S::COLOR);
        let rays = rays_to(army, board, king, S::Other::COLOR, occupied);
        let own = board.color(S::COLOR);
        let screens = if army.forbids_checks() {
            let enemy_king = board.king(S::Other::COLOR);
            rays_to(army, board, enemy_king, S::COLOR, occupied).shields & own
        } else {
            Bitboard::EMPTY
        };
        let checkers = if army.forbids_checks() {
            Bitboard::EMPTY
        } else {
            rays.attackers | army.leapers_to(board, S::Other::COLOR, king)
        };
        Self { army, board, unmoved, occupied, king, checkers, pinned: rays.shields & own, screens, side: PhantomData }
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
    fn allowed(&self, kind: Kind, check_mask: Bitboard) -> Bitboard {
        let free = !self.own() & check_mask;
        if self.army.forbids_checks() {
            // A man of this kind on the enemy king's square would attack back every square it is attacked from. The
            // moving man's own absence changes nothing: had it stood between, it would be giving check already.
            free & !self.army.attacks(kind, S::Other::COLOR, self.enemy_king(), self.occupied)
        } else {
            free
        }
    }

    /// What pins and screens leave of a man's targets.
    #[inline(always)]
    fn along_its_line(&self, from: Square, mut targets: Bitboard) -> Bitboard {
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

    /// Where the king may go.
    #[inline(always)]
    fn king_targets(&self) -> Bitboard {
        let mut targets = attacks::king(self.king) & !self.own();
        if self.army.forbids_checks() {
            targets = self.along_its_line_king(targets);
        }
        if matches!(self.army.checks(), Checks::NoFlight) && !self.checkers.is_empty() {
            targets &= self.checkers;
        }
        if targets.is_empty() {
            return targets;
        }
        let without_king = self.occupied.without(self.king);
        targets & !self.army.attacked_by(self.board, S::Other::COLOR, without_king)
    }

    /// A king screens like any other man, and is never pinned.
    #[inline(always)]
    fn along_its_line_king(&self, targets: Bitboard) -> Bitboard {
        if self.screens.has(self.king) { targets & attacks::line(self.enemy_king(), self.king) } else { targets }
    }

    /// Whether the race is over, so that no move is left.
    #[inline(always)]
    fn race_is_over(&self) -> bool {
        let Some(goal) = self.army.goal() else { return false };
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
            for kind in [Kind::Pawn, Kind::Met, Kind::Khon, Kind::Knight, Kind::Rook] {
                if kind == Kind::Pawn && !self.army.has_pawns() {
                    continue;
                }
                let allowed = self.allowed(kind, check_mask);
                for from in self.of(kind) {
                    let reach = match kind {
                        Kind::Pawn => self.pawn_targets(from),
                        _ => self.army.attacks(kind, S::COLOR, from, self.occupied),
                    };
                    let targets = self.along_its_line(from, reach & allowed);
                    if !targets.is_empty() {
                        sink(kind, from, targets);
                    }
                }
            }
        }
        let targets = self.king_targets();
        if !targets.is_empty() {
            sink(Kind::King, self.king, targets);
        }
        if !self.army.leaps().is_empty() {
            self.leaps(check_mask, &mut sink);
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
            Kind::Pawn => self.along_its_line(from, self.pawn_targets(from) & self.allowed(kind, check_mask)),
            _ => {
                let reach = self.army.attacks(kind, S::COLOR, from, self.occupied);
                self.along_its_line(from, reach & self.allowed(kind, check_mask))
            }
        };
        if !self.army.leaps().is_empty() {
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
        let leaps = self.army.leaps();
        let next_rank = Bitboard::of(self.king).ahead(S::COLOR);
        if self.unmoved.has(self.king) && self.checkers.is_empty() {
            let mut targets = Bitboard::EMPTY;
            if leaps.intersects(Leaps::KING_ASIDE | Leaps::SUT_KHUN) {
                let aside = next_rank.east().east() | next_rank.west().west();
                targets |= aside;
            }
            let danger = self.army.attacked_by(self.board, S::Other::COLOR, self.occupied.without(self.king));
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
        let after = after_move(self.army, self.board, S::COLOR, Kind::Met, from, to, Kind::Met);
        self.army.attackers_to(&after, S::Other::COLOR, self.king, after.occupied()).is_empty()
    }

    /// Number of legal moves.
    ///
    /// Leapers that neither pin nor screen holds are counted a whole set at a time; the rest one by one.
    #[inline(always)]
    pub fn count(&self) -> u64 {
        if self.race_is_over() {
            return 0;
        }
        let mut total = u64::from(self.king_targets().len());
        let check_mask = self.check_mask();
        if !check_mask.is_empty() {
            total += self.count_men(check_mask);
        }
        if !self.army.leaps().is_empty() {
            self.leaps(check_mask, &mut |_, _, targets| total += u64::from(targets.len()));
        }
        total
    }

    #[inline(always)]
    fn count_men(&self, check_mask: Bitboard) -> u64 {
        let held = self.pinned | self.screens;
        let free = !held;
        let knights = self.allowed(Kind::Knight, check_mask);
        let mut total = leapers::count_knights(self.of(Kind::Knight) & free, knights);
        if self.army.has_pawns() {
            total += self.count_pawns(self.of(Kind::Pawn) & free, check_mask);
        }
        let mut steps = leapers::Steps::default();
        for (gait, kind) in [(self.army.met(), Kind::Met), (self.army.khon(), Kind::Khon)] {
            match gait {
                Gait::Fers => steps.diagonal |= self.of(kind) & free,
                Gait::Silver => {
                    steps.diagonal |= self.of(kind) & free;
                    steps.ahead |= self.of(kind) & free;
                }
                Gait::Bishop | Gait::Queen | Gait::RookKnightFers => {
                    total += self.count_one_by_one(kind, free, check_mask)
                }
            }
        }
        if !self.army.forbids_checks() {
            total += steps.count::<S>(self.allowed(Kind::Met, check_mask));
        }
        total += self.count_one_by_one(Kind::Rook, free, check_mask);
        for kind in [Kind::Pawn, Kind::Met, Kind::Khon, Kind::Knight, Kind::Rook] {
            if held.meets(self.of(kind)) {
                total += self.count_one_by_one(kind, held, check_mask);
            }
        }
        total
    }

    #[inline(always)]
    fn count_one_by_one(&self, kind: Kind, among: Bitboard, check_mask: Bitboard) -> u64 {
        let allowed = self.allowed(kind, check_mask);
        let mut total = 0;
        for from in self.of(kind) & among {
            let targets = match kind {
                Kind::Pawn => self.pawn_targets(from),
                _ => self.army.attacks(kind, S::COLOR, from, self.occupied),
            };
            let targets = self.along_its_line(from, targets & allowed);
            total += u64::from(targets.len());
            if kind == Kind::Pawn {
                total += self.extra_promotions(targets);
            }
        }
        total
    }

    #[inline(always)]
    fn count_pawns(&self, pawns: Bitboard, check_mask: Bitboard) -> u64 {
        let pushes = pawns.ahead(S::COLOR) & !self.occupied & check_mask;
        let prey = self.enemy() & check_mask;
        let (east, west) = (pawns.east().ahead(S::COLOR) & prey, pawns.west().ahead(S::COLOR) & prey);
        [pushes, east, west].into_iter().map(|to| u64::from(to.len()) + self.extra_promotions(to)).sum()
    }

    /// Moves beyond one for each square of `targets` on which a pawn promotes.
    #[inline(always)]
    fn extra_promotions(&self, targets: Bitboard) -> u64 {
        let choices = u64::from(self.army.promotion_targets().bits().count_ones());
        if choices <= 1 { 0 } else { u64::from((targets & self.army.promotion_region(S::COLOR)).len()) * (choices - 1) }
    }
}

/// The board after a legal move, the pawn's step of a sut met included.
#[inline(always)]
pub(super) fn after_move<A: Army>(
    army: A,
    board: &Board,
    mover: Color,
    kind: Kind,
    from: Square,
    to: Square,
    becomes: Kind,
) -> Board {
    if army.leaps().contains(Leaps::SUT_MET) && kind == Kind::Met && board.of(mover, Kind::Pawn).has(to) {
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
pub(super) fn moves_to<A: Army>(
    army: A,
    side: Color,
    kind: Kind,
    from: Square,
    to: Bitboard,
    mut sink: impl FnMut(Move, Kind),
) {
    if kind == Kind::Pawn {
        let region = army.promotion_region(side);
        for to in to & region {
            for becomes in [Kind::Met, Kind::Khon, Kind::Knight, Kind::Rook] {
                if army.promotion_targets().contains(Kinds::of(becomes)) {
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
