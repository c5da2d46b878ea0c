//! What the network's kernels need of a processor's vectors.

/// Thirty-two 16-bit numbers on one cache line: the unit in which the network's rows are stored and worked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Lanes(pub [i16; 32]);

impl Lanes {
    /// Thirty-two zeros.
    pub const ZERO: Self = Self([0; 32]);
}

/// The few operations on [`Lanes`] that the network's kernels are written in. Every implementation gives the same bits,
/// so a kernel is one text and the choice of instructions cannot change an evaluation.
pub trait Vector: Copy {
    /// Sixteen 32-bit sums.
    type Sums: Copy;
    /// The numbers of a line.
    fn load(from: &Lanes) -> Self;
    /// Writes the numbers to a line.
    fn store(self, to: &mut Lanes);
    /// Lane by lane `self + other`, wrapping.
    #[must_use]
    fn plus(self, other: Self) -> Self;
    /// Lane by lane `self - other`, wrapping.
    #[must_use]
    fn minus(self, other: Self) -> Self;
    /// Sixteen zeros.
    fn no_sums() -> Self::Sums;
    /// Adds `clamp(self, 0, 255)² × weight` to the sums, two neighbouring lanes to each. Weights are -128 to 127, so
    /// that `clamp × weight` still fits 16 bits.
    fn add_weighted_squares(self, weights: Self, sums: Self::Sums) -> Self::Sums;
    /// The sum of the sums.
    fn total(sums: Self::Sums) -> i64;
}
