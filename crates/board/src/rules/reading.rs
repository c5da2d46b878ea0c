//! The readings of Makruk's count that a person may choose over what the rules file says.

use crate::rules::catalogue::Catalogue;
use crate::rules::choice::Choice;
use crate::rules::counting::{Counting, Table};
use crate::rules::ruleset::Ruleset;

/// How the count is read, whatever variant is played: the UCI option `Counting`. What each means is said by its section
/// of `variants.ini`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reading {
    /// As the rules file has it.
    #[default]
    Variant,
    /// Fairy-Stockfish's.
    FairyStockfish,
    /// Cute Chess's: a draw at the limit, its own list of dead material.
    CuteChess,
    /// Half-moves: limits in plies, both counts from one.
    Guide,
    /// Board's honour only if a player called it.
    Called,
    /// makruk-js's: board's honour from the number of men, a draw at the limit.
    MakrukJs,
    /// thaichess.dev's: a mate after the limit is a draw.
    ThaiChess,
}

impl Choice for Reading {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("variant", Self::Variant),
        ("fairy-stockfish", Self::FairyStockfish),
        ("cutechess", Self::CuteChess),
        ("guide", Self::Guide),
        ("called", Self::Called),
        ("makruk-js", Self::MakrukJs),
        ("thaichess", Self::ThaiChess),
    ];
}

impl Reading {
    /// The section of the rules that ship which plays Makruk by this reading.
    const fn section(self) -> Option<&'static str> {
        match self {
            Self::Variant => None,
            Self::FairyStockfish => Some("makruk"),
            Self::CuteChess => Some("makruk-cutechess"),
            Self::Guide => Some("makruk-guide"),
            Self::Called => Some("makruk-called"),
            Self::MakrukJs => Some("makruk-js"),
            Self::ThaiChess => Some("makruk-thaichess"),
        }
    }
}

impl Ruleset {
    /// The same game with its count read another way. Games without a count, and those that count by the ASEAN laws
    /// (which nobody reads differently), stay as they are.
    #[must_use]
    pub fn with_reading(mut self, reading: Reading) -> Self {
        let Some(Counting { table: table @ (Table::Makruk | Table::Cambodian), .. }) = self.counting else {
            return self;
        };
        let Some(section) = reading.section() else { return self };
        let model = Catalogue::builtin().find(section).expect("every reading has a section in variants.ini");
        let counting = model.counting.expect("every section of a reading counts");
        self.counting = Some(Counting { table, ..counting });
        self.dead = model.dead;
        self.concluded()
    }
}
