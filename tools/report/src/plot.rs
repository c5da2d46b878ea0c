//! Plots as SVG: panels above each other, or small ones side by side, each with its series.

use std::path::Path;

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;

const WIDTH: u32 = 1000;
const PANEL_HEIGHT: u32 = 420;
/// Of a panel in a grid.
const SMALL_HEIGHT: u32 = 230;
const HEADING_HEIGHT: u32 = 36;
/// Room for the series' names, beside the panel so that they hide nothing.
const LEGEND_WIDTH: u32 = 230;
/// The colours of Okabe and Ito, which the colour-blind can tell apart, without the yellow.
const COLORS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(90, 90, 90),
];

/// A point of a series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Along the panel.
    pub x: f64,
    /// Up.
    pub y: f64,
    /// Half the height of its error bar, if it has one.
    pub margin: Option<f64>,
}

/// How points are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Joined by a line.
    #[default]
    Line,
    /// Each by itself.
    Dots,
    /// As bars from zero.
    Bars,
}

/// Points that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What the legend calls it.
    pub label: String,
    /// From left to right.
    pub points: Vec<Point>,
    /// How they look.
    pub style: Style,
}

/// What stands along the panel's lower edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Along {
    /// Numbers, under this heading.
    Numbers(String),
    /// A name at each whole number from 0.
    Names(Vec<String>),
}

/// One plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Above it.
    pub title: String,
    /// Below it.
    pub along: Along,
    /// What the height means.
    pub upward: String,
    /// What is drawn.
    pub series: Vec<Series>,
}

impl Point {
    /// One without an error.
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y, margin: None }
    }
}

/// Draws the panels one above the other into an SVG file.
///
/// # Errors
/// When the file cannot be written.
pub fn draw(path: &Path, panels: &[Panel]) -> Result<()> {
    let rows = panels.len().max(1);
    let area = SVGBackend::new(path, (WIDTH, PANEL_HEIGHT * u32::try_from(rows)?)).into_drawing_area();
    fill(path, &area, &area.split_evenly((rows, 1)), panels)
}

/// Draws small panels side by side under a heading into an SVG file.
///
/// # Errors
/// When the file cannot be written.
pub fn draw_grid(path: &Path, heading: &str, panels: &[Panel], columns: usize) -> Result<()> {
    let rows = panels.len().div_ceil(columns.max(1)).max(1);
    let height = HEADING_HEIGHT + SMALL_HEIGHT * u32::try_from(rows)?;
    let area = SVGBackend::new(path, (WIDTH, height)).into_drawing_area();
    let (top, rest) = area.split_vertically(HEADING_HEIGHT);
    area.fill(&WHITE).map_err(|why| failed(path, &why))?;
    top.draw(&Text::new(heading.to_owned(), (14, 12), ("sans-serif", 15))).map_err(|why| failed(path, &why))?;
    fill(path, &rest, &rest.split_evenly((rows, columns.max(1))), panels)
}

fn failed(path: &Path, why: &dyn std::fmt::Display) -> anyhow::Error {
    anyhow!("cannot draw {}: {why}", path.display())
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn fill(path: &Path, area: &Area, parts: &[Area], panels: &[Panel]) -> Result<()> {
    area.fill(&WHITE).map_err(|why| failed(path, &why))?;
    for (part, panel) in parts.iter().zip(panels) {
        draw_panel(part, panel).map_err(|why| failed(path, &why))?;
    }
    area.present().map_err(|why| failed(path, &why))
}

/// Least and greatest of some numbers with a little room around them.
fn span(numbers: impl Iterator<Item = f64>) -> std::ops::Range<f64> {
    let (low, high) = numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), n| (low.min(n), high.max(n)));
    if low > high {
        return 0.0..1.0;
    }
    let room = if high > low { (high - low) * 0.06 } else { 0.5 };
    low - room..high + room
}

fn color(index: usize) -> RGBColor {
    COLORS[index % COLORS.len()]
}

/// A number on an axis, as short as it can be told.
fn short(number: f64, step: f64) -> String {
    let number = if number.abs() < step * 1e-6 { 0.0 } else { number };
    let digits = (-step.max(1e-12).log10()).ceil().clamp(0.0, 6.0) as usize;
    match number.abs() {
        large if large >= 1e6 => format!("{}M", number / 1e6),
        large if large >= 1e4 => format!("{}k", number / 1e3),
        _ => format!("{number:.digits$}"),
    }
}

fn draw_panel<'a>(area: &Area<'a>, panel: &Panel) -> Result<(), Box<dyn std::error::Error + 'a>> {
    let (width, height) = area.dim_in_pixel();
    let large = height > SMALL_HEIGHT;
    let named = large && panel.series.iter().any(|series| !series.label.is_empty());
    let (area, legend) = area.split_horizontally(if named { width - LEGEND_WIDTH } else { width });
    let points = || panel.series.iter().flat_map(|series| &series.points);
    let zero = panel.series.iter().any(|series| series.style == Style::Bars).then_some(0.0);
    let heights = points().flat_map(|point| {
        let margin = point.margin.unwrap_or(0.0);
        [point.y - margin, point.y + margin]
    });
    // A bar stands half to each side of its place.
    let half = if zero.is_some() { bar_width(panel) / 2.0 } else { 0.0 };
    let along = match &panel.along {
        Along::Numbers(_) => span(points().flat_map(|point| [point.x - half, point.x + half])),
        Along::Names(names) => -0.5..names.len().max(1) as f64 - 0.5,
    };
    let mut upward = span(heights.chain(zero));
    if zero.is_some() && upward.start < 0.0 && points().all(|point| point.y >= 0.0) {
        upward.start = 0.0;
    }
    let step = [&along, &upward].map(|range| (range.end - range.start) / 10.0);
    let (font, title) = if large { (13, 20) } else { (10, 13) };
    let mut chart = ChartBuilder::on(&area)
        .caption(&panel.title, ("sans-serif", title))
        .margin(if large { 12 } else { 6 })
        .x_label_area_size(if large { 44 } else { 32 })
        .y_label_area_size(if large { 70 } else { 52 })
        .build_cartesian_2d(along, upward)?;
    let mut mesh = chart.configure_mesh();
    mesh.y_desc(&panel.upward).max_light_lines(0).label_style(("sans-serif", font));
    let upward_label = |y: &f64| short(*y, step[1]);
    let along_label = |x: &f64| short(*x, step[0]);
    mesh.y_labels(if large { 10 } else { 5 }).y_label_formatter(&upward_label);
    let name_at = |x: &f64| -> String {
        let Along::Names(names) = &panel.along else { return String::new() };
        let nearest = x.round();
        if (x - nearest).abs() > 1e-6 || nearest < 0.0 {
            return String::new();
        }
        names.get(nearest as usize).cloned().unwrap_or_default()
    };
    match &panel.along {
        Along::Numbers(heading) => {
            mesh.x_labels(if large { 10 } else { 5 }).x_label_formatter(&along_label).x_desc(heading).draw()?;
        }
        Along::Names(names) => mesh.x_labels(names.len().clamp(2, 12)).x_label_formatter(&name_at).draw()?,
    }
    for (index, series) in panel.series.iter().enumerate() {
        let color = color(index);
        let places = series.points.iter().map(|point| (point.x, point.y));
        match series.style {
            Style::Line => {
                chart.draw_series(LineSeries::new(places.clone(), color.stroke_width(2)))?;
                // One point alone makes no line.
                chart.draw_series(
                    places.take(usize::from(series.points.len() == 1)).map(|at| Circle::new(at, 3, color.filled())),
                )?;
            }
            Style::Dots => {
                chart.draw_series(places.map(|at| Circle::new(at, 2, color.filled())))?;
            }
            Style::Bars => {
                let bar =
                    |(x, y): (f64, f64)| Rectangle::new([(x - half * 0.9, 0.0), (x + half * 0.9, y)], color.filled());
                chart.draw_series(places.map(bar))?;
            }
        }
        let errors = series.points.iter().filter_map(|point| {
            let margin = point.margin?;
            Some(ErrorBar::new_vertical(point.x, point.y - margin, point.y, point.y + margin, color.filled(), 8))
        });
        chart.draw_series(errors)?;
        if named {
            let line = 30 + 22 * i32::try_from(index)?;
            legend.draw(&PathElement::new([(0, line + 6), (18, line + 6)], color.stroke_width(3)))?;
            legend.draw(&Text::new(series.label.clone(), (26, line), ("sans-serif", font)))?;
        }
    }
    Ok(())
}

/// The least distance between two points of a series.
fn bar_width(panel: &Panel) -> f64 {
    let steps = panel.series.iter().flat_map(|series| series.points.windows(2)).map(|pair| pair[1].x - pair[0].x);
    let least = steps.filter(|step| *step > 0.0).fold(f64::INFINITY, f64::min);
    if least.is_finite() { least } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_are_drawn_with_their_words() {
        let point = |x, y| Point { x, y, margin: Some(5.0) };
        let series = Series {
            label: "peer, 1+0.01".to_owned(),
            points: vec![point(0.0, -20.0), point(1.0, 35.0)],
            style: Style::Line,
        };
        let names = Along::Names(vec!["abc1234".to_owned(), "def5678".to_owned()]);
        let title = "first".to_owned();
        let panel = Panel { title, along: names, upward: "Elo".to_owned(), series: vec![series] };
        let empty = Panel { along: Along::Numbers("pairs".to_owned()), series: Vec::new(), ..panel.clone() };
        let path = std::env::temp_dir().join(format!("khun-plot-{}.svg", std::process::id()));
        draw(&path, &[panel.clone(), empty]).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        draw_grid(&path, "all of them", &[panel.clone(), panel], 3).unwrap();
        assert!(std::fs::read_to_string(&path).unwrap().contains("all of them"));
        std::fs::remove_file(&path).unwrap();
        for word in ["<svg", "abc1234", "def5678", "peer, 1+0.01", "Elo", "pairs"] {
            assert!(text.contains(word), "no {word}");
        }
        assert!(draw(Path::new("/nowhere/plot.svg"), &[]).is_err());
    }
}
