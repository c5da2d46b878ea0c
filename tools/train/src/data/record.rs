//! One position with its labels.

use bitflags::bitflags;
use khun_board::board::{Kind, Piece};
use khun_board::geometry::{Bitboard, Color, Square};

bitflags! {
    /// What filters ask about a position.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Flags: u8 {
        /// Black is to move.
        const BLACK = 1;
        /// The first position of a game.
        const FIRST = 2;
        /// The side to move is in check.
        const CHECK = 4;
        /// The best move found is a capture or a promotion (in a race also a king's advance).
        const NOISY = 8;
        /// The score is that of a mate, or an exact ending's.
        const DECIDED = 16;
        /// The game was adjudicated, not played out.
        const ADJUDICATED = 32;
    }
}

/// How the game ended, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Verdict {
    /// It lost.
    Loss,
    /// Nobody won.
    Draw,
    /// It won.
    Win,
}

impl Verdict {
    /// For the side `of`, of a game won by `winner`.
    #[must_use]
    pub fn of(winner: Option<Color>, of: Color) -> Self {
        match winner {
            None => Self::Draw,
            Some(winner) if winner == of => Self::Win,
            Some(_) => Self::Loss,
        }
    }

    /// 0, ½ or 1 point.
    #[must_use]
    pub fn points(self) -> f32 {
        match self {
            Self::Loss => 0.0,
            Self::Draw => 0.5,
            Self::Win => 1.0,
        }
    }
}

/// What is known about a position beside its men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Labels {
    /// What filters ask; also the side to move.
    pub flags: Flags,
    /// How the game ended, for the side to move.
    pub verdict: Verdict,
    /// The search's score in centipawns, for the side to move.
    pub score: i16,
    /// Plies played before.
    pub ply: u16,
    /// The running count: limit in moves, and plies counted.
    pub count: Option<(u8, u8)>,
}

/// A position and its labels in 32 bytes: occupied squares (8, little endian), men in the order of their squares, four
/// bits each, low half first, kind + 8 for Black (16), score (2), ply (2), flags (1), verdict (1), count's limit in
/// moves or 0 (1), count in plies (1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Packed(pub [u8; 32]);

impl Packed {
    /// Packs men, given in the order of their squares, and labels; men beyond the thirty-second are left out.
    #[must_use]
    pub fn new(men: impl IntoIterator<Item = (Square, Piece)>, labels: Labels) -> Self {
        let mut bytes = [0; 32];
        let mut occupied = Bitboard::EMPTY;
        for (number, (square, piece)) in men.into_iter().take(32).enumerate() {
            occupied = occupied.with(square);
            let code = piece.kind.index() as u8 + 8 * piece.color.index() as u8;
            bytes[8 + number / 2] |= code << (4 * (number % 2));
        }
        bytes[..8].copy_from_slice(&occupied.0.to_le_bytes());
        bytes[24..26].copy_from_slice(&labels.score.to_le_bytes());
        bytes[26..28].copy_from_slice(&labels.ply.to_le_bytes());
        bytes[28] = labels.flags.bits();
        bytes[29] = labels.verdict as u8;
        if let Some((limit, plies)) = labels.count {
            bytes[30] = limit;
            bytes[31] = plies;
        }
        Self(bytes)
    }

    /// The occupied squares.
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        Bitboard(u64::from_le_bytes(std::array::from_fn(|i| self.0[i])))
    }

    /// The men, in the order of their squares.
    pub fn men(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().zip(0..32).map(|(square, number)| {
            let code = self.0[8 + number / 2] >> (4 * (number % 2)) & 15;
            let color = if code & 8 == 0 { Color::White } else { Color::Black };
            (square, Piece { color, kind: Kind::ALL[usize::from(code & 7).min(5)] })
        })
    }

    /// The side to move.
    #[must_use]
    pub fn to_move(&self) -> Color {
        if self.flags().contains(Flags::BLACK) { Color::Black } else { Color::White }
    }

    /// What filters ask.
    #[must_use]
    pub fn flags(&self) -> Flags {
        Flags::from_bits_truncate(self.0[28])
    }

    /// The search's score in centipawns, for the side to move.
    #[must_use]
    pub fn score(&self) -> i16 {
        i16::from_le_bytes([self.0[24], self.0[25]])
    }

    /// How the game ended, for the side to move.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match self.0[29] {
            0 => Verdict::Loss,
            1 => Verdict::Draw,
            _ => Verdict::Win,
        }
    }

    /// All labels.
    #[must_use]
    pub fn labels(&self) -> Labels {
        Labels {
            flags: self.flags(),
            verdict: self.verdict(),
            score: self.score(),
            ply: u16::from_le_bytes([self.0[26], self.0[27]]),
            count: (self.0[30] != 0).then_some((self.0[30], self.0[31])),
        }
    }

    /// The same with the game's end written in.
    #[must_use]
    pub fn judged(mut self, winner: Option<Color>) -> Self {
        self.0[29] = Verdict::of(winner, self.to_move()) as u8;
        self
    }

    /// The same with more flags.
    #[must_use]
    pub fn flagged(mut self, flags: Flags) -> Self {
        self.0[28] |= flags.bits();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_loses_nothing() {
        let men: Vec<_> = Square::all()
            .step_by(2)
            .enumerate()
            .map(|(i, square)| (square, Piece { color: Color::ALL[i % 2], kind: Kind::ALL[i % 6] }))
            .collect();
        let labels = Labels {
            flags: Flags::BLACK | Flags::FIRST | Flags::NOISY,
            verdict: Verdict::Win,
            score: -1234,
            ply: 321,
            count: Some((64, 128)),
        };
        let packed = Packed::new(men.clone(), labels);
        assert_eq!(packed.men().collect::<Vec<_>>(), men);
        assert_eq!(packed.labels(), labels);
        assert_eq!(packed.judged(Some(Color::White)).verdict(), Verdict::Loss);
        let quiet = Packed::new(men, Labels { count: None, ..labels });
        assert_eq!(quiet.labels().count, None);
    }
}
