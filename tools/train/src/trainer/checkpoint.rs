//! The state of a training run between two epochs, so that it can be interrupted.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::trainer::adam::Adam;
use crate::trainer::model::{LANES, Layout, Weights};

const MAGIC: &[u8; 8] = b"khunckp1";

/// Losses after one epoch: mean squared error of the foretold points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// Over the epoch's training positions, as they went by.
    pub training: f32,
    /// Over the validation positions, at the epoch's end.
    pub validation: f32,
}

/// Everything that a run needs to go on.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// Identifies data and settings; a run goes on only with the same.
    pub run: u32,
    /// The numbers.
    pub weights: Weights,
    /// The optimiser.
    pub adam: Adam,
    /// One entry an epoch.
    pub losses: Vec<Losses>,
}

impl Checkpoint {
    /// Writes the state beside the file and then puts it in its place.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        let mut bytes = MAGIC.to_vec();
        for word in
            [self.run, self.weights.layout.lines as u32, self.weights.layout.outputs as u32, self.losses.len() as u32]
        {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(self.adam.steps.to_le_bytes());
        for losses in &self.losses {
            bytes.extend(losses.training.to_le_bytes());
            bytes.extend(losses.validation.to_le_bytes());
        }
        for list in [&self.weights, &self.adam.mean, &self.adam.square] {
            bytes.extend(list.numbers(0..list.layout.len()).iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        let beside = path.with_extension("new");
        fs::write(&beside, bytes).with_context(|| beside.display().to_string())?;
        fs::rename(&beside, path).with_context(|| path.display().to_string())
    }

    /// Reads a state; `None` if there is no such file.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, is damaged, or is another run's or another shape's.
    pub fn read(path: &Path, run: u32, layout: Layout) -> Result<Option<Self>> {
        if !path.exists() {
            return Ok(None);
        }
        let bytes = fs::read(path).with_context(|| path.display().to_string())?;
        let body = bytes.len().saturating_sub(4);
        let damaged = || format!("{}: damaged, or no checkpoint", path.display());
        ensure!(bytes.starts_with(MAGIC) && crc32fast::hash(&bytes[..body]).to_le_bytes() == bytes[body..], damaged());
        let words: Vec<u32> = bytes[8..body].as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect();
        let count = layout.len() * LANES;
        let epochs = *words.get(3).with_context(damaged)? as usize;
        ensure!(words.len() == 6 + 2 * epochs + 3 * count, damaged());
        let same = words[0] == run && words[1] as usize == layout.lines && words[2] as usize == layout.outputs;
        ensure!(same, "{}: the checkpoint of another run (other data or settings)", path.display());
        let mut numbers = words[6..].iter().map(|&word| f32::from_bits(word));
        let losses = numbers.by_ref().take(2 * epochs).collect::<Vec<_>>();
        let losses =
            losses.as_chunks().0.iter().map(|&[training, validation]| Losses { training, validation }).collect();
        let mut list = || {
            let mut list = Weights::zero(layout);
            list.numbers_mut(0..layout.len()).iter_mut().zip(&mut numbers).for_each(|(place, number)| *place = number);
            list
        };
        let (weights, mean, square) = (list(), list(), list());
        let steps = u64::from(words[4]) | u64::from(words[5]) << 32;
        Ok(Some(Self { run, weights, adam: Adam { mean, square, steps }, losses }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn a_checkpoint_comes_back_and_a_foreign_one_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.ckpt");
        let layout = Layout { lines: 8, outputs: 3 };
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
        let mut random = || Weights::random(layout, &mut rng);
        let adam = Adam { mean: random(), square: random(), steps: 5 << 33 };
        let losses = vec![Losses { training: 0.5, validation: 0.25 }];
        let checkpoint = Checkpoint { run: 9, weights: random(), adam, losses };
        assert_eq!(Checkpoint::read(&path, 9, layout).unwrap(), None);
        checkpoint.write(&path).unwrap();
        assert_eq!(Checkpoint::read(&path, 9, layout).unwrap(), Some(checkpoint));
        assert!(Checkpoint::read(&path, 8, layout).is_err());
        let mut bytes = fs::read(&path).unwrap();
        bytes[100] ^= 4;
        fs::write(&path, bytes).unwrap();
        assert!(Checkpoint::read(&path, 9, layout).is_err());
    }
}
