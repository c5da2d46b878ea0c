//! Counting the leaves of the tree of legal moves: the test of the generator and the measure of its speed.

use std::sync::atomic::{AtomicU64, Ordering};

#[cfg(feature = "rayon")]
use rayon::prelude::*;

use crate::board::{Board, Kind};
use crate::geometry::{Bitboard, Color, Square};
use crate::position::generate::{Situation, after_move, moves_to};
use crate::position::leapers::Tally;
use crate::position::replies::Replies;
use crate::position::{Move, Position};
use crate::rules::pieces::{Pieces, Side, with_pieces};

impl Position {
    /// Number of lines of `depth` plies, on this thread. The last ply's moves are counted, not made.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        with_pieces!(self.rules, self.to_move, |pieces, S| count::<_, S>(
            pieces,
            &self.board,
            self.unmoved.squares(),
            depth
        ))
    }

    /// Number of legal moves, without listing them.
    #[must_use]
    pub fn mobility(&self) -> u64 {
        self.perft(1)
    }

    /// Number of lines of `depth` plies behind each move; through a table if one is given. With the feature `rayon`, on
    /// the threads of the current pool.
    #[must_use]
    pub fn divide(&self, depth: u32, table: Option<&PerftTable>) -> Vec<(Move, u64)> {
        let Some(rest) = depth.checked_sub(1) else { return vec![] };
        let behind = |position: &Self, depth| match table {
            Some(table) => table.count(position, depth),
            None => position.perft(depth),
        };
        let moves = self.legal_moves();
        items(&moves)
            .map(|mv| {
                let after = self.play_unchecked(*mv);
                let lines = match rest.checked_sub(1) {
                    // Two plies deep there are hundreds of pieces of work, enough to keep all threads busy to the end.
                    Some(rest) if rest > 2 => {
                        items(&after.legal_moves()).map(|answer| behind(&after.play_unchecked(*answer), rest)).sum()
                    }
                    _ => behind(&after, rest),
                };
                (*mv, lines)
            })
            .collect()
    }
}

/// A list's moves, each a piece of work for a thread of its own where there are several.
#[cfg(feature = "rayon")]
fn items(moves: &[Move]) -> impl ParallelIterator<Item = &Move> {
    moves.par_iter()
}

#[cfg(not(feature = "rayon"))]
fn items(moves: &[Move]) -> impl Iterator<Item = &Move> {
    moves.iter()
}

fn count<P: Pieces, S: Side>(pieces: P, board: &Board, unmoved: Bitboard, depth: u32) -> u64 {
    let situation = Situation::<P, S>::new(pieces, board, unmoved);
    let mut total = 0;
    match depth {
        0 => total = 1,
        1 => total = situation.count(),
        2 => {
            let replies = Replies::<P, S::Other>::new(pieces, board);
            let mut tally = Tally::new();
            situation.for_each(|kind, from, targets| {
                let counted = replies.add_after(kind, from, targets, &mut tally);
                let rest = targets & !counted;
                if !rest.is_empty() {
                    for_each_child(pieces, board, unmoved, S::COLOR, (kind, from, rest), |after, unmoved| {
                        leaf::<P, S::Other>(pieces, after, unmoved, &mut tally);
                    });
                }
            });
            total = tally.total();
        }
        _ => situation.for_each(|kind, from, targets| {
            for_each_child(pieces, board, unmoved, S::COLOR, (kind, from, targets), |after, unmoved| {
                total += count::<P, S::Other>(pieces, after, unmoved, depth - 1);
            });
        }),
    }
    total
}

/// Kept out of line: the compiler makes better code of it alone than in its callers (a tenth of perft's speed in
/// Makruk, a quarter in Racing Kings).
#[inline(never)]
fn leaf<P: Pieces, S: Side>(pieces: P, board: &Board, unmoved: Bitboard, tally: &mut Tally) {
    Situation::<P, S>::new(pieces, board, unmoved).tally(tally);
}

/// Hands the board and the privileges after each of a man's moves to `visit`.
#[inline(always)]
fn for_each_child<P: Pieces>(
    pieces: P,
    board: &Board,
    unmoved: Bitboard,
    mover: Color,
    (kind, from, targets): (Kind, Square, Bitboard),
    mut visit: impl FnMut(&Board, Bitboard),
) {
    moves_to(pieces, mover, kind, from, targets, |mv, becomes| {
        let after = after_move(pieces, board, mover, kind, from, mv.to(), becomes);
        let unmoved = pieces.still_unmoved(&after, unmoved, mover, kind, from, mv.to());
        visit(&after, unmoved);
    });
}

/// Counts of positions already seen, shared by all threads without a lock: an entry's two words belong together when
/// their exclusive or is the position's key.
#[derive(Debug)]
pub struct PerftTable {
    /// (key ^ data, data) with data = lines × 256 + depth.
    entries: Vec<(AtomicU64, AtomicU64)>,
}

impl PerftTable {
    /// A table of about this size.
    #[must_use]
    pub fn new(megabytes: usize) -> Self {
        let entries = (megabytes.max(1) << 20) / size_of::<(AtomicU64, AtomicU64)>();
        Self { entries: (0..entries).map(|_| Default::default()).collect() }
    }

    fn count(&self, position: &Position, depth: u32) -> u64 {
        if depth <= 1 {
            return position.perft(depth);
        }
        let key = position.key() ^ u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let slot = ((u128::from(key) * self.entries.len() as u128) >> 64) as usize;
        let (check, data) = &self.entries[slot];
        let known = data.load(Ordering::Relaxed);
        if check.load(Ordering::Relaxed) ^ known == key && known & 0xFF == u64::from(depth & 0xFF) {
            return known >> 8;
        }
        let lines = position.legal_moves().iter().map(|mv| self.count(&position.play_unchecked(*mv), depth - 1)).sum();
        let word = lines << 8 | u64::from(depth & 0xFF);
        data.store(word, Ordering::Relaxed);
        check.store(word ^ key, Ordering::Relaxed);
        lines
    }
}
