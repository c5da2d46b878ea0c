//! The program's memory over many games.

use std::ops::Range;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use uci_client::Process;

/// Games that are looked at first, and as many are at the end. Until some four hundred games the C library keeps more
/// and more of what is freed (each thread's own arena fills), and then no more.
const EARLY: Range<usize> = 400..600;
/// What may be gained between them: single readings differ by a third, by what the arenas happen to hold.
const TOLERANCE: f64 = 1.05;
/// Sizes that are set in turn.
const HASH: [u32; 4] = [1, 16, 4, 32];
const THREADS: [u32; 3] = [1, 2, 4];

/// Resident memory after each game, in kilobytes, always at the same settings.
#[derive(Clone, Debug)]
pub struct Curve(pub Vec<u64>);

impl Curve {
    /// The medians of the games 400 to 600 and of the last two hundred.
    ///
    /// # Errors
    /// When there are fewer games.
    pub fn ends(&self) -> Result<(u64, u64)> {
        let games = &self.0;
        ensure!(games.len() >= EARLY.end + EARLY.len(), "at least {} games are needed", EARLY.end + EARLY.len());
        Ok((median(&games[EARLY]), median(&games[games.len() - EARLY.len()..])))
    }

    /// Whether memory is flat between them.
    ///
    /// # Errors
    /// As for [`Curve::ends`].
    pub fn is_flat(&self) -> Result<bool> {
        let (early, late) = self.ends()?;
        Ok(late as f64 <= early as f64 * TOLERANCE)
    }
}

fn median(values: &[u64]) -> u64 {
    let mut values = values.to_vec();
    values.sort_unstable();
    values[values.len() / 2]
}

/// Plays the beginnings of so many games, each with other settings, and looks at the memory after each.
///
/// # Errors
/// When the program fails, or the system does not tell.
pub fn watch(program: &Path, games: usize, patience: Duration) -> Result<Curve> {
    let mut client = Process::start(&mut Command::new(program)).with_context(|| program.display().to_string())?;
    let variants = variants(&mut client, patience)?;
    let mut curve = Vec::with_capacity(games);
    for game in 0..games {
        let variant = &variants[game % variants.len()];
        let script = format!(
            "ucinewgame\nsetoption name Hash value {}\nsetoption name Threads value {}\nsetoption name UCI_Variant value \
             {variant}\nposition startpos\ngo nodes 3000\n",
            HASH[game % HASH.len()],
            THREADS[game % THREADS.len()]
        );
        answer(&mut client, &script, "bestmove", patience)?;
        // The same for every game, so that the figures compare.
        let same = "setoption name Hash value 16\nsetoption name Threads value 1\nisready\n";
        answer(&mut client, same, "readyok", patience)?;
        curve.push(client.resident_memory().context("the system does not tell how much memory is resident")?);
    }
    Ok(Curve(curve))
}

fn variants(client: &mut Process, patience: Duration) -> Result<Vec<String>> {
    let lines = answer(client, "uci\n", "uciok", patience)?;
    let line = lines.iter().find(|line| line.starts_with("option name UCI_Variant ")).context("no UCI_Variant")?;
    Ok(line.split(" var ").skip(1).map(str::to_owned).collect())
}

fn answer(client: &mut Process, said: &str, last: &str, patience: Duration) -> Result<Vec<String>> {
    client.send_bytes(said.as_bytes()).context("nobody listens")?;
    let heard = client.read_until(patience, |line| line.split(' ').next() == Some(last));
    heard.with_context(|| format!("no {last}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_that_rises_is_not_flat() {
        let flat = Curve((0..1000).map(|game| 50_000 + game * 7 % 300).collect());
        let rising = Curve((0..1000).map(|game| 50_000 + game * 8).collect());
        assert!(flat.is_flat().unwrap() && !rising.is_flat().unwrap());
        assert!(Curve(vec![1; 799]).is_flat().is_err());
    }
}
