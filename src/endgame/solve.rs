//! The retrograde solver, 64 positions at a time.
//!
//! Fix the stronger side's men, and every square of the bare king is one position: a placement is a word of 64 bits.
//! Then
//!
//! * the stronger side to move wins where one of its moves leads to a placement in which the bare king, still on its
//!   square, is lost. A rook never has to look out for the bare king: where that stands on its path, it is in check
//!   with the stronger side to move, which is no position. So moves do not depend on the bare king at all, and one
//!   move is one OR of two words;
//! * the bare king to move is lost where none of its steps leads to a square that is an escape: one that is neither
//!   attacked nor won, or that holds an unprotected man whose capture does not leave a won ending. "Has a step to an
//!   escape" is the escapes, spread one king step in all directions.
//!
//! Step n of the solver finds the placements won in n moves. Only a man of one kind is moved at a time, so the ORs run
//! over long rows of placements side by side, which the compiler turns into vector code. With what this gained a
//! four-man ending takes milliseconds, a five-man ending seconds (`docs/endings.md`).

use std::sync::Arc;

use rayon::prelude::*;

use crate::endgame::index::{
    Army, Grip, KING_SQUARES, MenSquares, Setup, attacks_of, is_mirrored, king_number, king_reach, king_square,
};
use crate::endgame::table::{Captures, Table};
use khun_board::board::Kind;
use khun_board::geometry::{Bitboard, Square, attacks};

/// What one step of the solver found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The distance looked at, in moves of the stronger side.
    pub moves: u8,
    /// Positions with the stronger side to move that are won in so many moves, men of one kind told apart.
    pub won: u64,
}

/// Solves an ending. `captures` holds the endings that the bare king's captures lead to. Uses rayon's current pool.
/// `progress` hears of every step.
#[must_use]
pub fn solve(army: Army, captures: &Captures, progress: &(dyn Fn(Step) + Sync)) -> Table {
    let mut solver = Solver::new(army, captures);
    for moves in 1..u8::MAX {
        let won = solver.step(moves);
        progress(Step { moves, won });
        let settled = solver.slices.iter().all(|slice| !slice.changed);
        if settled && moves >= solver.last_release {
            break;
        }
    }
    solver.pack(captures)
}

/// All placements with the king on one square: a word for each placement of the men, the last man's square counting
/// fastest, men of one kind told apart.
struct Slice {
    king: Square,
    /// Squares that save the bare king which steps there: not attacked and not (yet) won, or a man for the taking.
    escapes: Vec<Bitboard>,
    /// For each man, and if taking it leads to a won ending: in how many moves; else 0.
    releases: Vec<Vec<u8>>,
    /// The distances found, bit by bit: plane b has a square where bit b of its distance is set.
    planes: Vec<Vec<Bitboard>>,
    /// Positions won by the last step.
    won: u64,
    /// Whether the last step changed which bare kings are lost.
    changed: bool,
}

struct Solver {
    army: Army,
    slices: Vec<Slice>,
    /// By king square as in `slices`: where the bare king, to move, is lost.
    lost: Vec<Vec<Bitboard>>,
    /// The same after the step under way.
    next: Vec<Vec<Bitboard>>,
    last_release: u8,
}

impl Solver {
    fn new(army: Army, captures: &Captures) -> Self {
        let (slices, lost): (Vec<_>, Vec<_>) =
            (0..KING_SQUARES).into_par_iter().map(|number| Slice::new(army, king_square(number), captures)).unzip();
        let last = |slice: &Slice| slice.releases.iter().flatten().copied().max().unwrap_or(0);
        let last_release = slices.par_iter().map(last).max().unwrap_or(0);
        let next = lost.clone();
        Self { army, slices, lost, next, last_release }
    }

    /// Finds what is won in `moves` and what is lost by then, and returns how many positions are won.
    fn step(&mut self, moves: u8) -> u64 {
        let changed: Vec<bool> = self.slices.iter().map(|slice| slice.changed).collect();
        let releasing = moves <= self.last_release;
        let (army, lost) = (self.army, &self.lost);
        let size = 1 << (6 * army.size());
        self.slices.par_iter_mut().zip(&mut self.next).for_each_init(
            || vec![Bitboard::EMPTY; size],
            |reached, (slice, next)| {
                let here = king_number(slice.king);
                let fresh = changed[here] || attacks::king(slice.king).any(|to| changed[seen_number(to)]);
                slice.won = 0;
                slice.changed = false;
                if !fresh && !releasing {
                    return;
                }
                reached.fill(Bitboard::EMPTY);
                pull_men(army, slice.king, &lost[here], reached);
                pull_king(army, slice.king, lost, reached);
                slice.settle(moves, reached, &lost[here], next);
            },
        );
        for ((slice, lost), next) in self.slices.iter().zip(&mut self.lost).zip(&mut self.next) {
            if slice.changed {
                std::mem::swap(lost, next);
            }
        }
        self.slices.iter().map(|slice| slice.won).sum()
    }

    /// The table, in which men of one kind are not told apart.
    fn pack(self, captures: &Captures) -> Table {
        let army = self.army;
        let planes = self.slices.iter().map(|slice| slice.planes.len()).max().unwrap_or(0).max(1);
        let per_king = army.placements() / KING_SQUARES;
        let mut words = vec![0u64; army.placements() * planes];
        words.par_chunks_mut(per_king * planes).zip(self.slices).for_each(|(words, slice)| {
            let base = king_number(slice.king) * per_king;
            for (offset, record) in words.chunks_exact_mut(planes).enumerate() {
                let (_, men) = army.placement(base + offset);
                let place = men.iter().fold(0, |place, square| place << 6 | square.index());
                for (word, plane) in record.iter_mut().zip(&slice.planes) {
                    *word = plane[place].0;
                }
            }
        });
        Table::in_memory(army, planes, words.into_boxed_slice(), captures.clone())
    }
}

impl Slice {
    /// The slice before the first step, and where the bare king is mated.
    fn new(army: Army, king: Square, captures: &Captures) -> (Self, Vec<Bitboard>) {
        let size = 1 << (6 * army.size());
        let mut escapes = vec![Bitboard::EMPTY; size];
        let mut lost = vec![Bitboard::EMPTY; size];
        let mut releases = vec![Vec::new(); army.size()];
        for place in 0..size {
            let men = squares_of(place, army.size());
            let Some(grip) = Grip::new(army, king, &men) else { continue };
            escapes[place] = grip.resting | grip.loose;
            lost[place] = grip.standing & grip.attacked & !king_reach(escapes[place]);
            for (man, release) in releases.iter_mut().enumerate() {
                if grip.loose.has(men[man])
                    && let Some(moves) = after_capture(army, king, &men, man, captures)
                {
                    if release.is_empty() {
                        release.resize(size, 0);
                    }
                    release[place] = moves;
                }
            }
        }
        (Self { king, escapes, releases, planes: Vec::new(), won: 0, changed: true }, lost)
    }

    /// Takes in what the stronger side's moves reach: what of it is won now, and where the bare king is lost now that
    /// it lost these escapes.
    fn settle(&mut self, moves: u8, reached: &[Bitboard], lost: &[Bitboard], next: &mut [Bitboard]) {
        while self.planes.len() < (u8::BITS - moves.leading_zeros()) as usize {
            self.planes.push(vec![Bitboard::EMPTY; reached.len()]);
        }
        let beside = attacks::king(self.king);
        let king = Bitboard::of(self.king);
        let men = reached.len().trailing_zeros() as usize / 6;
        for row in 0..reached.len() / 64 {
            let outer = squares_of(row, men - 1).into_iter().fold(king, Bitboard::with);
            for last in Square::all() {
                let place = row << 6 | last.index();
                let occupied = outer.with(last);
                let before = self.escapes[place];
                let won = reached[place] & before & !occupied;
                let gone = won | self.released(place, last, moves);
                let after = before & !gone;
                let newly = king_reach(before) & !king_reach(after) & !(occupied | beside);
                self.escapes[place] = after;
                next[place] = lost[place] | newly;
                self.changed |= !newly.is_empty();
                if !won.is_empty() {
                    self.won += u64::from(won.len());
                    for (bit, plane) in self.planes.iter_mut().enumerate() {
                        if moves >> bit & 1 != 0 {
                            plane[place] |= won;
                        }
                    }
                }
            }
        }
    }

    /// The men whose capture no longer saves the bare king, since it leads to an ending won in `moves`.
    #[inline]
    fn released(&self, place: usize, last: Square, moves: u8) -> Bitboard {
        let mut released = Bitboard::EMPTY;
        for (man, release) in self.releases.iter().enumerate() {
            if release.get(place) == Some(&moves) {
                let shift = 6 * (self.releases.len() - 1 - man);
                let square = if shift == 0 { last } else { Square::masked((place >> shift) as u32) };
                released = released.with(square);
            }
        }
        released
    }
}

/// In how many moves the ending is won that the capture of the n-th man leaves, the stronger side to move.
fn after_capture(army: Army, king: Square, men: &MenSquares, man: usize, captures: &Captures) -> Option<u8> {
    let table: &Arc<Table> = captures.get(man)?.as_ref()?;
    let mut squares = men.clone();
    // The solver tells men of one kind apart, the table has them in ascending order.
    let bare = squares.remove(man);
    let rest = army.without(man)?;
    let mut start = 0;
    for count in rest.counts() {
        let end = start + usize::from(count);
        squares[start..end].sort_unstable();
        start = end;
    }
    table.moves(&Setup { army: rest, king, men: squares, bare })
}

/// The number of a king's square in the slices, which look at files e to h in the mirror.
fn seen_number(king: Square) -> usize {
    king_number(if is_mirrored(king) { king.flip_file() } else { king })
}

/// The squares that the digits of a placement's number name, first man first.
fn squares_of(place: usize, men: usize) -> MenSquares {
    (0..men).map(|man| Square::masked((place >> (6 * (men - 1 - man))) as u32)).collect()
}

/// ORs into each placement what the moves of its men lead to.
fn pull_men(army: Army, king: Square, lost: &[Bitboard], reached: &mut [Bitboard]) {
    for (man, kind) in army.kinds().enumerate() {
        match (kind, army.size() - 1 - man) {
            (Kind::Rook, 0) => pull_rook::<1>(king, lost, reached),
            (Kind::Rook, 1) => pull_rook::<64>(king, lost, reached),
            (Kind::Rook, _) => pull_rook::<4096>(king, lost, reached),
            (_, 0) => pull_leaper::<1>(kind, lost, reached),
            (_, 1) => pull_leaper::<64>(kind, lost, reached),
            (_, _) => pull_leaper::<4096>(kind, lost, reached),
        }
    }
}

/// Moves of a leaper whose square counts `INNER` in a placement's number. Where it would land on another man, no bare
/// king is ever lost.
fn pull_leaper<const INNER: usize>(kind: Kind, lost: &[Bitboard], reached: &mut [Bitboard]) {
    let steps: Vec<(usize, usize)> = Square::all()
        .flat_map(|from| attacks_of(kind, from, Bitboard::EMPTY).map(move |to| (from.index(), to.index())))
        .collect();
    for (reached, lost) in reached.chunks_exact_mut(64 * INNER).zip(lost.chunks_exact(64 * INNER)) {
        let (reached, lost) = (reached.as_chunks_mut::<INNER>().0, lost.as_chunks::<INNER>().0);
        for &(from, to) in &steps {
            for (word, &reply) in reached[from].iter_mut().zip(&lost[to]) {
                *word |= reply;
            }
        }
    }
}

/// Moves of a rook: along each line, what can be reached in a direction is what the square ahead has and, unless a man
/// stands there, what can be reached from it.
fn pull_rook<const INNER: usize>(king: Square, lost: &[Bitboard], reached: &mut [Bitboard]) {
    let outer_men = match reached.len() / (64 * INNER) {
        1 => 0,
        64 => 1,
        _ => 2,
    };
    let mut ahead = [Bitboard::EMPTY; INNER];
    for (outer, (reached, lost)) in reached.chunks_exact_mut(64 * INNER).zip(lost.chunks_exact(64 * INNER)).enumerate()
    {
        let fixed = squares_of(outer, outer_men).into_iter().fold(Bitboard::of(king), Bitboard::with);
        let (reached, lost) = (reached.as_chunks_mut::<INNER>().0, lost.as_chunks::<INNER>().0);
        for line in 0..32 {
            ahead.fill(Bitboard::EMPTY);
            for square in (0..8).map(|nth| line_square(line, nth)) {
                let at = square.index();
                for ((word, ahead), &reply) in reached[at].iter_mut().zip(&mut ahead).zip(&lost[at]) {
                    *word |= *ahead;
                    *ahead |= reply;
                }
                if fixed.has(square) {
                    ahead.fill(Bitboard::EMPTY);
                } else {
                    stop_at_inner_men(&mut ahead, at);
                }
            }
        }
    }
}

/// The n-th square of a line, walked from its end: files up and down, then ranks right and left.
fn line_square(line: u32, nth: u32) -> Square {
    let (number, along) = (line & 7, if line & 8 == 0 { nth } else { 7 - nth });
    Square::masked(if line < 16 { along << 3 | number } else { number << 3 | along })
}

/// Clears the placements in which a man that counts less than the rook stands on the square.
fn stop_at_inner_men(ahead: &mut [Bitboard], square: usize) {
    if ahead.len() == 64 {
        ahead[square] = Bitboard::EMPTY;
    } else if ahead.len() > 64 {
        ahead[square << 6..(square + 1) << 6].fill(Bitboard::EMPTY);
        ahead[square..].iter_mut().step_by(64).for_each(|word| *word = Bitboard::EMPTY);
    }
}

/// Moves of the king, which may lead into the mirror.
fn pull_king(army: Army, king: Square, lost: &[Vec<Bitboard>], reached: &mut [Bitboard]) {
    let mirror = (0..army.size()).fold(0, |mirror, _| mirror << 6 | 7);
    for to in attacks::king(king) {
        let lost = &lost[seen_number(to)];
        if is_mirrored(to) {
            for (place, word) in reached.iter_mut().enumerate() {
                *word |= lost[place ^ mirror].flip_file();
            }
        } else {
            for (word, &reply) in reached.iter_mut().zip(lost) {
                *word |= reply;
            }
        }
    }
}
