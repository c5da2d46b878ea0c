//! Matches between two UCI engines, refereed by the library.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use chrono::Local;
use clap::Parser;
use khun_board::geometry::Color;
use tools::contest::{self, Contest, FIRST_ENGINE, Next, Pair};
use tools::control::{Control, Margins};
use tools::engine::{Engine, Spec};
use tools::game::{Conduct, DrawRule, ResignRule};
use tools::pgn::{self, Headings};
use tools::progress::Progress;
use tools::stats::Sprt;
use tools::strength::{self, Row};
use tools::tally::{self, Tally};
use tools::{cli, openings, variant};

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
    /// The game, sent as UCI_Variant and refereed
    #[arg(long, default_value = "makruk")]
    variant: String,
    /// Time control of both: 1+0.01 or 40/60+0.6 (seconds), nodes=N, movetime=MS, depth=N
    #[arg(long, default_value = "1+0.01", value_name = "CONTROL")]
    tc: Control,
    /// Time control of the first engine, if another
    #[arg(long, value_name = "CONTROL")]
    tc1: Option<Control>,
    /// Time control of the second engine, if another
    #[arg(long, value_name = "CONTROL")]
    tc2: Option<Control>,
    /// UCI option of both engines (repeat for more)
    #[arg(long, value_name = "NAME=VALUE", value_parser = cli::option)]
    option: Vec<(String, String)>,
    /// UCI option of the first engine
    #[arg(long, value_name = "NAME=VALUE", value_parser = cli::option)]
    option1: Vec<(String, String)>,
    /// UCI option of the second engine
    #[arg(long, value_name = "NAME=VALUE", value_parser = cli::option)]
    option2: Vec<(String, String)>,
    /// Name of the first engine in reports (default: its file's)
    #[arg(long, value_name = "NAME")]
    name1: Option<String>,
    /// Name of the second engine
    #[arg(long, value_name = "NAME")]
    name2: Option<String>,
    /// How many games at most (an odd number is rounded up: they come in pairs)
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// How many games at a time
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// EPD or FEN file with openings, one a line (default: random play)
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Length of the openings by random play
    #[arg(long, default_value_t = 8, value_name = "PLIES", conflicts_with = "openings")]
    random_plies: usize,
    /// Seed of the openings' order or of random play
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Sequential test: stop when these two Elo differences are told apart
    #[arg(long, value_name = "ELO0,ELO1", value_parser = cli::numbers::<2>, allow_hyphen_values = true)]
    sprt: Option<[f64; 2]>,
    /// Risk of accepting ELO1 when ELO0 is true
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
    /// Risk of accepting ELO0 when ELO1 is true
    #[arg(long, default_value_t = 0.05)]
    beta: f64,
    /// How late an answer may come on a clock, in milliseconds
    #[arg(long, default_value_t = 10, value_name = "MS")]
    margin: u64,
    /// How late an answer may come with movetime, in milliseconds
    #[arg(long, default_value_t = 100, value_name = "MS")]
    movetime_margin: u64,
    /// How much longer an answer is waited for before the engine counts as stalled, in seconds
    #[arg(long, default_value_t = 10, value_name = "SECONDS")]
    stall: u64,
    /// Longest game; what lasts longer is a draw
    #[arg(long, default_value_t = 1000, value_name = "PLIES")]
    max_plies: usize,
    /// Call a draw from this move on after so many plies with both scores within CP (default: play on)
    #[arg(long, value_name = "MOVE,PLIES,CP", value_parser = cli::numbers::<3>)]
    draw_rule: Option<[f64; 3]>,
    /// Call a win after so many plies with both scores beyond CP (default: play on)
    #[arg(long, value_name = "PLIES,CP", value_parser = cli::numbers::<2>)]
    resign_rule: Option<[f64; 2]>,
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
    /// Time between lines of progress where there is no terminal, in seconds
    #[arg(long, default_value_t = 30, value_name = "SECONDS")]
    report_every: u64,
}

fn main() -> ExitCode {
    cli::exit(arena(&Arguments::parse()))
}

fn arena(arguments: &Arguments) -> Result<ExitCode> {
    let contest = contest(arguments)?;
    let sprt = arguments.sprt.map(|[elo0, elo1]| Sprt { elo0, elo1, alpha: arguments.alpha, beta: arguments.beta });
    if let Some(Sprt { elo0, elo1, alpha, beta }) = sprt {
        ensure!(elo0 < elo1, "--sprt needs ELO0 < ELO1");
        ensure!([alpha, beta].iter().all(|risk| (1e-6..0.5).contains(risk)), "risks must lie between 0 and 0.5");
    }
    // What the engines cannot do is better known before the first game.
    for spec in &contest.specs {
        Engine::start_for(spec, &contest.rules.name)?;
    }
    let names = [0, 1].map(|index| contest.specs[index].name.clone());
    let tally = Tally::open(arguments.state.as_deref(), setup(arguments, &contest), names)?;
    let tally = play(arguments, &contest, sprt.as_ref(), tally)?;
    print!("{}", tally.report(sprt.as_ref()));
    if let (Some(path), Some(commit)) = (&arguments.record, &arguments.commit) {
        let row = Row {
            date: Local::now().format("%Y-%m-%d").to_string(),
            commit: commit.clone(),
            variant: contest.rules.name.clone(),
            opponent: tally.names[1].clone(),
            control: controls(&contest),
            pairs: tally.pairs,
            forfeits: tally.forfeits.len(),
            note: arguments.note.clone(),
        };
        strength::append(path, &row)?;
    }
    let spoiled = arguments.no_forfeits && !tally.forfeits.is_empty();
    Ok(if spoiled { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn contest(arguments: &Arguments) -> Result<Contest> {
    let rules = variant::rules(&arguments.variant)?;
    let pairs = arguments.games.div_ceil(2);
    ensure!(pairs > 0, "no games to play");
    let openings = match &arguments.openings {
        Some(path) => openings::from_file(rules, path, arguments.seed)?,
        None => openings::random(rules, arguments.random_plies, arguments.seed, pairs, openings::is_balanced)?,
    };
    let spec = |command: &str, name: &Option<String>, own: &[(String, String)], control: Option<Control>| {
        let command = cli::command(command)?;
        let name = name.clone().unwrap_or_else(|| cli::name_of(&command));
        let options = arguments.option.iter().chain(own).cloned().collect();
        anyhow::Ok(Spec { name, command, options, control: control.unwrap_or(arguments.tc) })
    };
    let mut specs = [
        spec(&arguments.first, &arguments.name1, &arguments.option1, arguments.tc1)?,
        spec(&arguments.second, &arguments.name2, &arguments.option2, arguments.tc2)?,
    ];
    if specs[0].name == specs[1].name {
        for (spec, mark) in specs.iter_mut().zip(["A", "B"]) {
            spec.name = format!("{} {mark}", spec.name);
        }
    }
    Ok(Contest { rules, specs, openings, pairs, conduct: conduct(arguments), concurrency: arguments.concurrency })
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // small numbers that a person typed
fn conduct(arguments: &Arguments) -> Conduct {
    Conduct {
        margins: Margins {
            clock: Duration::from_millis(arguments.margin),
            move_time: Duration::from_millis(arguments.movetime_margin),
        },
        stall: Duration::from_secs(arguments.stall),
        max_plies: arguments.max_plies,
        draw: arguments.draw_rule.map(|[from_move, plies, score]| DrawRule {
            from_move: from_move as usize,
            plies: plies as usize,
            score: score as i32,
        }),
        resign: arguments.resign_rule.map(|[plies, score]| ResignRule { plies: plies as usize, score: score as i32 }),
    }
}

fn controls(contest: &Contest) -> String {
    let [first, second] = [0, 1].map(|index| contest.specs[index].control);
    if first == second { first.to_string() } else { format!("{first} against {second}") }
}

/// What is played, in one line: a match can only be taken up again with the same.
fn setup(arguments: &Arguments, contest: &Contest) -> String {
    let mut text = format!("{}, {}, openings ", contest.rules.name, controls(contest));
    // Writing to a string cannot fail.
    let _ = match &arguments.openings {
        Some(path) => write!(text, "{} (seed {})", path.display(), arguments.seed),
        None => write!(text, "of {} random plies (seed {})", arguments.random_plies, arguments.seed),
    };
    for spec in &contest.specs {
        let options: Vec<_> = spec.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let _ = write!(text, "; {} [{}]", spec.name, options.join(", "));
    }
    text
}

fn play(arguments: &Arguments, contest: &Contest, sprt: Option<&Sprt>, mut tally: Tally) -> Result<Tally> {
    let mut games = match &arguments.pgn {
        Some(path) => Some(
            OpenOptions::new()
                .create(true)
                .append(true)
                .open(path)
                .with_context(|| format!("cannot write {}", path.display()))?,
        ),
        None => None,
    };
    let every = Duration::from_secs(arguments.report_every);
    let mut progress = Progress::new(tally.count(), 2 * contest.pairs as u64, every);
    let decided = |tally: &Tally| sprt.is_some_and(|sprt| sprt.verdict(&tally.pairs).is_some());
    if decided(&tally) {
        return Ok(tally);
    }
    contest::run(contest, &tally.finished(), |pair| {
        for forfeit in tally.add(&pair) {
            progress.say(&forfeit.to_string());
        }
        if let Some(file) = &mut games {
            write_pair(file, contest, &pair)?;
        }
        if let Some(path) = &arguments.state {
            tally::save(path, &tally)?;
        }
        progress.step(2, || tally.line(sprt));
        Ok(if decided(&tally) { Next::Stop } else { Next::Play })
    })?;
    progress.finish();
    Ok(tally)
}

fn write_pair(file: &mut File, contest: &Contest, pair: &Pair) -> Result<()> {
    for (nth, (record, first)) in pair.games.iter().zip(FIRST_ENGINE).enumerate() {
        let order = if first == Color::White { [0, 1] } else { [1, 0] };
        let headings = Headings {
            event: "arena",
            round: 2 * pair.index + nth + 1,
            names: order.map(|index| contest.specs[index].name.as_str()),
            controls: order.map(|index| contest.specs[index].control.to_string()),
        };
        file.write_all(pgn::write(record, &headings).as_bytes()).context("cannot write the games")?;
    }
    Ok(())
}
