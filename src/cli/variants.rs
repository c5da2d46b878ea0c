//! `khun variants`: what is loaded.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::cli::failure::Failure;
use crate::cli::setup::catalogue;

/// `khun variants`
#[derive(Debug, Args)]
pub struct Variants {
    /// A rules file whose variants are added to the built-in ones
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
}

impl Variants {
    /// Prints a block a variant: its name, its parent, and every key in which it differs from it.
    pub fn run(self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let catalogue = catalogue(self.rules.as_deref())?;
        let name_width = catalogue.names().map(str::len).max().unwrap_or(0);
        for variant in catalogue.variants() {
            let name = &variant.rules.name;
            let differences = &variant.differences;
            match &variant.parent {
                Some(parent) if differences.is_empty() => writeln!(out, "{name:<name_width$}  as {parent}")?,
                Some(parent) => writeln!(out, "{name:<name_width$}  as {parent}, but")?,
                None => writeln!(out, "{name:<name_width$}  of its own")?,
            }
            let key_width = differences.iter().map(|difference| difference.key.len()).max().unwrap_or(0);
            for difference in differences {
                let (key, value) = (difference.key, shown(&difference.value));
                let before = shown(&difference.before);
                match &variant.parent {
                    Some(_) => writeln!(out, "    {key:<key_width$} = {value}   (there: {before})")?,
                    None => writeln!(out, "    {key:<key_width$} = {value}")?,
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn shown(value: &str) -> &str {
    if value.is_empty() { "nothing" } else { value }
}
