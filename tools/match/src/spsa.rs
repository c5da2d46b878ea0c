//! Tuning by simultaneous perturbation (SPSA): all parameters at once are moved a little one way for one engine and
//! the other way for its twin, the two play, and all move towards the winner.
//!
//! The gains follow J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic
//! optimization" (1998), section III; how they are stated per parameter (`c_end`, `r_end`) is Stockfish's testing
//! framework's.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use uci_client::{OptionKind, UciOption};

/// Exponent of the steps' decay.
const ALPHA: f64 = 0.602;
/// Exponent of the perturbations' decay.
const GAMMA: f64 = 0.101;
/// Share of all iterations by which the first, largest steps are held back.
const STABILITY: f64 = 0.1;
/// A parameter's path is kept at so many points at most.
const PATH_POINTS: usize = 500;
/// Usual last perturbation, as a share of the range.
const C_END_OF_RANGE: f64 = 0.05;
/// Usual last step.
const R_END: f64 = 0.002;

/// A number to tune: a spin option of the engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// The option's name.
    pub name: String,
    /// Where tuning begins.
    pub start: f64,
    /// Least value.
    pub min: f64,
    /// Greatest value.
    pub max: f64,
    /// Perturbation at the end of the run, in the option's own units.
    pub c_end: f64,
    /// Step at the end of the run, as a share of `c_end` squared.
    pub r_end: f64,
}

const HEADER: &str = "name\tstart\tmin\tmax\tc_end\tr_end";

impl Parameter {
    /// The parameter that an engine's option makes, with the usual perturbation; `None` of other kinds of options.
    #[must_use]
    pub fn of_option(option: &UciOption) -> Option<Self> {
        let OptionKind::Spin { default, min, max } = option.kind else { return None };
        let [start, min, max] = [default, min, max].map(|value| value as f64);
        // Less than half a unit would seldom change a whole number.
        let c_end = ((max - min) * C_END_OF_RANGE).max(0.5);
        Some(Self { name: option.name.clone(), start, min, max, c_end, r_end: R_END })
    }

    fn parse(line: &str) -> Result<Self> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, numbers @ ..] = fields.as_slice() else { bail!("an empty line") };
        let numbers: Vec<f64> = numbers.iter().map(|text| text.trim().parse()).collect::<Result<_, _>>()?;
        let &[start, min, max, c_end, r_end] = numbers.as_slice() else { bail!("{} numbers", numbers.len()) };
        ensure!(numbers.iter().all(|number| number.is_finite()), "numbers must be finite");
        ensure!(min < max && (min..=max).contains(&start), "start {start} is not within {min} to {max}");
        ensure!(c_end > 0.0 && r_end > 0.0, "c_end and r_end must be above zero");
        Ok(Self { name: (*name).to_owned(), start, min, max, c_end, r_end })
    }
}

/// Reads a table of parameters.
///
/// # Errors
/// When the file cannot be read or a line is no parameter (with its number).
pub fn read_parameters(path: &Path) -> Result<Vec<Parameter>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("parameters {}", path.display()))?;
    let rows = text.lines().enumerate().filter(|(_, line)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#') && line != HEADER
    });
    let parameters: Vec<Parameter> = rows
        .map(|(at, line)| Parameter::parse(line).with_context(|| format!("{}, line {}", path.display(), at + 1)))
        .collect::<Result<_>>()?;
    ensure!(!parameters.is_empty(), "{} has no parameters", path.display());
    Ok(parameters)
}

/// The parameters as a table that [`read_parameters`] reads.
#[must_use]
pub fn table(parameters: &[Parameter]) -> String {
    let mut text = format!("{HEADER}\n");
    for Parameter { name, start, min, max, c_end, r_end } in parameters {
        text += &format!("{name}\t{start}\t{min}\t{max}\t{c_end}\t{r_end}\n");
    }
    text
}

/// The values at one point of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Waypoint {
    /// Pairs played by then.
    pub iteration: u64,
    /// One value a parameter.
    pub values: Vec<f64>,
}

/// A run of tuning, as it is kept on disk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// What plays, in words: a run is only taken up again with the same.
    pub setup: String,
    /// What is tuned.
    pub parameters: Vec<Parameter>,
    /// Pairs to play in all.
    pub iterations: u64,
    /// Pairs played.
    pub done: u64,
    /// Pairs handed out: the next one's number, which seeds its perturbation.
    pub next: u64,
    /// Seed of the perturbations.
    pub seed: u64,
    /// Where the parameters are.
    pub values: Vec<f64>,
    /// Where they were.
    pub path: Vec<Waypoint>,
}

/// One perturbation, to be tried by a pair of games.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Its number.
    pub iteration: u64,
    /// The sign of each parameter's perturbation for the first engine, +1 or -1.
    signs: Vec<f64>,
    /// Whole values for the first engine and, mirrored about where the parameters are, for the second.
    pub values: [Vec<i64>; 2],
}

impl Run {
    /// A run from the parameters' start.
    #[must_use]
    pub fn new(setup: String, parameters: Vec<Parameter>, iterations: u64, seed: u64) -> Self {
        let values: Vec<f64> = parameters.iter().map(|parameter| parameter.start).collect();
        let path = vec![Waypoint { iteration: 0, values: values.clone() }];
        Self { setup, parameters, iterations, done: 0, next: 0, seed, values, path }
    }

    /// Perturbation of a parameter at an iteration.
    fn perturbation(&self, parameter: &Parameter, iteration: u64) -> f64 {
        parameter.c_end * (self.iterations as f64 / (iteration + 1) as f64).powf(GAMMA)
    }

    /// Step of a parameter at an iteration, for a pair won by one game.
    fn step(&self, parameter: &Parameter, iteration: u64) -> f64 {
        let total = self.iterations as f64;
        let held_back = STABILITY * total;
        let last = parameter.r_end * parameter.c_end.powi(2);
        let gain = last * ((held_back + total) / (held_back + (iteration + 1) as f64)).powf(ALPHA);
        gain / self.perturbation(parameter, iteration)
    }

    /// The next perturbation, or `None` when all have been handed out.
    pub fn propose(&mut self) -> Option<Trial> {
        if self.next >= self.iterations {
            return None;
        }
        let iteration = self.next;
        self.next += 1;
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(iteration);
        let mut signs = Vec::with_capacity(self.parameters.len());
        let mut values = [Vec::new(), Vec::new()];
        for (parameter, &value) in self.parameters.iter().zip(&self.values) {
            let sign = if rng.random::<bool>() { 1.0 } else { -1.0 };
            let reach = sign * self.perturbation(parameter, iteration);
            // Options are whole: rounding at random keeps the mean, where rounding to the nearest would hide small
            // perturbations for good. Both sides share the draw, so that the distance is kept as well.
            let draw: f64 = rng.random();
            for (side, moved) in values.iter_mut().zip([value + reach, value - reach]) {
                let moved = (moved.clamp(parameter.min, parameter.max) + draw).floor().min(parameter.max);
                side.push(moved as i64);
            }
            signs.push(sign);
        }
        Some(Trial { iteration, signs, values })
    }

    /// Takes in the result of a trial: half points (0 to 4) of the first engine in its pair.
    pub fn learn(&mut self, trial: &Trial, half_points: usize) {
        // Games won less games lost, -2 to 2.
        let balance = half_points.min(4) as f64 - 2.0;
        for (index, sign) in trial.signs.iter().enumerate() {
            let parameter = &self.parameters[index];
            let step = self.step(parameter, trial.iteration) * balance * sign;
            self.values[index] = (self.values[index] + step).clamp(parameter.min, parameter.max);
        }
        self.done += 1;
        if self.done.is_multiple_of(self.iterations.div_ceil(PATH_POINTS as u64)) || self.done == self.iterations {
            self.path.push(Waypoint { iteration: self.done, values: self.values.clone() });
        }
    }

    /// Before a run is taken up again: pairs that were under way when it stopped are played anew.
    pub fn resume(&mut self) {
        self.next = self.done;
    }

    /// The parameters as they stand, one a line with their start.
    #[must_use]
    pub fn report(&self) -> String {
        let mut text = format!("{}\n{} of {} pairs\n", self.setup, self.done, self.iterations);
        for (parameter, value) in self.parameters.iter().zip(&self.values) {
            let Parameter { name, start, min, max, .. } = parameter;
            let share = 100.0 * (value - start) / (max - min);
            text += &format!("{name}\t{start} -> {value:.2}\t({share:+.1} % of {min} to {max})\n");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(start: f64) -> Parameter {
        Parameter { name: "Margin".to_owned(), start, min: 0.0, max: 200.0, c_end: 8.0, r_end: R_END }
    }

    #[test]
    fn tables_come_back_as_they_went() {
        let option = UciOption::parse("option name Margin type spin default 80 min 0 max 200").unwrap();
        let made = Parameter::of_option(&option).unwrap();
        assert_eq!((made.start, made.c_end), (80.0, 10.0));
        assert_eq!(Parameter::parse(table(std::slice::from_ref(&made)).lines().nth(1).unwrap()).unwrap(), made);
        for line in ["", "a", "a\t1\t2\t3\t1\t1", "a\t1\t0\t3\t0\t1", "a\tx\t0\t3\t1\t1", "a\t1\t0\tNaN\t1\t1"] {
            assert!(Parameter::parse(line).is_err(), "{line}");
        }
    }

    #[test]
    fn the_last_gains_are_those_asked_for() {
        let run = Run::new(String::new(), vec![parameter(80.0)], 1000, 1);
        assert!((run.perturbation(&run.parameters[0], 999) - 8.0).abs() < 1e-9);
        assert!((run.step(&run.parameters[0], 999) - R_END * 8.0).abs() < 1e-9);
        assert!(run.step(&run.parameters[0], 0) > run.step(&run.parameters[0], 999));
    }

    #[test]
    fn trials_are_mirrored_and_within_the_range() {
        let mut run = Run::new(String::new(), vec![parameter(80.0), parameter(199.0)], 200, 7);
        let mut ups = 0;
        while let Some(trial) = run.propose() {
            let [first, second] = &trial.values;
            assert!((first[0] + second[0] - 160).abs() <= 1, "{trial:?}");
            assert!(first[0].abs_diff(second[0]) >= 15);
            assert!(trial.values.iter().flatten().all(|value| (0..=200).contains(value)));
            ups += u32::from(first[0] > second[0]);
        }
        assert!((70..130).contains(&ups), "{ups} of 200 perturbations are upward");
    }

    /// A made-up engine whose winning chance falls with the distance from 120 and from 30: the run must find both.
    #[test]
    fn a_known_optimum_is_found() {
        let mut run = Run::new(String::new(), vec![parameter(60.0), parameter(100.0)], 20_000, 3);
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let worth = |values: &[i64]| {
            let off = |index: usize, best: i64| ((values[index] - best) as f64 / 20.0).powi(2);
            -100.0 * (off(0, 120) + off(1, 30))
        };
        while let Some(trial) = run.propose() {
            let expected = crate::statistics::score_of(worth(&trial.values[0]) - worth(&trial.values[1]));
            let points = (0..2).map(|_| if rng.random::<f64>() < expected { 2 } else { 0 }).sum();
            run.learn(&trial, points);
        }
        assert!((run.values[0] - 120.0).abs() < 10.0 && (run.values[1] - 30.0).abs() < 10.0, "{:?}", run.values);
        assert!(run.path.len() <= PATH_POINTS + 1 && run.path.last().unwrap().values == run.values);
    }
}
