//! What several commands ask for: which variant, and which position.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::uci::fault::Fault;
use crate::uci::files::read_rules;
use khun_board::position::Position;
use khun_board::rules::{Catalogue, Choice, Reading, Rules, intern};

/// Which rules to play by.
#[derive(Debug, Args)]
pub struct RulesChoice {
    /// The game: a name that 'khun variants' lists [default: the first one]
    #[arg(long, short = 'v', value_name = "NAME")]
    variant: Option<String>,
    /// A rules file whose variants are added to the built-in ones
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// How the count is read: one of the values of the UCI option Counting
    #[arg(long, value_name = "READING", default_value = Reading::Variant.name())]
    counting: String,
}

impl RulesChoice {
    /// The chosen rules.
    pub fn rules(&self) -> Result<Rules, Vec<Fault>> {
        let catalogue = catalogue(self.rules.as_deref())?;
        let rules = match &self.variant {
            Some(name) => catalogue.find(name).map_err(Fault::Variant)?,
            None => catalogue.default_rules(),
        };
        Ok(match Reading::from_name(&self.counting).map_err(Fault::NoSuchChoice)? {
            Reading::Variant => rules,
            reading => intern(rules.clone().with_reading(reading)),
        })
    }
}

/// The built-in variants and those of a rules file, which must be without faults.
pub fn catalogue(path: Option<&Path>) -> Result<Catalogue, Vec<Fault>> {
    let Some(path) = path else { return Ok(Catalogue::builtin().clone()) };
    let (catalogue, faults) = read_rules(path)?;
    if faults.is_empty() { Ok(catalogue) } else { Err(faults) }
}

/// A position: the words of a FEN, quoted together or not, or none for the start position.
pub fn position(rules: Rules, fen: &[String]) -> Result<Position, Fault> {
    Ok(if fen.is_empty() { Position::start(rules) } else { Position::from_fen(rules, &fen.join(" "))? })
}
