//! The door by which `khun-start` enters the kernel that it has chosen.
#![allow(unsafe_code, reason = "another program's call comes in here")]

use std::ffi::OsString;
use std::process::{ExitCode, exit};
use std::slice;

use crate::program;

/// Runs the program and leaves the process with its exit code. `arguments` are `length` bytes: the program's arguments, its
/// name first, with a zero byte behind each.
///
/// # Safety
/// The bytes must stay readable and unchanged until the process ends, and be what this compiler's `OsStr` holds.
// SAFETY: no other function of this name is linked; the build renames the one of each slice.
#[unsafe(no_mangle)]
// SAFETY: the caller keeps the promise above.
pub unsafe extern "C" fn khun_slice(arguments: *const u8, length: usize) -> ! {
    // SAFETY: by the caller's promise.
    let bytes = unsafe { slice::from_raw_parts(arguments, length) };
    let arguments = bytes.split_inclusive(|byte| *byte == 0).map(|argument| {
        let argument = argument.strip_suffix(&[0]).unwrap_or(argument).to_vec();
        // SAFETY: by the caller's promise; no argument has a zero byte in it.
        unsafe { OsString::from_encoded_bytes_unchecked(argument) }
    });
    let code = program::run(arguments.collect());
    // An exit code does not tell its number, but may be compared.
    let number = (0..=u8::MAX).find(|number| ExitCode::from(*number) == code);
    exit(number.map_or(1, i32::from))
}
