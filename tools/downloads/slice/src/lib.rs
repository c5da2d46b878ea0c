//! Khun's program as a static library, compiled once for each kind of processor: see `tools/downloads/build`.

mod arch;
mod program;

/// Keeps freed memory for what is asked for next: solving endings takes and frees megabytes at a time, which cost searches
/// 4 % with musl's allocator.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;
