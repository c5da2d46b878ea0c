//! Playing weaker than one can, like a weaker person rather than a broken engine: fewer positions looked at, and now
//! and then a move that only looks nearly as good.
//!
//! A level is one number between the weakest play and the full strength; everything else follows from it, so that the
//! ladder is monotone by construction. What its rungs are worth is a matter of games: see [`Strength::ELO`].

use std::ops::RangeInclusive;

/// How strongly to play, from 0 (the weakest) to [`Strength::STEPS`] (the strongest play that is still limited).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Strength(u16);

/// Positions that the weakest level looks at: a first glance at each move.
const FEWEST_NODES: f64 = 200.0;
/// Doublings of that number from the weakest level to the strongest.
const DOUBLINGS: f64 = 11.0;
/// Plies that the weakest level looks ahead, and how many more the strongest does.
const DEPTH: (f64, f64) = (1.0, 19.0);
/// Lines that the weakest level compares before it chooses.
const MOST_LINES: f64 = 10.0;
/// How far below the best a move may look, in centipawns, before the weakest level plays it only one time in e.
const WIDEST_SPREAD: f64 = 300.0;

impl Strength {
    /// The levels of `Skill Level`; the last one is full strength.
    pub const LEVELS: RangeInclusive<u16> = 0..=20;

    /// The scale of `UCI_Elo`. Its zero is a convention (a beginner near the foot); what its steps are worth is for
    /// games between levels to say. The top is the strongest limited play.
    pub const ELO: RangeInclusive<u16> = 500..=2500;

    /// Steps of the ladder: as fine as the Elo scale, so that every `UCI_Elo` is a level of its own.
    pub const STEPS: u16 = *Self::ELO.end() - *Self::ELO.start();

    /// The level that `UCI_Elo` asks for; a number outside the scale gets its nearest end.
    #[must_use]
    pub fn from_elo(elo: u16) -> Self {
        Self(elo.clamp(*Self::ELO.start(), *Self::ELO.end()) - Self::ELO.start())
    }

    /// The level of `Skill Level`; `None` is full strength.
    #[must_use]
    pub fn from_skill(level: u16) -> Option<Self> {
        let top = *Self::LEVELS.end();
        (level < top).then(|| Self(level * Self::STEPS / top))
    }

    /// Where the level stands on the Elo scale.
    #[must_use]
    pub fn elo(self) -> u16 {
        Self::ELO.start() + self.0
    }

    /// From 0 (the weakest) to 1 (the strongest limited level).
    fn height(self) -> f64 {
        f64::from(self.0) / f64::from(Self::STEPS)
    }

    /// How many positions a search may look at.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub fn nodes(self) -> u64 {
        (FEWEST_NODES * (self.height() * DOUBLINGS).exp2()) as u64
    }

    /// The deepest iteration, in plies: where few men are left, a limit of positions alone would see too far.
    #[allow(clippy::cast_possible_truncation)]
    pub(super) fn depth(self) -> i32 {
        let (least, more) = DEPTH;
        (least + self.height() * more).round() as i32
    }

    /// How many lines to compare before choosing: at least as many as the client wants to see, and at least two, so
    /// that there is a choice.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub fn candidates(self, wanted: usize) -> usize {
        wanted.max((2.0 + (MOST_LINES - 2.0) * (1.0 - self.height())).round() as usize)
    }

    /// How far below the best a move may look, in centipawns, before it is chosen e times less often than the best.
    fn spread(self) -> f64 {
        WIDEST_SPREAD * (1.0 - self.height()).powi(2)
    }

    /// Which of several lines to play: `scores` in centipawns from the side to move's view, in any order; `dice` a
    /// random number that is spread evenly over all 64 bits. `None` when there are no lines.
    ///
    /// Each line is weighted by `exp(−(best − score) / spread)`: near-equal moves come about equally often, blunders
    /// seldom, and the stronger the level, the more seldom.
    #[must_use]
    pub fn choose(self, scores: &[i32], dice: u64) -> Option<usize> {
        let best = scores.iter().copied().max()?;
        // Never zero, so that the strongest level chooses among equals only.
        let spread = self.spread().max(1.0);
        let weight = |score: i32| (-f64::from(best.saturating_sub(score)) / spread).exp();
        let total: f64 = scores.iter().map(|&score| weight(score)).sum();
        // The top 53 bits are what a float between 0 and 1 holds exactly.
        let mut rest = (dice >> 11) as f64 / (1u64 << 53) as f64 * total;
        for (index, &score) in scores.iter().enumerate() {
            rest -= weight(score);
            if rest < 0.0 {
                return Some(index);
            }
        }
        scores.iter().position(|&score| score == best)
    }
}

/// Spreads what little differs between two numbers over all 64 bits (the finaliser of SplitMix64).
pub(super) const fn stirred(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every rung of the ladder in order.
    fn ladder() -> impl Iterator<Item = Strength> {
        (*Strength::ELO.start()..=*Strength::ELO.end()).map(Strength::from_elo)
    }

    #[test]
    fn a_higher_rung_looks_at_no_fewer_positions_and_errs_no_more() {
        for (low, high) in ladder().zip(ladder().skip(1)) {
            assert!(low < high && low.nodes() <= high.nodes() && low.depth() <= high.depth());
            assert!(low.spread() >= high.spread() && low.candidates(1) >= high.candidates(1));
        }
    }

    #[test]
    fn skill_levels_span_the_ladder_and_end_in_full_strength() {
        assert_eq!(Strength::from_skill(0), Some(Strength::from_elo(*Strength::ELO.start())));
        assert_eq!(Strength::from_skill(*Strength::LEVELS.end()), None);
        let levels: Vec<_> = Strength::LEVELS.filter_map(Strength::from_skill).collect();
        assert!(levels.is_sorted_by(|low, high| low < high));
    }

    #[test]
    fn a_blunder_is_chosen_less_often_the_stronger_the_level() {
        let often = |strength: Strength| {
            let dice = |step: u64| step << 54;
            (0..1024).filter(|&step| strength.choose(&[0, -200], dice(step)) == Some(1)).count()
        };
        let counts: Vec<_> = ladder().step_by(200).map(often).collect();
        assert!(counts.is_sorted_by(|weak, strong| weak >= strong), "{counts:?}");
        assert!(counts[0] > 200 && counts.last() == Some(&0), "{counts:?}");
    }

    #[test]
    fn the_choice_is_always_one_of_the_lines() {
        for dice in [0, 1, u64::MAX / 2, u64::MAX] {
            for strength in ladder().step_by(500) {
                assert_eq!(strength.choose(&[], dice), None);
                assert!(strength.choose(&[i32::MIN, 0, i32::MAX], dice).is_some_and(|index| index < 3));
            }
        }
    }
}
