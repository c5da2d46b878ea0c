//! What the network sees: each man as one of 768 inputs, once from each side's perspective.

use khun_board::board::{Board, Piece};
use khun_board::geometry::{Color, Square};
use khun_board::rules::Profile;

/// Inputs of one perspective: whose man (2) × kind (6) × square (64).
pub const INPUTS: usize = 2 * 6 * 64;

/// How one side looks at the board. Its own men come first, the board is mirrored left to right when its king stands
/// on files e to h (no rule of any game here tells left from right), and, where pawns march, Black looks from his end.
/// In a race both sides run the same way, so there the ranks stay as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective {
    side: Color,
    /// What the square's index is xored with: 7 mirrors the files, 56 the ranks.
    turn: u8,
}

impl Perspective {
    /// The perspective of the side whose king stands on `king`.
    #[must_use]
    pub const fn new(profile: Profile, side: Color, king: Square) -> Self {
        let files = if king.file().index() >= 4 { 7 } else { 0 };
        let ranks = match (profile, side) {
            (Profile::Mate, Color::Black) => 56,
            (Profile::Mate, Color::White) | (Profile::Race, _) => 0,
        };
        Self { side, turn: files | ranks }
    }

    /// The perspective of a side on a board.
    #[must_use]
    pub fn of(profile: Profile, side: Color, board: &Board) -> Self {
        Self::new(profile, side, board.king(side))
    }

    /// Whether files are mirrored.
    #[must_use]
    pub const fn is_mirrored(self) -> bool {
        self.turn & 7 != 0
    }

    /// The input, below [`INPUTS`], that a man on a square switches on.
    #[must_use]
    pub const fn input(self, piece: Piece, square: Square) -> u16 {
        let whose = (piece.color.index() != self.side.index()) as usize;
        ((whose * 6 + piece.kind.index()) * 64 + (square.index() ^ self.turn as usize)) as u16
    }
}
