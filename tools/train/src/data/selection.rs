//! Positions to learn from, held in memory as they are in the files.

use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use khun_board::board::Kind;
use khun_board::rules::Profile;

use crate::data::record::{Flags, Packed};
use crate::data::shard::Shard;

/// Which positions are learnt from, beside that they are quiet and undecided.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Filter {
    /// How much of a running count may be used up, 0 to 1; `None` leaves out every board on which the engine lets the
    /// count act after its judgement. Scores of those have been pressed already: a network that learns them is pressed
    /// twice in play.
    pub count_used: Option<f32>,
}

impl Filter {
    /// Whether to learn from a position.
    #[must_use]
    pub fn passes(&self, profile: Profile, record: &Packed) -> bool {
        let labels = record.labels();
        let in_time = match self.count_used {
            // Races know no count; elsewhere it acts as soon as the last pawn is gone.
            None => profile == Profile::Race || record.men().any(|(_, piece)| piece.kind == Kind::Pawn),
            Some(most) => labels.count.is_none_or(|(moves, plies)| f32::from(plies) <= most * 2.0 * f32::from(moves)),
        };
        in_time && !labels.flags.intersects(Flags::CHECK | Flags::NOISY | Flags::DECIDED)
    }
}

/// Positions for training and for validation; no game is in both.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    /// To learn from.
    pub training: Vec<Packed>,
    /// To be tested on: all positions of every 32nd game.
    pub validation: Vec<Packed>,
    /// Positions read, before the filters.
    pub read: usize,
}

impl Dataset {
    /// Reads files, keeping the positions that pass the filter.
    ///
    /// # Errors
    ///
    /// When a file cannot be read, or belongs to another profile than the first.
    pub fn read(files: &[PathBuf], filter: Filter) -> Result<(Profile, Self)> {
        let mut profile = None;
        let mut data = Self::default();
        let mut game = 0u64;
        for path in files {
            let shard = Shard::read(path).with_context(|| path.display().to_string())?;
            let expected = *profile.get_or_insert(shard.header.profile);
            ensure!(shard.header.profile == expected, "{}: data of another profile", path.display());
            data.add(expected, &shard.records, filter, &mut game);
        }
        let Some(profile) = profile else { bail!("no data files") };
        Ok((profile, data))
    }

    /// Thins out the numbers of men of which there are more positions than an even share of all would be: each keeps
    /// (even share / its own share) to this power, chosen by the positions' checksums. Power 0 keeps everything, 1
    /// leaves no number of men more than the even share.
    pub fn flatten_men(&mut self, power: f64) {
        let mut counts = [0u64; 33];
        self.training.iter().for_each(|record| counts[record.occupied().len() as usize] += 1);
        let present = counts.iter().filter(|count| **count > 0).count();
        let even = self.training.len() as f64 / present.max(1) as f64;
        let kept = counts.map(|count| (even / count.max(1) as f64).powf(power).min(1.0));
        let keeps = |record: &Packed| {
            let chance = f64::from(crc32fast::hash(&record.0)) / f64::from(u32::MAX);
            chance <= kept[record.occupied().len() as usize]
        };
        self.training.retain(keeps);
        self.validation.retain(keeps);
    }

    /// Adds positions in the order of their games. `game` counts the games of all files.
    pub fn add(&mut self, profile: Profile, records: &[Packed], filter: Filter, game: &mut u64) {
        self.read += records.len();
        for record in records {
            if record.flags().contains(Flags::FIRST) {
                *game += 1;
            }
            if filter.passes(profile, record) {
                // A multiplicative hash, so that the games in the validation part are spread over all files.
                let for_validation = game.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32 & 31 == 0;
                if for_validation { self.validation.push(*record) } else { self.training.push(*record) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::record::{Labels, Verdict};
    use khun_board::position::Position;
    use khun_board::rules::Catalogue;

    fn record(variant: &str, fen: &str) -> Packed {
        let position = Position::from_fen(Catalogue::builtin().find(variant).unwrap(), fen).unwrap();
        let count = position.count().map(|count| (count.limit.div_ceil(2) as u8, count.ply as u8));
        let labels = Labels { flags: Flags::empty(), verdict: Verdict::Draw, score: 0, ply: 0, count };
        Packed::new(position.board().pieces(), labels)
    }

    #[test]
    fn boards_that_the_count_acts_on_are_left_out_unless_asked_for() {
        let pawn = record("makruk", "4k3/8/8/8/P7/8/8/RR1K4 w - - 0 1");
        let fresh = record("makruk", "4k1r1/8/8/8/8/8/8/RR1K4 w - 128 20 20");
        let late = record("makruk", "4k1r1/8/8/8/8/8/8/RR1K4 w - 128 90 60");
        let race = record("racingkings", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1");
        let passes = |filter: Filter| {
            let mate = [&pawn, &fresh, &late].map(|record| filter.passes(Profile::Mate, record));
            (mate, filter.passes(Profile::Race, &race))
        };
        assert_eq!(passes(Filter::default()), ([true, false, false], true));
        assert_eq!(passes(Filter { count_used: Some(0.5) }), ([true, true, false], true));
    }

    #[test]
    fn numbers_of_men_are_flattened() {
        let boards = [("4k3/8/8/8/P7/8/8/RR1K4", 9000), ("r3k3/8/8/8/P7/8/8/RR1K3r", 1000)];
        let mut data = Dataset::default();
        for (board, count) in boards {
            let mut record = record("makruk", &format!("{board} w - - 0 1"));
            data.training.extend((0..count).map(|ply: u16| {
                record.0[26..28].copy_from_slice(&ply.to_le_bytes());
                record
            }));
        }
        let kept = |power: f64| {
            let mut data = data.clone();
            data.flatten_men(power);
            let few = data.training.iter().filter(|record| record.occupied().len() == 5).count();
            (few, data.training.len() - few)
        };
        assert_eq!(kept(0.0), (9000, 1000));
        let (few, many) = kept(1.0);
        assert!(many == 1000 && few.abs_diff(5000) < 300, "{few} and {many}");
        let (few, many) = kept(0.5);
        assert!(many == 1000 && few.abs_diff(6708) < 300, "{few} and {many}");
    }
}
