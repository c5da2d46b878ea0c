//! The distances of one placement of the stronger side: one for each square of the bare king.

use arrayvec::ArrayVec;

use khun_board::geometry::{Bitboard, Square};

/// Distances are numbers of at most this many bits.
pub const MOST_PLANES: usize = 8;

/// The distances of one placement, bit by bit: bit b of the distance of a square is in word b. A square at distance 0
/// is not won, or is no position.
pub type Record = ArrayVec<u64, MOST_PLANES>;

/// The distance of one square in a record.
pub(crate) fn distance(record: &[u64], square: Square) -> Option<u8> {
    let bits = record.iter().rev().fold(0, |bits, word| bits << 1 | (word >> square.index() & 1) as u8);
    (bits != 0).then_some(bits)
}

/// The squares of a record at one distance.
pub(crate) fn squares_at(record: &[u64], moves: u8) -> Bitboard {
    record
        .iter()
        .enumerate()
        .fold(Bitboard::ALL, |set, (bit, &word)| set & Bitboard(if moves >> bit & 1 != 0 { word } else { !word }))
}
