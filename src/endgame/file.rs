//! Endgames in files, read where they lie.
//!
//! An endgame file, version 1, all numbers little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `KHUNEND` and a zero byte |
//! | 2 | version |
//! | 4 | rooks, khons, knights, mets of the stronger side |
//! | 1 | planes: bits of a distance, 1 to 8 |
//! | 1 | 16: placements in a block |
//! | 8 × 3 | legal positions with the stronger side to move, with the bare king to move, stalemates |
//! | 2 × 2 | lengths of the two lists that follow |
//! | 8 × … | positions with the stronger side to move that are won in 0, 1, 2 … moves |
//! | 8 × … | positions with the bare king to move that are lost in 0, 1, 2 … moves |
//! | 8 × (blocks + 1) | where each block starts, counted from the end of this list; last, where the last one ends |
//! | … | the blocks |
//! | 4 | CRC-32 (IEEE) of all that comes before |
//!
//! A block holds the records of 16 placements in the order of [`Material::index`], compressed with LZ4 (block form): first
//! plane 0 of each of them, then plane 1, and so on, 8 bytes each. Bit s of plane b is bit b of the distance when the
//! bare king stands on square s (a1 = 0, h8 = 63) and the stronger side, seen as White, moves. The last block is filled
//! up with zeros. LZ4 unpacks a block in about half a microsecond; zstd's files would be two thirds as long, but its
//! blocks take 15 times as long to unpack.

use std::cell::RefCell;
use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::arch;
use crate::endgame::compression::decompress_into;
use crate::endgame::material::Material;
use crate::endgame::record::{MOST_PLANES, Record};
use crate::endgame::statistics::{Distances, Statistics};

/// The ending of a table file's name.
pub const EXTENSION: &str = "khunend";

/// What a table file begins with.
pub(super) const MAGIC: [u8; 8] = *b"KHUNEND\0";
/// The version of the format.
pub(super) const VERSION: u16 = 1;
/// Placements in a block.
pub(super) const BLOCK: usize = 16;
/// Bytes of a plane of one placement.
pub(super) const WORD: usize = 8;

/// Why a table file cannot be used.
#[derive(Debug)]
pub enum FileError {
    /// The system cannot read or write it.
    Io(io::Error),
    /// It is no endgame table.
    NotATable,
    /// It is of another version.
    Version(u16),
    /// It is cut short or contradicts itself; here is where.
    Damaged(&'static str),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::NotATable => write!(f, "not an endgame table"),
            Self::Version(version) => write!(f, "version {version} of the format; this program reads {VERSION}"),
            Self::Damaged(place) => write!(f, "damaged: {place}; build it again"),
        }
    }
}

impl std::error::Error for FileError {}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Where the table of a material lies in a folder.
#[must_use]
pub fn path_of(folder: &Path, material: Material) -> PathBuf {
    folder.join(format!("{material}.{EXTENSION}"))
}

/// The records of a table file, mapped into memory.
pub(crate) struct FileRecords {
    map: arch::FileBytes,
    material: Material,
    planes: usize,
    /// Where the list of block starts begins, and where the blocks do.
    starts: usize,
    blocks: usize,
    statistics: Statistics,
    /// Tells this file's blocks from those of any other in the threads' caches.
    id: u64,
}

impl fmt::Debug for FileRecords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FileRecords({}, {} bytes)", self.material, self.map.len())
    }
}

/// Reads numbers from the front of a file.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], FileError> {
        let rest = self.bytes.get(self.at..).and_then(|rest| rest.first_chunk::<N>());
        self.at += N;
        rest.copied().ok_or(FileError::Damaged("the file is cut short"))
    }

    fn u64(&mut self) -> Result<u64, FileError> {
        self.take().map(u64::from_le_bytes)
    }

    fn u16(&mut self) -> Result<u16, FileError> {
        self.take().map(u16::from_le_bytes)
    }

    fn list(&mut self, length: u16) -> Result<Vec<u64>, FileError> {
        (0..length).map(|_| self.u64()).collect()
    }
}

impl FileRecords {
    /// Opens a table file and checks its form, not every block.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        static IDS: AtomicU64 = AtomicU64::new(1);
        let map = arch::map(&File::open(path)?)?;
        let mut reader = Reader { bytes: &map, at: 0 };
        if reader.take().map_err(|_| FileError::NotATable)? != MAGIC {
            return Err(FileError::NotATable);
        }
        let version = reader.u16()?;
        if version != VERSION {
            return Err(FileError::Version(version));
        }
        let material = Material::new(reader.take()?).ok_or(FileError::Damaged("no such ending"))?;
        let [planes, block] = reader.take()?;
        let planes = usize::from(planes);
        if usize::from(block) != BLOCK || !(1..=MOST_PLANES).contains(&planes) {
            return Err(FileError::Damaged("block size"));
        }
        let [stronger, bare, stalemates] = [reader.u64()?, reader.u64()?, reader.u64()?];
        let lengths = [reader.u16()?, reader.u16()?];
        let won = lengths.map(|length| reader.list(length));
        let [stronger_won, bare_won] = won;
        let statistics = Statistics {
            stronger: Distances { legal: stronger, won: stronger_won?, longest: None },
            bare: Distances { legal: bare, won: bare_won?, longest: None },
            stalemates,
        };
        let starts = reader.at;
        let count = material.placements().div_ceil(BLOCK);
        let blocks = starts + (count + 1) * WORD;
        reader.at += count * WORD;
        let end = reader.u64()?;
        // The length is what a damaged file's own number is added up to: it may not fit.
        if end.checked_add(blocks as u64 + 4) != Some(map.len() as u64) {
            return Err(FileError::Damaged("the file has the wrong length"));
        }
        let id = IDS.fetch_add(1, Ordering::Relaxed);
        Ok(Self { map, material, planes, starts, blocks, statistics, id })
    }

    pub const fn material(&self) -> Material {
        self.material
    }

    pub const fn planes(&self) -> usize {
        self.planes
    }

    /// The figures that its builder found.
    pub const fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Size of the file in bytes.
    pub fn bytes(&self) -> usize {
        self.map.len()
    }

    /// Whether the checksum fits.
    pub fn is_sound(&self) -> bool {
        self.map.split_last_chunk::<4>().is_some_and(|(rest, sum)| crc32fast::hash(rest).to_le_bytes() == *sum)
    }

    /// The distances of one placement; all zeros where the file is damaged.
    pub fn record(&self, index: usize) -> Record {
        CACHE.with_borrow_mut(|cache| {
            let number = index / BLOCK;
            let entry = &mut cache[(number ^ (self.id as usize).wrapping_mul(37)) % CACHED];
            if entry.block != Some((self.id, number)) {
                entry.words = [0; BLOCK * MOST_PLANES * WORD];
                entry.block = Some((self.id, number));
                if self.unpack(number, &mut entry.words[..self.planes * BLOCK * WORD]).is_none() {
                    entry.words = [0; BLOCK * MOST_PLANES * WORD];
                }
            }
            let words = entry.words.as_chunks::<WORD>().0;
            (0..self.planes).map(|plane| u64::from_le_bytes(words[plane * BLOCK + index % BLOCK])).collect()
        })
    }

    fn unpack(&self, number: usize, words: &mut [u8]) -> Option<()> {
        let start = |block: usize| {
            let bytes = self.map.get(self.starts + block * WORD..)?.first_chunk::<WORD>()?;
            self.blocks.checked_add(usize::try_from(u64::from_le_bytes(*bytes)).ok()?)
        };
        let block = self.map.get(start(number)?..start(number + 1)?)?;
        (decompress_into(block, words)? == words.len()).then_some(())
    }
}

/// Blocks that each thread keeps unpacked: neighbours in a search meet the same ones again.
const CACHED: usize = 256;

struct CachedBlock {
    block: Option<(u64, usize)>,
    words: [u8; BLOCK * MOST_PLANES * WORD],
}

thread_local! {
    static CACHE: RefCell<Vec<CachedBlock>> = RefCell::new(
        std::iter::repeat_with(|| CachedBlock { block: None, words: [0; BLOCK * MOST_PLANES * WORD] })
            .take(CACHED)
            .collect(),
    );
}
