//! Where the static program's memory comes from.

/// Keeps freed memory for what is asked for next: solving endings takes and frees megabytes at a time, which cost searches
/// 4 % with musl's allocator.
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;
