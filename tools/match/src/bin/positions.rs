//! Makes positions to play from: openings that engines call level, endings that the count draws.

use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, Parser, Subcommand};
use khun_board::position::Position;
use khun_board::rules::Rules;
use khun_match::arguments::{Openings, Play};
use khun_match::endings;
use khun_match::judge::{Balance, Judge, Limits};
use khun_match::openings::is_balanced;
use khun_match::pairs::{EngineSpec, FIRST_ENGINE, Next, Opponents, in_parallel};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Makes positions to play from, by the judgement of engines, as EPD: one a line, with the scores in a comment.
///
/// Files are added to; what stands in them already is not written twice.
#[derive(Parser, Debug)]
#[command(version, max_term_width = 110)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Openings that all judges call level, and such that lean to one side
    ///
    /// Example: positions openings ./khun fairy-stockfish --tc movetime=1000 --level level.epd --leaning leaning.epd
    Openings(OpeningArguments),
    /// Endings under board's honour in which one side is ahead and all judges see a draw, each for both colours
    ///
    /// Example: positions endings ./khun fairy-stockfish --tc nodes=2000000 --out drawn.epd
    Endings(EndingArguments),
}

#[derive(Args, Debug)]
struct OpeningArguments {
    /// Command lines of the engines that judge
    #[arg(required = true)]
    judges: Vec<String>,
    #[command(flatten)]
    openings: Openings,
    #[command(flatten)]
    play: Play,
    /// How many openings to judge
    #[arg(long, default_value_t = 1000)]
    count: usize,
    /// File for openings that are level
    #[arg(long, value_name = "FILE")]
    level: PathBuf,
    /// File for openings that lean to one side
    #[arg(long, value_name = "FILE")]
    leaning: Option<PathBuf>,
    /// Greatest score of level openings, in centipawns
    #[arg(long, default_value_t = 70, value_name = "CP")]
    level_score: i32,
    /// Greatest score of leaning openings, in centipawns
    #[arg(long, default_value_t = 150, value_name = "CP")]
    leaning_score: i32,
}

#[derive(Args, Debug)]
struct EndingArguments {
    /// Command lines of the engines that judge
    #[arg(required = true)]
    judges: Vec<String>,
    #[command(flatten)]
    openings: Openings,
    #[command(flatten)]
    play: Play,
    /// How many endings to judge
    #[arg(long, default_value_t = 1000)]
    count: usize,
    /// File for endings that are drawn
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Instead of random placement: out of games of the first judge against itself, with so many nodes a move
    #[arg(long, value_name = "NODES")]
    games: Option<u64>,
    /// Greatest score of a draw, in centipawns
    #[arg(long, default_value_t = 30, value_name = "CP")]
    drawn_score: i32,
    /// Least lead in material of the side that is ahead, in centipawns
    #[arg(long, default_value_t = 250, value_name = "CP")]
    lead: i32,
    /// Plies counted already when the men are placed at random: from, to
    #[arg(long, default_value = "0,90", value_name = "PLIES,PLIES", value_parser = khun_match::arguments::numbers::<u16, 2>)]
    counted: [u16; 2],
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Openings(arguments) => make_openings(&arguments),
        Command::Endings(arguments) => make_endings(&arguments),
    };
    khun_report::exit(done.map(|()| ExitCode::SUCCESS))
}

/// A file of positions that is added to.
struct Book<'a> {
    path: &'a Path,
    known: HashSet<String>,
    added: usize,
}

impl<'a> Book<'a> {
    fn open(path: &'a Path) -> Result<Self> {
        let place = || format!("cannot open {}", path.display());
        OpenOptions::new().create(true).append(true).open(path).with_context(place)?;
        let text = fs::read_to_string(path).with_context(place)?;
        let known = text.lines().map(|line| line.split(';').next().unwrap_or_default().trim().to_owned()).collect();
        Ok(Self { path, known, added: 0 })
    }

    fn add(&mut self, position: &Position, scores: &str) -> Result<()> {
        let fen = position.fen();
        if self.known.insert(fen.clone()) {
            let mut file = OpenOptions::new().append(true).open(self.path)?;
            writeln!(file, "{fen} ; {scores}").with_context(|| format!("cannot write {}", self.path.display()))?;
            self.added += 1;
        }
        Ok(())
    }
}

/// The scores of several judges, in words for a comment.
fn told(judges: &[EngineSpec], scores: &[i32]) -> String {
    let words = judges.iter().zip(scores).map(|(judge, score)| format!("{} {score}", judge.name));
    format!("cp for White: {}", words.collect::<Vec<_>>().join(", "))
}

fn specs(commands: &[String], play: &Play, rules: Rules) -> Result<Vec<EngineSpec>> {
    let specs: Vec<_> = commands.iter().map(|command| play.engine(command, None, &[])).collect::<Result<_>>()?;
    for spec in &specs {
        Judge::start(spec, rules)?;
    }
    Ok(specs)
}

/// The judges of one thread, started when they are first asked.
#[derive(Default)]
struct Bench(Vec<Judge>);

impl Bench {
    /// What the judges say until one says what does not suit.
    fn scores(
        &mut self,
        specs: &[EngineSpec],
        position: &Position,
        suits: impl Fn(i32) -> bool,
    ) -> Result<Option<Vec<i32>>> {
        let mut scores = Vec::new();
        for (index, spec) in specs.iter().enumerate() {
            if self.0.len() == index {
                self.0.push(Judge::start(spec, position.rules())?);
            }
            let score = self.0[index].score(position)?;
            if !suits(score) {
                return Ok(None);
            }
            scores.push(score);
        }
        Ok(Some(scores))
    }
}

fn make_openings(arguments: &OpeningArguments) -> Result<()> {
    let OpeningArguments { play, level_score, leaning_score, .. } = arguments;
    ensure!(0 < *level_score && level_score < leaning_score, "scores must grow from level to leaning");
    let rules = arguments.openings.rules()?;
    let specs = specs(&arguments.judges, play, rules)?;
    let limits = Limits { level: *level_score, leaning: *leaning_score };
    let mut level = Book::open(&arguments.level)?;
    let mut leaning = arguments.leaning.as_deref().map(Book::open).transpose()?;
    let mut candidates = arguments.openings.positions(arguments.count, is_balanced)?;
    candidates.truncate(arguments.count);
    candidates.retain(|position| {
        let fen = position.fen();
        !level.known.contains(&fen) && !leaning.as_ref().is_some_and(|book| book.known.contains(&fen))
    });
    let mut progress = play.progress(0, candidates.len() as u64);
    let judge = |bench: &mut Bench, position: &Position| {
        Ok((*position, bench.scores(&specs, position, |score| score.abs() <= limits.leaning)?))
    };
    in_parallel(&candidates, play.concurrency, Bench::default, judge, |(position, scores)| {
        if let Some(scores) = scores {
            match (limits.balance(&scores), &mut leaning) {
                (Balance::Level, _) => level.add(&position, &told(&specs, &scores))?,
                (Balance::Leaning, Some(book)) => book.add(&position, &told(&specs, &scores))?,
                _ => {}
            }
        }
        let leaning = leaning.as_ref().map_or(0, |book| book.added);
        progress.step(1, || format!("{} level, {leaning} leaning", level.added));
        Ok(Next::Continue)
    })?;
    progress.finish();
    let leaning = leaning.map_or(0, |book| book.added);
    println!("{} openings judged: {} level, {leaning} leaning", candidates.len(), level.added);
    Ok(())
}

fn make_endings(arguments: &EndingArguments) -> Result<()> {
    let EndingArguments { play, drawn_score, .. } = arguments;
    let rules = arguments.openings.rules()?;
    ensure!(rules.counting.is_some(), "{} has no count", rules.name);
    let specs = specs(&arguments.judges, play, rules)?;
    let mut book = Book::open(&arguments.out)?;
    let starts = match arguments.games {
        Some(_) => arguments.openings.positions(arguments.count, is_balanced)?,
        None => Vec::new(),
    };
    let numbers: Vec<usize> = (0..arguments.count).collect();
    let mut progress = play.progress(0, numbers.len() as u64);
    let players = || (Bench::default(), players(arguments, &specs, rules));
    let judge = |(bench, players): &mut (Bench, Option<Opponents>), &number: &usize| {
        let mut rng = ChaCha8Rng::seed_from_u64(arguments.openings.seed);
        rng.set_stream(number as u64);
        let candidate = match players {
            Some(players) => {
                let game =
                    players.play(starts[number % starts.len()], FIRST_ENGINE[0], &play.conditions(), &mut |_| Ok(()));
                endings::of_game(&game?, arguments.lead, &mut rng)
            }
            None => Some(endings::random(rules, arguments.counted[0]..arguments.counted[1], arguments.lead, &mut rng)),
        };
        let Some(position) = candidate else { return Ok(None) };
        let scores = bench.scores(&specs, &position, |score| score.abs() <= *drawn_score)?;
        Ok(scores.map(|scores| (position, scores)))
    };
    if arguments.counted[0] >= arguments.counted[1] {
        bail!("--counted needs a lower number before a higher one");
    }
    in_parallel(&numbers, play.concurrency, players, judge, |drawn| {
        if let Some((position, mut scores)) = drawn {
            book.add(&position, &told(&specs, &scores))?;
            scores.iter_mut().for_each(|score| *score = -*score);
            book.add(&position.sides_swapped(), &told(&specs, &scores))?;
        }
        progress.step(1, || format!("{} drawn endings", book.added));
        Ok(Next::Continue)
    })?;
    progress.finish();
    println!("{} endings judged: {} drawn, colours swapped included", numbers.len(), book.added);
    Ok(())
}

/// Who plays the games that endings are taken from, if any are played.
fn players(arguments: &EndingArguments, specs: &[EngineSpec], rules: Rules) -> Option<Opponents> {
    let control = format!("nodes={}", arguments.games?).parse().expect("a number of nodes is a control");
    let spec = EngineSpec { control, ..specs[0].clone() };
    Some(Opponents::new(rules, [spec.clone(), spec]))
}
