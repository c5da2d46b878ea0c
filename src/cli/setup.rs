//! What several commands ask for: which variant, and which position.

use std::path::PathBuf;

use clap::Args;

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
    /// How the count is read: variant, fairy-stockfish, cutechess, guide or called
    #[arg(long, value_name = "READING", default_value = Reading::Variant.name())]
    counting: String,
}

impl RulesChoice {
    /// The built-in variants and those of the rules file.
    pub fn catalogue(&self) -> Result<Catalogue, String> {
        catalogue(self.rules.as_ref())
    }

    /// The chosen rules.
    pub fn rules(&self) -> Result<Rules, String> {
        let catalogue = self.catalogue()?;
        let rules = match &self.variant {
            Some(name) => catalogue.find(name).map_err(|error| error.to_string())?,
            None => catalogue.default_rules(),
        };
        Ok(match Reading::from_name(&self.counting)? {
            Reading::Variant => rules,
            reading => intern(rules.clone().with_reading(reading)),
        })
    }
}

/// The built-in variants and those of a rules file, which must be without faults.
pub fn catalogue(path: Option<&PathBuf>) -> Result<Catalogue, String> {
    let Some(path) = path else { return Ok(Catalogue::builtin().clone()) };
    let (catalogue, faults) = read_rules(path)?;
    if faults.is_empty() {
        return Ok(catalogue);
    }
    let faults: Vec<_> = faults.iter().map(|fault| format!("{}: {fault}", path.display())).collect();
    Err(faults.join("\n"))
}

/// A position: the words of a FEN, quoted together or not, or none for the start position.
pub fn position(rules: Rules, fen: &[String]) -> Result<Position, String> {
    if fen.is_empty() {
        return Ok(Position::start(rules));
    }
    Position::from_fen(rules, &fen.join(" ")).map_err(|error| error.to_string())
}

/// A number with its thousands set apart: `3,299,342,874`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([0, 999, 1000, 3_299_342_874].map(grouped), ["0", "999", "1,000", "3,299,342,874"]);
    }
}
