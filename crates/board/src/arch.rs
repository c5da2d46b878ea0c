//! Bit tricks of one processor or another: everything unsafe, each piece behind a safe function.
#![allow(unsafe_code, reason = "the one place for it")]

/// The bits of `value` at the set bits of `mask`, packed to the low end.
#[cfg(target_feature = "bmi2")]
#[must_use]
#[inline]
pub fn pext(value: u64, mask: u64) -> u64 {
    // SAFETY: this function exists only in builds whose every CPU has BMI2.
    unsafe { core::arch::x86_64::_pext_u64(value, mask) }
}

/// Eight 64-bit words side by side: one AVX-512 register where the build has it, an array elsewhere.
#[derive(Clone, Copy)]
pub struct EightWords(words::Raw);

#[cfg(all(target_feature = "avx512f", target_feature = "avx512vpopcntdq"))]
mod words {
    use core::arch::x86_64::*;

    use super::EightWords;

    pub type Raw = __m512i;

    // SAFETY (of every block here): the module exists only in builds whose every CPU has these instructions, and none
    // of them touches memory other than its operands.
    impl EightWords {
        /// These eight words.
        #[must_use]
        #[inline(always)]
        pub fn new(words: &[u64; 8]) -> Self {
            // SAFETY: see above; the array is 64 bytes long, and the load asks for no alignment.
            Self(unsafe { _mm512_loadu_si512(words.as_ptr().cast()) })
        }

        /// One word eight times.
        #[must_use]
        #[inline(always)]
        pub fn splat(word: u64) -> Self {
            // SAFETY: see above.
            Self(unsafe { _mm512_set1_epi64(word as i64) })
        }

        /// The words with those at the set bits of `LANES` replaced by `word`.
        #[must_use]
        #[inline(always)]
        pub fn set<const LANES: u8>(self, word: u64) -> Self {
            // SAFETY: see above.
            Self(unsafe { _mm512_mask_set1_epi64(self.0, LANES, word as i64) })
        }

        /// Each word rotated left by the word beside it in `turns`.
        #[must_use]
        #[inline(always)]
        pub fn rotate_left(self, turns: Self) -> Self {
            // SAFETY: see above.
            Self(unsafe { _mm512_rolv_epi64(self.0, turns.0) })
        }

        /// What each pair of words shares.
        #[must_use]
        #[inline(always)]
        pub fn and(self, other: Self) -> Self {
            // SAFETY: see above.
            Self(unsafe { _mm512_and_si512(self.0, other.0) })
        }

        /// The set bits of each word.
        #[must_use]
        #[inline(always)]
        pub fn count_ones(self) -> Self {
            // SAFETY: see above.
            Self(unsafe { _mm512_popcnt_epi64(self.0) })
        }

        /// The sum of each pair of words.
        #[must_use]
        #[inline(always)]
        pub fn plus(self, other: Self) -> Self {
            // SAFETY: see above.
            Self(unsafe { _mm512_add_epi64(self.0, other.0) })
        }

        /// The sum of all eight words.
        #[must_use]
        #[inline(always)]
        pub fn sum(self) -> u64 {
            // SAFETY: see above.
            unsafe { _mm512_reduce_add_epi64(self.0) as u64 }
        }
    }
}

#[cfg(not(all(target_feature = "avx512f", target_feature = "avx512vpopcntdq")))]
mod words {
    use super::EightWords;

    pub type Raw = [u64; 8];

    fn zip(a: EightWords, b: EightWords, of: impl Fn(u64, u64) -> u64) -> EightWords {
        EightWords(std::array::from_fn(|lane| of(a.0[lane], b.0[lane])))
    }

    impl EightWords {
        /// These eight words.
        #[must_use]
        #[inline(always)]
        pub fn new(words: &[u64; 8]) -> Self {
            Self(*words)
        }

        /// One word eight times.
        #[must_use]
        #[inline(always)]
        pub fn splat(word: u64) -> Self {
            Self([word; 8])
        }

        /// The words with those at the set bits of `LANES` replaced by `word`.
        #[must_use]
        #[inline(always)]
        pub fn set<const LANES: u8>(self, word: u64) -> Self {
            Self(std::array::from_fn(|lane| if LANES >> lane & 1 != 0 { word } else { self.0[lane] }))
        }

        /// Each word rotated left by the word beside it in `turns`.
        #[must_use]
        #[inline(always)]
        pub fn rotate_left(self, turns: Self) -> Self {
            zip(self, turns, |word, turn| word.rotate_left(turn as u32))
        }

        /// What each pair of words shares.
        #[must_use]
        #[inline(always)]
        pub fn and(self, other: Self) -> Self {
            zip(self, other, |a, b| a & b)
        }

        /// The set bits of each word.
        #[must_use]
        #[inline(always)]
        pub fn count_ones(self) -> Self {
            Self(self.0.map(|word| u64::from(word.count_ones())))
        }

        /// The sum of each pair of words.
        #[must_use]
        #[inline(always)]
        pub fn plus(self, other: Self) -> Self {
            zip(self, other, u64::wrapping_add)
        }

        /// The sum of all eight words.
        #[must_use]
        #[inline(always)]
        pub fn sum(self) -> u64 {
            self.0.iter().sum()
        }
    }
}
