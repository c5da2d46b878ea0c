//! Sliders step by step: the definition that the fast ways are made from and held against.

use crate::geometry::{Bitboard, Square};

/// The four directions of a rook, as steps.
pub const ROOK_STEPS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
/// The four directions of a bishop, as steps.
pub const BISHOP_STEPS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Squares that a slider reaches by walking step by step: the definition that the fast ways are held against.
#[must_use]
pub const fn walk(from: Square, occupied: Bitboard, steps: &[(i8, i8); 4]) -> Bitboard {
    let mut reached = Bitboard::EMPTY;
    let mut direction = 0;
    while direction < 4 {
        let (files, ranks) = steps[direction];
        let mut square = from;
        while let Some(next) = square.offset(files, ranks) {
            reached = reached.with(next);
            if occupied.has(next) {
                break;
            }
            square = next;
        }
        direction += 1;
    }
    reached
}
