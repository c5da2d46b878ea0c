//! Data files. A file grows by blocks of whole games; each block has its number and a checksum, so a file that was cut
//! off in the middle is whole again after its unfinished tail is dropped, and the next block's number says with which
//! seed to go on.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use khun_board::rules::Profile;

use crate::data::record::Packed;

const MAGIC: &[u8; 8] = b"khundata";
const VERSION: u32 = 1;
const BLOCK: &[u8; 4] = b"blok";
const BLOCK_HEADER: usize = 20;

/// What a file's data are and where they come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Which networks can learn from it.
    pub profile: Profile,
    /// The seed that, with a block's number, gives the block again.
    pub seed: u64,
    /// Rule set, engine and settings, for people; a file is only continued with the same.
    pub note: String,
}

/// Why a file is not data.
#[derive(Debug)]
pub enum ShardError {
    /// The file system's complaint.
    Io(io::Error),
    /// It does not begin as a data file does.
    Foreign,
    /// It was made with other settings than those it should be continued with.
    Other,
}

impl fmt::Display for ShardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Foreign => f.write_str("not a data file of this program and version"),
            Self::Other => f.write_str("the file was made with another seed or other settings"),
        }
    }
}

impl std::error::Error for ShardError {}

impl From<io::Error> for ShardError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// A whole file in memory.
#[derive(Clone, Debug)]
pub struct Shard {
    /// What the data are.
    pub header: Header,
    /// All positions, game after game.
    pub records: Vec<Packed>,
    /// Whole blocks read.
    pub blocks: u32,
    /// Games in them.
    pub games: u32,
    /// Bytes after the last whole block.
    pub damaged: u64,
}

impl Header {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(match self.profile {
            Profile::Mate => [0u8; 4],
            Profile::Race => [1, 0, 0, 0],
        });
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend((self.note.len() as u32).to_le_bytes());
        bytes.extend(self.note.as_bytes());
        bytes
    }

    fn parse<'a>(bytes: &mut &'a [u8]) -> Option<Self> {
        fn array<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
            let (first, rest) = bytes.split_first_chunk()?;
            *bytes = rest;
            Some(*first)
        }
        if &array::<8>(bytes)? != MAGIC || u32::from_le_bytes(array(bytes)?) != VERSION {
            return None;
        }
        let profile = match array::<4>(bytes)?[0] {
            0 => Profile::Mate,
            1 => Profile::Race,
            _ => return None,
        };
        let seed = u64::from_le_bytes(array(bytes)?);
        let length = u32::from_le_bytes(array(bytes)?) as usize;
        let (note, rest): (&'a [u8], &'a [u8]) = bytes.split_at_checked(length)?;
        *bytes = rest;
        Some(Self { profile, seed, note: String::from_utf8(note.to_vec()).ok()? })
    }
}

impl Shard {
    /// Reads a file up to its last whole block.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or is not a data file.
    pub fn read(path: &Path) -> Result<Self, ShardError> {
        Self::parse(&std::fs::read(path)?)
    }

    fn parse(bytes: &[u8]) -> Result<Self, ShardError> {
        let mut rest = bytes;
        let header = Header::parse(&mut rest).ok_or(ShardError::Foreign)?;
        let mut shard = Self { header, records: Vec::new(), blocks: 0, games: 0, damaged: 0 };
        while let Some(next) = shard.block(rest) {
            rest = next;
        }
        shard.damaged = rest.len() as u64;
        Ok(shard)
    }

    /// Takes one block and gives what follows it; `None` if it is not whole.
    fn block<'a>(&mut self, bytes: &'a [u8]) -> Option<&'a [u8]> {
        let (head, rest) = bytes.split_first_chunk::<BLOCK_HEADER>()?;
        let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|i| head[at + i]));
        if &head[..4] != BLOCK || word(4) != self.blocks {
            return None;
        }
        let (payload, rest) = rest.split_at_checked(word(8) as usize * 32)?;
        if crc32fast::hash(payload) != word(16) {
            return None;
        }
        self.records.extend(payload.as_chunks().0.iter().map(|&record| Packed(record)));
        self.blocks += 1;
        self.games += word(12);
        Some(rest)
    }
}

/// A file that grows.
#[derive(Debug)]
pub struct Writer {
    file: File,
    next: u32,
}

impl Writer {
    /// Opens a file to go on with, or makes a new one. Returns also what the file already has.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or written, is not a data file, or was made with other settings.
    pub fn open(path: &Path, header: &Header) -> Result<(Self, Shard), ShardError> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        if bytes.is_empty() {
            bytes = header.to_bytes();
            file.write_all(&bytes)?;
        }
        let shard = Shard::parse(&bytes)?;
        if shard.header != *header {
            return Err(ShardError::Other);
        }
        let whole = bytes.len() as u64 - shard.damaged;
        file.set_len(whole)?;
        file.seek(SeekFrom::Start(whole))?;
        Ok((Self { file, next: shard.blocks }, shard))
    }

    /// The number of the block to be written next.
    #[must_use]
    pub fn next(&self) -> u32 {
        self.next
    }

    /// Appends a block of whole games.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn append(&mut self, games: &[Vec<Packed>]) -> io::Result<()> {
        let payload: Vec<u8> = games.iter().flatten().flat_map(|record| record.0).collect();
        let mut block = BLOCK.to_vec();
        for word in [self.next, payload.len() as u32 / 32, games.len() as u32, crc32fast::hash(&payload)] {
            block.extend(word.to_le_bytes());
        }
        block.extend(payload);
        self.file.write_all(&block)?;
        self.file.sync_data()?;
        self.next += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        Header { profile: Profile::Race, seed: 7, note: "test".to_owned() }
    }

    fn game(byte: u8, length: usize) -> Vec<Packed> {
        vec![Packed([byte; 32]); length]
    }

    #[test]
    fn an_interrupted_file_goes_on_where_it_was_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.khd");
        let (mut writer, _) = Writer::open(&path, &header()).unwrap();
        writer.append(&[game(1, 3), game(2, 2)]).unwrap();
        writer.append(&[game(3, 4)]).unwrap();
        drop(writer);
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[..whole.len() - 5]).unwrap();
        let (mut writer, shard) = Writer::open(&path, &header()).unwrap();
        assert_eq!((shard.blocks, shard.games, shard.records.len()), (1, 2, 5));
        assert_eq!(writer.next(), 1);
        writer.append(&[game(3, 4)]).unwrap();
        drop(writer);
        assert_eq!(std::fs::read(&path).unwrap(), whole);
    }

    #[test]
    fn damage_and_other_settings_are_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.khd");
        Writer::open(&path, &header()).unwrap().0.append(&[game(1, 3)]).unwrap();
        let other = Header { seed: 8, ..header() };
        assert!(matches!(Writer::open(&path, &other), Err(ShardError::Other)));
        let mut bytes = std::fs::read(&path).unwrap();
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        let shard = Shard::read(&path).unwrap();
        assert!(shard.records.is_empty() && shard.damaged > 0);
        std::fs::write(&path, b"something else").unwrap();
        assert!(matches!(Shard::read(&path), Err(ShardError::Foreign)));
    }
}
