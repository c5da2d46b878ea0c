//! Vectors in plain Rust.

use crate::arch::vector::{Lanes, Vector};

/// The implementation for machines without one of their own, and the arbiter of the others in tests.
#[derive(Clone, Copy)]
pub struct Portable([i16; 32]);

impl Vector for Portable {
    type Sums = [i32; 16];

    #[inline]
    fn load(from: &Lanes) -> Self {
        Self(from.0)
    }

    #[inline]
    fn store(self, to: &mut Lanes) {
        to.0 = self.0;
    }

    #[inline]
    fn plus(mut self, other: Self) -> Self {
        for (lane, &add) in self.0.iter_mut().zip(&other.0) {
            *lane = lane.wrapping_add(add);
        }
        self
    }

    #[inline]
    fn minus(mut self, other: Self) -> Self {
        for (lane, &sub) in self.0.iter_mut().zip(&other.0) {
            *lane = lane.wrapping_sub(sub);
        }
        self
    }

    #[inline]
    fn no_sums() -> Self::Sums {
        [0; 16]
    }

    #[inline]
    fn add_weighted_squares(self, weights: Self, mut sums: Self::Sums) -> Self::Sums {
        let (lanes, _) = self.0.as_chunks::<2>();
        let (weights, _) = weights.0.as_chunks::<2>();
        for ((sum, lanes), weights) in sums.iter_mut().zip(lanes).zip(weights) {
            let [first, second] = [0, 1].map(|side| {
                let clamped = lanes[side].clamp(0, 255);
                i32::from(clamped.wrapping_mul(weights[side])) * i32::from(clamped)
            });
            *sum = sum.wrapping_add(first.wrapping_add(second));
        }
        sums
    }

    #[inline]
    fn total(sums: Self::Sums) -> i64 {
        sums.iter().map(|&sum| i64::from(sum)).sum()
    }
}

/// The widest implementation where there is no vector code for the target.
#[allow(dead_code, reason = "taken only where no other implementation is")]
pub type Native = Portable;
