//! Looks at data files, or makes synthetic ones.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use khun_board::rules::Profile;
use khun_train::data::{self, Header, Writer, synthetic};
use khun_train::inspection::{self, Findings, WdlReport};
use khun_train::trainer::curve;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Looks at training data.
///
/// Example: data inspect data/makruk-8 --plot data.svg
#[derive(Parser)]
#[command(version, max_term_width = 110)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Counts results, phases, counts and scores, and checks that scores and results have the same sign
    Inspect {
        /// Data files, or folders of them
        #[arg(required = true)]
        data: Vec<PathBuf>,
        /// Draw them into this file (SVG)
        #[arg(long, value_name = "FILE")]
        plot: Option<PathBuf>,
    },
    /// Fits the chances of a win, a draw and a loss to scores and results, and says how well they foretell games that
    /// were kept out of the fit
    Wdl {
        /// Data files of one kind of game, or folders of them
        #[arg(required = true)]
        data: Vec<PathBuf>,
    },
    /// Draws the losses that `train` wrote beside a checkpoint
    Losses {
        /// The table (TSV)
        table: PathBuf,
        /// The picture (SVG)
        out: PathBuf,
    },
    /// Writes boards with men strewn at random and scored by what they are and where they stand: for generation 0 of a
    /// network, and to try the trainer on
    Synthetic {
        /// The file
        out: PathBuf,
        /// Boards
        #[arg(long, default_value_t = 1_000_000)]
        boards: u32,
        /// Of the boards
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// For the networks of races, not of games won by mate
        #[arg(long)]
        race: bool,
    },
}

fn main() -> ExitCode {
    khun_report::exit(obey(Arguments::parse().command).map(|()| ExitCode::SUCCESS))
}

fn obey(command: Command) -> Result<()> {
    match command {
        Command::Inspect { data, plot } => {
            let findings = Findings::of(&data::files(&data)?)?;
            print!("{findings}");
            if let Some(path) = plot {
                let names: Vec<_> = data.iter().filter_map(|path| path.file_name()?.to_str()).collect();
                inspection::draw(&findings, &format!("Quiet positions of {}", names.join(", ")), &path)?;
            }
            Ok(())
        }
        Command::Wdl { data } => {
            print!("{}", WdlReport::of(&data::files(&data)?)?);
            Ok(())
        }
        Command::Losses { table, out } => curve::draw(&curve::read(&table)?, &out),
        Command::Synthetic { out, boards, seed, race } => {
            let profile = if race { Profile::Race } else { Profile::Mate };
            let header = Header { profile, seed, note: "synthetic".to_owned() };
            let (mut writer, _) = Writer::open(&out, &header)?;
            for block in writer.next()..boards.div_ceil(10_000) {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ u64::from(block) << 32);
                let games: Vec<_> = (0..10_000).map(|_| vec![synthetic::board(&mut rng, profile, 0)]).collect();
                writer.append(&games)?;
            }
            Ok(())
        }
    }
}
