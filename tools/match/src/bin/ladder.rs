//! Plots the record of strength: Elo against each peer over the engine's commits.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::Parser;
use khun_match::ladder::{self, Row};
use khun_report::plot::{self, Along, Panel, Point, Series, Style};

/// Draws the ladder from the record that `arena --record` keeps: one panel a game, one line a peer and time control,
/// commits from left to right in the order in which they were measured, with errors of 95 %.
#[derive(Parser, Debug)]
#[command(version, max_term_width = 110)]
struct Arguments {
    /// The record
    #[arg(long, value_name = "FILE")]
    record: PathBuf,
    /// The plot (SVG)
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Only this game
    #[arg(long)]
    variant: Option<String>,
}

fn main() -> ExitCode {
    khun_report::exit(draw(&Arguments::parse()).map(|()| ExitCode::SUCCESS))
}

fn draw(arguments: &Arguments) -> Result<()> {
    let mut rows = ladder::read(&arguments.record)?;
    rows.retain(|row| arguments.variant.as_ref().is_none_or(|variant| *variant == row.variant));
    ensure!(!rows.is_empty(), "{} has no match to draw", arguments.record.display());
    let panels: Vec<Panel> = unique(rows.iter().map(|row| row.variant.clone()))
        .into_iter()
        .map(|variant| panel(&variant, &rows.iter().filter(|row| row.variant == variant).collect::<Vec<_>>()))
        .collect();
    plot::draw(&arguments.out, &panels)?;
    for row in &rows {
        let elo = row.estimate().map_or_else(|| "no games".to_owned(), |estimate| estimate.to_string());
        let games = 2 * row.pairs.count();
        println!(
            "{} {} {}: {elo} against {}, {}, {games} games",
            row.date, row.commit, row.variant, row.opponent, row.control
        );
    }
    println!("{}", arguments.out.display());
    Ok(())
}

/// The distinct ones, in the order in which they first come.
fn unique(texts: impl Iterator<Item = String>) -> Vec<String> {
    texts.fold(Vec::new(), |mut seen, text| {
        if !seen.contains(&text) {
            seen.push(text);
        }
        seen
    })
}

fn panel(variant: &str, rows: &[&Row]) -> Panel {
    let commits = unique(rows.iter().map(|row| row.commit.clone()));
    let label = |row: &Row| format!("{}, {}", row.opponent, row.control);
    let names = unique(rows.iter().map(|row| label(row)));
    // Beside each other, so that no error hides another.
    let shift = |index: usize| 0.03 * (index as f64 - (names.len() as f64 - 1.0) / 2.0);
    let series = names.iter().enumerate().map(|(index, name)| {
        let own = rows.iter().filter(|row| label(row) == *name);
        let mut points: Vec<Point> = own.filter_map(|row| point(row, &commits, shift(index))).collect();
        points.sort_by(|left, right| left.x.total_cmp(&right.x));
        Series { label: name.clone(), points, style: Style::Line }
    });
    Panel {
        title: format!("{variant}: strength against the peers"),
        series: series.collect(),
        along: Along::Names(commits),
        upward: "Elo".to_owned(),
    }
}

/// A match's point; `None` when its Elo is not finite.
fn point(row: &Row, commits: &[String], shift: f64) -> Option<Point> {
    let estimate = row.estimate().filter(|estimate| estimate.elo.is_finite())?;
    let at = commits.iter().position(|commit| *commit == row.commit)?;
    Some(Point {
        x: at as f64 + shift,
        y: estimate.elo,
        margin: Some(estimate.margin).filter(|margin| margin.is_finite()),
    })
}
