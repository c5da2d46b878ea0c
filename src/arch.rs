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
