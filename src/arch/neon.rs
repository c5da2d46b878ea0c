//! NEON: registers of 128 bits.

use std::arch::aarch64::*;

use crate::arch::vector::{Lanes, Vector};

/// NEON: four registers a line.
#[derive(Clone, Copy)]
pub struct Native([int16x8_t; 4]);

/// SAFETY of every call in this module: NEON is enabled for the whole build, and a `Lanes` is four times eight numbers of
/// 16 bits, so that each of the four parts is in bounds.
impl Vector for Native {
    type Sums = [int32x4_t; 4];

    #[inline]
    fn load(from: &Lanes) -> Self {
        let start = from.0.as_ptr();
        // SAFETY: see above.
        Self(std::array::from_fn(|part| unsafe { vld1q_s16(start.add(8 * part)) }))
    }

    #[inline]
    fn store(self, to: &mut Lanes) {
        for (to, part) in to.0.as_chunks_mut::<8>().0.iter_mut().zip(self.0) {
            // SAFETY: see above.
            unsafe { vst1q_s16(to.as_mut_ptr(), part) }
        }
    }

    #[inline]
    fn plus(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(std::array::from_fn(|part| unsafe { vaddq_s16(self.0[part], other.0[part]) }))
    }

    #[inline]
    fn minus(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(std::array::from_fn(|part| unsafe { vsubq_s16(self.0[part], other.0[part]) }))
    }

    #[inline]
    fn no_sums() -> Self::Sums {
        // SAFETY: see above.
        [unsafe { vdupq_n_s32(0) }; 4]
    }

    #[inline]
    fn add_weighted_squares(self, weights: Self, sums: Self::Sums) -> Self::Sums {
        // SAFETY: see above.
        std::array::from_fn(|part| unsafe {
            let clamped = vminq_s16(vmaxq_s16(self.0[part], vdupq_n_s16(0)), vdupq_n_s16(255));
            let weighted = vmulq_s16(clamped, weights.0[part]);
            let low = vmlal_s16(sums[part], vget_low_s16(weighted), vget_low_s16(clamped));
            vmlal_high_s16(low, weighted, clamped)
        })
    }

    #[inline]
    fn total(sums: Self::Sums) -> i64 {
        // SAFETY: see above.
        sums.into_iter().map(|part| unsafe { vaddlvq_s32(part) }).sum()
    }
}
