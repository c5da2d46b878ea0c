//! An endgame file: refused, or read and asked about its positions.
//!
//! The first byte says whether the bytes stand as they are or are made into a file whose marks, lengths and checksum
//! fit, so that the blocks behind them are reached too.
#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;

use khun::endgame::{Material, Setup, Table, Turn};
use khun_board::geometry::Square;
use khun_fuzz::assert_one_line;
use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;

/// Placements in a block, bytes of a plane.
const BLOCK: usize = 16;
const WORD: usize = 8;

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    let memory = PathBuf::from("/dev/shm");
    if memory.is_dir() { TempDir::new_in(memory) } else { TempDir::new() }.expect("a folder")
});

fuzz_target!(|data: &[u8]| {
    let Some((&mode, data)) = data.split_first() else { return };
    let file = if mode % 2 == 0 { data.to_vec() } else { repaired(data).unwrap_or_else(|| data.to_vec()) };
    let path = FOLDER.path().join("R.khunend");
    std::fs::write(&path, &file).expect("written");
    match Table::open(&path, |_| Default::default()) {
        Err(error) => assert_one_line(&error.to_string(), 200),
        Ok(table) => ask(&table),
    }
});

/// A file of this material, with these blocks: each of the input's, packed, behind one another and over again.
fn repaired(data: &[u8]) -> Option<Vec<u8>> {
    let (&[rooks, khons, knights, mets, planes, packed, shift], pattern) = data.split_first_chunk()?;
    let material =
        Material::new([rooks, khons, knights, mets].map(|count| count % 4)).filter(|material| material.size() < 3)?;
    let planes = planes % 10;
    let mut file = b"KHUNEND\0\x01\0".to_vec();
    file.extend(material.counts());
    file.extend([planes, BLOCK as u8]);
    file.extend([7_u8; 3 * WORD]);
    file.extend([1, 0, 1, 0]);
    file.extend([9_u8; 2 * WORD]);
    let words: Vec<u8> = pattern.iter().copied().cycle().take(usize::from(planes) * BLOCK * WORD).collect();
    let block =
        if packed % 2 == 0 && !pattern.is_empty() { lz4_flex::block::compress(&words) } else { pattern.to_vec() };
    let count = material.placements().div_ceil(BLOCK);
    // All blocks lie on one another; some, if the input wants it, out of the file.
    for number in 0..count {
        let start = if number % 2 == 0 { 0 } else { block.len() as u64 + u64::from(shift) };
        file.extend(start.to_le_bytes());
    }
    file.extend((block.len() as u64).to_le_bytes());
    file.extend(&block);
    file.extend(crc32fast::hash(&file).to_le_bytes());
    Some(file)
}

fn ask(table: &Table) {
    let material = table.material();
    let last = material.placements() - 1;
    for index in [0, 1, 15, 16, 17, last / 2, last - 1, last] {
        let (king, men) = material.placement(index);
        assert!(table.record(index).len() <= table.planes());
        for bare in (0..64).step_by(7).map(Square::masked) {
            let setup = Setup { material, king, men: men.clone(), bare };
            for turn in [Turn::Stronger, Turn::Bare] {
                let _ = table.plies(&setup, turn);
            }
        }
    }
}
