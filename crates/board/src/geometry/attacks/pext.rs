//! Sliders by parallel bit extraction: the blockers on a square's lines, packed by `PEXT`, index a table of attacks.
//! 800 KiB for rooks and 41 KiB for bishops, of which a game touches a small part.

use crate::arch;
use crate::geometry::attacks::hyperbola;
use crate::geometry::{Bitboard, File, Rank, Square};

/// Sum over the squares of 2^(squares that can block): rooks.
const ROOK_ENTRIES: usize = 102_400;
/// The same for bishops.
const BISHOP_ENTRIES: usize = 5_248;

#[derive(Clone, Copy)]
struct Row {
    /// The squares whose occupation matters: the lines without their last squares.
    mask: u64,
    /// Where the square's part of the table begins.
    start: u32,
}

struct Slider<const ENTRIES: usize> {
    rows: [Row; 64],
    attacks: [Bitboard; ENTRIES],
}

/// Filled at compile time. Stepping through the subsets of a mask in increasing order (`(subset − mask) & mask`)
/// meets them in the order of their extracted index, so that no extraction is needed here.
const fn fill<const ENTRIES: usize>(straight: bool) -> Slider<ENTRIES> {
    let mut slider = Slider { rows: [Row { mask: 0, start: 0 }; 64], attacks: [Bitboard::EMPTY; ENTRIES] };
    let mut next = 0;
    let mut index = 0;
    while index < 64 {
        let from = Square::masked(index as u32);
        let mut edges = 0;
        let ends = [Rank::ALL[0], Rank::ALL[7]];
        let sides = [File::ALL[0], File::ALL[7]];
        let mut end = 0;
        while end < 2 {
            if from.rank().index() != ends[end].index() {
                edges |= Bitboard::rank(ends[end]).0;
            }
            if from.file().index() != sides[end].index() {
                edges |= Bitboard::file(sides[end]).0;
            }
            end += 1;
        }
        let rays =
            if straight { hyperbola::rook(from, Bitboard::EMPTY) } else { hyperbola::bishop(from, Bitboard::EMPTY) };
        let mask = rays.0 & !edges;
        slider.rows[index] = Row { mask, start: next as u32 };
        let mut subset = 0u64;
        loop {
            let occupied = Bitboard(subset);
            slider.attacks[next] =
                if straight { hyperbola::rook(from, occupied) } else { hyperbola::bishop(from, occupied) };
            next += 1;
            subset = subset.wrapping_sub(mask) & mask;
            if subset == 0 {
                break;
            }
        }
        index += 1;
    }
    assert!(next == ENTRIES);
    slider
}

#[allow(long_running_const_eval, reason = "the tables are built by the compiler")]
static ROOK: Slider<ROOK_ENTRIES> = fill(true);
static BISHOP: Slider<BISHOP_ENTRIES> = fill(false);

#[inline]
fn look_up<const ENTRIES: usize>(slider: &Slider<ENTRIES>, from: Square, occupied: Bitboard) -> Bitboard {
    let row = &slider.rows[from.index()];
    slider.attacks[row.start as usize + arch::pext(occupied.0, row.mask) as usize]
}

/// Squares that a rook attacks.
#[must_use]
#[inline]
pub fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    look_up(&ROOK, from, occupied)
}

/// Squares that a bishop attacks.
#[must_use]
#[inline]
pub fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    look_up(&BISHOP, from, occupied)
}
