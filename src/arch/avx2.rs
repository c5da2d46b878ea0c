//! AVX2: registers of 256 bits.

use std::arch::x86_64::*;

use crate::arch::vector::{Lanes, Vector};

/// AVX2: two registers a line.
#[derive(Clone, Copy)]
pub struct Native(__m256i, __m256i);

/// SAFETY of every call in this module: the module is compiled only where AVX2 is enabled for the whole build, and
/// the two halves of a `Lanes` are in bounds and aligned to 32 bytes because `Lanes` is 64 bytes aligned to 64.
impl Vector for Native {
    type Sums = (__m256i, __m256i);

    #[inline]
    fn load(from: &Lanes) -> Self {
        let halves = std::ptr::from_ref(from).cast::<__m256i>();
        // SAFETY: see above.
        unsafe { Self(_mm256_load_si256(halves), _mm256_load_si256(halves.add(1))) }
    }

    #[inline]
    fn store(self, to: &mut Lanes) {
        let halves = std::ptr::from_mut(to).cast::<__m256i>();
        // SAFETY: see above.
        unsafe {
            _mm256_store_si256(halves, self.0);
            _mm256_store_si256(halves.add(1), self.1);
        }
    }

    #[inline]
    fn plus(self, other: Self) -> Self {
        // SAFETY: see above.
        unsafe { Self(_mm256_add_epi16(self.0, other.0), _mm256_add_epi16(self.1, other.1)) }
    }

    #[inline]
    fn minus(self, other: Self) -> Self {
        // SAFETY: see above.
        unsafe { Self(_mm256_sub_epi16(self.0, other.0), _mm256_sub_epi16(self.1, other.1)) }
    }

    #[inline]
    fn no_sums() -> Self::Sums {
        // SAFETY: see above.
        unsafe { (_mm256_setzero_si256(), _mm256_setzero_si256()) }
    }

    #[inline]
    fn add_weighted_squares(self, weights: Self, sums: Self::Sums) -> Self::Sums {
        let half = |lanes, weights, sums| {
            // SAFETY: see above.
            unsafe {
                let clamped = _mm256_min_epi16(_mm256_max_epi16(lanes, _mm256_setzero_si256()), _mm256_set1_epi16(255));
                let weighted = _mm256_mullo_epi16(clamped, weights);
                _mm256_add_epi32(sums, _mm256_madd_epi16(weighted, clamped))
            }
        };
        (half(self.0, weights.0, sums.0), half(self.1, weights.1, sums.1))
    }

    #[inline]
    fn total(sums: Self::Sums) -> i64 {
        let mut lanes = [Lanes::ZERO; 1];
        Self(sums.0, sums.1).store(&mut lanes[0]);
        let (pairs, _) = lanes[0].0.as_chunks::<2>();
        pairs.iter().map(|&[low, high]| i64::from(i32::from(high) << 16 | i32::from(low as u16))).sum()
    }
}
