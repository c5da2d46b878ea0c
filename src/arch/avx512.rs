//! AVX-512: registers of 512 bits.

use std::arch::x86_64::*;

use crate::arch::vector::{Lanes, Vector};

/// AVX-512: one register a line.
#[derive(Clone, Copy)]
pub struct Native(__m512i);

/// SAFETY of every call in this module: the module is compiled only where AVX-512 F and BW are enabled for the
/// whole build, and a `Lanes` is 64 bytes aligned to 64.
impl Vector for Native {
    type Sums = __m512i;

    #[inline]
    fn load(from: &Lanes) -> Self {
        // SAFETY: see above.
        unsafe { Self(_mm512_load_si512(std::ptr::from_ref(from).cast())) }
    }

    #[inline]
    fn store(self, to: &mut Lanes) {
        // SAFETY: see above.
        unsafe { _mm512_store_si512(std::ptr::from_mut(to).cast(), self.0) }
    }

    #[inline]
    fn plus(self, other: Self) -> Self {
        // SAFETY: see above.
        unsafe { Self(_mm512_add_epi16(self.0, other.0)) }
    }

    #[inline]
    fn minus(self, other: Self) -> Self {
        // SAFETY: see above.
        unsafe { Self(_mm512_sub_epi16(self.0, other.0)) }
    }

    #[inline]
    fn no_sums() -> Self::Sums {
        // SAFETY: see above.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline]
    fn add_weighted_squares(self, weights: Self, sums: Self::Sums) -> Self::Sums {
        // SAFETY: see above.
        unsafe {
            let clamped = _mm512_min_epi16(_mm512_max_epi16(self.0, _mm512_setzero_si512()), _mm512_set1_epi16(255));
            let weighted = _mm512_mullo_epi16(clamped, weights.0);
            _mm512_add_epi32(sums, _mm512_madd_epi16(weighted, clamped))
        }
    }

    #[inline]
    fn total(sums: Self::Sums) -> i64 {
        // SAFETY: see above.
        unsafe {
            let low = _mm512_cvtepi32_epi64(_mm512_castsi512_si256(sums));
            let high = _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64::<1>(sums));
            _mm512_reduce_add_epi64(_mm512_add_epi64(low, high))
        }
    }
}
