//! Suites of counts: EPD lines such as `FEN ;D1 23 ;D2 529`.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use rayon::ThreadPool;

use crate::cli::failure::Failure;
use crate::cli::numbers::grouped;
use crate::uci::fault::Fault;
use crate::uci::format::per_second;
use khun_board::position::{PerftTable, Position};
use khun_board::rules::Rules;

/// A depth and the number of lines that a suite expects there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Expected {
    depth: u32,
    lines: u64,
}

/// Counts every line of a suite, up to `deepest` plies, and prints a row a position and the sum. The exit status is a
/// failure when a count differs or a line cannot be read.
pub fn run(
    path: &Path,
    rules: Rules,
    deepest: Option<u32>,
    pool: &ThreadPool,
    table: Option<&PerftTable>,
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    let text = fs::read_to_string(path).map_err(|error| Fault::File { path: path.to_owned(), error })?;
    let began = Instant::now();
    let (mut good, mut bad, mut total) = (0u32, 0u32, 0u64);
    for (index, line) in text.lines().enumerate().filter(|(_, line)| is_position(line)) {
        let number = index + 1;
        let (fen, expected) = match read(line) {
            Ok(read) => read,
            Err(fault) => {
                bad += 1;
                writeln!(out, "FAIL  line {number}: {fault}")?;
                continue;
            }
        };
        let position = match Position::from_fen(rules, fen) {
            Ok(position) => position,
            Err(error) => {
                bad += 1;
                writeln!(out, "FAIL  line {number}: {error}")?;
                continue;
            }
        };
        let expected = expected.into_iter().filter(|row| deepest.is_none_or(|deepest| row.depth <= deepest));
        let mut words = Vec::new();
        let mut equal = true;
        for Expected { depth, lines } in expected {
            let counted = pool.install(|| count(&position, depth, table));
            total += counted;
            if counted == lines {
                words.push(format!("D{depth} {counted}"));
            } else {
                equal = false;
                words.push(format!("D{depth} {counted} (expected {lines})"));
            }
        }
        let verdict = if equal { "OK  " } else { "FAIL" };
        *(if equal { &mut good } else { &mut bad }) += 1;
        writeln!(out, "{verdict}  line {number}: {fen}: {}", words.join(", "))?;
    }
    let time = began.elapsed();
    let speed = grouped(per_second(total, time));
    let nodes = grouped(total);
    writeln!(out, "{good} OK, {bad} FAIL; {nodes} nodes, {:.3} s, {speed} nodes/s", time.as_secs_f64())?;
    if good + bad == 0 {
        return Err(format!("{}: no positions", path.display()).into());
    }
    Ok(if bad == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn is_position(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with('#')
}

fn count(position: &Position, depth: u32, table: Option<&PerftTable>) -> u64 {
    if depth == 0 { 1 } else { position.divide(depth, table).into_iter().map(|(_, lines)| lines).sum() }
}

/// The FEN of a suite's line and what is expected of it.
fn read(line: &str) -> Result<(&str, Vec<Expected>), String> {
    let mut parts = line.split(';').map(str::trim);
    let fen = parts.next().unwrap_or_default();
    let expected: Result<Vec<_>, _> = parts.filter(|part| !part.is_empty()).map(read_expected).collect();
    let expected = expected?;
    if expected.is_empty() {
        return Err("no counts such as ';D1 23'".to_owned());
    }
    Ok((fen, expected))
}

fn read_expected(part: &str) -> Result<Expected, String> {
    let fault = || format!("'{part}' is not of the form 'D1 23'");
    let (depth, lines) = part.split_once(char::is_whitespace).ok_or_else(fault)?;
    let depth = depth.strip_prefix(['D', 'd']).and_then(|depth| depth.parse().ok()).ok_or_else(fault)?;
    let lines = lines.trim().parse().map_err(|_| fault())?;
    Ok(Expected { depth, lines })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_fen_and_its_counts() {
        let expected = vec![Expected { depth: 1, lines: 23 }, Expected { depth: 2, lines: 529 }];
        assert_eq!(read("8/8 w - - 0 1 ;D1 23 ;D2 529"), Ok(("8/8 w - - 0 1", expected)));
        assert!(read("8/8 w - - 0 1").is_err());
        assert!(read("8/8 w - - 0 1 ;D1").is_err());
        assert!(read("8/8 w - - 0 1 ;Dx 5").is_err());
    }
}
