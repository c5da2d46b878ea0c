//! Fits the engine's model of chances (`khun::uci::wdl`) to scores and results by greatest likelihood, and checks it on
//! games that the fit has not seen.

use std::array;
use std::fmt;
use std::path::PathBuf;

use anyhow::{Context, Result};
use khun::uci::wdl::{Model, Regime, Situation, TERMS, chance_of_a_win};
use khun_board::rules::Profile;

use crate::data::{Flags, Packed, Shard, Verdict};

/// Every so many games one is kept out of the fit.
const KEPT_OUT: u64 = 5;
/// Numbers of a row: those of the even score, then those of the width.
const NUMBERS: usize = 2 * TERMS;
/// No chance is thought smaller, so that a single surprise does not weigh without end.
const LEAST_CHANCE: f64 = 1e-6;
/// Lower ends of the buckets that scores of the side ahead are sorted into, in centipawns.
const BUCKETS: [i32; 9] = [0, 50, 100, 200, 300, 500, 800, 1200, 2000];
/// Scores of the side ahead, in centipawns, at which the plies left are looked at.
const CLEAR_LEAD: std::ops::Range<f64> = 200.0..800.0;
/// Plies of the buckets that counts are sorted into.
const PLIES: u16 = 32;

/// A position as the fit sees it.
#[derive(Clone, Copy, Debug)]
struct Sample {
    situation: Situation,
    score: f64,
    verdict: Verdict,
    left: Option<u16>,
}

/// Chances of a loss, a draw and a win, 0 to 1, in the order of [`Verdict`].
type Chances = [f64; 3];

/// One regime's fit.
struct Fit {
    regime: Regime,
    model: Model,
    positions: usize,
    games: u64,
    kept: Vec<Sample>,
    /// Mean loss on the kept games with one, two, … terms.
    losses: [f64; TERMS],
    /// Mean loss on the kept games of the row that the engine has now.
    present: f64,
}

/// All fits of some data.
pub struct Report(Vec<Fit>);

impl Report {
    /// Reads files and fits one row for each regime that they hold.
    ///
    /// # Errors
    ///
    /// When a file cannot be read or is not a data file.
    pub fn of(files: &[PathBuf]) -> Result<Self> {
        let mut parts: [(Vec<Sample>, Vec<Sample>, u64); 3] = array::from_fn(|_| Default::default());
        let (mut game, mut last) = (0, [0; 3]);
        for path in files {
            let shard = Shard::read(path).with_context(|| path.display().to_string())?;
            for record in &shard.records {
                game += u64::from(record.flags().contains(Flags::FIRST));
                let Some(sample) = sample(shard.header.profile, record) else { continue };
                let at = sample.situation.regime as usize;
                let (fitted, kept, games) = &mut parts[at];
                *games += u64::from(last[at] != game);
                last[at] = game;
                if game % KEPT_OUT == 0 { kept.push(sample) } else { fitted.push(sample) }
            }
        }
        let parts =
            Regime::ALL.into_iter().zip(parts).filter(|(_, (fitted, kept, _))| !fitted.is_empty() && !kept.is_empty());
        Ok(Self(parts.map(|(regime, (fitted, kept, games))| Fit::of(regime, &fitted, kept, games)).collect()))
    }
}

/// What is learnt from a position; nothing where the score is a proof.
fn sample(profile: Profile, record: &Packed) -> Option<Sample> {
    let labels = record.labels();
    if labels.flags.contains(Flags::DECIDED) {
        return None;
    }
    let left = labels.count.map(|(moves, plies)| (2 * u16::from(moves)).saturating_sub(u16::from(plies)));
    let situation = Situation::new(profile, record.occupied().len() as u16, left);
    Some(Sample { situation, score: f64::from(labels.score), verdict: labels.verdict, left })
}

fn chances(model: &Model, sample: &Sample) -> Chances {
    let shape = model.at(&sample.situation.terms);
    let [loss, win] = [-sample.score, sample.score].map(|score| chance_of_a_win(shape, score));
    [loss, 1.0 - win - loss, win]
}

/// Mean of the negative logarithms of what happened.
fn loss(model: &Model, samples: &[Sample]) -> f64 {
    let surprise = |sample: &Sample| -chances(model, sample)[sample.verdict as usize].max(LEAST_CHANCE).ln();
    samples.iter().map(surprise).sum::<f64>() / samples.len() as f64
}

/// Whether the row makes sense for all samples: draws have a chance, and better scores are better.
fn is_sound(model: &Model, samples: &[Sample]) -> bool {
    samples.iter().all(|sample| {
        let (even, width) = model.at(&sample.situation.terms);
        even > 1.0 && width > 1.0
    })
}

/// The slope of one sample's loss along the row's numbers.
fn slope(model: &Model, sample: &Sample) -> [f64; NUMBERS] {
    let (even, width) = model.at(&sample.situation.terms);
    let [loss, draw, win] = chances(model, sample);
    let steep = |chance: f64| chance * (1.0 - chance) / width;
    // How far the score lies from the even one, either way, in widths.
    let [up, down] = [sample.score, -sample.score].map(|score| (score - even) / width);
    let (chance, by_even, by_width) = match sample.verdict {
        Verdict::Win => (win, -steep(win), -steep(win) * up),
        Verdict::Loss => (loss, -steep(loss), -steep(loss) * down),
        Verdict::Draw => (draw, steep(win) + steep(loss), steep(win) * up + steep(loss) * down),
    };
    let chance = chance.max(LEAST_CHANCE);
    array::from_fn(|i| {
        let by = if i < TERMS { by_even } else { by_width };
        -by / chance * sample.situation.terms[i % TERMS]
    })
}

impl Fit {
    fn of(regime: Regime, fitted: &[Sample], kept: Vec<Sample>, games: u64) -> Self {
        let mut model = Model { even: [300.0, 0.0, 0.0], width: [200.0, 0.0, 0.0] };
        // One term more at a time: the start is then never far from the end.
        let losses = array::from_fn(|last| {
            model = descend(model, fitted, last + 1);
            loss(&model, &kept)
        });
        let present = loss(&regime.model(), &kept);
        Self { regime, model, positions: fitted.len() + kept.len(), games, kept, losses, present }
    }
}

/// Newton's method with Fisher's information in place of the second derivatives, damped as by Levenberg and Marquardt,
/// over the first `terms` terms.
fn descend(mut model: Model, samples: &[Sample], terms: usize) -> Model {
    let free: Vec<usize> = (0..NUMBERS).filter(|number| number % TERMS < terms).collect();
    let mut now = loss(&model, samples);
    let mut damping = 1e-2;
    for _ in 0..100 {
        let mut gradient = vec![0.0; free.len()];
        let mut information = vec![vec![0.0; free.len()]; free.len()];
        for sample in samples {
            let slope = slope(&model, sample);
            for (row, &i) in free.iter().enumerate() {
                gradient[row] += slope[i];
                for (column, &j) in free.iter().enumerate() {
                    information[row][column] += slope[i] * slope[j];
                }
            }
        }
        let before = now;
        while damping < 1e8 {
            let mut damped = information.clone();
            for (i, row) in damped.iter_mut().enumerate() {
                row[i] *= 1.0 + damping;
            }
            let mut next = model;
            for (step, &i) in solve(damped, gradient.clone()).into_iter().zip(&free) {
                let number = if i < TERMS { &mut next.even[i] } else { &mut next.width[i - TERMS] };
                *number -= step;
            }
            let then = if is_sound(&next, samples) { loss(&next, samples) } else { f64::INFINITY };
            if then <= now {
                (model, now) = (next, then);
                damping = (damping / 4.0).max(1e-9);
                break;
            }
            damping *= 4.0;
        }
        if before - now < 1e-9 {
            break;
        }
    }
    model
}

/// Solves `matrix · x = right` for a positive definite matrix, by elimination.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for pivot in 0..size {
        for row in pivot + 1..size {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let (upper, lower) = matrix.split_at_mut(row);
            for (cell, above) in lower[0].iter_mut().zip(&upper[pivot]) {
                *cell -= factor * above;
            }
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

/// Positions of one bucket: foretold chances and what came of them, for the side ahead.
#[derive(Clone, Copy, Default)]
struct Bucket {
    positions: u64,
    foretold: Chances,
    observed: Chances,
}

impl Bucket {
    fn add(&mut self, model: &Model, sample: &Sample) {
        let (mut foretold, mut result) = (chances(model, sample), sample.verdict as usize);
        if sample.score < 0.0 {
            foretold.reverse();
            result = 2 - result;
        }
        self.positions += 1;
        self.observed[result] += 1.0;
        self.foretold.iter_mut().zip(foretold).for_each(|(sum, chance)| *sum += chance);
    }
}

impl fmt::Display for Bucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |chances: &Chances| {
            let [loss, draw, win] = chances.map(|sum| 100.0 * sum / self.positions as f64);
            format!("{win:.1} / {draw:.1} / {loss:.1}")
        };
        write!(f, "{} | {} | {} |", self.positions, percent(&self.foretold), percent(&self.observed))
    }
}

const HEADINGS: &str = "positions | foretold win / draw / loss, % | observed |\n|---|---|---|---|";

impl fmt::Display for Fit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { regime, model, positions, games, losses, present, .. } = self;
        writeln!(f, "{regime:?}: {positions} positions of {games} games; one game in {KEPT_OUT} kept out of the fit")?;
        writeln!(f, "row: even {:.1?}, width {:.1?}", model.even, model.width)?;
        writeln!(f, "loss on kept games with 1, 2, 3 terms: {losses:.4?}; the engine's present row: {present:.4}\n")?;
        writeln!(f, "| score of the side ahead | {HEADINGS}")?;
        let mut buckets = [Bucket::default(); BUCKETS.len()];
        for sample in &self.kept {
            let at = BUCKETS.partition_point(|&least| f64::from(least) <= sample.score.abs()).saturating_sub(1);
            buckets[at].add(model, sample);
        }
        for (at, bucket) in buckets.iter().enumerate().filter(|(_, bucket)| bucket.positions > 0) {
            match BUCKETS.get(at + 1) {
                Some(above) => write!(f, "| {} to {above} ", BUCKETS[at])?,
                None => write!(f, "| {} and more ", BUCKETS[at])?,
            }
            writeln!(f, "| {bucket}")?;
        }
        let counted: Vec<_> = self.kept.iter().filter(|sample| CLEAR_LEAD.contains(&sample.score.abs())).collect();
        let mut buckets = [Bucket::default(); 5];
        for (sample, left) in counted.into_iter().filter_map(|sample| Some((sample, sample.left?))) {
            buckets[usize::from(left / PLIES).min(4)].add(model, sample);
        }
        if buckets.iter().all(|bucket| bucket.positions == 0) {
            return writeln!(f);
        }
        writeln!(f, "\n| plies left, score {CLEAR_LEAD:?} | {HEADINGS}")?;
        for (at, bucket) in (0..).zip(&buckets).filter(|(_, bucket)| bucket.positions > 0) {
            writeln!(f, "| {} to {} | {bucket}", at * PLIES, (at + 1) * PLIES - 1)?;
        }
        writeln!(f)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|fit| fit.fmt(f))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn a_fit_finds_the_row_that_games_were_drawn_from() {
        let truth = Model { even: [300.0, -100.0, 50.0], width: [150.0, 30.0, -20.0] };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut drawn = |_| {
            let situation = Situation::new(Profile::Mate, rng.random_range(4..=32), None);
            let mut sample =
                Sample { situation, score: rng.random_range(-900.0..900.0), verdict: Verdict::Loss, left: None };
            let [loss, draw, _] = chances(&truth, &sample);
            let dice: f64 = rng.random();
            if dice >= loss {
                sample.verdict = if dice < loss + draw { Verdict::Draw } else { Verdict::Win };
            }
            sample
        };
        let samples: Vec<_> = (0..40_000).map(&mut drawn).collect();
        let found = Fit::of(Regime::Free, &samples, samples[..1000].to_vec(), 1).model;
        let numbers = |model: &Model| [model.even, model.width].concat();
        for (found, true_one) in numbers(&found).iter().zip(numbers(&truth)) {
            assert!((found - true_one).abs() < 15.0, "{found} for {true_one}");
        }
    }
}
