//! The loss curve as a picture.

use std::path::Path;

use anyhow::{Result, anyhow};
use plotters::prelude::*;

use crate::trainer::checkpoint::Losses;

/// Draws training and validation loss over the epochs to an SVG file.
///
/// # Errors
///
/// When the file cannot be written.
pub fn draw(losses: &[Losses], path: &Path) -> Result<()> {
    let values = || losses.iter().flat_map(|losses| [losses.training, losses.validation]);
    let (low, high) = values().fold((f32::MAX, f32::MIN), |(low, high), loss| (low.min(loss), high.max(loss)));
    if losses.is_empty() || !low.is_finite() || !high.is_finite() {
        return Ok(());
    }
    let margin = (high - low).max(1e-4) * 0.05;
    let area = SVGBackend::new(path, (900, 500)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("Loss: mean squared error of the foretold points", ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(70)
        .build_cartesian_2d(1f32..(losses.len() as f32).max(2.0), low - margin..high + margin)
        .map_err(|error| anyhow!("{error}"))?;
    chart.configure_mesh().x_desc("epoch").y_desc("loss").y_label_formatter(&|loss| format!("{loss:.5}")).draw()?;
    let line = |pick: fn(&Losses) -> f32| {
        losses.iter().enumerate().map(move |(epoch, losses)| (epoch as f32 + 1.0, pick(losses)))
    };
    for (name, color, pick) in [
        ("training", BLUE, (|losses: &Losses| losses.training) as fn(&Losses) -> f32),
        ("validation", RED, |losses: &Losses| losses.validation),
    ] {
        chart
            .draw_series(LineSeries::new(line(pick), color))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color));
    }
    chart.configure_series_labels().background_style(WHITE.mix(0.8)).border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
}
