//! The network: its shape and its parameters.
//!
//! One hidden layer. Each side's 768 inputs ([`features`](super::features)) add up rows to `width` numbers; both sides'
//! numbers, the mover's first, are clipped to 0…1, squared, and weighed by one of a few output neurons, chosen by how
//! many men are left (and, in a race, by who moves: White's arrival may be answered, Black's may not). All in integers:
//! 1 is 255 in the hidden layer and 64 in the output weights. `docs/networks.md` describes the file byte by byte.

use crate::arch::{Lanes, Native, Vector};
use crate::eval::features::{INPUTS, Perspective};
use crate::eval::kernel::{self, Rows, TILE};
use khun_board::board::Board;
use khun_board::geometry::Color;
use khun_board::position::Position;
use khun_board::rules::Profile;

/// What 1.0 is in the hidden layer.
pub const HIDDEN_ONE: i16 = 255;
/// What 1.0 is among the output weights.
pub const OUTPUT_ONE: i16 = 64;
/// The largest output weight either way: times [`HIDDEN_ONE`] it still fits 16 bits.
pub const OUTPUT_LIMIT: i16 = 127;
/// The largest input weight either way: thirty-two men and the bias together still fit 16 bits.
pub const INPUT_LIMIT: i16 = 992;
/// The score, in centipawns, beyond which no network goes: far from any mate score.
pub const SCORE_LIMIT: i32 = 15_000;

/// The shape of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Architecture {
    /// The games it plays: decides how Black looks at the board and whether the outputs know who moves.
    pub profile: Profile,
    /// Hidden numbers a side: 128, 256, 384 or 512.
    pub width: u16,
    /// Outputs by the number of men: 1 to 16.
    pub buckets: u8,
    /// How many men more lead to the next output, at least 1.
    pub men_per_bucket: u8,
}

impl Architecture {
    /// Whether the fields are in their ranges.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.width > 0
            && usize::from(self.width) % (TILE * 32) == 0
            && self.width <= 512
            && (1..=16).contains(&self.buckets)
            && self.men_per_bucket > 0
    }

    /// Output neurons in all.
    #[must_use]
    pub fn outputs(&self) -> usize {
        usize::from(self.buckets) * if self.knows_mover() { 2 } else { 1 }
    }

    /// The output neuron for a number of men (kings included) and a side to move.
    #[must_use]
    pub fn output(&self, men: u32, to_move: Color) -> usize {
        let buckets = usize::from(self.buckets);
        let bucket = (men.saturating_sub(2) as usize / usize::from(self.men_per_bucket)).min(buckets - 1);
        if self.knows_mover() { to_move.index() * buckets + bucket } else { bucket }
    }

    fn knows_mover(&self) -> bool {
        self.profile == Profile::Race
    }

    /// Lines of [`Lanes`] in one row.
    pub(super) fn lines(&self) -> usize {
        usize::from(self.width) / 32
    }
}

/// The parameters of a network as a trainer hands them over and a file holds them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The shape that the lengths below follow.
    pub architecture: Architecture,
    /// Centipawns that an output of 1.0 means.
    pub scale: u16,
    /// Where the network comes from, for people.
    pub note: String,
    /// [`INPUTS`] rows of `width`, each number within [`INPUT_LIMIT`].
    pub inputs: Vec<i16>,
    /// `width` numbers, within [`INPUT_LIMIT`].
    pub bias: Vec<i16>,
    /// For each output 2 × `width` weights, the mover's first, within [`OUTPUT_LIMIT`].
    pub outputs: Vec<i16>,
    /// For each output its bias; 1.0 is [`HIDDEN_ONE`] × [`OUTPUT_ONE`].
    pub output_bias: Vec<i32>,
}

/// Why parameters are not a network we can play with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParametersError {
    /// A shape out of its range.
    #[error("the network's shape is out of range")]
    Shape,
    /// More or fewer parameters than the shape needs.
    #[error("the network has more or fewer parameters than its shape needs")]
    Length,
    /// A number too large to be computed without overflow.
    #[error("the network has a number that is too large")]
    Range,
}

/// A network ready for use.
#[derive(Clone, Debug)]
pub struct Network {
    architecture: Architecture,
    scale: u16,
    note: String,
    inputs: Vec<Lanes>,
    bias: Vec<Lanes>,
    outputs: Vec<Lanes>,
    output_bias: Vec<i32>,
}

impl Network {
    /// Checks the parameters and lays them out.
    ///
    /// # Errors
    ///
    /// When the shape is not one of ours, or a list's length or a number's size does not fit it.
    pub fn new(parameters: Parameters) -> Result<Self, ParametersError> {
        let Parameters { architecture, scale, note, inputs, bias, outputs, output_bias } = parameters;
        if !architecture.is_valid() {
            return Err(ParametersError::Shape);
        }
        let width = usize::from(architecture.width);
        let lengths = [
            (inputs.len(), INPUTS * width),
            (bias.len(), width),
            (outputs.len(), architecture.outputs() * 2 * width),
            (output_bias.len(), architecture.outputs()),
        ];
        if lengths.iter().any(|(is, should)| is != should) {
            return Err(ParametersError::Length);
        }
        let within = |numbers: &[i16], limit: i16| numbers.iter().all(|number| (-limit..=limit).contains(number));
        if !within(&inputs, INPUT_LIMIT) || !within(&bias, INPUT_LIMIT) || !within(&outputs, OUTPUT_LIMIT) {
            return Err(ParametersError::Range);
        }
        let lay_out = |numbers: Vec<i16>| numbers.as_chunks().0.iter().copied().map(Lanes).collect();
        Ok(Self {
            architecture,
            scale,
            note,
            inputs: lay_out(inputs),
            bias: lay_out(bias),
            outputs: lay_out(outputs),
            output_bias,
        })
    }

    /// The parameters again, as a file holds them.
    #[must_use]
    pub fn parameters(&self) -> Parameters {
        let flat = |lanes: &[Lanes]| lanes.iter().flat_map(|line| line.0).collect();
        Parameters {
            architecture: self.architecture,
            scale: self.scale,
            note: self.note.clone(),
            inputs: flat(&self.inputs),
            bias: flat(&self.bias),
            outputs: flat(&self.outputs),
            output_bias: self.output_bias.clone(),
        }
    }

    /// Its shape.
    #[must_use]
    pub fn architecture(&self) -> Architecture {
        self.architecture
    }

    /// Where it comes from, for people.
    #[must_use]
    pub fn note(&self) -> &str {
        &self.note
    }

    /// What the network thinks of a position, from scratch: centipawns from the side to move's view.
    /// The search asks [`Accumulators`](super::accumulator::Accumulators), which answer the same.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> i32 {
        self.evaluate_board(position.board(), position.to_move())
    }

    /// The same for any board with a king a side.
    #[must_use]
    pub fn evaluate_board(&self, board: &Board, mover: Color) -> i32 {
        let inputs = |side| -> Vec<u16> {
            let perspective = Perspective::of(self.architecture.profile, side, board);
            board.pieces().map(|(square, piece)| perspective.input(piece, square)).collect()
        };
        self.evaluate_inputs(&inputs(mover), &inputs(!mover), board.occupied().len(), mover)
    }

    /// The same, given the inputs that are on in the mover's and in the other side's perspective, below [`INPUTS`] each.
    #[must_use]
    pub fn evaluate_inputs(&self, own: &[u16], enemy: &[u16], men: u32, to_move: Color) -> i32 {
        let [own, enemy] = [own, enemy].map(|inputs| {
            let mut hidden = vec![Lanes::ZERO; self.architecture.lines()];
            kernel::update::<Native>(&mut hidden, &self.bias, self.rows(), inputs, &[]);
            hidden
        });
        self.value::<Native>(&own, &enemy, men, to_move)
    }

    /// The output in centipawns, given both sides' hidden numbers.
    #[inline]
    pub(super) fn value<V: Vector>(&self, own: &[Lanes], enemy: &[Lanes], men: u32, to_move: Color) -> i32 {
        let output = self.architecture.output(men, to_move);
        let lines = self.architecture.lines();
        let weights = &self.outputs[output * 2 * lines..][..2 * lines];
        let (own_weights, enemy_weights) = weights.split_at(lines);
        let sum = kernel::output::<V>(own, own_weights) + kernel::output::<V>(enemy, enemy_weights);
        let bias = self.output_bias[output];
        let one = i64::from(HIDDEN_ONE) * i64::from(HIDDEN_ONE) * i64::from(OUTPUT_ONE);
        let value = (sum + i64::from(bias) * i64::from(HIDDEN_ONE)) * i64::from(self.scale) / one;
        value.clamp(i64::from(-SCORE_LIMIT), i64::from(SCORE_LIMIT)) as i32
    }

    pub(super) fn rows(&self) -> Rows<'_> {
        Rows { lanes: &self.inputs, lines: self.architecture.lines() }
    }

    pub(super) fn bias(&self) -> &[Lanes] {
        &self.bias
    }
}
