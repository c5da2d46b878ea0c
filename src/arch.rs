//! Floor 1: everything unsafe, each piece behind a safe function.
#![allow(unsafe_code)]

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
pub struct Lanes(lanes::Words);

#[cfg(all(target_feature = "avx512f", target_feature = "avx512vpopcntdq"))]
mod lanes {
    use core::arch::x86_64::*;

    use super::Lanes;

    pub type Words = __m512i;

    // SAFETY (of every block here): the module exists only in builds whose every CPU has these instructions, and none
    // of them touches memory other than its operands.
    impl Lanes {
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
mod lanes {
    use super::Lanes;

    pub type Words = [u64; 8];

    fn zip(a: Lanes, b: Lanes, of: impl Fn(u64, u64) -> u64) -> Lanes {
        Lanes(std::array::from_fn(|lane| of(a.0[lane], b.0[lane])))
    }

    impl Lanes {
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

/// Asks the processor to fetch what the reference points to, which will be read soon. Changes nothing.
#[inline]
pub fn prefetch<T>(memory: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads nothing into registers and faults on no address; SSE is part of x86-64.
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(memory).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = memory;
}

/// Asks the system to back memory that is not yet in use with huge pages, where it can. Changes nothing else.
pub fn prefer_huge_pages<T>(memory: &mut [std::mem::MaybeUninit<T>]) {
    #[cfg(target_os = "linux")]
    {
        /// Advice must begin at a page.
        const PAGE: usize = 4096;
        let start = memory.as_mut_ptr() as usize;
        let skipped = start.next_multiple_of(PAGE) - start;
        let bytes = std::mem::size_of_val(memory).saturating_sub(skipped);
        // SAFETY: the range lies inside memory that the caller holds exclusively, and this advice leaves contents and
        // access rights as they are. A refusal is no loss.
        unsafe {
            libc::madvise(memory.as_mut_ptr().cast::<u8>().add(skipped).cast(), bytes, libc::MADV_HUGEPAGE);
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}
