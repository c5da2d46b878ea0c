//! Lets the engine play itself and writes every position down.

use std::fs;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, ensure};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use khun::eval::Networks;
use khun::eval::network::Network;
use khun::search::SingleThread;
use khun_board::rules::{Catalogue, Profile};
use khun_train::data::EXTENSION;
use khun_train::selfplay::{EnginePlayer, Limits, Openings, Plan, Progress, work};

/// Makes training data by self-play. A file that is already there is gone on with.
///
/// Example: datagen makruk --out data/makruk-8 --nodes 100 --seed 1
#[derive(Parser)]
#[command(version, max_term_width = 110)]
struct Arguments {
    /// The rule set
    variant: String,
    /// The folder for the data files
    #[arg(long)]
    out: PathBuf,
    /// Workers, one file each
    #[arg(long, default_value_t = 2)]
    threads: u32,
    /// Number of the first file: another process on the same folder takes others
    #[arg(long, default_value_t = 0)]
    first: u32,
    /// Minutes after which no block is begun
    #[arg(long)]
    minutes: Option<f64>,
    /// Positions a file after which no block is begun
    #[arg(long)]
    positions: Option<u64>,
    /// Nodes a move after which no iteration is begun
    #[arg(long, default_value_t = 150)]
    nodes: u64,
    /// Nodes a move at which the search stops [default: 8 × nodes]
    #[arg(long)]
    most_nodes: Option<u64>,
    /// Table of each worker's engine, in MiB
    #[arg(long, default_value_t = 4)]
    hash: usize,
    /// A network's file to judge by [default: the one built in]
    #[arg(long)]
    network: Option<PathBuf>,
    /// Fewest random plies of an opening [default: 6, in a race 4]
    #[arg(long)]
    fewest: Option<u32>,
    /// Most random plies of an opening [default: 10, in a race 8]
    #[arg(long)]
    most: Option<u32>,
    /// Share of games that begin with scrambled men
    #[arg(long, default_value_t = 0.1)]
    scrambled: f64,
    /// Largest score of an opening, in centipawns
    #[arg(long, default_value_t = 800)]
    largest: i16,
    /// Games a block
    #[arg(long, default_value_t = 16)]
    games: u32,
    /// Of all chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Arguments {
    fn plan(&self) -> Result<Plan> {
        let rules = Catalogue::builtin().find(&self.variant).map_err(|unknown| anyhow!("{}", unknown.message))?;
        let (fewest, most) = match rules.profile {
            Profile::Mate => (6, 10),
            Profile::Race => (4, 8),
        };
        let fewest = self.fewest.unwrap_or(fewest);
        Ok(Plan {
            rules,
            openings: Openings {
                plies: fewest..=self.most.unwrap_or(most).max(fewest),
                scrambled: self.scrambled.clamp(0.0, 1.0),
                largest_score: self.largest,
            },
            limits: Limits::default(),
            games: self.games.max(1),
            seed: self.seed,
            until: self.minutes.map(|minutes| Instant::now() + Duration::from_secs_f64(minutes.max(0.0) * 60.0)),
            positions: self.positions,
        })
    }

    fn networks(&self, profile: Profile) -> Result<Networks> {
        let Some(path) = &self.network else { return Ok(Networks::default()) };
        let place = || path.display().to_string();
        let network = Network::parse(&fs::read(path).with_context(place)?).with_context(place)?;
        ensure!(network.architecture().profile == profile, "{}: a network of other games", place());
        Ok(Networks::default().with(network))
    }

    /// Everything that the games depend on; a file is only gone on with under the same.
    fn note(&self, plan: &Plan, networks: &Networks) -> String {
        let network = networks.of(plan.rules.profile);
        let network = format!("network {:08x} ({})", checksum(network), network.note());
        format!(
            "{}, khun {}, {network}, nodes {}..{}, hash {}, {:?}, {:?}, {} games a block",
            plan.rules.name,
            env!("CARGO_PKG_VERSION"),
            self.nodes,
            self.most_nodes(),
            self.hash,
            plan.openings,
            plan.limits,
            plan.games
        )
    }

    fn most_nodes(&self) -> u64 {
        self.most_nodes.unwrap_or(8 * self.nodes)
    }
}

/// A network's checksum, as its file ends with it. (That of the whole file would be the same for all.)
fn checksum(network: &Network) -> u32 {
    let bytes = network.to_bytes();
    bytes.last_chunk().map_or(0, |last| u32::from_le_bytes(*last))
}

fn main() -> ExitCode {
    khun_report::exit(generate(&Arguments::parse()).map(|()| ExitCode::SUCCESS))
}

fn generate(arguments: &Arguments) -> Result<()> {
    let plan = arguments.plan()?;
    let networks = arguments.networks(plan.rules.profile)?;
    let note = arguments.note(&plan, &networks);
    fs::create_dir_all(&arguments.out)?;
    println!("{note}");
    let progress = Progress::default();
    thread::scope(|scope| {
        let worker = |file: u32| {
            let (arguments, plan, note, progress) = (arguments, &plan, &note, &progress);
            let networks = networks.clone();
            let thread = thread::Builder::new().stack_size(SingleThread::STACK_BYTES);
            thread.spawn_scoped(scope, move || {
                let path = arguments.out.join(format!("{}-{file:03}.{EXTENSION}", plan.rules.name));
                let mut player = EnginePlayer::new(arguments.nodes, arguments.most_nodes(), arguments.hash, networks)?;
                work(plan, &path, file, note, &mut player, progress)
            })
        };
        let workers =
            (arguments.first..arguments.first + arguments.threads).map(worker).collect::<Result<Vec<_>, _>>()?;
        show(&progress, || workers.iter().all(thread::ScopedJoinHandle::is_finished));
        workers.into_iter().try_for_each(|worker| worker.join().map_err(|_| anyhow!("a worker broke down"))?)
    })
}

/// Shows counts and rates until everything is done: a moving line on a terminal, a line a minute elsewhere.
fn show(progress: &Progress, done: impl Fn() -> bool) {
    let start = Instant::now();
    let bar = ProgressBar::new_spinner().with_style(ProgressStyle::default_spinner());
    let mut next = Duration::from_secs(10);
    loop {
        let finished = done();
        let [white, draw, black] = [0, 1, 2].map(|place: usize| progress.results[place].load(Ordering::Relaxed));
        let positions = progress.positions.load(Ordering::Relaxed);
        let elapsed = start.elapsed();
        let line = format!(
            "{} positions kept; {positions} new in {:.0} s, {:.0}/s; games {}: +{white} ={draw} -{black}",
            progress.kept.load(Ordering::Relaxed),
            elapsed.as_secs_f64(),
            positions as f64 / elapsed.as_secs_f64().max(0.001),
            white + draw + black
        );
        if std::io::stderr().is_terminal() && !finished {
            bar.set_message(line);
            bar.tick();
        } else if finished || elapsed >= next {
            println!("{line}");
            next = elapsed + Duration::from_secs(60);
        }
        if finished {
            bar.finish_and_clear();
            return;
        }
        thread::sleep(Duration::from_millis(200));
    }
}
