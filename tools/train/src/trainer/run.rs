//! One training run: epochs over shuffled positions.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use khun::eval::network::{Architecture, Network};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use crate::data::{Dataset, Mix, Packed};
use crate::trainer::adam::{Adam, Rates, cosine};
use crate::trainer::checkpoint::{Checkpoint, Losses};
use crate::trainer::gradient::{self, Step};
use crate::trainer::model::{Layout, Weights};
use crate::trainer::sample::sample;
use crate::trainer::{curve, quantise};

/// The settings of a run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The network's shape.
    pub architecture: Architecture,
    /// How labels are mixed.
    pub mix: Mix,
    /// Times over the data.
    pub epochs: u32,
    /// Positions a step.
    pub batch: usize,
    /// First and last learning rate.
    pub learning: [f32; 2],
    /// Weight decay, as a share at learning rate 1.
    pub decay: f32,
    /// The longest gradient followed in full.
    pub longest: f32,
    /// Of weights and shuffling.
    pub seed: u64,
    /// Where to keep the state after every epoch, with the losses beside it as `.tsv` and `.svg`.
    pub checkpoint: Option<PathBuf>,
    /// For people, in the network's file.
    pub note: String,
}

impl Settings {
    /// Identifies settings and data.
    fn run(&self, data: &Dataset) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        hasher
            .update(format!("{:?}", (self.architecture, self.mix, self.epochs, self.batch, self.learning)).as_bytes());
        hasher.update(format!("{:?}", (self.decay, self.longest, self.seed, data.validation.len())).as_bytes());
        data.training.iter().for_each(|record| hasher.update(&record.0));
        hasher.finalize()
    }

    fn fresh(&self, run: u32) -> Checkpoint {
        let layout = Layout::new(&self.architecture);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let weights = Weights::random(layout, &mut rng);
        Checkpoint { run, weights, adam: Adam::new(layout), losses: Vec::new() }
    }
}

/// Trains (or goes on training) and quantises; one line an epoch goes to `say`.
///
/// # Errors
///
/// When the checkpoint cannot be read or written, or the trained network is refused by the engine.
pub fn train(settings: &Settings, data: &Dataset, say: &mut dyn FnMut(String)) -> Result<Network> {
    let run = settings.run(data);
    let layout = Layout::new(&settings.architecture);
    let kept = match &settings.checkpoint {
        Some(path) => Checkpoint::read(path, run, layout)?,
        None => None,
    };
    let mut state = kept.unwrap_or_else(|| settings.fresh(run));
    let step = gradient::step(layout.lines).context("no training loop for this width")?;
    let mut gradients = vec![Weights::zero(layout); rayon::current_num_threads()];
    let mut order: Vec<u32> = (0..data.training.len() as u32).collect();
    for epoch in 0..settings.epochs {
        // The order of every epoch depends on all shuffles before it, also those of epochs that are already done.
        order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(settings.seed ^ u64::from(epoch + 1) << 32));
        if (epoch as usize) < state.losses.len() {
            continue;
        }
        let clock = Instant::now();
        let training = epoch_of(settings, data, &order, &mut state, &mut gradients, step);
        let seconds = clock.elapsed().as_secs_f64();
        let validation = validate(settings, &state.weights, &data.validation);
        state.losses.push(Losses { training, validation });
        say(format!(
            "epoch {:3}  training {training:.6}  validation {validation:.6}  {:.2} M positions/s",
            epoch + 1,
            order.len() as f64 / seconds / 1e6
        ));
        if let Some(path) = &settings.checkpoint {
            state.write(path)?;
            let lines = state.losses.iter().enumerate();
            let table: String = lines.map(|(i, l)| format!("{}\t{}\t{}\n", i + 1, l.training, l.validation)).collect();
            std::fs::write(path.with_extension("tsv"), format!("epoch\ttraining\tvalidation\n{table}"))?;
            curve::draw(&state.losses, &path.with_extension("svg"))?;
        }
    }
    let network = quantise::quantise(&state.weights, settings.architecture, settings.mix.scale, &settings.note)?;
    let some = &data.validation[..data.validation.len().min(100_000)];
    let off = quantise::difference(&state.weights, &network, f32::from(network.parameters().scale), some);
    say(format!(
        "quantised: off by {:.2} cp in the mean, {:.1} at most, of a mean score of {:.0} cp ({} positions)",
        off.mean, off.largest, off.size, off.positions
    ));
    Ok(network)
}

/// One time over the data; gives the mean loss.
fn epoch_of(
    settings: &Settings,
    data: &Dataset,
    order: &[u32],
    state: &mut Checkpoint,
    gradients: &mut [Weights],
    step: Step,
) -> f32 {
    let batches = order.len().div_ceil(settings.batch) as u64;
    let mut total = 0.0;
    for batch in order.chunks(settings.batch) {
        let part = batch.len().div_ceil(gradients.len());
        let weights = &state.weights;
        total += gradients
            .par_iter_mut()
            .zip(batch.par_chunks(part))
            .map(|(gradient, part)| {
                let losses = part.iter().map(|&place| {
                    let sample = sample(&data.training[place as usize], &settings.architecture, settings.mix);
                    f64::from(step(weights, &sample, gradient))
                });
                losses.sum::<f64>()
            })
            .sum::<f64>();
        let [from, to] = settings.learning;
        let learning = cosine(state.adam.steps, batches * u64::from(settings.epochs), from, to);
        let rates = Rates { learning, decay: settings.decay, longest: settings.longest };
        state.adam.step(&mut state.weights, gradients, batch.len(), rates);
    }
    (total / order.len().max(1) as f64) as f32
}

/// The mean loss on positions that were not learnt from.
fn validate(settings: &Settings, weights: &Weights, records: &[Packed]) -> f32 {
    let losses = records.par_chunks(4096).map(|records| {
        let loss = |record| f64::from(gradient::loss(weights, &sample(record, &settings.architecture, settings.mix)));
        records.iter().map(loss).sum::<f64>()
    });
    (losses.sum::<f64>() / records.len().max(1) as f64) as f32
}
