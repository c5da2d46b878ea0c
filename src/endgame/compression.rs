//! LZ4, as the blocks of table files use it. WebAssembly, which maps no files, does without.

use std::io;

/// Decompresses a block and returns how many bytes it gave; `None` where it is damaged or longer than `to`.
#[cfg(not(target_family = "wasm"))]
pub fn decompress_into(block: &[u8], to: &mut [u8]) -> Option<usize> {
    lz4_flex::block::decompress_into(block, to).ok()
}

/// Compresses a block.
#[cfg(not(target_family = "wasm"))]
pub fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    Ok(lz4_flex::block::compress(bytes))
}

#[cfg(target_family = "wasm")]
pub fn decompress_into(_: &[u8], _: &mut [u8]) -> Option<usize> {
    None
}

#[cfg(target_family = "wasm")]
pub fn compress(_: &[u8]) -> io::Result<Vec<u8>> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "this build writes no table files"))
}
