//! Squares, moves and positions for `serde`: as the texts that people write.

use std::borrow::Cow;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::board::Kind;
use crate::geometry::Square;
use crate::position::{Move, Position};
use crate::rules::Catalogue;
use crate::text::quoted;

impl Serialize for Square {
    /// `"e4"`
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(|_| D::Error::custom(format!("{} is no square", quoted(&text))))
    }
}

/// The letters that promotions are serialized with, whatever the game's own are.
const PROMOTIONS: [(Kind, char); 4] = [(Kind::Met, 'm'), (Kind::Khon, 's'), (Kind::Knight, 'n'), (Kind::Rook, 'r')];

impl Serialize for Move {
    /// `"e3e4"`, and with Makruk's letters in any game `"d5c6m"`: a move does not know the rules it is played by.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let letter = PROMOTIONS.iter().find(|(kind, _)| self.promotion() == Some(*kind));
        let letter = letter.map(|(_, letter)| letter.to_string()).unwrap_or_default();
        serializer.collect_str(&format_args!("{}{}{letter}", self.from(), self.to()))
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        read_move(&text).ok_or_else(|| D::Error::custom(format!("{} is no move", quoted(&text))))
    }
}

fn read_move(text: &str) -> Option<Move> {
    let (from, to) = (text.get(..2)?.parse().ok()?, text.get(2..4)?.parse().ok()?);
    let mut letters = text[4..].chars();
    match (letters.next(), letters.next()) {
        (None, _) => Some(Move::new(from, to)),
        (Some(letter), None) => {
            let (kind, _) = PROMOTIONS.iter().find(|(_, known)| *known == letter)?;
            Some(Move::promoting(from, to, *kind))
        }
        _ => None,
    }
}

/// A position's text: the variant's name and the FEN.
#[derive(Serialize, Deserialize)]
struct Written<'a> {
    variant: Cow<'a, str>,
    fen: Cow<'a, str>,
}

impl Serialize for Position {
    /// `{"variant": "makruk", "fen": "…"}`
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written { variant: Cow::Borrowed(&self.rules().name), fen: Cow::Owned(self.fen()) }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Position {
    /// A variant that ships with the crate, by its name.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = Written::deserialize(deserializer)?;
        let rules = Catalogue::builtin().find(&written.variant).map_err(D::Error::custom)?;
        Self::from_fen(rules, &written.fen).map_err(D::Error::custom)
    }
}
