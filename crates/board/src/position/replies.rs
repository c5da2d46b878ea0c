//! Counting the replies to quiet moves by what the moves changed.
//!
//! Two plies above the leaves most moves are quiet: a man goes to an empty square, and the other side's men stand as
//! they stood. Its leapers then have the same moves after each of them, and so have its pins, as long as the move
//! touches no line to a king. What is left to count anew are pawns, sliders and the king's flights: a fifth of the
//! instructions of a full count (perft became 1.5 times as fast in both games).

use crate::board::{Board, Kind};
use crate::geometry::{Bitboard, Color, Square, attacks};
use crate::position::generate::Situation;
use crate::position::leapers::Tally;
use crate::rules::pieces::{Pieces, Side};

/// What the side `S` can reply, after any quiet move of the other side.
pub struct Replies<'a, P, S> {
    pieces: P,
    board: &'a Board,
    /// `S` to move, as if the other side passed.
    passed: Situation<'a, P, S>,
    /// Whether counting by changes is possible here at all.
    possible: bool,
    /// Squares where a change may alter pins: the lines to the king, up to and including the second man on each. None
    /// where no slider stands on a line, nor where checks are forbidden, since there the lines are looked at each time.
    lines: Bitboard,
    /// Moves of leapers: the same after every quiet move.
    fixed: u64,
    /// Squares that the king may go to, unless they are attacked.
    flights: Bitboard,
    /// What the other side's men of each kind attack as leapers, by index.
    reach: [Bitboard; 6],
    /// The other side's sliders that may attack a flight, as far as rays alone tell.
    near: Sliders,
}

/// Sliders by the lines they go along.
#[derive(Clone, Copy)]
struct Sliders {
    straight: Bitboard,
    diagonal: Bitboard,
}

impl<'a, P: Pieces, S: Side> Replies<'a, P, S> {
    #[inline(always)]
    pub fn new(pieces: P, board: &'a Board) -> Self {
        let passed = Situation::<P, S>::new(pieces, board, Bitboard::EMPTY);
        let raced = pieces.goal().is_some_and(|goal| board.kind(Kind::King).meets(goal.region));
        let held = passed.held();
        let unclear = if pieces.forbids_checks() { !held.is_empty() } else { held.meets(board.kind(Kind::Pawn)) };
        let theirs = S::Other::COLOR;
        let flights = passed.flights();
        let mut near = Sliders { straight: Bitboard::EMPTY, diagonal: Bitboard::EMPTY };
        for flight in flights {
            near.straight |= attacks::rook_rays(flight);
            near.diagonal |= attacks::bishop_rays(flight);
        }
        near.straight &= pieces.straight_sliders(board, theirs);
        near.diagonal &= pieces.diagonal_sliders(board, theirs);
        let mut tally = Tally::new();
        passed.tally_leapers(&mut tally);
        Self {
            pieces,
            board,
            possible: pieces.leaps().is_empty() && !raced && !unclear,
            lines: lines_to_king(pieces, board, S::COLOR),
            fixed: tally.total(),
            flights,
            reach: Kind::ALL.map(|kind| pieces.leaper_reach(kind, theirs, board.of(theirs, kind))),
            near,
            passed,
        }
    }

    /// Counts the replies to those of a man's moves for which it can be done by changes, and returns their squares.
    #[inline(always)]
    pub fn add_after(&self, kind: Kind, from: Square, targets: Bitboard, tally: &mut Tally) -> Bitboard {
        let race = self.pieces.forbids_checks();
        if !self.possible || self.lines.has(from) || race && kind == Kind::King {
            return Bitboard::EMPTY;
        }
        let mut plain = targets & !self.passed.occupied & !self.lines;
        if kind == Kind::Pawn {
            plain &= !self.pieces.promotion_region(S::Other::COLOR);
        }
        if !race {
            plain &= !self.pieces.attacks(kind, S::COLOR, self.passed.king, Bitboard::EMPTY);
        }
        let theirs = S::Other::COLOR;
        let others = Kind::ALL.into_iter().filter(|other| *other != kind);
        let others = others.fold(Bitboard::EMPTY, |reach, other| reach | self.reach[other.index()]);
        let straight = self.pieces.straight_sliders(self.board, theirs);
        let diagonal = self.pieces.diagonal_sliders(self.board, theirs);
        let mut counted = Bitboard::EMPTY;
        for to in plain {
            let step = Bitboard::of(from).with(to);
            let occupied = self.passed.occupied ^ step;
            let moved = |sliders: Bitboard| if sliders.has(from) { sliders ^ step } else { sliders };
            let after = Sliders { straight: moved(straight), diagonal: moved(diagonal) };
            let Some(sliders) = self.slider_moves(occupied, after) else { continue };
            counted = counted.with(to);
            tally.add(self.fixed + self.pawn_moves(occupied, step) + sliders);
            if !self.flights.is_empty() {
                let reach = self.pieces.leaper_reach(kind, theirs, self.board.of(theirs, kind) ^ step);
                let near = |sliders: Bitboard, all: Bitboard| sliders.without(from) | all & Bitboard::of(to);
                let danger = self.pieces.slider_reach(
                    near(self.near.straight, after.straight),
                    near(self.near.diagonal, after.diagonal),
                    occupied.without(self.passed.king),
                );
                tally.add(u64::from((self.flights & !(others | reach | danger)).len()));
            }
        }
        counted
    }

    #[inline(always)]
    fn pawn_moves(&self, occupied: Bitboard, step: Bitboard) -> u64 {
        if !self.pieces.has_pawns() {
            return 0;
        }
        let pawns = self.board.of(S::COLOR, Kind::Pawn);
        let prey = self.board.color(S::Other::COLOR) ^ step;
        let pushes = pawns.ahead(S::COLOR) & !occupied;
        let (east, west) = (pawns.east().ahead(S::COLOR) & prey, pawns.west().ahead(S::COLOR) & prey);
        [pushes, east, west].into_iter().map(|to| u64::from(to.len()) + self.passed.extra_promotions(to)).sum()
    }

    /// Moves of sliders. `None` where checks are forbidden and a man has come to be held to a line.
    #[inline(always)]
    fn slider_moves(&self, occupied: Bitboard, theirs: Sliders) -> Option<u64> {
        let own = self.board.color(S::COLOR);
        let mut shunned = Sliders { straight: Bitboard::EMPTY, diagonal: Bitboard::EMPTY };
        if self.pieces.forbids_checks() {
            let sliders = Sliders {
                straight: self.pieces.straight_sliders(self.board, S::COLOR),
                diagonal: self.pieces.diagonal_sliders(self.board, S::COLOR),
            };
            shunned = seen_from(self.board.king(S::Other::COLOR), own, occupied, sliders)?;
            seen_from(self.passed.king, own, occupied, theirs)?;
        }
        let mut moves = 0;
        for kind in [Kind::Met, Kind::Khon, Kind::Rook] {
            if self.pieces.slides(kind) {
                let allowed = !own & !self.pieces.slider_part(kind, shunned.straight, shunned.diagonal);
                for from in self.board.of(S::COLOR, kind) {
                    let mut targets = self.pieces.attacks(kind, S::COLOR, from, occupied) & allowed;
                    if !self.pieces.forbids_checks() && !self.passed.held().is_empty() {
                        targets = self.passed.along_its_line(from, targets);
                    }
                    moves += u64::from(targets.len());
                }
            }
        }
        Some(moves)
    }
}

/// The squares seen from a king's, unless a man of `own` stands alone between it and one of the sliders.
#[inline(always)]
fn seen_from(king: Square, own: Bitboard, occupied: Bitboard, sliders: Sliders) -> Option<Sliders> {
    let seen = Sliders { straight: attacks::rook(king, occupied), diagonal: attacks::bishop(king, occupied) };
    let behind = attacks::rook(king, occupied & !(seen.straight & own)) & sliders.straight
        | attacks::bishop(king, occupied & !(seen.diagonal & own)) & sliders.diagonal;
    behind.is_empty().then_some(seen)
}

/// The lines to a king, up to and including the second man on each, if an enemy slider stands on any.
#[inline(always)]
fn lines_to_king<P: Pieces>(pieces: P, board: &Board, color: Color) -> Bitboard {
    if pieces.forbids_checks() {
        return Bitboard::EMPTY;
    }
    let (king, occupied) = (board.king(color), board.occupied());
    let aimed = attacks::rook_rays(king) & pieces.straight_sliders(board, !color)
        | attacks::bishop_rays(king) & pieces.diagonal_sliders(board, !color);
    if aimed.is_empty() {
        return Bitboard::EMPTY;
    }
    let seen = attacks::rook(king, occupied);
    let mut lines = seen | attacks::rook(king, occupied & !seen);
    if pieces.has_diagonal_sliders() {
        let seen = attacks::bishop(king, occupied);
        lines |= seen | attacks::bishop(king, occupied & !seen);
    }
    lines
}
