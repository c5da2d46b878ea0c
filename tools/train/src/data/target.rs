//! What a network is to say of a position.

use rayon::prelude::*;

use crate::data::record::Packed;

/// The logistic function.
#[must_use]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// How a label is mixed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mix {
    /// Centipawns that an output of 1.0 stands for.
    pub scale: f32,
    /// The game's result has this weight, the search's score the rest.
    pub result: f32,
}

impl Mix {
    /// The points that a position's labels foretell.
    #[must_use]
    pub fn target(&self, record: &Packed) -> f32 {
        let score = sigmoid(f32::from(record.score()) / self.scale);
        self.result * record.verdict().points() + (1.0 - self.result) * score
    }
}

/// The scale at which the scores' sigmoid is nearest to the results: golden section search on up to 400,000 positions.
#[must_use]
pub fn fit_scale(records: &[Packed]) -> f32 {
    let every = (records.len() / 400_000).max(1);
    let error = |scale: f32| -> f64 {
        let errors = records.par_iter().step_by(every).map(|record| {
            let error = sigmoid(f32::from(record.score()) / scale) - record.verdict().points();
            f64::from(error * error)
        });
        errors.sum()
    };
    let golden = (5f32.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (20f32.ln(), 3000f32.ln());
    while high - low > 1e-3 {
        let step = golden * (high - low);
        if error((high - step).exp()) < error((low + step).exp()) {
            high = low + step;
        } else {
            low = high - step;
        }
    }
    f32::midpoint(low, high).exp()
}
