//! What the system and the processor are asked for.

use std::fs::File;
use std::io;
use std::thread;

/// Whether this build has threads. WebAssembly may or may not, and nothing that stable Rust can ask says which: whoever
/// compiles for a system without them says so by the variable `KHUN_WITHOUT_THREADS`.
pub const HAS_THREADS: bool = option_env!("KHUN_WITHOUT_THREADS").is_none();

/// How many threads the machine runs at once; 1 if that cannot be known. WebAssembly cannot ask: whoever runs it says it
/// by the variable `KHUN_PROCESSORS`.
#[must_use]
pub fn processors() -> usize {
    let told = || std::env::var("KHUN_PROCESSORS").ok()?.parse().ok();
    let told = if cfg!(target_family = "wasm") { told() } else { None };
    told.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
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
    #[cfg(target_arch = "aarch64")]
    // SAFETY: a prefetch reads nothing into registers and faults on no address.
    unsafe {
        std::arch::asm!("prfm pldl1keep, [{}]", in(reg) std::ptr::from_ref(memory), options(nostack, preserves_flags, readonly));
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
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
        let bytes = size_of_val(memory).saturating_sub(skipped);
        // SAFETY: the range lies inside memory that the caller holds exclusively, and this advice leaves contents and
        // access rights as they are. A refusal is no loss.
        unsafe {
            libc::madvise(memory.as_mut_ptr().cast::<u8>().add(skipped).cast(), bytes, libc::MADV_HUGEPAGE);
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// Has a line written, and the program ended with a code, where the processor does not know an instruction that this build
/// was made for. Without it the system ends the program by a signal that tells nobody why.
pub fn explain_illegal_instructions() {
    #[cfg(target_os = "linux")]
    {
        extern "C" fn explain(_: libc::c_int) {
            const LINE: &[u8] = b"khun: this program was built for a newer processor than this one; docs/building.md \
                says how to build for older ones\n";
            // SAFETY: both may be called while a signal is handled; the bytes live as long as the program.
            unsafe {
                libc::write(libc::STDERR_FILENO, LINE.as_ptr().cast(), LINE.len());
                libc::_exit(1);
            }
        }
        let handler: extern "C" fn(libc::c_int) = explain;
        // SAFETY: the handler does not come back, and touches nothing that whatever it interrupts may hold.
        unsafe {
            libc::signal(libc::SIGILL, handler as libc::sighandler_t);
        }
    }
}

/// A file's bytes, mapped into memory.
#[cfg(not(target_family = "wasm"))]
pub type FileBytes = memmap2::Mmap;
/// A file's bytes.
#[cfg(target_family = "wasm")]
pub type FileBytes = Vec<u8>;

/// Maps a file into memory.
///
/// # Errors
///
/// What the system says when it cannot map the file.
#[cfg(not(target_family = "wasm"))]
pub fn map(file: &File) -> io::Result<FileBytes> {
    // SAFETY: the bytes are only ever read, and only as bytes, of which every value is valid. Should another program
    // change the file meanwhile, the readers see other bytes, which they check as they check every file's; should it
    // cut the file short, the system ends the process (SIGBUS), as it does to every program with a mapped file.
    unsafe { memmap2::Mmap::map(file) }
}

/// Maps a file into memory.
///
/// # Errors
///
/// Always: there is no such thing in WebAssembly.
#[cfg(target_family = "wasm")]
pub fn map(_: &File) -> io::Result<FileBytes> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "this build cannot map files into memory"))
}
