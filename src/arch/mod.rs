//! Floor 1: everything unsafe, each piece behind a safe function.
//!
//! The vectors of the network lie in one file for each instruction set. A build has [`Portable`], which is the arbiter of
//! the others in tests, and [`Native`], the widest that its target features allow (`-C target-cpu`, `-C target-feature`).
#![allow(unsafe_code, reason = "the one place for it")]

#[cfg(all(target_arch = "x86_64", target_feature = "avx2", not(target_feature = "avx512bw")))]
#[path = "avx2.rs"]
mod native;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "avx512bw"))]
#[path = "avx512.rs"]
mod native;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
#[path = "neon.rs"]
mod native;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[path = "simd128.rs"]
mod native;
#[cfg(not(any(
    all(target_arch = "x86_64", target_feature = "avx2"),
    all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128"),
)))]
#[path = "fallback.rs"]
mod native;

mod portable;
mod system;
mod vector;

pub use native::Native;
pub use portable::Portable;
pub use system::{FileBytes, HAS_THREADS, explain_illegal_instructions, map, prefer_huge_pages, prefetch, processors};
pub use vector::{Lanes, Vector};
