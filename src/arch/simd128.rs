//! WebAssembly's simd128: registers of 128 bits.

use std::arch::wasm32::*;

use crate::arch::vector::{Lanes, Vector};

/// Simd128: four registers a line.
#[derive(Clone, Copy)]
pub struct Native([v128; 4]);

impl Vector for Native {
    type Sums = [v128; 4];

    #[inline]
    fn load(from: &Lanes) -> Self {
        let parts = std::ptr::from_ref(from).cast::<v128>();
        // SAFETY: a `Lanes` is 64 bytes, four times the 16 of a part, and any alignment will do.
        Self(std::array::from_fn(|part| unsafe { v128_load(parts.add(part)) }))
    }

    #[inline]
    fn store(self, to: &mut Lanes) {
        let parts = std::ptr::from_mut(to).cast::<v128>();
        for (number, part) in self.0.into_iter().enumerate() {
            // SAFETY: as for loading.
            unsafe { v128_store(parts.add(number), part) }
        }
    }

    #[inline]
    fn plus(self, other: Self) -> Self {
        Self(std::array::from_fn(|part| i16x8_add(self.0[part], other.0[part])))
    }

    #[inline]
    fn minus(self, other: Self) -> Self {
        Self(std::array::from_fn(|part| i16x8_sub(self.0[part], other.0[part])))
    }

    #[inline]
    fn no_sums() -> Self::Sums {
        [i32x4_splat(0); 4]
    }

    #[inline]
    fn add_weighted_squares(self, weights: Self, sums: Self::Sums) -> Self::Sums {
        std::array::from_fn(|part| {
            let clamped = i16x8_min(i16x8_max(self.0[part], i16x8_splat(0)), i16x8_splat(255));
            let weighted = i16x8_mul(clamped, weights.0[part]);
            i32x4_add(sums[part], i32x4_dot_i16x8(weighted, clamped))
        })
    }

    #[inline]
    fn total(sums: Self::Sums) -> i64 {
        let wide = |part| i64x2_add(i64x2_extend_low_i32x4(part), i64x2_extend_high_i32x4(part));
        let pair = sums.into_iter().map(wide).fold(i64x2_splat(0), |sum, part| i64x2_add(sum, part));
        i64x2_extract_lane::<0>(pair) + i64x2_extract_lane::<1>(pair)
    }
}
