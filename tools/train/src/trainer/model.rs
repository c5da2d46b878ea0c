//! The numbers being trained, as one list of vectors.

use std::ops::Range;

use khun::eval::features::INPUTS;
use khun::eval::network::{Architecture, HIDDEN_ONE, INPUT_LIMIT, OUTPUT_LIMIT, OUTPUT_ONE};
use rand::RngExt;
use wide::f32x16;

/// Numbers in one vector.
pub const LANES: usize = 16;

/// Where the parts lie in [`Weights`], in vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Vectors a row.
    pub lines: usize,
    /// Output neurons.
    pub outputs: usize,
}

impl Layout {
    /// The layout for a shape.
    #[must_use]
    pub fn new(architecture: &Architecture) -> Self {
        Self { lines: usize::from(architecture.width) / LANES, outputs: architecture.outputs() }
    }

    /// The row of an input.
    #[must_use]
    pub fn input(&self, input: u16) -> Range<usize> {
        let start = usize::from(input) * self.lines;
        start..start + self.lines
    }

    /// All rows.
    #[must_use]
    pub fn inputs(&self) -> Range<usize> {
        0..INPUTS * self.lines
    }

    /// The hidden layer's bias.
    #[must_use]
    pub fn bias(&self) -> Range<usize> {
        let start = self.inputs().end;
        start..start + self.lines
    }

    /// An output's weights: the mover's first, then the other side's.
    #[must_use]
    pub fn output(&self, output: usize) -> Range<usize> {
        let start = self.bias().end + output * 2 * self.lines;
        start..start + 2 * self.lines
    }

    /// All outputs' weights.
    #[must_use]
    pub fn all_outputs(&self) -> Range<usize> {
        self.bias().end..self.bias().end + self.outputs * 2 * self.lines
    }

    /// The outputs' biases, the last vector filled up with zeros.
    #[must_use]
    pub fn output_bias(&self) -> Range<usize> {
        let start = self.all_outputs().end;
        start..start + self.outputs.div_ceil(LANES)
    }

    /// Vectors in all.
    #[must_use]
    pub fn len(&self) -> usize {
        self.output_bias().end
    }

    /// How large the numbers of the vector at `index` may become, so that they can be quantised.
    #[must_use]
    pub fn limit(&self, index: usize) -> f32 {
        if index < self.bias().end {
            f32::from(INPUT_LIMIT) / f32::from(HIDDEN_ONE)
        } else if index < self.all_outputs().end {
            f32::from(OUTPUT_LIMIT) / f32::from(OUTPUT_ONE)
        } else {
            f32::INFINITY
        }
    }
}

/// A list of numbers in a [`Layout`]: weights, gradients, moments.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// Where what lies.
    pub layout: Layout,
    /// The numbers.
    pub lanes: Vec<f32x16>,
}

impl Weights {
    /// All zero.
    #[must_use]
    pub fn zero(layout: Layout) -> Self {
        Self { layout, lanes: vec![f32x16::ZERO; layout.len()] }
    }

    /// Random: input rows such that a board's men together give hidden numbers of the order of one.
    pub fn random(layout: Layout, rng: &mut impl RngExt) -> Self {
        let mut weights = Self::zero(layout);
        let mut fill = |lanes: &mut [f32x16], size: f32, middle: f32| {
            for number in bytemuck::cast_slice_mut::<_, f32>(lanes) {
                *number = middle + rng.random_range(-size..size);
            }
        };
        fill(&mut weights.lanes[layout.inputs()], 0.2, 0.0);
        fill(&mut weights.lanes[layout.bias()], 0.2, 0.3);
        fill(&mut weights.lanes[layout.all_outputs()], (2.0 * layout.lines as f32 * LANES as f32).sqrt().recip(), 0.0);
        weights
    }

    /// The numbers of a range of vectors.
    #[must_use]
    pub fn numbers(&self, range: Range<usize>) -> &[f32] {
        bytemuck::cast_slice(&self.lanes[range])
    }

    /// The numbers of a range of vectors, to be changed.
    pub fn numbers_mut(&mut self, range: Range<usize>) -> &mut [f32] {
        bytemuck::cast_slice_mut(&mut self.lanes[range])
    }
}
