//! Positions to learn from, held in memory as they are in the files, and made into samples when their turn comes.

use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use arrayvec::ArrayVec;
use khun::eval::features::View;
use khun::eval::network::Architecture;
use khun_board::board::Kind;
use khun_board::geometry::Color;
use khun_board::rules::Profile;
use rayon::prelude::*;

use crate::data::{Flags, Packed, Shard};
use crate::trainer::sigmoid;

/// Inputs switched on in one view.
pub type Men = ArrayVec<u16, 32>;

/// One position as the network sees it, with what it should say.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Inputs in the mover's view.
    pub own: Men,
    /// Inputs in the other side's view.
    pub enemy: Men,
    /// The output neuron.
    pub output: usize,
    /// The points, 0 to 1, to be foretold.
    pub target: f32,
}

/// How a label is mixed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mix {
    /// Centipawns that an output of 1.0 stands for.
    pub scale: f32,
    /// The game's result has this weight, the search's score the rest.
    pub result: f32,
}

impl Mix {
    /// The points that a position's labels foretell.
    #[must_use]
    pub fn target(&self, record: &Packed) -> f32 {
        let score = sigmoid(f32::from(record.score()) / self.scale);
        self.result * record.verdict().points() + (1.0 - self.result) * score
    }
}

/// What a network of this shape sees of a position.
#[must_use]
pub fn sample(record: &Packed, architecture: &Architecture, mix: Mix) -> Sample {
    let mut kings = [khun_board::geometry::Square::masked(0); 2];
    let men: ArrayVec<_, 32> = record.men().collect();
    for (square, piece) in men.iter().filter(|(_, piece)| piece.kind == Kind::King) {
        kings[piece.color.index()] = *square;
    }
    let mover = record.to_move();
    let inputs = |side: Color| {
        let view = View::new(architecture.profile, side, kings[side.index()]);
        men.iter().map(|&(square, piece)| view.input(piece, square)).collect()
    };
    Sample {
        own: inputs(mover),
        enemy: inputs(!mover),
        output: architecture.output(men.len() as u32, mover),
        target: mix.target(record),
    }
}

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

/// The scale at which the scores' sigmoid is nearest to the results: golden section search on up to 400,000 positions.
#[must_use]
pub fn fit_scale(records: &[Packed]) -> f32 {
    let every = (records.len() / 400_000).max(1);
    let error = |scale: f32| -> f64 {
        let errors = records.par_iter().step_by(every).map(|record| {
            let error = sigmoid(f32::from(record.score()) / scale) - record.verdict().points();
            f64::from(error * error)
        });
        errors.sum()
    };
    let golden = (5f32.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (20f32.ln(), 3000f32.ln());
    while high - low > 1e-3 {
        let step = golden * (high - low);
        if error((high - step).exp()) < error((low + step).exp()) {
            high = low + step;
        } else {
            low = high - step;
        }
    }
    ((low + high) / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Labels, Verdict};
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
}
