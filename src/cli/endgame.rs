//! `khun endgame`: builds tables of bare-king endings and asks them.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::failure::Failure;
use crate::endgame::{
    Endgames, FileError, MOST_MEN, Material, Statistics, Step, Table, captures_of, path_of, solve, write,
};
use crate::search::Settings;
use crate::uci::fault::Fault;
use khun_board::position::{Move, Position};
use khun_board::rules::Catalogue;

/// Build tables of the bare-king endings, or ask them
#[derive(Debug, Args)]
pub struct Endgame {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Solve endings and write a table file for each
    Build {
        /// The stronger side's men, such as SMM or RSN; without any, all twenty five-man endings
        #[arg(value_name = "SET")]
        sets: Vec<Material>,
        /// Where the files go
        #[arg(long, value_name = "FOLDER")]
        dir: PathBuf,
    },
    /// Read table files in full and say whether each is whole
    Verify {
        /// Where the files are
        #[arg(long, value_name = "FOLDER")]
        dir: PathBuf,
    },
    /// Say how an ending goes, under its count, and what each move does
    Probe {
        /// The position
        #[arg(value_name = "FEN", num_args = 1..)]
        fen: Vec<String>,
        /// Where the five-man tables are
        #[arg(long, value_name = "FOLDER")]
        dir: Option<PathBuf>,
        /// The rules it is played by
        #[arg(long, default_value = DEFAULT_RULES)]
        variant: String,
    },
}

/// The first of the built-in rule sets.
const DEFAULT_RULES: &str = "";

impl Endgame {
    /// Does it.
    ///
    /// # Errors
    ///
    /// Says in words what was wrong: a folder, a file, a position.
    pub fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        match &self.task {
            Task::Build { sets, dir } => build(sets, dir, out),
            Task::Verify { dir } => verify(dir, out),
            Task::Probe { fen, dir, variant } => probe(&fen.join(" "), dir.as_deref(), variant, out),
        }
    }
}

fn about(path: &Path, fault: FileError) -> Failure {
    Fault::Endgame { path: path.to_owned(), fault }.into()
}

fn build(sets: &[Material], dir: &Path, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    std::fs::create_dir_all(dir).map_err(|error| about(dir, error.into()))?;
    let sets = if sets.is_empty() { Material::all_of(MOST_MEN) } else { sets.to_vec() };
    let progress = Progress::new(sets.len());
    let threads = Settings::all_threads();
    for &material in &sets {
        let start = Instant::now();
        let path = path_of(dir, material);
        let solving = |step: Step| progress.say(format!("{material}: {} positions won in {}", step.won, step.moves));
        let table = solve(material, &captures_of(material), threads, &solving);
        progress.say(format!("{material}: counting"));
        let statistics = Statistics::of(&table, threads);
        progress.say(format!("{material}: writing"));
        write(&table, &statistics, &path, threads).map_err(|error| about(&path, error))?;
        progress.say(format!("{material}: verifying"));
        let written = Table::open(&path, captures_of).and_then(|table| table.verify(threads).map(|()| table.bytes()));
        let bytes = written.map_err(|error| about(&path, error))?;
        progress.done();
        progress.bar.suspend(|| {
            let longest = statistics.stronger.longest_mate().unwrap_or(0);
            let share = 100.0 * statistics.stronger.won_at_all() as f64 / statistics.stronger.legal as f64;
            let (megabytes, seconds) = (bytes as f64 / 1e6, start.elapsed().as_secs_f64());
            writeln!(
                out,
                "{material}: {share:.2} % won, longest mate {longest} moves, {megabytes:.1} MB, verified ({seconds:.1} s)"
            )
        })?;
    }
    progress.bar.finish_and_clear();
    Ok(ExitCode::SUCCESS)
}

fn verify(dir: &Path, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let (tables, unusable) = Endgames::open(dir).map_err(|error| about(dir, error))?;
    let mut sound = unusable.is_empty();
    for (path, error) in unusable {
        writeln!(out, "{}: {error}", path.display())?;
    }
    for material in tables.opened() {
        let path = path_of(dir, material);
        match Table::open(&path, captures_of).and_then(|table| table.verify(Settings::all_threads())) {
            Ok(()) => writeln!(out, "{material}: whole")?,
            Err(error) => {
                sound = false;
                writeln!(out, "{material}: {error}")?;
            }
        }
    }
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn probe(fen: &str, dir: Option<&Path>, variant: &str, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let catalogue = Catalogue::builtin();
    let rules = match variant {
        DEFAULT_RULES => catalogue.default_rules(),
        name => catalogue.find(name)?,
    };
    let position = Position::from_fen(rules, fen)?;
    let tables = match dir {
        None => Endgames::new(),
        Some(dir) => {
            let (tables, unusable) = Endgames::open(dir).map_err(|error| about(dir, error))?;
            for (path, error) in unusable {
                writeln!(io::stderr(), "{}: {error}", path.display())?;
            }
            tables
        }
    };
    let (Some(judgement), Some(ranked)) = (tables.judge(&position), tables.rank(&position)) else {
        let known = "the tables know bare-king endings of one or two men";
        let more = "three need a folder of files: `khun endgame build`, then `--dir`";
        return Err(format!("no table holds this position: {known}; {more}").into());
    };
    writeln!(out, "{judgement}")?;
    let text = |mv: Move| position.uci(mv);
    for ranked in ranked {
        writeln!(out, "  {:6} {}", text(ranked.mv), ranked)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// How far a build has come, on the terminal if there is one.
struct Progress {
    bar: ProgressBar,
}

impl Progress {
    fn new(sets: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(sets as u64), ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{bar:20} {pos}/{len} {elapsed} (left {eta}) {wide_msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(500));
        Self { bar }
    }

    fn say(&self, what: String) {
        self.bar.set_message(what);
    }

    fn done(&self) {
        self.bar.inc(1);
    }
}
