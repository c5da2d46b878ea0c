//! Floor 1: everything unsafe, each piece behind a safe function.
#![allow(unsafe_code)]

/// Lets the calling thread give way to all others by so many steps of nice, where the system allows one thread to be told
/// so (Linux). Beside a busy thread on the same CPU ten steps leave a tenth of the time to this one, fifteen a thirtieth.
/// The steps count from where the program stands: far below everything else a thread could not even end in time.
pub fn give_way(steps: i32) {
    // SAFETY: a system call on numbers. A refusal leaves the thread as it was, which does no harm.
    #[cfg(target_os = "linux")]
    unsafe {
        libc::nice(steps);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = steps;
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

/// A file's bytes, mapped into memory.
///
/// # Errors
///
/// What the system says when it cannot map the file.
pub fn map(file: &std::fs::File) -> std::io::Result<memmap2::Mmap> {
    // SAFETY: the bytes are only ever read, and only as bytes, of which every value is valid. Should another program
    // change the file meanwhile, the readers see other bytes, which they check as they check every file's; should it
    // cut the file short, the system ends the process (SIGBUS), as it does to every program with a mapped file.
    unsafe { memmap2::Mmap::map(file) }
}

// ---- Vectors of the network's numbers ----

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

/// The widest implementation that this build may use (`-C target-cpu`, `-C target-feature`).
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub type Native = Portable;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub use x86::Native;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2", not(target_feature = "avx512bw")))]
mod x86 {
    use std::arch::x86_64::*;

    use super::{Lanes, Vector};

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
                    let clamped =
                        _mm256_min_epi16(_mm256_max_epi16(lanes, _mm256_setzero_si256()), _mm256_set1_epi16(255));
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
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "avx512bw"))]
mod x86 {
    use std::arch::x86_64::*;

    use super::{Lanes, Vector};

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
                let clamped =
                    _mm512_min_epi16(_mm512_max_epi16(self.0, _mm512_setzero_si512()), _mm512_set1_epi16(255));
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
}
