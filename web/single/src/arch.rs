//! The name under which pages call the program.
#![allow(unsafe_code)]

use crate::session::hear_all;

/// Hears the lines that there are: 1 while the session goes on, 0 when it is over.
// SAFETY: no other symbol of the program has this name, and what is called takes nothing from its caller.
#[unsafe(no_mangle)]
pub extern "C" fn khun_turn() -> i32 {
    hear_all().into()
}
