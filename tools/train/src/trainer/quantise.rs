//! From trained numbers to the network that the engine plays with.

use anyhow::Result;
use khun::eval::network::{Architecture, HIDDEN_ONE, INPUT_LIMIT, Network, OUTPUT_LIMIT, OUTPUT_ONE, Parameters};

use crate::data::{Mix, Packed};
use crate::trainer::gradient;
use crate::trainer::model::Weights;
use crate::trainer::sample::sample;

/// How far the quantised network is from the trained one, in centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Difference {
    /// Mean of the absolute differences.
    pub mean: f64,
    /// The largest.
    pub largest: f64,
    /// Mean of the absolute scores, to compare with.
    pub size: f64,
    /// Positions compared.
    pub positions: usize,
}

/// Rounds the numbers to the engine's integers.
///
/// # Errors
///
/// When the engine does not accept the result.
pub fn quantise(weights: &Weights, architecture: Architecture, scale: f32, note: &str) -> Result<Network> {
    let layout = weights.layout;
    let round = |range, one: i16, limit: i16| {
        let limit = f32::from(limit);
        let rounded = weights.numbers(range).iter().map(|x| (x * f32::from(one)).round().clamp(-limit, limit) as i16);
        rounded.collect()
    };
    let one = f32::from(HIDDEN_ONE) * f32::from(OUTPUT_ONE);
    Ok(Network::new(Parameters {
        architecture,
        scale: scale.round() as u16,
        note: note.to_owned(),
        inputs: round(layout.inputs(), HIDDEN_ONE, INPUT_LIMIT),
        bias: round(layout.bias(), HIDDEN_ONE, INPUT_LIMIT),
        outputs: round(layout.all_outputs(), OUTPUT_ONE, OUTPUT_LIMIT),
        output_bias: weights.numbers(layout.output_bias())[..layout.outputs]
            .iter()
            .map(|x| (x * one).round() as i32)
            .collect(),
    })?)
}

/// Compares both on positions.
#[must_use]
pub fn difference(weights: &Weights, network: &Network, scale: f32, records: &[Packed]) -> Difference {
    let architecture = network.architecture();
    let mut difference = Difference::default();
    for record in records {
        let sample = sample(record, &architecture, Mix { scale, result: 0.0 });
        let float = f64::from(gradient::output(weights, &sample) * scale);
        let integer = network.evaluate_inputs(&sample.own, &sample.enemy, record.occupied().len(), record.to_move());
        let off = (float - f64::from(integer)).abs();
        difference.mean += off;
        difference.largest = difference.largest.max(off);
        difference.size += float.abs();
    }
    let count = records.len().max(1) as f64;
    Difference { mean: difference.mean / count, size: difference.size / count, positions: records.len(), ..difference }
}
