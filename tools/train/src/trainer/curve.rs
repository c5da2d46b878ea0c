//! The loss curve as a picture.

use std::path::Path;

use anyhow::{Context, Result};
use khun_report::plot::{self, Along, Panel, Point, Series, Style};

use crate::trainer::checkpoint::Losses;

/// The first epoch, in which nearly everything is learnt, would press all others flat.
const SHOWN_FROM: usize = 1;

/// Reads the table of losses that training writes: epoch, training loss, validation loss.
///
/// # Errors
/// When the file cannot be read or a line is not of that form.
pub fn read(path: &Path) -> Result<Vec<Losses>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let parse = |line: &str| {
        let (_, losses) = line.split_once('\t')?;
        let (training, validation) = losses.split_once('\t')?;
        Some(Losses { training: training.parse().ok()?, validation: validation.parse().ok()? })
    };
    let rows = text.lines().skip(1).map(|line| parse(line).with_context(|| format!("{}: {line}", path.display())));
    rows.collect()
}

/// Draws training and validation loss over the epochs, from the second one on, to an SVG file.
///
/// # Errors
/// When the file cannot be written.
pub fn draw(losses: &[Losses], path: &Path) -> Result<()> {
    let series = |label: &str, pick: fn(&Losses) -> f32| {
        let points = losses.iter().enumerate().skip(SHOWN_FROM);
        let points = points.map(|(epoch, losses)| Point::new(epoch as f64 + 1.0, f64::from(pick(losses))));
        Series {
            label: label.to_owned(),
            points: points.filter(|point| point.y.is_finite()).collect(),
            style: Style::Line,
        }
    };
    let panel = Panel {
        title: "Loss: mean squared error of the foretold points".to_owned(),
        along: Along::Numbers("epoch".to_owned()),
        upward: "loss".to_owned(),
        series: vec![series("training", |losses| losses.training), series("validation", |losses| losses.validation)],
    };
    plot::draw(path, &[panel])
}
