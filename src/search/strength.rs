//! Playing weaker than one can, like a weaker person rather than a broken engine: looking less far, and now and then
//! playing a move that only looks nearly as good.
//!
//! A level is a number of the Elo scale. What it plays with stands in a table of rungs for each kind of game, weakest
//! first; between two rungs everything changes evenly, so that the ladder is monotone by construction. The rungs' Elo
//! was measured in games: `docs/strength.md`, "Levels".

use std::ops::RangeInclusive;

use crate::eval::Score;
use crate::search::clock::Limits;
use khun_board::rules::Profile;

/// How strongly to play, as a place on the Elo scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Strength(u16);

/// What a level plays with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limitation {
    /// How many positions a search may look at.
    pub nodes: u64,
    /// The deepest iteration, in plies: where few men are left, a limit of positions alone would see too far.
    pub depth: u32,
    /// How far below the best a move may look, in centipawns, before it is chosen e times less often than the best.
    pub spread: f64,
}

/// A place on the Elo scale and what is played with there.
struct Rung {
    elo: u16,
    limitation: Limitation,
}

const fn rung(elo: u16, depth: u32, nodes: u64, spread: f64) -> Rung {
    Rung { elo, limitation: Limitation { nodes, depth, spread } }
}

/// The rungs of games of mate.
const MATE: [Rung; 10] = [
    rung(250, 1, 6_000, 1200.0),
    rung(500, 1, 6_000, 350.0),
    rung(750, 1, 6_000, 240.0),
    rung(1000, 1, 6_000, 165.0),
    rung(1250, 1, 6_000, 113.0),
    rung(1500, 2, 6_000, 70.0),
    rung(1750, 3, 6_000, 42.0),
    rung(2000, 4, 6_000, 25.0),
    rung(2250, 6, 7_500, 14.5),
    rung(2500, 7, 8_500, 11.5),
];

/// The rungs of races. Their captures run on long, so even a first glance at every move takes up to 8,000 positions.
const RACE: [Rung; 10] = [
    rung(250, 1, 16_000, 1200.0),
    rung(500, 1, 16_000, 450.0),
    rung(750, 1, 16_000, 285.0),
    rung(1000, 1, 16_000, 194.0),
    rung(1250, 1, 16_000, 159.0),
    rung(1500, 1, 16_000, 124.0),
    rung(1750, 1, 16_000, 97.0),
    rung(2000, 2, 16_000, 74.0),
    rung(2250, 3, 16_000, 36.0),
    rung(2500, 5, 16_000, 26.0),
];

/// Most lines that are compared before one is chosen.
const MOST_LINES: f64 = 64.0;
/// Centipawns of spread that one line more is compared for.
const SPREAD_A_LINE: f64 = 15.0;

impl Strength {
    /// The levels of `Skill Level`; the last one is full strength.
    pub const LEVELS: RangeInclusive<u16> = 0..=20;

    /// The scale of `UCI_Elo`. Its steps are those that games between levels showed; its middle lies near
    /// that of Fairy-Stockfish. The top is the strongest limited play.
    pub const ELO: RangeInclusive<u16> = 250..=2500;

    /// The level that `UCI_Elo` asks for; a number outside the scale gets its nearest end.
    #[must_use]
    pub fn from_elo(elo: u16) -> Self {
        Self(elo.clamp(*Self::ELO.start(), *Self::ELO.end()))
    }

    /// The level of `Skill Level`, in even steps of the Elo scale; `None` is full strength.
    #[must_use]
    pub fn from_skill(level: u16) -> Option<Self> {
        let top = *Self::LEVELS.end();
        let (low, high) = (*Self::ELO.start(), *Self::ELO.end());
        (level < top).then(|| Self(low + level * ((high - low) / (top - 1))))
    }

    /// Where the level stands on the Elo scale.
    #[must_use]
    pub fn elo(self) -> u16 {
        self.0
    }

    /// What the level plays with in games of this kind.
    #[must_use]
    pub fn limitation(self, profile: Profile) -> Limitation {
        let rungs: &[Rung] = match profile {
            Profile::Mate => &MATE,
            Profile::Race => &RACE,
        };
        let above = rungs.partition_point(|rung| rung.elo < self.0).clamp(1, rungs.len() - 1);
        let (low, high) = (&rungs[above - 1], &rungs[above]);
        let along = f64::from(self.0.saturating_sub(low.elo)) / f64::from(high.elo - low.elo);
        low.limitation.towards(high.limitation, along.min(1.0))
    }
}

impl Limitation {
    /// Part of the way (0 to 1) towards another limitation: nodes by factors, the rest by differences.
    fn towards(self, other: Self, along: f64) -> Self {
        let between = |low: f64, high: f64| low + (high - low) * along;
        Self {
            nodes: between((self.nodes as f64).ln(), (other.nodes as f64).ln()).exp().round() as u64,
            depth: between(f64::from(self.depth), f64::from(other.depth)).round() as u32,
            spread: between(self.spread, other.spread),
        }
    }

    /// Limits as they are at this strength: no more nodes and no deeper iterations than it looks at.
    #[must_use]
    pub fn applied_to(self, limits: &Limits) -> Limits {
        let least = |wanted: Option<u64>, most: u64| Some(wanted.map_or(most, |wanted| wanted.min(most)));
        Limits {
            nodes: least(limits.nodes, self.nodes),
            depth: Some(limits.depth.map_or(self.depth, |depth| depth.min(self.depth))),
            ..limits.clone()
        }
    }

    /// How many lines to compare before choosing: as many as the client wants to see, or more where the choice is wide.
    #[must_use]
    pub fn candidates(self, wanted: usize) -> usize {
        wanted.max((1.0 + self.spread / SPREAD_A_LINE).ceil().min(MOST_LINES) as usize)
    }

    /// Which of several lines to play: `scores` from the side to move's view, in any order; `dice` a random number that is
    /// spread evenly over all 64 bits. `None` when there are no lines. A win that is seen is played, the shortest.
    ///
    /// Each line is weighted by `exp(−(best − score) / spread)`: near-equal moves come about equally often, blunders
    /// seldom, and the stronger the level, the more seldom.
    #[must_use]
    pub fn choose(self, scores: &[Score], dice: u64) -> Option<usize> {
        let best = scores.iter().copied().max()?;
        if best.is_win() {
            return scores.iter().position(|&score| score == best);
        }
        // Never zero, so that the strongest level chooses among equals only.
        let spread = self.spread.max(1.0);
        let weight = |score: Score| (-f64::from(best - score) / spread).exp();
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

/// Spreads what little differs between two numbers over all 64 bits (the mix64, the finaliser of SplitMix64).
pub const fn mix64(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROFILES: [Profile; 2] = [Profile::Mate, Profile::Race];

    /// What every level plays with, weakest first.
    fn ladder(profile: Profile) -> impl Iterator<Item = Limitation> {
        Strength::ELO.map(move |elo| Strength::from_elo(elo).limitation(profile))
    }

    #[test]
    fn a_higher_rung_looks_at_no_fewer_positions_and_errs_no_more() {
        for profile in PROFILES {
            for (low, high) in ladder(profile).zip(ladder(profile).skip(1)) {
                assert!(low.nodes <= high.nodes && low.depth <= high.depth, "{low:?} {high:?}");
                assert!(low.spread >= high.spread && low.candidates(1) >= high.candidates(1), "{low:?} {high:?}");
            }
        }
    }

    #[test]
    fn the_tables_span_the_scale() {
        for rungs in [&MATE[..], &RACE[..]] {
            assert!(rungs.is_sorted_by(|low, high| low.elo < high.elo));
            assert_eq!(rungs[0].elo..=rungs[rungs.len() - 1].elo, Strength::ELO);
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
        let often = |limitation: Limitation| {
            let dice = |step: u64| step << 54;
            (0..1024).filter(|&step| limitation.choose(&[Score::DRAW, Score::cp(-200)], dice(step)) == Some(1)).count()
        };
        for profile in PROFILES {
            let counts: Vec<_> = ladder(profile).step_by(100).map(often).collect();
            assert!(counts.is_sorted_by(|weak, strong| weak >= strong), "{counts:?}");
            assert!(counts[0] > 200 && counts.last() == Some(&0), "{counts:?}");
        }
    }

    #[test]
    fn the_choice_is_always_one_of_the_lines() {
        for dice in [0, 1, u64::MAX / 2, u64::MAX] {
            for limitation in ladder(Profile::Mate).step_by(500) {
                assert_eq!(limitation.choose(&[], dice), None);
                assert!(
                    limitation
                        .choose(&[Score::MIN, Score::DRAW, Score::BEST_JUDGED], dice)
                        .is_some_and(|index| index < 3)
                );
            }
        }
    }
}
