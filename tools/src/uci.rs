//! UCI text that engines send, read into values. Pure: no process here.

use std::fmt;

/// An option that an engine offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Its name as the engine writes it.
    pub name: String,
    /// What values it takes.
    pub kind: OfferKind,
}

/// The kinds of options that UCI knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OfferKind {
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
    Text,
}

/// Why a value does not suit an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsuitable(pub String);

impl fmt::Display for Unsuitable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unsuitable {}

impl Offer {
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
            "check" => OfferKind::Check,
            "spin" => OfferKind::Spin {
                default: field("default")?.parse().ok()?,
                min: field("min")?.parse().ok()?,
                max: field("max")?.parse().ok()?,
            },
            "combo" => OfferKind::Combo(
                fields.iter().filter(|(name, _)| *name == "var").map(|(_, value)| value.clone()).collect(),
            ),
            "button" => OfferKind::Button,
            "string" => OfferKind::Text,
            _ => return None,
        };
        Some(Self { name: field("name")?.to_owned(), kind })
    }

    /// The command that sets the option, with the engine's own spelling of name and combo value.
    ///
    /// # Errors
    /// When the value is not one that the engine offers.
    pub fn command(&self, value: &str) -> Result<String, Unsuitable> {
        let name = &self.name;
        let refuse = |why: String| Err(Unsuitable(format!("option {name}: {why}")));
        let value = match &self.kind {
            OfferKind::Button => return Ok(format!("setoption name {name}")),
            OfferKind::Text => value,
            OfferKind::Check if matches!(value, "true" | "false") => value,
            OfferKind::Check => return refuse(format!("`{value}` is neither true nor false")),
            OfferKind::Spin { min, max, .. } => match value.parse::<i64>() {
                Ok(number) if (min..=max).contains(&&number) => value,
                Ok(_) => return refuse(format!("{value} is not within {min} to {max}")),
                Err(_) => return refuse(format!("`{value}` is not a whole number")),
            },
            OfferKind::Combo(values) => match values.iter().find(|offered| offered.eq_ignore_ascii_case(value)) {
                Some(offered) => offered,
                None => return refuse(format!("`{value}` is not offered")),
            },
        };
        Ok(format!("setoption name {name} value {value}"))
    }
}

/// A score as an engine reports it, from its own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Moves to mate, negative when being mated.
    Mate(i32),
}

impl Score {
    /// In hundredths of a pawn, a mate being worth more than any material: for adjudication.
    #[must_use]
    pub fn value(self) -> i32 {
        const MATE: i32 = 100_000;
        match self {
            Self::Cp(cp) => cp,
            Self::Mate(moves) if moves > 0 => MATE - moves,
            Self::Mate(moves) => -MATE - moves,
        }
    }
}

impl fmt::Display for Score {
    /// In pawns, or `+M5` for a mate in five, as game files write it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Cp(0) => f.write_str("0.00"),
            Self::Cp(cp) => write!(f, "{:+.2}", f64::from(cp) / 100.0),
            Self::Mate(moves) if moves > 0 => write!(f, "+M{moves}"),
            Self::Mate(moves) => write!(f, "-M{}", moves.unsigned_abs()),
        }
    }
}

/// What an engine last said about its thinking.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Score from the engine's side.
    pub score: Option<Score>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// The line it expects.
    pub pv: Vec<String>,
}

impl Thought {
    /// Takes in an `info` line. Lines of text, of second-best moves and without a score leave the thought as it is,
    /// but for the node count; so do bounds once an exact score is known.
    pub fn hear(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return;
        }
        let mut heard = Self::default();
        let mut exact = true;
        while let Some(word) = words.next() {
            match word {
                "string" => return,
                "multipv" if words.next() != Some("1") => return,
                "depth" => heard.depth = words.next().and_then(|word| word.parse().ok()),
                "nodes" => heard.nodes = words.next().and_then(|word| word.parse().ok()),
                "score" => {
                    heard.score = match (words.next(), words.next().and_then(|word| word.parse().ok())) {
                        (Some("cp"), Some(value)) => Some(Score::Cp(value)),
                        (Some("mate"), Some(value)) => Some(Score::Mate(value)),
                        _ => None,
                    }
                }
                "lowerbound" | "upperbound" => exact = false,
                "pv" => heard.pv = words.by_ref().map(str::to_owned).collect(),
                _ => {}
            }
        }
        let nodes = heard.nodes.or(self.nodes);
        if heard.score.is_some() && (exact || self.score.is_none()) {
            *self = heard;
        }
        self.nodes = nodes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_every_kind_are_read() {
        let spin = Offer::parse("option name Move Overhead type spin default 10 min 0 max 5000").unwrap();
        assert_eq!(spin.name, "Move Overhead");
        assert_eq!(spin.command("20").unwrap(), "setoption name Move Overhead value 20");
        assert!(spin.command("5001").is_err() && spin.command("abc").is_err());
        let combo = Offer::parse("option name UCI_Variant type combo default chess var chess var racingkings").unwrap();
        assert_eq!(combo.command("racingKings").unwrap(), "setoption name UCI_Variant value racingkings");
        assert!(combo.command("makruk").is_err());
        let button = Offer::parse("option name Clear Hash type button").unwrap();
        assert_eq!(button.command("").unwrap(), "setoption name Clear Hash");
        let check = Offer::parse("option name Ponder type check default false").unwrap();
        assert!(check.command("true").is_ok() && check.command("yes").is_err());
        let text = Offer::parse("option name Debug Log File type string default").unwrap();
        assert_eq!(text.command("a b").unwrap(), "setoption name Debug Log File value a b");
        assert_eq!(Offer::parse("option name X type spin default a min 0 max 1"), None);
        assert_eq!(Offer::parse("id name Khun"), None);
    }

    #[test]
    fn the_last_exact_word_counts() {
        let mut thought = Thought::default();
        thought.hear("info depth 5 seldepth 7 multipv 1 score cp 31 nodes 900 nps 1 time 2 pv a1a2 b1b2");
        thought.hear("info depth 5 multipv 2 score cp -500 nodes 1000 pv c1c2");
        thought.hear("info depth 6 score cp 90 lowerbound nodes 1200 pv d1d2");
        thought.hear("info string score cp 7");
        thought.hear("info nodes 1300 nps 5");
        assert_eq!(thought.depth, Some(5));
        assert_eq!(thought.score, Some(Score::Cp(31)));
        assert_eq!(thought.nodes, Some(1300));
        assert_eq!(thought.pv, ["a1a2", "b1b2"]);
        thought.hear("info depth 9 score mate -3 pv e1e2");
        assert_eq!(thought.score.map(|score| score.to_string()), Some("-M3".to_owned()));
    }

    #[test]
    fn scores_are_ordered_by_value() {
        let order = [Score::Mate(-1), Score::Mate(-9), Score::Cp(-900), Score::Cp(3), Score::Mate(9), Score::Mate(1)];
        assert!(order.windows(2).all(|pair| pair[0].value() < pair[1].value()));
    }
}
