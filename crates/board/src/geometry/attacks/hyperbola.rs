//! Sliders by hyperbola quintessence: along a line, `o ^ (o − 2r)` gives the squares up to the first blocker on one
//! side, and the same on the byte-swapped board those on the other. A byte swap cannot turn a rank around, so ranks
//! come from a table of 8 squares × 64 inner occupancies.
//!
//! Source of the formula: chessprogramming wiki, "Hyperbola Quintessence".

use crate::geometry::attacks::walk::walk;
use crate::geometry::{Bitboard, Square};

#[derive(Clone, Copy)]
struct Lines {
    file: u64,
    diagonal: u64,
    anti_diagonal: u64,
}

const LINES: [Lines; 64] = {
    let mut table = [Lines { file: 0, diagonal: 0, anti_diagonal: 0 }; 64];
    let mut from = 0;
    while from < 64 {
        let square = Square::masked(from as u32);
        table[from] = Lines {
            file: walk(square, Bitboard::EMPTY, &[(0, 1), (0, -1), (0, 1), (0, -1)]).0,
            diagonal: walk(square, Bitboard::EMPTY, &[(1, 1), (-1, -1), (1, 1), (-1, -1)]).0,
            anti_diagonal: walk(square, Bitboard::EMPTY, &[(1, -1), (-1, 1), (1, -1), (-1, 1)]).0,
        };
        from += 1;
    }
    table
};

/// `RANKS[inner occupancy][file]`: attacks along rank 1. The outer squares of a rank stop no slider that they are not
/// the end of the board for anyway.
const RANKS: [[u8; 8]; 64] = {
    let mut table = [[0; 8]; 64];
    let mut inner = 0;
    while inner < 64 {
        let mut file = 0;
        while file < 8 {
            let occupied = Bitboard((inner as u64) << 1);
            let square = Square::masked(file as u32);
            table[inner][file] = walk(square, occupied, &[(1, 0), (-1, 0), (1, 0), (-1, 0)]).0 as u8;
            file += 1;
        }
        inner += 1;
    }
    table
};

#[inline]
const fn along(from: u64, occupied: u64, line: u64) -> u64 {
    let forward = occupied & line;
    let reverse = forward.swap_bytes();
    let up = forward.wrapping_sub(from.wrapping_shl(1));
    let down = reverse.wrapping_sub(from.swap_bytes().wrapping_shl(1)).swap_bytes();
    (up ^ down) & line
}

#[inline]
const fn along_rank(from: Square, occupied: u64) -> u64 {
    let shift = from.rank().index() * 8;
    let inner = (occupied >> (shift + 1)) as usize & 63;
    (RANKS[inner][from.file().index()] as u64) << shift
}

/// Squares that a rook attacks.
#[must_use]
#[inline]
pub const fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    let lines = &LINES[from.index()];
    Bitboard(along(1 << from.index(), occupied.0, lines.file) | along_rank(from, occupied.0))
}

/// Squares that a bishop attacks.
#[must_use]
#[inline]
pub const fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    let lines = &LINES[from.index()];
    let bit = 1 << from.index();
    Bitboard(along(bit, occupied.0, lines.diagonal) | along(bit, occupied.0, lines.anti_diagonal))
}
