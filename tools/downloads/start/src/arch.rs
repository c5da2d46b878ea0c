//! The kernels, and the doors into them.
#![allow(unsafe_code, reason = "other libraries are called here")]

// SAFETY: `tools/downloads/build` links one function of each name, with this signature (`tools/downloads/slice`).
#[link(name = "khun_x86_64", kind = "static")]
#[link(name = "khun_x86_64_v3", kind = "static")]
#[link(name = "khun_x86_64_v4", kind = "static")]
unsafe extern "C" {
    fn khun_x86_64(arguments: *const u8, length: usize) -> !;
    fn khun_x86_64_v3(arguments: *const u8, length: usize) -> !;
    fn khun_x86_64_v4(arguments: *const u8, length: usize) -> !;
}

/// A kind of processor, by the levels of the x86-64 psABI. Level 2 has none of its own: it gains two percent in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Any processor of 64 bits.
    Base,
    /// With AVX2 and BMI2: since about 2013.
    V3,
    /// With AVX-512.
    V4,
}

impl Kernel {
    /// The newest that this processor and the system beneath it can run.
    pub fn best() -> Self {
        let v3 = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("f16c")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("movbe");
        let v4 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        match (v3, v4) {
            (true, true) => Self::V4,
            (true, false) => Self::V3,
            (false, _) => Self::Base,
        }
    }
}

/// Goes on in a kernel, which ends the process. The arguments end with a zero byte each.
pub fn go_on(kernel: Kernel, arguments: &[u8]) -> ! {
    let enter = match kernel {
        Kernel::Base => khun_x86_64,
        Kernel::V3 => khun_x86_64_v3,
        Kernel::V4 => khun_x86_64_v4,
    };
    // SAFETY: the bytes are borrowed for the call, which does not come back; the processor has what the kernel uses.
    unsafe { enter(arguments.as_ptr(), arguments.len()) }
}
