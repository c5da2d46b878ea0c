//! Counting the replies to quiet moves by what the moves changed.
//!
//! Two plies above the leaves most moves are quiet: a man goes to an empty square, and the other side's men stand as
//! they stood. Its leapers then have the same moves after each of them, and so have its pins, as long as the move
//! touches no line to a king. What is left to count anew are pawns, sliders and the king's flights: a fifth of the
//! instructions of a full count (perft gained 60 % in Makruk and 40 % in Racing Kings).

use crate::geometry::{Bitboard, Square, attacks};
use crate::position::Board;
use crate::position::army::{Army, Side};
use crate::position::generate::Situation;
use crate::position::leapers::Tally;
use crate::rules::Kind;

const MEN: [Kind; 5] = [Kind::Pawn, Kind::Met, Kind::Khon, Kind::Knight, Kind::Rook];

/// What the side `S` can reply, after any quiet move of the other side.
pub(super) struct Replies<'a, A, S> {
    army: A,
    board: &'a Board,
    /// `S` to move, as if the other side passed.
    passed: Situation<'a, A, S>,
    /// Whether counting by changes is possible here at all.
    possible: bool,
    /// Squares where a change may alter pins, screens or where checks would be given: the lines to the kings, up to and
    /// including the second man on each. None where no slider stands on a line.
    lines: Bitboard,
    /// Moves of leapers: the same after every quiet move.
    fixed: u64,
    /// Where men of each kind may go, by index.
    allowed: [Bitboard; 6],
    /// Squares that the king may go to, unless they are attacked.
    flights: Bitboard,
    /// What the other side's men of each kind attack as leapers, by index.
    reach: [Bitboard; 6],
}

impl<'a, A: Army, S: Side> Replies<'a, A, S> {
    #[inline(always)]
    pub fn new(army: A, board: &'a Board) -> Self {
        let passed = Situation::<A, S>::new(army, board, Bitboard::EMPTY);
        let held = passed.held();
        let raced = army.goal().is_some_and(|goal| board.kind(Kind::King).meets(goal.region));
        let possible = army.leaps().is_empty() && !raced && !held.meets(board.kind(Kind::Pawn));
        let theirs = S::Other::COLOR;
        let king = board.king(S::COLOR);
        let lines = if army.forbids_checks() {
            lines_to(army, board, king) | lines_to(army, board, board.king(theirs))
        } else {
            let aimed = attacks::rook_rays(king) & army.straight_sliders(board, theirs)
                | attacks::bishop_rays(king) & army.diagonal_sliders(board, theirs);
            if aimed.is_empty() { Bitboard::EMPTY } else { lines_to(army, board, king) }
        };
        let mut tally = Tally::new();
        passed.tally_leapers(&mut tally);
        Self {
            army,
            board,
            possible,
            lines,
            fixed: tally.total(),
            allowed: Kind::ALL.map(|kind| passed.allowed(kind, Bitboard::ALL)),
            flights: passed.flights(),
            reach: Kind::ALL.map(|kind| army.leaper_reach(kind, theirs, board.of(theirs, kind))),
            passed,
        }
    }

    /// Counts the replies to those of a man's moves for which it can be done by changes, and returns their squares.
    #[inline(always)]
    pub fn add_after(&self, kind: Kind, from: Square, targets: Bitboard, tally: &mut Tally) -> Bitboard {
        let shapes_lines = self.lines.has(from) || kind == Kind::King && self.army.forbids_checks();
        if !self.possible || shapes_lines {
            return Bitboard::EMPTY;
        }
        let mut plain = targets & !self.passed.occupied & !self.lines;
        if kind == Kind::Pawn {
            plain &= !self.army.promotion_region(S::Other::COLOR);
        }
        if !self.army.forbids_checks() {
            plain &= !self.army.attacks(kind, S::COLOR, self.passed.king, Bitboard::EMPTY);
        }
        let theirs = S::Other::COLOR;
        let others = MEN.into_iter().chain([Kind::King]).filter(|other| *other != kind);
        let others = others.fold(Bitboard::EMPTY, |reach, other| reach | self.reach[other.index()]);
        let straight = self.army.straight_sliders(self.board, theirs);
        let diagonal = self.army.diagonal_sliders(self.board, theirs);
        for to in plain {
            let step = Bitboard::of(from).with(to);
            let occupied = self.passed.occupied ^ step;
            tally.add(self.fixed + self.pawn_moves(occupied, step) + self.slider_moves(occupied));
            if !self.flights.is_empty() {
                let moved = self.army.leaper_reach(kind, theirs, self.board.of(theirs, kind) ^ step);
                let goes = |sliders: Bitboard| if sliders.has(from) { sliders ^ step } else { sliders };
                let lines = occupied.without(self.passed.king);
                let danger = others | moved | self.army.slider_reach(goes(straight), goes(diagonal), lines);
                tally.add(u64::from((self.flights & !danger).len()));
            }
        }
        plain
    }

    #[inline(always)]
    fn pawn_moves(&self, occupied: Bitboard, step: Bitboard) -> u64 {
        if !self.army.has_pawns() {
            return 0;
        }
        let pawns = self.board.of(S::COLOR, Kind::Pawn);
        let prey = self.board.color(S::Other::COLOR) ^ step;
        let pushes = pawns.ahead(S::COLOR) & !occupied;
        let (east, west) = (pawns.east().ahead(S::COLOR) & prey, pawns.west().ahead(S::COLOR) & prey);
        [pushes, east, west].into_iter().map(|to| u64::from(to.len()) + self.passed.extra_promotions(to)).sum()
    }

    #[inline(always)]
    fn slider_moves(&self, occupied: Bitboard) -> u64 {
        let mut moves = 0;
        for kind in [Kind::Met, Kind::Khon, Kind::Rook] {
            if self.army.slides(kind) {
                for from in self.board.of(S::COLOR, kind) {
                    let targets = self.army.attacks(kind, S::COLOR, from, occupied) & self.allowed[kind.index()];
                    let targets =
                        if self.passed.held().is_empty() { targets } else { self.passed.along_its_line(from, targets) };
                    moves += u64::from(targets.len());
                }
            }
        }
        moves
    }
}

/// The lines to a king, up to and including the second man on each.
#[inline(always)]
fn lines_to<A: Army>(army: A, board: &Board, king: Square) -> Bitboard {
    let occupied = board.occupied();
    let seen = attacks::rook(king, occupied);
    let mut lines = seen | attacks::rook(king, occupied & !seen);
    if army.has_diagonal_sliders() {
        let seen = attacks::bishop(king, occupied);
        lines |= seen | attacks::bishop(king, occupied & !seen);
    }
    lines
}
