//! Zobrist keys: one random word for each man on each square, for the side to move, and for each privilege.
//!
//! The count is not part of a position's key. Search mixes it in where it matters.

use crate::board::{Board, Kind, Piece, Unmoved};
use crate::geometry::{Color, Square};

/// SplitMix64 (Steele, Lea and Flood, 2014): the next word of a sequence from any seed.
const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut word = *state;
    word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

struct Words {
    men: [[[u64; 64]; 6]; 2],
    unmoved: [u64; 16],
    black_to_move: u64,
}

static WORDS: Words = {
    let mut state = 0x4B68_756E;
    let mut words = Words { men: [[[0; 64]; 6]; 2], unmoved: [0; 16], black_to_move: split_mix(&mut state) };
    let mut man = 0;
    while man < 2 * 6 * 64 {
        words.men[man / 384][man / 64 % 6][man % 64] = split_mix(&mut state);
        man += 1;
    }
    let mut privilege = 0;
    while privilege < 16 {
        words.unmoved[privilege] = split_mix(&mut state);
        privilege += 1;
    }
    words
};

/// The keys of a position: of everything, and of parts that correction histories index by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// Men, side to move and privileges.
    pub all: u64,
    /// Pawns of both sides.
    pub pawns: u64,
    /// Each side's men other than pawns.
    pub men: [u64; 2],
}

impl Keys {
    /// The keys from scratch.
    pub(super) fn of(board: &Board, to_move: Color, unmoved: Unmoved) -> Self {
        let mut keys = Self::default();
        for (square, piece) in board.pieces() {
            keys.toggle(piece, square);
        }
        if to_move == Color::Black {
            keys.change_side();
        }
        keys.toggle_unmoved(unmoved);
        keys
    }

    /// Puts a man in or takes it out.
    #[inline]
    pub(super) fn toggle(&mut self, piece: Piece, square: Square) {
        let word = WORDS.men[piece.color.index()][piece.kind.index()][square.index()];
        self.all ^= word;
        if piece.kind == Kind::Pawn {
            self.pawns ^= word;
        } else {
            self.men[piece.color.index()] ^= word;
        }
    }

    /// Gives the move to the other side.
    #[inline]
    pub(super) fn change_side(&mut self) {
        self.all ^= WORDS.black_to_move;
    }

    /// Puts privileges in or takes them out.
    #[inline]
    pub(super) fn toggle_unmoved(&mut self, changed: Unmoved) {
        for privilege in changed.indices() {
            self.all ^= WORDS.unmoved[privilege];
        }
    }
}
