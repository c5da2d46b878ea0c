//! Tunes an engine's numbers by games against itself.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, Parser, Subcommand};
use khun_board::position::Position;
use khun_board::rules::Rules;
use khun_match::arguments::{Openings, Play, words};
use khun_match::openings::is_balanced;
use khun_match::pairs::{EngineSpec, FIRST_ENGINE, Opponents};
use khun_match::referee::{Termination, half_points};
use khun_match::spsa::{self, Parameter, Run};
use khun_report::plot::{self, Along, Panel, Point, Series, Style};
use khun_report::{Progress, StateFile};
use uci_client::Engine;

/// Tunes numbers that an engine offers as UCI spin options, by SPSA: pairs of games between two settings of it.
///
/// First `spsa parameters` to make a table of what to tune, then `spsa run` (as often as it takes: it goes on from its
/// state file), at any time `spsa show` and `spsa plot`.
#[derive(Parser, Debug)]
#[command(version, max_term_width = 110)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Print a table of the engine's spin options, to be cut down to what is tuned
    Parameters {
        /// Command line of the engine
        engine: String,
        /// Only options whose names begin so (repeat for more)
        #[arg(long, value_name = "TEXT")]
        prefix: Vec<String>,
    },
    /// Play and tune; goes on from the state file if there is one
    Run(Box<RunArguments>),
    /// Print where the parameters stand
    Show {
        /// State file of a run
        state: PathBuf,
    },
    /// Draw the parameters' paths
    Plot {
        /// State file of a run
        state: PathBuf,
        /// The plot (SVG)
        out: PathBuf,
    },
}

#[derive(Args, Debug)]
struct RunArguments {
    /// Command line of the engine
    engine: String,
    /// Table of the parameters (see `spsa parameters`)
    #[arg(long, value_name = "FILE")]
    parameters: PathBuf,
    /// State of the run
    #[arg(long, value_name = "FILE")]
    state: PathBuf,
    #[command(flatten)]
    openings: Openings,
    #[command(flatten)]
    play: Play,
    /// Pairs of games in all; steps and perturbations shrink towards this end
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Draw the paths into this file (SVG) as the run goes on
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// Options that are spins in every engine and no matter of strength to be tuned.
const NOT_TUNED: [&str; 8] =
    ["Hash", "Threads", "MultiPV", "Move Overhead", "UCI_Elo", "Skill Level", "Slow Mover", "nodestime"];
/// Different random openings at most; after so many pairs they start over.
const OPENINGS: u64 = 20_000;

fn main() -> ExitCode {
    khun_report::exit(obey(Arguments::parse().command).map(|()| ExitCode::SUCCESS))
}

fn obey(command: Command) -> Result<()> {
    match command {
        Command::Parameters { engine, prefix } => parameters(&engine, &prefix),
        Command::Run(arguments) => run(&arguments),
        Command::Show { state } => {
            print!("{}", khun_report::load::<Run>(&state)?.report());
            Ok(())
        }
        Command::Plot { state, out } => draw(&out, &khun_report::load(&state)?),
    }
}

fn parameters(engine: &str, prefixes: &[String]) -> Result<()> {
    let engine = Engine::start(&words(engine)?)?;
    let options = engine.options().iter().filter(|option| {
        let named = prefixes.is_empty() || prefixes.iter().any(|prefix| option.name.starts_with(prefix.as_str()));
        named && !NOT_TUNED.contains(&option.name.as_str())
    });
    let parameters: Vec<Parameter> = options.filter_map(Parameter::of_option).collect();
    ensure!(!parameters.is_empty(), "the engine offers no spin option to tune");
    print!("{}", spsa::table(&parameters));
    Ok(())
}

fn run(arguments: &RunArguments) -> Result<()> {
    let rules = arguments.openings.rules()?;
    let spec = arguments.play.engine(&arguments.engine, None, &[])?;
    let mut state = open(arguments)?;
    check(&spec, rules, &state.parameters)?;
    let starts = arguments.openings.positions(usize::try_from(state.iterations.min(OPENINGS))?, is_balanced)?;
    state.resume();
    let progress = arguments.play.progress(state.done, state.iterations);
    let shared = Mutex::new(Shared { state, progress, file: StateFile::new(Some(arguments.state.clone())) });
    let work = || worker(arguments, Opponents::new(rules, [spec.clone(), spec.clone()]), &starts, &shared);
    let results: Vec<Result<()>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..arguments.play.concurrency.max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| bail!("a thread panicked"))).collect()
    });
    let mut shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    shared.save(arguments)?;
    shared.progress.finish();
    print!("{}", shared.state.report());
    results.into_iter().collect()
}

/// What the threads of a run share.
struct Shared {
    state: Run,
    progress: Progress,
    file: StateFile,
}

impl Shared {
    fn save(&mut self, arguments: &RunArguments) -> Result<()> {
        self.file.save(&self.state)?;
        if let Some(path) = &arguments.plot {
            draw(path, &self.state)?;
        }
        Ok(())
    }
}

fn open(arguments: &RunArguments) -> Result<Run> {
    let parameters = spsa::read_parameters(&arguments.parameters)?;
    let Play { tc, option, .. } = &arguments.play;
    let options: Vec<_> = option.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let setup = format!("{}, {tc}, [{}]", arguments.openings, options.join(", "));
    let fresh = Run::new(setup, parameters, arguments.pairs, arguments.openings.seed);
    if !arguments.state.exists() {
        return Ok(fresh);
    }
    let saved: Run = khun_report::load(&arguments.state)?;
    let same =
        (&saved.setup, &saved.parameters, saved.iterations) == (&fresh.setup, &fresh.parameters, fresh.iterations);
    ensure!(same, "{} is the state of another run ({})", arguments.state.display(), saved.setup);
    Ok(saved)
}

/// Finds out before the first game what the engine does not offer.
fn check(spec: &EngineSpec, rules: Rules, parameters: &[Parameter]) -> Result<()> {
    let mut engine = spec.start(&rules.name)?;
    for Parameter { name, min, max, .. } in parameters {
        for value in [min, max] {
            engine.set_option(name, &value.to_string()).with_context(|| format!("parameter {name}"))?;
        }
    }
    Ok(engine.is_ready()?)
}

fn worker(
    arguments: &RunArguments,
    mut opponents: Opponents,
    starts: &[Position],
    shared: &Mutex<Shared>,
) -> Result<()> {
    let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
    let conditions = arguments.play.conditions();
    let names: Vec<String> = lock().state.parameters.iter().map(|parameter| parameter.name.clone()).collect();
    loop {
        let Some(trial) = lock().state.propose() else { return Ok(()) };
        let opening = starts[usize::try_from(trial.iteration)? % starts.len()];
        let games = opponents.play_pair(opening, &conditions, &mut |engines| {
            for (engine, values) in engines.into_iter().zip(&trial.values) {
                for (name, value) in names.iter().zip(values) {
                    engine.set_option(name, &value.to_string())?;
                }
            }
            Ok(())
        })?;
        let points = games.iter().zip(FIRST_ENGINE).map(|(game, side)| half_points(game.termination.winner(), side));
        let mut shared = lock();
        shared.state.learn(&trial, points.sum());
        for game in games.iter().filter(|game| matches!(game.termination, Termination::Forfeit(..))) {
            shared.progress.say(&format!(
                "FORFEIT {} at {} with {:?}",
                game.termination,
                game.last.fen(),
                trial.values
            ));
        }
        let Shared { state, progress, .. } = &mut *shared;
        progress.step(1, || summary(state));
        if shared.file.is_due() {
            shared.save(arguments)?;
        }
    }
}

/// The first few parameters in one line.
fn summary(run: &Run) -> String {
    let pairs = run.parameters.iter().zip(&run.values).take(4);
    pairs.map(|(parameter, value)| format!("{} {value:.1}", parameter.name)).collect::<Vec<_>>().join(", ")
}

/// One small panel a parameter, in its own units: where it is, and a level line where it began.
fn draw(path: &Path, run: &Run) -> Result<()> {
    let panels = run.parameters.iter().enumerate().map(|(index, Parameter { name, start, .. })| {
        let point = |at: &spsa::Waypoint| Point::new(at.iteration as f64, at.values[index]);
        let ends = [run.path.first(), run.path.last()].into_iter().flatten();
        let began = ends.map(|at| Point::new(at.iteration as f64, *start)).collect();
        let series = [run.path.iter().map(point).collect(), began];
        Panel {
            title: format!("{name}: {start} -> {:.1}", run.values[index]),
            along: Along::Numbers("pairs".to_owned()),
            upward: String::new(),
            series: series.map(|points| Series { label: String::new(), points, style: Style::Line }).into(),
        }
    });
    plot::draw_grid(
        path,
        &format!("{}: {} of {} pairs", run.setup, run.done, run.iterations),
        &panels.collect::<Vec<_>>(),
        4,
    )
}
