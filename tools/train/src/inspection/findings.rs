//! What is in data files: results, phases, counts, scores, and whether scores and results agree.

use std::fmt;
use std::path::PathBuf;

use anyhow::{Context, Result};
use khun_board::geometry::Color as Side;

use crate::data::{Dataset, Filter, Flags, Packed, Shard, Verdict, fit_scale, sigmoid};

/// Scores are sorted into bins of this many centipawns.
pub(super) const BIN: i32 = 50;
/// Bins either way of zero.
pub(super) const BINS: i32 = 40;
/// Positions are sorted into bins of so many plies played before.
pub(super) const PLIES: usize = 20;

/// Everything that was counted.
#[derive(Clone, Debug)]
pub struct Findings {
    /// Of each file: its name, its note, blocks, games, positions, bytes of damage.
    files: Vec<String>,
    pub(super) games: u64,
    /// Games won by White, drawn, won by Black.
    pub(super) results: [u64; 3],
    adjudicated: u64,
    plies: u64,
    positions: u64,
    pub(super) quiet: u64,
    check: u64,
    noisy: u64,
    decided: u64,
    pub(super) counted: u64,
    /// Quiet positions under a count, by the share of it that is used up, in tenths.
    pub(super) used: [u64; 10],
    /// Quiet positions by plies played before, in bins of [`PLIES`].
    pub(super) by_ply: [u64; 26],
    /// Quiet positions by number of men.
    pub(super) men: [u64; 33],
    /// Quiet positions and the mover's points, by score.
    pub(super) bins: Vec<(u64, f64)>,
    /// Correlation of score and result over quiet positions, by side to move.
    agreement: [Correlation; 2],
    pub(super) scale: f32,
}

/// Sums from which the correlation of two lists follows.
#[derive(Clone, Copy, Debug, Default)]
struct Correlation {
    count: f64,
    sums: [f64; 2],
    squares: [f64; 2],
    product: f64,
}

impl Correlation {
    fn add(&mut self, x: f64, y: f64) {
        self.count += 1.0;
        self.sums[0] += x;
        self.sums[1] += y;
        self.squares[0] += x * x;
        self.squares[1] += y * y;
        self.product += x * y;
    }

    fn value(&self) -> f64 {
        let n = self.count.max(1.0);
        let spread = |i: usize| self.squares[i] / n - (self.sums[i] / n).powi(2);
        let both = self.product / n - self.sums[0] * self.sums[1] / (n * n);
        let size = (spread(0) * spread(1)).sqrt();
        if size > 0.0 { both / size } else { 0.0 }
    }
}

impl Findings {
    /// Reads files.
    ///
    /// # Errors
    ///
    /// When a file cannot be read or is not a data file.
    pub fn of(files: &[PathBuf]) -> Result<Self> {
        let mut findings = Self {
            files: Vec::new(),
            games: 0,
            results: [0; 3],
            adjudicated: 0,
            plies: 0,
            positions: 0,
            quiet: 0,
            check: 0,
            noisy: 0,
            decided: 0,
            counted: 0,
            used: [0; 10],
            by_ply: [0; 26],
            men: [0; 33],
            bins: vec![(0, 0.0); (2 * BINS + 1) as usize],
            agreement: [Correlation::default(); 2],
            scale: 0.0,
        };
        let mut data = Dataset::default();
        let mut game = 0;
        for path in files {
            let shard = Shard::read(path).with_context(|| path.display().to_string())?;
            findings.files.push(format!(
                "{}: {:?}, seed {}, {} blocks, {} games, {} positions, {} bytes damaged; {}",
                path.display(),
                shard.header.profile,
                shard.header.seed,
                shard.blocks,
                shard.games,
                shard.records.len(),
                shard.damaged,
                shard.header.note
            ));
            shard.records.iter().for_each(|record| findings.add(record));
            data.add(shard.header.profile, &shard.records, Filter::default(), &mut game);
        }
        findings.scale = fit_scale(&data.training);
        Ok(findings)
    }

    fn add(&mut self, record: &Packed) {
        let labels = record.labels();
        let mover = record.to_move();
        self.positions += 1;
        if labels.flags.contains(Flags::FIRST) {
            self.games += 1;
            let place = match (labels.verdict, mover) {
                (Verdict::Draw, _) => 1,
                (Verdict::Win, Side::White) | (Verdict::Loss, Side::Black) => 0,
                (Verdict::Win, Side::Black) | (Verdict::Loss, Side::White) => 2,
            };
            self.results[place] += 1;
            self.adjudicated += u64::from(labels.flags.contains(Flags::ADJUDICATED));
        }
        self.plies += u64::from(labels.ply);
        self.check += u64::from(labels.flags.contains(Flags::CHECK));
        self.noisy += u64::from(labels.flags.contains(Flags::NOISY));
        self.decided += u64::from(labels.flags.contains(Flags::DECIDED));
        if labels.flags.intersects(Flags::CHECK | Flags::NOISY | Flags::DECIDED) {
            return;
        }
        self.quiet += 1;
        if let Some((limit, plies)) = labels.count {
            self.counted += 1;
            let tenth = 10 * usize::from(plies) / (2 * usize::from(limit)).max(1);
            self.used[tenth.min(self.used.len() - 1)] += 1;
        }
        self.by_ply[(usize::from(labels.ply) / PLIES).min(self.by_ply.len() - 1)] += 1;
        self.men[record.occupied().len().min(32) as usize] += 1;
        let points = f64::from(labels.verdict.points());
        let bin = (f64::from(i32::from(labels.score)) / f64::from(BIN)).round() as i32;
        let bin = &mut self.bins[(bin.clamp(-BINS, BINS) + BINS) as usize];
        *bin = (bin.0 + 1, bin.1 + points);
        self.agreement[mover.index()].add(f64::from(labels.score).clamp(-1000.0, 1000.0), points);
    }

    /// Whether, for both sides to move, better scores go with better results. Inverted labels fail this.
    #[must_use]
    pub fn signs_agree(&self) -> bool {
        self.agreement.iter().all(|agreement| agreement.value() > 0.1)
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: u64, of: u64| 100.0 * part as f64 / of.max(1) as f64;
        for file in &self.files {
            writeln!(f, "{file}")?;
        }
        let [white, draw, black] = self.results.map(|count| share(count, self.games));
        writeln!(
            f,
            "games {}: White {white:.1} %, draws {draw:.1} %, Black {black:.1} %; adjudicated {:.1} %",
            self.games,
            share(self.adjudicated, self.games)
        )?;
        writeln!(
            f,
            "positions {}: quiet and undecided {:.1} %; in check {:.1} %, noisy {:.1} %, decided {:.1} %; mean ply {:.0}",
            self.positions,
            share(self.quiet, self.positions),
            share(self.check, self.positions),
            share(self.noisy, self.positions),
            share(self.decided, self.positions),
            self.plies as f64 / self.positions.max(1) as f64
        )?;
        writeln!(
            f,
            "quiet positions {} ({:.1} % under a count), by men:",
            self.quiet,
            share(self.counted, self.quiet)
        )?;
        for (men, &count) in self.men.iter().enumerate().filter(|(_, count)| **count > 0) {
            writeln!(f, "  {men:2}  {count:9}  {:5.1} %", share(count, self.quiet))?;
        }
        writeln!(f, "score (cp)  positions  points  sigmoid(score/{:.0})", self.scale)?;
        for (bin, &(count, points)) in self.bins.iter().enumerate().filter(|(_, (count, _))| *count > 0) {
            let score = (bin as i32 - BINS) * BIN;
            let foretold = sigmoid(score as f32 / self.scale);
            writeln!(f, "  {score:6}  {count:9}   {:.3}   {foretold:.3}", points / count as f64)?;
        }
        let [white, black] = self.agreement.map(|agreement| agreement.value());
        let verdict = if self.signs_agree() { "labels have the right sign" } else { "LABELS ARE WRONG OR INVERTED" };
        writeln!(f, "correlation of score and result: White to move {white:.3}, Black to move {black:.3}: {verdict}")
    }
}
