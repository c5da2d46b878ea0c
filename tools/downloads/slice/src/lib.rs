//! Khun's program as a static library, compiled once for each kind of processor: see `tools/downloads/build`.

mod arch;
#[cfg(target_env = "musl")]
mod memory;
mod program;
