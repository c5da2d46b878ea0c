//! Endgames written into files; [`crate::endgame::file`] has the format.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::endgame::compression::compress;
use crate::endgame::file::{BLOCK, FileError, MAGIC, VERSION, WORD};
use crate::endgame::parallel::for_each;
use crate::endgame::record::Record;
use crate::endgame::statistics::Statistics;
use crate::endgame::table::Table;

/// Writes a table, compressed by so many threads or as many as the system gives, by way of a temporary file beside it so that no half-written table is ever found.
///
/// # Errors
///
/// Where the folder cannot be written to.
pub fn write(table: &Table, statistics: &Statistics, path: &Path, threads: usize) -> Result<(), FileError> {
    let temporary = path.with_extension("part");
    let mut out = Checked { inner: BufWriter::new(File::create(&temporary)?), crc: crc32fast::Hasher::new() };
    out.write_all(&header(table, statistics))?;
    let blocks = compressed_blocks(table, threads)?;
    let mut offset = 0u64;
    out.write_all(&offset.to_le_bytes())?;
    for block in &blocks {
        offset += block.len() as u64;
        out.write_all(&offset.to_le_bytes())?;
    }
    for block in &blocks {
        out.write_all(block)?;
    }
    let Checked { mut inner, crc } = out;
    inner.write_all(&crc.finalize().to_le_bytes())?;
    inner.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    Ok(std::fs::rename(&temporary, path)?)
}

/// A writer that keeps the checksum of what went through.
struct Checked<W> {
    inner: W,
    crc: crc32fast::Hasher,
}

impl<W: Write> Write for Checked<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.crc.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

fn header(table: &Table, statistics: &Statistics) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(table.material().counts());
    bytes.extend([table.planes() as u8, BLOCK as u8]);
    let Statistics { stronger, bare, stalemates } = statistics;
    bytes.extend([stronger.legal, bare.legal, *stalemates].into_iter().flat_map(u64::to_le_bytes));
    bytes.extend([&stronger.won, &bare.won].into_iter().flat_map(|won| (won.len() as u16).to_le_bytes()));
    bytes.extend(stronger.won.iter().chain(&bare.won).flat_map(|number| number.to_le_bytes()));
    bytes
}

fn compressed_blocks(table: &Table, threads: usize) -> io::Result<Vec<Vec<u8>>> {
    /// Blocks that one thread takes at a time.
    const BATCH: usize = 256;
    let placements = table.material().placements();
    let compressed = |number: usize| {
        let records: Vec<Record> =
            (number * BLOCK..placements.min((number + 1) * BLOCK)).map(|i| table.record(i)).collect();
        let mut bytes = vec![0; table.planes() * BLOCK * WORD];
        for (place, word) in bytes.chunks_exact_mut(WORD).enumerate() {
            if let Some(plane) = records.get(place % BLOCK).and_then(|record| record.get(place / BLOCK)) {
                word.copy_from_slice(&plane.to_le_bytes());
            }
        }
        compress(&bytes)
    };
    let mut blocks: Vec<io::Result<Vec<u8>>> = Vec::new();
    blocks.resize_with(placements.div_ceil(BLOCK), || Ok(Vec::new()));
    for_each(threads, blocks.chunks_mut(BATCH).enumerate(), |(batch, blocks)| {
        for (place, block) in blocks.iter_mut().enumerate() {
            *block = compressed(batch * BATCH + place);
        }
    });
    blocks.into_iter().collect()
}
