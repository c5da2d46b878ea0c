//! The options that an engine offers.

use std::error::Error;
use std::fmt;

/// An option that an engine offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UciOption {
    /// Its name as the engine writes it.
    pub name: String,
    /// What values it takes.
    pub kind: OptionKind,
}

/// The kinds of options that UCI knows, by UCI's names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check,
    /// A whole number.
    Spin {
        /// In force until set.
        default: i64,
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
    },
    /// One of a list.
    Combo(Vec<String>),
    /// Takes no value.
    Button,
    /// Any text.
    String,
}

/// Why an option cannot be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionError {
    /// The engine offers none of this name.
    Unknown(String),
    /// The value does not suit it.
    Value {
        /// The option's name.
        option: String,
        /// The value that was wanted.
        value: String,
        /// What would suit it.
        expected: String,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(f, "no option `{name}` is offered"),
            Self::Value { option, value, expected } => write!(f, "option {option}: `{value}` is not {expected}"),
        }
    }
}

impl Error for OptionError {}

impl UciOption {
    /// Reads an `option name … type …` line; `None` of any other line or a broken one.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        const KEYS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];
        let mut words = line.split_whitespace();
        if words.next() != Some("option") {
            return None;
        }
        // Each key's value runs to the next key, so that names and values may have several words.
        let mut fields: Vec<(&str, String)> = Vec::new();
        for word in words {
            if KEYS.contains(&word) && (word != "name" || fields.is_empty()) {
                fields.push((word, String::new()));
            } else if let Some((_, value)) = fields.last_mut() {
                if !value.is_empty() {
                    value.push(' ');
                }
                value.push_str(word);
            }
        }
        let field = |key: &str| fields.iter().find(|(name, _)| *name == key).map(|(_, value)| value.as_str());
        let kind = match field("type")? {
            "check" => OptionKind::Check,
            "spin" => OptionKind::Spin {
                default: field("default")?.parse().ok()?,
                min: field("min")?.parse().ok()?,
                max: field("max")?.parse().ok()?,
            },
            "combo" => OptionKind::Combo(
                fields.iter().filter(|(name, _)| *name == "var").map(|(_, value)| value.clone()).collect(),
            ),
            "button" => OptionKind::Button,
            "string" => OptionKind::String,
            _ => return None,
        };
        Some(Self { name: field("name")?.to_owned(), kind })
    }

    /// The command that sets the option, with the engine's own spelling of name and combo value.
    ///
    /// # Errors
    /// When the value is not one that the engine offers.
    pub fn command(&self, value: &str) -> Result<String, OptionError> {
        let name = &self.name;
        let refuse =
            |expected: String| Err(OptionError::Value { option: name.clone(), value: value.to_owned(), expected });
        let value = match &self.kind {
            OptionKind::Button => return Ok(format!("setoption name {name}")),
            OptionKind::String => value,
            OptionKind::Check if matches!(value, "true" | "false") => value,
            OptionKind::Check => return refuse("true or false".to_owned()),
            OptionKind::Spin { min, max, .. } => match value.parse::<i64>() {
                Ok(number) if (min..=max).contains(&&number) => value,
                _ => return refuse(format!("a whole number from {min} to {max}")),
            },
            OptionKind::Combo(values) => match values.iter().find(|offered| offered.eq_ignore_ascii_case(value)) {
                Some(offered) => offered,
                None => return refuse(format!("one of {}", values.join(", "))),
            },
        };
        Ok(format!("setoption name {name} value {value}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_every_kind_are_read() {
        let spin = UciOption::parse("option name Move Overhead type spin default 10 min 0 max 5000").unwrap();
        assert_eq!(spin.name, "Move Overhead");
        assert_eq!(spin.command("20").unwrap(), "setoption name Move Overhead value 20");
        let refused = spin.command("5001").unwrap_err().to_string();
        assert_eq!(refused, "option Move Overhead: `5001` is not a whole number from 0 to 5000");
        assert!(spin.command("abc").is_err());
        let combo = UciOption::parse("option name UCI_Variant type combo default chess var chess var racingkings");
        let combo = combo.unwrap();
        assert_eq!(combo.command("racingKings").unwrap(), "setoption name UCI_Variant value racingkings");
        assert!(combo.command("makruk").is_err());
        let button = UciOption::parse("option name Clear Hash type button").unwrap();
        assert_eq!(button.command("").unwrap(), "setoption name Clear Hash");
        let check = UciOption::parse("option name Ponder type check default false").unwrap();
        assert!(check.command("true").is_ok() && check.command("yes").is_err());
        let text = UciOption::parse("option name Debug Log File type string default").unwrap();
        assert_eq!(text.command("a b").unwrap(), "setoption name Debug Log File value a b");
        assert_eq!(UciOption::parse("option name X type spin default a min 0 max 1"), None);
        assert_eq!(UciOption::parse("id name Khun"), None);
    }
}
