//! AdamW: steps scaled by each weight's own history, with decay apart from the gradient (Loshchilov & Hutter 2019).

use rayon::prelude::*;
use wide::f32x16;

use crate::trainer::model::{Layout, Weights};

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// Vectors handled in one piece.
const PIECE: usize = 1024;

/// The optimiser's state.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    /// Mean of the gradients.
    pub mean: Weights,
    /// Mean of their squares.
    pub square: Weights,
    /// Steps made.
    pub steps: u64,
}

/// What one step is made with.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// How far to go.
    pub learning: f32,
    /// Share of a weight that decays at learning rate 1.
    pub decay: f32,
    /// The longest gradient (Euclidean norm of the batch's mean) that is followed in full.
    pub longest: f32,
}

impl Adam {
    /// No history yet.
    #[must_use]
    pub fn new(layout: Layout) -> Self {
        Self { mean: Weights::zero(layout), square: Weights::zero(layout), steps: 0 }
    }

    /// One step down the sum of the gradients, divided by the samples they are sums of. The gradients are zero after.
    pub fn step(&mut self, weights: &mut Weights, gradients: &mut [Weights], samples: usize, rates: Rates) {
        let Some((total, others)) = gradients.split_first_mut() else { return };
        for other in others {
            total.lanes.par_chunks_mut(PIECE).zip(other.lanes.par_chunks_mut(PIECE)).for_each(|(total, other)| {
                for (total, other) in total.iter_mut().zip(other) {
                    *total += std::mem::take(other);
                }
            });
        }
        let squares: f32 = total
            .lanes
            .par_chunks(PIECE)
            .map(|piece| piece.iter().map(|&g| g * g).fold(f32x16::ZERO, |a, b| a + b).reduce_add())
            .sum();
        let mean = 1.0 / samples.max(1) as f32;
        let norm = squares.sqrt() * mean;
        let factor = f32x16::splat(mean * (rates.longest / norm.max(f32::MIN_POSITIVE)).min(1.0));
        self.steps += 1;
        let corrected = |beta: f32| 1.0 - (f64::from(beta)).powf(self.steps as f64) as f32;
        let rate = rates.learning / corrected(BETA1);
        let root = f32x16::splat(corrected(BETA2).sqrt().recip());
        let keep = f32x16::splat(1.0 - rates.learning * rates.decay);
        let layout = weights.layout;
        let lists = weights.lanes.par_chunks_mut(PIECE).zip(total.lanes.par_chunks_mut(PIECE));
        let moments = self.mean.lanes.par_chunks_mut(PIECE).zip(self.square.lanes.par_chunks_mut(PIECE));
        lists.zip(moments).enumerate().for_each(|(piece, ((weights, gradients), (means, squares)))| {
            for i in 0..weights.len() {
                let gradient = std::mem::take(&mut gradients[i]) * factor;
                means[i] = means[i] * BETA1 + gradient * (1.0 - BETA1);
                squares[i] = squares[i] * BETA2 + gradient * gradient * (1.0 - BETA2);
                let step = means[i] * rate / (squares[i].sqrt() * root + EPSILON);
                let limit = f32x16::splat(layout.limit(piece * PIECE + i));
                weights[i] = (weights[i] * keep - step).fast_max(-limit).fast_min(limit);
            }
        });
    }
}

/// A learning rate that warms up over the first hundredth of the way and then falls along a cosine.
#[must_use]
pub fn cosine(step: u64, steps: u64, from: f32, to: f32) -> f32 {
    let warm = (steps / 100).max(1);
    if step < warm {
        return from * (step + 1) as f32 / warm as f32;
    }
    let way = (step - warm) as f32 / (steps.saturating_sub(warm)).max(1) as f32;
    to + (from - to) * 0.5 * (1.0 + (std::f32::consts::PI * way.min(1.0)).cos())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_step_is_the_published_formula() {
        let layout = Layout { lines: 8, outputs: 1 };
        let mut weights = Weights::zero(layout);
        weights.numbers_mut(0..1)[0] = 0.5;
        let mut gradients = [Weights::zero(layout), Weights::zero(layout)];
        gradients[0].numbers_mut(0..1)[0] = 3.0;
        gradients[1].numbers_mut(0..1)[0] = 1.0;
        let rates = Rates { learning: 0.01, decay: 0.1, longest: 10.0 };
        Adam::new(layout).step(&mut weights, &mut gradients, 2, rates);
        // In the first step the corrected moments are the gradient (2) and its square.
        let expected = 0.5 * (1.0 - 0.01 * 0.1) - 0.01 * 2.0 / (2.0 + 1e-8);
        assert!((weights.numbers(0..1)[0] - expected).abs() < 1e-6);
        assert!(gradients.iter().all(|gradient| gradient.numbers(0..1)[0] == 0.0));
    }

    #[test]
    fn cosine_goes_from_the_first_rate_to_the_last() {
        assert!((cosine(100, 10_000, 1.0, 0.1) - 1.0).abs() < 1e-4);
        assert!((cosine(10_000, 10_000, 1.0, 0.1) - 0.1).abs() < 1e-4);
        assert!(cosine(0, 10_000, 1.0, 0.1) < 0.02);
    }
}
