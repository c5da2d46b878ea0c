//! What is in data files, as one picture.

use std::path::Path;

use anyhow::Result;
use khun_report::plot::{self, Along, Panel, Point, Series, Style};

use crate::data::sigmoid;
use crate::inspection::findings::{BIN, BINS, Findings, PLIES};

/// Draws results, phases, counts, scores, and how scores and results agree, into an SVG file.
///
/// # Errors
/// When the file cannot be written.
pub fn draw(findings: &Findings, heading: &str, path: &Path) -> Result<()> {
    let share = |count: u64, of: u64| 100.0 * count as f64 / of.max(1) as f64;
    let quiet = |count: u64| share(count, findings.quiet);
    let results = Panel {
        title: "Games".to_owned(),
        along: Along::Names(["White", "draw", "Black"].map(str::to_owned).into()),
        upward: "% of games".to_owned(),
        series: vec![bars(findings.results.iter().map(|&count| share(count, findings.games)), 0.0, 1.0)],
    };
    let men = bars(findings.men.iter().map(|&count| quiet(count)), 0.0, 1.0);
    let plies = bars(findings.by_ply.iter().map(|&count| quiet(count)), PLIES as f64 / 2.0, PLIES as f64);
    let used = bars(findings.used.iter().map(|&count| share(count, findings.counted)), 5.0, 10.0);
    let scores = bars(findings.bins.iter().map(|&(count, _)| quiet(count)), score(0), f64::from(BIN));
    let panels = [
        results,
        shares("Men", "men on the board", men),
        shares("Phase of the game", "plies played", plies),
        shares("Scores", "score (cp, side to move)", scores),
        agreement(findings),
        shares(&format!("Counts: {:.1} % are under one", quiet(findings.counted)), "used up (%)", used),
    ];
    plot::draw_grid(path, heading, &panels, 3)
}

fn score(bin: usize) -> f64 {
    f64::from((bin as i32 - BINS) * BIN)
}

fn bars(heights: impl Iterator<Item = f64>, first: f64, step: f64) -> Series {
    let points = heights.enumerate().map(|(index, height)| Point::new(first + step * index as f64, height)).collect();
    Series { label: String::new(), points, style: Style::Bars }
}

fn shares(title: &str, along: &str, series: Series) -> Panel {
    Panel {
        title: title.to_owned(),
        along: Along::Numbers(along.to_owned()),
        upward: "% of positions".to_owned(),
        series: vec![series],
    }
}

/// Dots: points that the side to move got; line: what the fitted sigmoid foretells.
fn agreement(findings: &Findings) -> Panel {
    let bins = || findings.bins.iter().enumerate();
    let foretold =
        bins().map(|(bin, _)| Point::new(score(bin), f64::from(sigmoid(score(bin) as f32 / findings.scale))));
    let points = bins().filter(|(_, (count, _))| *count > 0);
    let points = points.map(|(bin, (count, points))| Point::new(score(bin), points / *count as f64));
    let series = |points, style| Series { label: String::new(), points, style };
    Panel {
        title: format!("Dots: results; line: sigmoid(score / {:.0})", findings.scale),
        along: Along::Numbers("score (cp, side to move)".to_owned()),
        upward: "points".to_owned(),
        series: vec![series(foretold.collect(), Style::Line), series(points.collect(), Style::Dots)],
    }
}
