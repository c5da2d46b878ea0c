//! The output for one position, and the loss's slope with respect to every weight.

use wide::f32x16;

use crate::data::sigmoid;
use crate::trainer::model::Weights;
use crate::trainer::sample::Sample;

/// Adds the slope of a sample's loss to `gradient` and gives the loss: (sigmoid(output) − target)².
pub type Step = fn(&Weights, &Sample, &mut Weights) -> f32;

/// The step for rows of `lines` vectors, if it is one of the widths that networks have.
#[must_use]
pub fn step(lines: usize) -> Option<Step> {
    Some(match lines {
        8 => step_of::<8>,
        16 => step_of::<16>,
        24 => step_of::<24>,
        32 => step_of::<32>,
        _ => return None,
    })
}

/// The loss alone, any width.
#[must_use]
pub fn loss(weights: &Weights, sample: &Sample) -> f32 {
    let error = sigmoid(output(weights, sample)) - sample.target;
    error * error
}

/// The network's output, any width.
#[must_use]
pub fn output(weights: &Weights, sample: &Sample) -> f32 {
    let layout = weights.layout;
    let (own_weights, enemy_weights) = weights.lanes[layout.output(sample.output)].split_at(layout.lines);
    let side = |men: &[u16], outputs: &[f32x16]| {
        let mut hidden = weights.lanes[layout.bias()].to_vec();
        for &input in men {
            hidden.iter_mut().zip(&weights.lanes[layout.input(input)]).for_each(|(hidden, row)| *hidden += *row);
        }
        hidden
            .iter()
            .zip(outputs)
            .map(|(hidden, weight)| squared(clip(*hidden)) * *weight)
            .fold(f32x16::ZERO, |a, b| a + b)
    };
    let bias = weights.numbers(layout.output_bias())[sample.output];
    (side(&sample.own, own_weights) + side(&sample.enemy, enemy_weights)).reduce_add() + bias
}

fn clip(hidden: f32x16) -> f32x16 {
    hidden.fast_max(f32x16::ZERO).fast_min(f32x16::ONE)
}

fn squared(x: f32x16) -> f32x16 {
    x * x
}

fn hidden<const LINES: usize>(weights: &Weights, men: &[u16]) -> [f32x16; LINES] {
    let layout = weights.layout;
    let bias = &weights.lanes[layout.bias()];
    let mut hidden: [f32x16; LINES] = std::array::from_fn(|i| bias[i]);
    for &input in men {
        let Some(row) = weights.lanes[layout.input(input)].first_chunk::<LINES>() else { continue };
        hidden = std::array::from_fn(|i| hidden[i] + row[i]);
    }
    hidden
}

fn step_of<const LINES: usize>(weights: &Weights, sample: &Sample, gradient: &mut Weights) -> f32 {
    let layout = weights.layout;
    let place = layout.output(sample.output);
    let (own_weights, enemy_weights) = weights.lanes[place.clone()].split_at(LINES);
    let own = hidden::<LINES>(weights, &sample.own);
    let enemy = hidden::<LINES>(weights, &sample.enemy);
    let mut sum = f32x16::ZERO;
    for i in 0..LINES {
        sum = squared(clip(own[i])).mul_add(own_weights[i], sum);
        sum = squared(clip(enemy[i])).mul_add(enemy_weights[i], sum);
    }
    let chance = sigmoid(sum.reduce_add() + weights.numbers(layout.output_bias())[sample.output]);
    let error = chance - sample.target;
    let slope = 2.0 * error * chance * (1.0 - chance);

    gradient.numbers_mut(layout.output_bias())[sample.output] += slope;
    let (own_gradient, enemy_gradient) = gradient.lanes[place].split_at_mut(LINES);
    let own = back::<LINES>(slope, own, own_weights, own_gradient);
    let enemy = back::<LINES>(slope, enemy, enemy_weights, enemy_gradient);
    let bias = &mut gradient.lanes[layout.bias()];
    (0..LINES).for_each(|i| bias[i] += own[i] + enemy[i]);
    for (slopes, men) in [(own, &sample.own), (enemy, &sample.enemy)] {
        for &input in men {
            let Some(row) = gradient.lanes[layout.input(input)].first_chunk_mut::<LINES>() else { continue };
            (0..LINES).for_each(|i| row[i] += slopes[i]);
        }
    }
    error * error
}

/// Adds to the output weights' gradient and gives the slopes of the hidden numbers.
fn back<const LINES: usize>(
    slope: f32,
    hidden: [f32x16; LINES],
    weights: &[f32x16],
    gradient: &mut [f32x16],
) -> [f32x16; LINES] {
    let slope = f32x16::splat(slope);
    std::array::from_fn(|i| {
        let clipped = clip(hidden[i]);
        gradient[i] = squared(clipped).mul_add(slope, gradient[i]);
        // Below 0 the clipped number is 0 and with it the slope; above 1 the mask takes it away.
        let below_one = hidden[i].simd_lt(f32x16::ONE);
        (slope * weights[i] * (clipped + clipped)) & below_one
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trainer::model::Layout;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// The same loss in double precision, written without looking at the code above.
    fn exact_loss(weights: &[f64], layout: Layout, sample: &Sample) -> f64 {
        let width = layout.lines * 16;
        let mut output = weights[layout.output_bias().start * 16 + sample.output];
        for (side, men) in [&sample.own, &sample.enemy].into_iter().enumerate() {
            for unit in 0..width {
                let sum: f64 = weights[layout.bias().start * 16 + unit]
                    + men.iter().map(|&input| weights[usize::from(input) * width + unit]).sum::<f64>();
                let clipped = sum.clamp(0.0, 1.0);
                output += clipped * clipped * weights[layout.output(sample.output).start * 16 + side * width + unit];
            }
        }
        (1.0 / (1.0 + (-output).exp()) - f64::from(sample.target)).powi(2)
    }

    #[test]
    fn gradient_is_the_finite_difference() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        for lines in [8, 16] {
            let layout = Layout { lines, outputs: 3 };
            let weights = Weights::random(layout, &mut rng);
            let exact: Vec<f64> = weights.numbers(0..layout.len()).iter().map(|&x| f64::from(x)).collect();
            for output in 0..3 {
                let mut men = || (0..12).map(|_| rng.random_range(0..768)).collect();
                let sample = Sample { own: men(), enemy: men(), output, target: 0.9 };
                let mut gradient = Weights::zero(layout);
                let loss = step(lines).unwrap()(&weights, &sample, &mut gradient);
                assert!((f64::from(loss) - exact_loss(&exact, layout, &sample)).abs() < 1e-5);
                assert!((loss - super::loss(&weights, &sample)).abs() < 1e-5);
                let mut places: Vec<usize> = (0..500).map(|_| rng.random_range(0..exact.len())).collect();
                let width = lines * 16;
                places.extend(sample.own.iter().map(|&input| usize::from(input) * width + 5));
                places.extend(sample.enemy.iter().map(|&input| usize::from(input) * width + 70));
                places.extend(layout.bias().start * 16..layout.bias().end * 16);
                places.extend(layout.output(output).start * 16..layout.output(output).end * 16);
                places.push(layout.output_bias().start * 16 + output);
                let analytic = gradient.numbers(0..layout.len());
                for place in places {
                    let shifted = |by: f64| {
                        let mut exact = exact.clone();
                        exact[place] += by;
                        exact_loss(&exact, layout, &sample)
                    };
                    let numeric = (shifted(1e-6) - shifted(-1e-6)) / 2e-6;
                    assert!((numeric - f64::from(analytic[place])).abs() < 2e-6 + 1e-3 * numeric.abs(), "{place}");
                }
            }
        }
    }
}
