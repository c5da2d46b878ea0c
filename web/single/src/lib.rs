//! Khun for pages without threads: a UCI session that `web/engine/single.js` calls line by line.
//!
//! Its interface is WASI's: lines are read from the standard input, which must not wait, and answers go to the standard
//! output. A search reads there too, and is stopped by the line `stop`.

mod arch;
mod session;
