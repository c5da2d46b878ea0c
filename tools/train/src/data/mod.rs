//! Training data: one position in 32 bytes, blocks of whole games with checksums, files that survive an interruption.
//! `docs/networks.md` describes the format byte by byte.

mod files;
mod record;
mod selection;
mod shard;
pub mod synthetic;
mod target;

pub use files::{EXTENSION, files};
pub use record::{Flags, Labels, Packed, Verdict};
pub use selection::{Dataset, Filter};
pub use shard::{Header, Shard, ShardError, Writer};
pub use target::{Mix, fit_scale, sigmoid};
