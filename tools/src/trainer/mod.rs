//! Training on the CPU: a network of one hidden layer with sparse inputs, written for that shape.

pub mod adam;
pub mod checkpoint;
pub mod curve;
pub mod dataset;
pub mod gradient;
pub mod model;
pub mod quantise;
pub mod run;

/// The logistic function.
#[must_use]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
