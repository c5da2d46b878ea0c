//! Trains a network from data files.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use khun::eval::network::Architecture;
use khun_train::data::{self, Dataset, Filter, Mix, fit_scale};
use khun_train::trainer::{Settings, train};

/// Trains a network and writes its file.
///
/// Example: train data/makruk-8 --out new.net --width 256 --flatten-men 0.5 --checkpoint run.ckpt
#[derive(Parser)]
#[command(version, max_term_width = 110)]
struct Arguments {
    /// Data files, or folders of them
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// The network's file
    #[arg(long)]
    out: PathBuf,
    /// Hidden numbers a side: 128, 256, 384 or 512
    #[arg(long, default_value_t = 256)]
    width: u16,
    /// Outputs by the number of men
    #[arg(long, default_value_t = 8)]
    buckets: u8,
    /// Men more that lead to the next output
    #[arg(long, default_value_t = 4)]
    men_per_bucket: u8,
    /// Times over the data
    #[arg(long, default_value_t = 30)]
    epochs: u32,
    /// Positions a step
    #[arg(long, default_value_t = 16_384)]
    batch: usize,
    /// Learning rate at the beginning
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    /// Learning rate at the end
    #[arg(long, default_value_t = 0.00002)]
    last_rate: f32,
    /// Weight decay
    #[arg(long, default_value_t = 0.01)]
    decay: f32,
    /// The longest gradient that is followed in full
    #[arg(long, default_value_t = 1.0)]
    clip: f32,
    /// Weight of the game's result, 0 to 1; the search's score has the rest
    #[arg(long, default_value_t = 0.3)]
    result_weight: f32,
    /// Centipawns that an output of 1.0 means [default: fitted to the data]
    #[arg(long)]
    scale: Option<f32>,
    /// Keep positions without pawns, if no more than this share (0 to 1) of a running count is used up [default: leave
    /// them out: their scores have the count's influence in them, and the engine lets the count act on the network too]
    #[arg(long)]
    count_used: Option<f32>,
    /// Thin out numbers of men that are common: 0 keeps all positions, 1 leaves none more than an even share
    #[arg(long, default_value_t = 0.0, value_name = "POWER")]
    flatten_men: f64,
    /// Of weights and shuffling
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Where to keep the state after every epoch; a run that is started again goes on from there
    #[arg(long)]
    checkpoint: Option<PathBuf>,
    /// Where the network comes from, written into its file
    #[arg(long, default_value = "")]
    note: String,
}

fn main() -> ExitCode {
    khun_report::exit(make(Arguments::parse()).map(|()| ExitCode::SUCCESS))
}

fn make(arguments: Arguments) -> Result<()> {
    rayon::ThreadPoolBuilder::new().num_threads(arguments.threads).build_global()?;
    let files = data::files(&arguments.data)?;
    let (profile, mut data) = Dataset::read(&files, Filter { count_used: arguments.count_used })?;
    data.flatten_men(arguments.flatten_men);
    println!(
        "{} files, {} positions, kept {}: {} to learn from, {} for validation",
        files.len(),
        data.read,
        data.training.len() + data.validation.len(),
        data.training.len(),
        data.validation.len()
    );
    ensure!(!data.training.is_empty(), "nothing to learn from");
    let fitted = fit_scale(&data.training);
    let scale = arguments.scale.unwrap_or(fitted).round();
    println!("scale fitted to the results: {fitted:.0} cp; used: {scale:.0} cp");
    let architecture = Architecture {
        profile,
        width: arguments.width,
        buckets: arguments.buckets,
        men_per_bucket: arguments.men_per_bucket,
    };
    ensure!(architecture.is_valid(), "the engine has no networks of this shape");
    let settings = Settings {
        architecture,
        mix: Mix { scale, result: arguments.result_weight },
        epochs: arguments.epochs,
        batch: arguments.batch,
        learning: [arguments.rate, arguments.last_rate],
        decay: arguments.decay,
        longest: arguments.clip,
        seed: arguments.seed,
        checkpoint: arguments.checkpoint,
        note: arguments.note,
    };
    let network = train(&settings, &data, &mut |line| println!("{line}"))?;
    fs::write(&arguments.out, network.to_bytes()).with_context(|| arguments.out.display().to_string())?;
    println!("wrote {}", arguments.out.display());
    Ok(())
}
