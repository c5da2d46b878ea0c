//! The record of strength: one line of a table for each match that counts, from which the ladder is drawn.

use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::statistics::{Estimate, Pentanomial};

const HEADER: &str = "date\tcommit\tvariant\topponent\tcontrol\tpairs\tforfeits\tnote";

/// A match that was played by one commit of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Day, as `2026-11-30`.
    pub date: String,
    /// The engine's commit, or a name for it.
    pub commit: String,
    /// The game.
    pub variant: String,
    /// Against whom.
    pub opponent: String,
    /// Time control.
    pub control: String,
    /// Results of the pairs, which are all that Elo and its error need.
    pub pairs: Pentanomial,
    /// Forfeits of either engine.
    pub forfeits: usize,
    /// Anything worth knowing.
    pub note: String,
}

impl Row {
    fn parse(line: &str) -> Result<Self> {
        let fields: Vec<&str> = line.split('\t').collect();
        ensure!(fields.len() == HEADER.split('\t').count(), "{} fields", fields.len());
        let counts: Vec<u64> = fields[5].split('-').map(str::parse).collect::<Result<_, _>>().context("pairs")?;
        let counts = counts.try_into().ok().context("pairs are not five counts")?;
        let text = |index: usize| fields[index].to_owned();
        Ok(Self {
            date: text(0),
            commit: text(1),
            variant: text(2),
            opponent: text(3),
            control: text(4),
            pairs: Pentanomial(counts),
            forfeits: fields[6].parse().context("forfeits")?,
            note: text(7),
        })
    }

    fn line(&self) -> String {
        let clean = |text: &str| text.replace(['\t', '\n', '\r'], " ");
        let Self { date, commit, variant, opponent, control, pairs, forfeits, note } = self;
        let [date, commit, variant] = [date, commit, variant].map(|text| clean(text));
        let [opponent, control, note] = [opponent, control, note].map(|text| clean(text));
        format!("{date}\t{commit}\t{variant}\t{opponent}\t{control}\t{pairs}\t{forfeits}\t{note}")
    }

    /// What the pairs say.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        self.pairs.estimate()
    }
}

/// Reads the record, oldest match first.
///
/// # Errors
/// When the file cannot be read or a line is not a row (with its number).
pub fn read(path: &Path) -> Result<Vec<Row>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("record {}", path.display()))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && *line != HEADER);
    lines.map(|(at, line)| Row::parse(line).with_context(|| format!("{}, line {}", path.display(), at + 1))).collect()
}

/// Appends a row, after the header when the file is new.
///
/// # Errors
/// When the file cannot be written.
pub fn append(path: &Path, row: &Row) -> Result<()> {
    let mut text = String::new();
    if !path.exists() {
        let _ = writeln!(text, "{HEADER}");
    }
    let _ = writeln!(text, "{}", row.line());
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.and_then(|mut file| file.write_all(text.as_bytes()))
        .with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_back_as_they_went() {
        let row = Row {
            date: "2026-11-30".to_owned(),
            commit: "abc1234".to_owned(),
            variant: "makruk".to_owned(),
            opponent: "Peer 1".to_owned(),
            control: "1+0.01".to_owned(),
            pairs: Pentanomial([1, 2, 30, 4, 5]),
            forfeits: 1,
            note: "two\tthreads".to_owned(),
        };
        let path = std::env::temp_dir().join(format!("khun-strength-{}.tsv", std::process::id()));
        append(&path, &row).unwrap();
        append(&path, &row).unwrap();
        let rows = read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[1], Row { note: "two threads".to_owned(), ..row });
        assert!(Row::parse("a\tb").is_err());
    }
}
