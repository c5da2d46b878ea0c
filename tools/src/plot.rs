//! Line plots as SVG: one panel above the other, each with its series.

use std::path::Path;

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;

const WIDTH: u32 = 1000;
const PANEL_HEIGHT: u32 = 480;

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

/// Points that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What the legend calls it.
    pub label: String,
    /// From left to right.
    pub points: Vec<Point>,
}

/// What stands along the panel's lower edge.
#[derive(Clone, Debug, PartialEq)]
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

/// Draws the panels into an SVG file.
///
/// # Errors
/// When the file cannot be written.
pub fn draw(path: &Path, panels: &[Panel]) -> Result<()> {
    let height = PANEL_HEIGHT * u32::try_from(panels.len().max(1))?;
    let area = SVGBackend::new(path, (WIDTH, height)).into_drawing_area();
    let failed = |why: String| anyhow!("cannot draw {}: {why}", path.display());
    area.fill(&WHITE).map_err(|why| failed(why.to_string()))?;
    for (part, panel) in area.split_evenly((panels.len().max(1), 1)).iter().zip(panels) {
        draw_panel(part, panel).map_err(|why| failed(why.to_string()))?;
    }
    area.present().map_err(|why| failed(why.to_string()))
}

/// Least and greatest of some numbers with a little room around them.
fn span(numbers: impl Iterator<Item = f64>) -> std::ops::Range<f64> {
    let (low, high) = numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), n| (low.min(n), high.max(n)));
    if low > high {
        return 0.0..1.0;
    }
    let room = ((high - low) * 0.06).max(0.5);
    low - room..high + room
}

fn draw_panel<'a>(
    area: &DrawingArea<SVGBackend<'a>, Shift>,
    panel: &Panel,
) -> Result<(), Box<dyn std::error::Error + 'a>> {
    let points = || panel.series.iter().flat_map(|series| &series.points);
    let heights = points().flat_map(|point| {
        let margin = point.margin.unwrap_or(0.0);
        [point.y - margin, point.y + margin]
    });
    let mut chart = ChartBuilder::on(area)
        .caption(&panel.title, ("sans-serif", 22))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(span(points().map(|point| point.x)), span(heights))?;
    let mut mesh = chart.configure_mesh();
    mesh.y_desc(&panel.upward).light_line_style(WHITE);
    let name_at = |x: &f64| -> String {
        let Along::Names(names) = &panel.along else { return x.to_string() };
        let nearest = x.round();
        if (x - nearest).abs() > 1e-6 || nearest < 0.0 {
            return String::new();
        }
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // whole and not below zero
        names.get(nearest as usize).cloned().unwrap_or_default()
    };
    match &panel.along {
        Along::Numbers(heading) => mesh.x_desc(heading).draw()?,
        Along::Names(names) => mesh.x_labels(names.len().clamp(2, 16)).x_label_formatter(&name_at).draw()?,
    }
    for (index, series) in panel.series.iter().enumerate() {
        let color = Palette99::pick(index).to_rgba();
        let line = series.points.iter().map(|point| (point.x, point.y));
        chart
            .draw_series(LineSeries::new(line.clone(), color.stroke_width(2)))?
            .label(&series.label)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2)));
        let bars = series.points.iter().filter_map(|point| {
            let margin = point.margin?;
            Some(ErrorBar::new_vertical(point.x, point.y - margin, point.y, point.y + margin, color.filled(), 8))
        });
        chart.draw_series(bars)?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .draw()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_are_drawn_with_their_words() {
        let point = |x, y| Point { x, y, margin: Some(5.0) };
        let series = Series { label: "peer, 1+0.01".to_owned(), points: vec![point(0.0, -20.0), point(1.0, 35.0)] };
        let names = Along::Names(vec!["abc1234".to_owned(), "def5678".to_owned()]);
        let title = "first".to_owned();
        let panel = Panel { title, along: names, upward: "Elo".to_owned(), series: vec![series] };
        let empty = Panel { along: Along::Numbers("pairs".to_owned()), series: Vec::new(), ..panel.clone() };
        let path = std::env::temp_dir().join(format!("khun-plot-{}.svg", std::process::id()));
        draw(&path, &[panel, empty]).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        for word in ["<svg", "abc1234", "def5678", "peer, 1+0.01", "Elo", "pairs"] {
            assert!(text.contains(word), "no {word}");
        }
        assert!(draw(Path::new("/nowhere/plot.svg"), &[]).is_err());
    }
}
