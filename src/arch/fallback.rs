//! Processors without vectors of their own here take those of any.

pub use crate::arch::portable::Portable as Native;
