//! Training on the CPU: a network of one hidden layer with sparse inputs, written for that shape.

mod adam;
mod checkpoint;
pub mod curve;
mod gradient;
mod model;
mod quantise;
mod run;
mod sample;

pub use run::{Settings, train};
pub use sample::{Sample, sample};
