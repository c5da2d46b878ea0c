//! Matches between two UCI engines, refereed by the library.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use chrono::Local;
use clap::Parser;
use khun_board::geometry::Color;
use khun_match::arguments::{self, Openings, Play};
use khun_match::ladder::{self, Row};
use khun_match::openings::is_balanced;
use khun_match::pairs::{EngineSpec, FIRST_ENGINE, Match, Next, Pair};
use khun_match::pgn::{self, Headings};
use khun_match::standing::Standing;
use khun_match::statistics::Sprt;
use khun_match::time_control::TimeControl;
use khun_report::StateFile;

/// Plays a match between two UCI engines and referees it by Khun's own rules.
///
/// Every opening is played twice with colours swapped; tables are cleared between games. The score is the first
/// engine's, with the error of 95 % from the results of pairs.
///
/// Example: arena ./khun fairy-stockfish --variant makruk --tc 1+0.01 --option Hash=64 --games 200 --concurrency 2
#[derive(Parser, Debug)]
#[command(version, max_term_width = 110)]
struct Arguments {
    /// Command line of the first engine (quoted, with its arguments)
    first: String,
    /// Command line of the second engine
    second: String,
    #[command(flatten)]
    openings: Openings,
    #[command(flatten)]
    play: Play,
    /// Time control of the first engine, if another
    #[arg(long, value_name = "CONTROL")]
    tc1: Option<TimeControl>,
    /// Time control of the second engine, if another
    #[arg(long, value_name = "CONTROL")]
    tc2: Option<TimeControl>,
    /// UCI option of the first engine
    #[arg(long, value_name = "NAME=VALUE", value_parser = arguments::option)]
    option1: Vec<(String, String)>,
    /// UCI option of the second engine
    #[arg(long, value_name = "NAME=VALUE", value_parser = arguments::option)]
    option2: Vec<(String, String)>,
    /// Name of the first engine in reports (default: its file's)
    #[arg(long, value_name = "NAME")]
    name1: Option<String>,
    /// Name of the second engine
    #[arg(long, value_name = "NAME")]
    name2: Option<String>,
    /// How many games at most (an odd number is rounded up: they come in pairs)
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Sequential test: stop when these two Elo differences are told apart
    #[arg(long, value_name = "ELO0,ELO1", value_parser = arguments::numbers::<f64, 2>, allow_hyphen_values = true)]
    sprt: Option<[f64; 2]>,
    /// Risk of accepting ELO1 when ELO0 is true
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
    /// Risk of accepting ELO0 when ELO1 is true
    #[arg(long, default_value_t = 0.05)]
    beta: f64,
    /// Append the games to this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Keep the state of the match in this file, and take it up from there
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Append the result to this record of strength, as the first engine's (see `ladder`)
    #[arg(long, value_name = "FILE", requires = "commit")]
    record: Option<PathBuf>,
    /// The first engine's commit, for the record
    #[arg(long)]
    commit: Option<String>,
    /// A remark for the record
    #[arg(long, default_value = "")]
    note: String,
    /// End with an error when any game was forfeited
    #[arg(long)]
    no_forfeits: bool,
}

fn main() -> ExitCode {
    khun_report::exit(arena(&Arguments::parse()))
}

fn arena(arguments: &Arguments) -> Result<ExitCode> {
    let sprt = sprt(arguments)?;
    let specs = specs(arguments)?;
    // What the engines cannot do is better known before the first game.
    for spec in &specs {
        spec.start(&arguments.openings.rules()?.name)?;
    }
    let pairs = usize::try_from(arguments.games.div_ceil(2))?;
    let games = Match {
        rules: arguments.openings.rules()?,
        openings: arguments.openings.positions(pairs, is_balanced)?,
        conditions: arguments.play.conditions(),
        concurrency: arguments.play.concurrency,
        specs,
    };
    let names = games.specs.each_ref().map(|spec| spec.name.clone());
    let standing = Standing::open(arguments.state.as_deref(), setup(arguments, &games), names)?;
    let standing = play(arguments, &games, pairs, sprt.as_ref(), standing)?;
    print!("{}", standing.report(sprt.as_ref())?);
    if let (Some(path), Some(commit)) = (&arguments.record, &arguments.commit) {
        let row = Row {
            date: Local::now().format("%Y-%m-%d").to_string(),
            commit: commit.clone(),
            variant: games.rules.name.clone(),
            opponent: standing.names[1].clone(),
            control: controls(&games),
            pairs: standing.pairs,
            forfeits: standing.forfeits.len(),
            note: arguments.note.clone(),
        };
        ladder::append(path, &row)?;
    }
    let spoiled = arguments.no_forfeits && !standing.forfeits.is_empty();
    Ok(if spoiled { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn sprt(arguments: &Arguments) -> Result<Option<Sprt>> {
    let Some([elo0, elo1]) = arguments.sprt else { return Ok(None) };
    let (alpha, beta) = (arguments.alpha, arguments.beta);
    ensure!(elo0 < elo1, "--sprt needs ELO0 < ELO1");
    ensure!([alpha, beta].iter().all(|risk| (1e-6..0.5).contains(risk)), "risks must lie between 0 and 0.5");
    Ok(Some(Sprt { elo0, elo1, alpha, beta }))
}

fn specs(arguments: &Arguments) -> Result<[EngineSpec; 2]> {
    let Arguments { first, second, name1, name2, option1, option2, tc1, tc2, play, .. } = arguments;
    let mut specs = [play.engine(first, name1.as_deref(), option1)?, play.engine(second, name2.as_deref(), option2)?];
    let same = specs[0].name == specs[1].name;
    for ((spec, control), mark) in specs.iter_mut().zip([tc1, tc2]).zip(["A", "B"]) {
        spec.control = control.unwrap_or(spec.control);
        if same {
            spec.name = format!("{} {mark}", spec.name);
        }
    }
    Ok(specs)
}

fn controls(games: &Match) -> String {
    let [first, second] = games.specs.each_ref().map(|spec| spec.control);
    if first == second { first.to_string() } else { format!("{first} against {second}") }
}

/// What is played, in one line: a match can only be taken up again with the same.
fn setup(arguments: &Arguments, games: &Match) -> String {
    let specs = games.specs.iter().map(|spec| {
        let options: Vec<_> = spec.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        format!("; {} [{}]", spec.name, options.join(", "))
    });
    format!("{}, {}{}", arguments.openings, controls(games), specs.collect::<String>())
}

fn play(
    arguments: &Arguments,
    games: &Match,
    pairs: usize,
    sprt: Option<&Sprt>,
    mut standing: Standing,
) -> Result<Standing> {
    let decided = |standing: &Standing| sprt.is_some_and(|sprt| sprt.verdict(&standing.pairs).is_some());
    if decided(&standing) {
        return Ok(standing);
    }
    let append = |path: &PathBuf| {
        let file = OpenOptions::new().create(true).append(true).open(path);
        file.with_context(|| format!("cannot write {}", path.display()))
    };
    let mut pgn = arguments.pgn.as_ref().map(append).transpose()?;
    let mut progress = arguments.play.progress(standing.count(), 2 * pairs as u64);
    let mut state = StateFile::new(arguments.state.clone());
    let open: Vec<usize> = (0..pairs).filter(|index| !standing.done.contains(index)).collect();
    let played = games.play(&open, |pair| {
        for forfeit in standing.add(&pair) {
            progress.say(&forfeit.to_string());
        }
        if let Some(file) = &mut pgn {
            write_pair(file, games, &pair)?;
        }
        if state.is_due() {
            state.save(&standing)?;
        }
        progress.step(2, || standing.line(sprt));
        Ok(if decided(&standing) { Next::Stop } else { Next::Continue })
    });
    progress.finish();
    state.save(&standing)?;
    played.map(|()| standing)
}

fn write_pair(file: &mut File, games: &Match, pair: &Pair) -> Result<()> {
    for (nth, (record, first)) in pair.games.iter().zip(FIRST_ENGINE).enumerate() {
        let mut specs = games.specs.each_ref();
        if first == Color::Black {
            specs.reverse();
        }
        let headings = Headings {
            event: "arena",
            round: 2 * pair.index + nth + 1,
            names: specs.map(|spec| spec.name.as_str()),
            controls: specs.map(|spec| spec.control.to_string()),
        };
        file.write_all(pgn::write(record, &headings).as_bytes()).context("cannot write the games")?;
    }
    Ok(())
}
