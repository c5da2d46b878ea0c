//! What a position is worth, for one side.

use std::fmt;
use std::ops::{Add, Neg, Sub};

use khun_board::geometry::Color;

/// A score in hundredths of a pawn, or the distance to a mate (or to a won race), from one side's view.
///
/// Every distance to a game's end is made, read, shown and put into tables here and nowhere else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Score(i16);

/// A lead of White's, in centipawns, as a lead of the side to move; and the other way about.
pub(super) const fn for_mover(lead: i32, mover: Color) -> i32 {
    match mover {
        Color::White => lead,
        Color::Black => -lead,
    }
}

/// The score of a game won this very moment.
const MATE: i16 = 32_000;
/// The longest distance to a game's end, in plies, that a score can hold.
const LONGEST_MATE: i16 = 1_000;

impl Score {
    /// Half a point.
    pub const DRAW: Self = Self(0);
    /// Better than any score: the upper end of a full window.
    pub const MAX: Self = Self(MATE + 1);
    /// Worse than any score: the lower end of a full window.
    pub const MIN: Self = Self(-MATE - 1);
    /// The best score that is a judgement and no proof.
    pub const BEST_JUDGED: Self = Self(MATE - LONGEST_MATE - 1);
    /// The worst score that is a judgement and no proof.
    pub const WORST_JUDGED: Self = Self(-Self::BEST_JUDGED.0);

    /// A judgement in hundredths of a pawn, kept clear of the mates.
    #[must_use]
    pub const fn cp(centipawns: i32) -> Self {
        let (worst, best) = (Self::WORST_JUDGED.0 as i32, Self::BEST_JUDGED.0 as i32);
        Self(if centipawns < worst {
            worst as i16
        } else if centipawns > best {
            best as i16
        } else {
            centipawns as i16
        })
    }

    /// The game is won in so many plies.
    #[must_use]
    pub fn mate_in(plies: usize) -> Self {
        Self(MATE - plies.min(LONGEST_MATE as usize) as i16)
    }

    /// The game is lost in so many plies.
    #[must_use]
    pub fn mated_in(plies: usize) -> Self {
        -Self::mate_in(plies)
    }

    /// The number behind it, in hundredths of a pawn; mates lie beyond every judgement.
    #[must_use]
    pub const fn raw(self) -> i32 {
        self.0 as i32
    }

    /// Whether the game's end is proven.
    #[must_use]
    pub fn is_mate(self) -> bool {
        self > Self::BEST_JUDGED || self < Self::WORST_JUDGED
    }

    /// Whether a win is proven.
    #[must_use]
    pub fn is_win(self) -> bool {
        self > Self::BEST_JUDGED
    }

    /// Whether a loss is proven.
    #[must_use]
    pub fn is_loss(self) -> bool {
        self < Self::WORST_JUDGED
    }

    /// Plies to the game's end: positive when won, zero or negative when lost, `None` of a judgement.
    #[must_use]
    pub fn mate_plies(self) -> Option<i32> {
        let distance = i32::from(MATE) - i32::from(self.0.abs());
        self.is_mate().then_some(if self.0 > 0 { distance } else { -distance })
    }

    /// Moves to the mate as UCI counts them (a ply begun is a move): positive when won, zero or negative when lost.
    #[must_use]
    pub fn mate_moves(self) -> Option<i32> {
        self.mate_plies().map(|plies| plies.signum() * (plies.abs() + 1) / 2)
    }

    /// The form for the table: a mate's distance counts from the node and no longer from the root.
    #[must_use]
    pub fn to_table(self, ply: usize) -> Self {
        self.away_from_zero(ply as i16)
    }

    /// The score of a table's form: a mate's distance counts from the root again.
    #[must_use]
    pub fn from_table(self, ply: usize) -> Self {
        self.away_from_zero(-(ply as i16))
    }

    fn away_from_zero(self, by: i16) -> Self {
        if self.is_win() {
            Self((self.0 + by).min(MATE))
        } else if self.is_loss() {
            Self((self.0 - by).max(-MATE))
        } else {
            self
        }
    }

    /// The 16 bits of it, for tables.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0.cast_unsigned()
    }

    /// The score of 16 bits that [`Score::bits`] made (any others give some score in range).
    #[must_use]
    pub fn from_bits(bits: u16) -> Self {
        Self(bits.cast_signed().clamp(Self::MIN.0, Self::MAX.0))
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;

    /// A margin on top, for windows and pruning: stays in the range of scores.
    fn add(self, margin: i32) -> Self {
        Self((i32::from(self.0) + margin).clamp(Self::MIN.0.into(), Self::MAX.0.into()) as i16)
    }
}

impl Sub<i32> for Score {
    type Output = Self;

    fn sub(self, margin: i32) -> Self {
        self + -margin
    }
}

impl Sub for Score {
    type Output = i32;

    /// The difference in hundredths of a pawn.
    fn sub(self, other: Self) -> i32 {
        i32::from(self.0) - i32::from(other.0)
    }
}

impl fmt::Display for Score {
    /// As UCI writes it after the word `score`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_moves() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_shown_in_moves() {
        for (score, text) in [
            (Score::mate_in(1), "mate 1"),
            (Score::mate_in(2), "mate 1"),
            (Score::mate_in(11), "mate 6"),
            (Score::mated_in(0), "mate 0"),
            (Score::mated_in(1), "mate -1"),
            (Score::mated_in(2), "mate -1"),
            (Score::mated_in(12), "mate -6"),
            (Score::cp(-35), "cp -35"),
            (Score::DRAW, "cp 0"),
        ] {
            assert_eq!(score.to_string(), text);
        }
    }

    #[test]
    fn a_table_holds_the_distance_from_the_node() {
        for score in [Score::mate_in(9), Score::mated_in(12), Score::cp(120), Score::DRAW] {
            assert_eq!(score.to_table(5).from_table(5), score);
        }
        assert_eq!(Score::mate_in(9).to_table(5), Score::mate_in(4));
        assert_eq!(Score::mated_in(9).to_table(5).from_table(3), Score::mated_in(7));
    }

    #[test]
    fn judgements_never_look_like_mates() {
        assert!(!Score::cp(i32::MAX).is_mate() && !Score::cp(i32::MIN).is_mate());
        assert!(Score::mate_in(1_000_000).is_win() && Score::mated_in(1_000_000).is_loss());
        assert!(Score::MIN < Score::mated_in(0) && Score::mate_in(0) < Score::MAX);
    }
}
