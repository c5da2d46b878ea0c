//! Counting the moves of whole sets of leapers: each direction is one rotation of the set, one mask against wrapping
//! around the board, one intersection with the allowed squares, one population count. Eight directions stand side by
//! side in an array, which the compiler turns into vector instructions where the CPU has them.

use crate::geometry::{Bitboard, Color};
use crate::position::army::Side;

/// A direction: how far the set rotates, and the squares on which nothing that wrapped around the board can land.
type Direction = (u32, u64);

const fn direction(files: i32, ranks: i32) -> Direction {
    let mut landing = 0;
    let mut to = 0;
    while to < 64 {
        let (file, rank) = (to % 8 - files, to / 8 - ranks);
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            landing |= 1 << to;
        }
        to += 1;
    }
    ((ranks * 8 + files).rem_euclid(64) as u32, landing)
}

const KNIGHT: [Direction; 8] = [
    direction(1, 2),
    direction(2, 1),
    direction(2, -1),
    direction(1, -2),
    direction(-1, -2),
    direction(-2, -1),
    direction(-2, 1),
    direction(-1, 2),
];
const DIAGONAL: [Direction; 4] = [direction(1, 1), direction(1, -1), direction(-1, -1), direction(-1, 1)];

#[inline(always)]
fn count<const N: usize>(directions: &[Direction; N], set: Bitboard, targets: Bitboard) -> u64 {
    let mut total = 0;
    for (turn, landing) in directions {
        total += u64::from((set.0.rotate_left(*turn) & landing & targets.0).count_ones());
    }
    total
}

/// Moves of a set of knights to allowed squares.
#[inline(always)]
pub(super) fn count_knights(knights: Bitboard, targets: Bitboard) -> u64 {
    count(&KNIGHT, knights, targets)
}

/// Men that step: all four ways diagonally, or straight ahead.
#[derive(Clone, Copy, Default)]
pub(super) struct Steps {
    pub diagonal: Bitboard,
    pub ahead: Bitboard,
}

impl Steps {
    /// Moves to allowed squares.
    #[inline(always)]
    pub fn count<S: Side>(self, targets: Bitboard) -> u64 {
        let ahead = match S::COLOR {
            Color::White => self.ahead.north(),
            Color::Black => self.ahead.south(),
        };
        count(&DIAGONAL, self.diagonal, targets) + u64::from((ahead & targets).len())
    }
}
