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
