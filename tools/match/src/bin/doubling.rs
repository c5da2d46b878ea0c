//! What an engine gains from twice the effort.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use khun_match::arguments::{Openings, Play};
use khun_match::openings::is_balanced;
use khun_match::pairs::{EngineSpec, Match, Next};
use khun_match::standing::Standing;
use khun_report::StateFile;
use khun_report::plot::{self, Along, Panel, Point, Series, Style};

/// Plays an engine with twice the effort against itself, at growing effort: how much a doubling still brings.
///
/// Example: doubling ./khun --tc nodes=5000 --factor 4 --steps 3 --games 1000 --openings leaning.epd --state curve.json
#[derive(Parser, Debug)]
#[command(version, max_term_width = 110)]
struct Arguments {
    /// Command line of the engine
    engine: String,
    #[command(flatten)]
    openings: Openings,
    #[command(flatten)]
    play: Play,
    /// How many times the effort of one step is the next one's
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(2..))]
    factor: u32,
    /// How many steps, the first at the time control as given
    #[arg(long, default_value_t = 3)]
    steps: u32,
    /// How many games a step at most (an odd number is rounded up: they come in pairs)
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Keep the state of all steps in this file, and take them up from there
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Draw the curve into this file (SVG)
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

fn main() -> ExitCode {
    khun_report::exit(curve(&Arguments::parse()).map(|()| ExitCode::SUCCESS))
}

fn curve(arguments: &Arguments) -> Result<()> {
    let Arguments { openings, play, .. } = arguments;
    let pairs = usize::try_from(arguments.games.div_ceil(2))?;
    let positions = openings.positions(pairs, is_balanced)?;
    let engine = play.engine(&arguments.engine, None, &[])?;
    let mut steps: BTreeMap<String, Standing> = match &arguments.state {
        Some(path) if path.exists() => khun_report::load(path)?,
        _ => BTreeMap::new(),
    };
    let mut state = StateFile::new(arguments.state.clone());
    let mut points = Vec::new();
    for step in 0..arguments.steps {
        let single = play.tc.times(arguments.factor.pow(step));
        let specs = [2, 1].map(|factor| {
            let control = single.times(factor);
            EngineSpec { name: format!("{} {control}", engine.name), control, ..engine.clone() }
        });
        let names = specs.each_ref().map(|spec| spec.name.clone());
        let options: Vec<_> = play.option.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let setup = format!("{openings}, {} against {} [{}]", names[0], names[1], options.join(", "));
        let mut standing = steps.remove(&setup).unwrap_or_else(|| Standing::new(setup.clone(), names));
        let rules = openings.rules()?;
        let (conditions, concurrency) = (play.conditions(), play.concurrency);
        let games = Match { rules, specs, openings: positions.clone(), conditions, concurrency };
        let open: Vec<usize> = (0..pairs).filter(|pair| !standing.done.contains(pair)).collect();
        let mut progress = play.progress(standing.count(), 2 * pairs as u64);
        games.play(&open, |pair| {
            standing.add(&pair).iter().for_each(|forfeit| progress.say(&forfeit.to_string()));
            progress.step(2, || standing.line(None));
            if state.is_due() {
                steps.insert(setup.clone(), standing.clone());
                state.save(&steps)?;
            }
            Ok(Next::Continue)
        })?;
        progress.finish();
        println!("{}: {}, pairs {}", standing.setup, standing.line(None), standing.pairs);
        points.extend(standing.pairs.estimate().filter(|estimate| estimate.elo.is_finite()).map(|estimate| Point {
            x: f64::from(step),
            y: estimate.elo,
            margin: Some(estimate.margin).filter(|margin| margin.is_finite()),
        }));
        steps.insert(setup, standing);
        state.save(&steps)?;
    }
    let Some(path) = &arguments.plot else { return Ok(()) };
    let names = (0..arguments.steps).map(|step| play.tc.times(arguments.factor.pow(step)).to_string());
    let series = Series { label: engine.name, points, style: Style::Line };
    let title = format!("{}: what twice the effort brings", openings.variant);
    plot::draw(
        path,
        &[Panel { title, along: Along::Names(names.collect()), upward: "Elo".to_owned(), series: vec![series] }],
    )
}
