//! What a match says: the score of game pairs as Elo with its error, and the sequential test.
//!
//! Games come in pairs that share an opening with colours swapped, so their results are not independent; the unit of
//! all statistics here is the pair with its five possible scores (the pentanomial model).

use std::fmt;

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

/// How many pairs brought the first engine 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

/// A difference in strength as the first engine's games show it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Share of the points, 0 to 1.
    pub score: f64,
    /// Elo difference by the logistic curve; infinite when every game went one way.
    pub elo: f64,
    /// Half the width of the 95 % interval, in Elo.
    pub margin: f64,
    /// Elo in units of the pair's own spread, which does not shrink with the share of draws; `None` without a spread.
    pub normalized: Option<f64>,
    /// Likelihood of superiority, 0 to 1.
    pub superiority: f64,
}

impl Pentanomial {
    /// Counts a pair by the half points (0 to 4) that it brought; more is cut to 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// Number of pairs.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Mean and variance of a pair's score per game (0 to 1). `None` without pairs.
    fn moments(&self) -> Option<(f64, f64)> {
        let pairs = self.count() as f64;
        if pairs == 0.0 {
            return None;
        }
        let mean = weighted(&self.0, pairs, |score| score);
        let variance = weighted(&self.0, pairs, |score| (score - mean).powi(2));
        Some((mean, variance))
    }

    /// The estimate, or `None` without pairs.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        let (score, variance) = self.moments()?;
        let error = (variance / self.count() as f64).sqrt();
        let normal = Normal::standard();
        let reach = normal.inverse_cdf(0.975) * error;
        let superiority = if error > 0.0 { normal.cdf((score - 0.5) / error) } else { step(score) };
        // A pair's mean over two games has half the variance of one game, hence the factor 2.
        let normalized = (score - 0.5) / (2.0 * variance).sqrt() * 800.0 / std::f64::consts::LN_10;
        let normalized = Some(normalized).filter(|_| variance > 0.0);
        Some(Estimate {
            score,
            elo: elo_of(score),
            margin: (elo_of((score + reach).min(1.0)) - elo_of((score - reach).max(0.0))) / 2.0,
            normalized,
            superiority,
        })
    }
}

impl fmt::Display for Pentanomial {
    /// The five counts, from two losses to two wins.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [losses, loss_draw, even, win_draw, wins] = self.0;
        write!(f, "{losses}-{loss_draw}-{even}-{win_draw}-{wins}")
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.elo.is_finite() && self.margin.is_finite() {
            write!(f, "{:+.1} ± {:.1} Elo", self.elo, self.margin)
        } else if self.elo.is_finite() {
            write!(f, "{:+.1} Elo (error unknown)", self.elo)
        } else {
            write!(f, "{} Elo", if self.elo > 0.0 { "+∞" } else { "-∞" })
        }
    }
}

fn weighted(counts: &[u64; 5], total: f64, value: impl Fn(f64) -> f64) -> f64 {
    counts.iter().enumerate().map(|(half, &count)| count as f64 / total * value(half as f64 / 4.0)).sum()
}

fn step(score: f64) -> f64 {
    if score > 0.5 {
        1.0
    } else if score < 0.5 {
        0.0
    } else {
        0.5
    }
}

/// Elo difference of an expected score (0 to 1) on the logistic curve.
#[must_use]
pub fn elo_of(score: f64) -> f64 {
    // Adding zero turns the minus zero of an even score into zero.
    -400.0 * (1.0 / score - 1.0).log10() + 0.0
}

/// Expected score (0 to 1) of an Elo difference on the logistic curve.
#[must_use]
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A sequential probability ratio test between two Elo differences.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The first engine is stronger by no more than this (hypothesis 0).
    pub elo0: f64,
    /// It is stronger by at least this (hypothesis 1).
    pub elo1: f64,
    /// Risk of accepting 1 when 0 is true.
    pub alpha: f64,
    /// Risk of accepting 0 when 1 is true.
    pub beta: f64,
}

/// What a finished test accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Hypothesis 0: not the gain that was hoped for.
    H0,
    /// Hypothesis 1.
    H1,
}

impl Sprt {
    /// The log-likelihood ratios at which the test ends, lower and upper.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Log-likelihood ratio of the two hypotheses: each is represented by the distribution over the five pair scores
    /// that has the hypothesis's mean and makes the observed counts most likely (the generalized test; M. Van den
    /// Bergh, "The generalized maximum likelihood ratio for the expectation value of a distribution", 2018).
    #[must_use]
    pub fn ratio(&self, pairs: &Pentanomial) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        // A score never seen yet may still come: a small count keeps the likelihoods finite.
        let counts = pairs.0.map(|count| if count == 0 { 1e-3 } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let at0 = most_likely(&shares, score_of(self.elo0));
        let at1 = most_likely(&shares, score_of(self.elo1));
        (0..5).map(|i| counts[i] * (at1[i] / at0[i]).ln()).sum()
    }

    /// What the test says by now, or `None` to play on.
    #[must_use]
    pub fn verdict(&self, pairs: &Pentanomial) -> Option<Verdict> {
        let (lower, upper) = self.bounds();
        let ratio = self.ratio(pairs);
        if ratio >= upper {
            Some(Verdict::H1)
        } else if ratio <= lower {
            Some(Verdict::H0)
        } else {
            None
        }
    }
}

/// The distribution over the five scores with this mean under which the observed shares are most likely.
///
/// By a Lagrange multiplier each share becomes `share / (1 + t (score - mean))`, with the one `t` that gives the mean.
fn most_likely(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    let offset = |i: usize| i as f64 / 4.0 - mean;
    let excess = |t: f64| (0..5).map(|i| shares[i] * offset(i) / (1.0 + t * offset(i))).sum::<f64>();
    // All five denominators are positive between these two; the excess falls from +∞ to -∞ there.
    let (mut low, mut high) = (-1.0 / offset(4), -1.0 / offset(0));
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let t = f64::midpoint(low, high);
    std::array::from_fn(|i| shares[i] / (1.0 + t * offset(i)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(got: f64, want: f64) {
        assert!((got - want).abs() <= 0.01 * (1.0 + want.abs()), "{got} is not {want}");
    }

    /// Expected values: fastchess's `elo_test.cpp` (2026-07).
    #[test]
    fn pentanomial_estimates_agree_with_fastchess() {
        let table = [
            ([34, 54, 63, 64, 75], 55.58, 27.65, 57.94, 1.0, 0.579),
            ([332, 433, 498, 333, 334], -8.64, 10.33, -9.17, 0.0505, 0.488),
            ([7895, 8757, 5685, 568, 9999], -21.04, 2.95, -19.01, 0.0, 0.470),
        ];
        for (counts, elo, margin, normalized, superiority, score) in table {
            let estimate = Pentanomial(counts).estimate().unwrap();
            close(estimate.elo, elo);
            close(estimate.margin, margin);
            close(estimate.normalized.unwrap(), normalized);
            assert!((estimate.superiority - superiority).abs() < 1e-4, "{estimate:?}");
            assert!((estimate.score - score).abs() < 1e-3, "{estimate:?}");
        }
    }

    /// Expected values: fastchess's `sprt_test.cpp` (2026-07), logistic pentanomial cases.
    #[test]
    fn likelihood_ratios_agree_with_fastchess() {
        let first = Sprt { elo0: 0.5, elo1: 2.5, alpha: 0.05, beta: 0.05 };
        close(first.ratio(&Pentanomial([223, 9863, 21279, 10037, 246])), -3.07);
        let second = Sprt { elo0: 0.0, elo1: 2.0, alpha: 0.05, beta: 0.05 };
        close(second.ratio(&Pentanomial([871, 26175, 55983, 26678, 821])), -4.98);
    }

    /// When only the two extreme scores occur, the mean fixes their shares and the ratio is Wald's binomial one,
    /// w ln(p1/p0) + l ln((1-p1)/(1-p0)); the small counts of the other three leave a trace below the tolerance.
    #[test]
    fn two_outcomes_give_the_binomial_ratio() {
        let test = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
        let (p0, p1) = (score_of(0.0), score_of(10.0));
        let (wins, losses) = (550.0, 450.0);
        let wald = wins * (p1 / p0).ln() + losses * ((1.0 - p1) / (1.0 - p0)).ln();
        close(test.ratio(&Pentanomial([450, 0, 0, 0, 550])), wald);
    }

    #[test]
    fn bounds_are_walds() {
        let (lower, upper) = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 }.bounds();
        close(lower, -2.944);
        close(upper, 2.944);
    }

    #[test]
    fn a_clear_lead_ends_the_test_and_none_does_not() {
        let test = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
        assert_eq!(test.verdict(&Pentanomial::default()), None);
        assert_eq!(test.verdict(&Pentanomial([0, 0, 10, 0, 0])), None);
        assert_eq!(test.verdict(&Pentanomial([10, 50, 300, 250, 200])), Some(Verdict::H1));
        assert_eq!(test.verdict(&Pentanomial([200, 250, 300, 50, 10])), Some(Verdict::H0));
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-400.0, -10.0, 0.0, 3.5, 200.0] {
            assert!((elo_of(score_of(elo)) - elo).abs() < 1e-9);
        }
        close(score_of(400.0), 10.0 / 11.0);
    }
}
