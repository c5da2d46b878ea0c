//! The readings of Makruk's count that a person may choose over what the rules file says.

use crate::rules::choice::Choice;
use crate::rules::counting::{BoardHonour, Counting, DrawAt, LastPawn, Start, Table, Uncounted, Unit};
use crate::rules::dead::DeadMaterial;
use crate::rules::ruleset::Ruleset;

/// How the count is read, whatever variant is played: the UCI option `Counting`.
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
}

impl Choice for Reading {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("variant", Self::Variant),
        ("fairy-stockfish", Self::FairyStockfish),
        ("cutechess", Self::CuteChess),
        ("guide", Self::Guide),
        ("called", Self::Called),
    ];
}

impl Ruleset {
    /// The same game with its count read another way. Games without a count, and those that count by the ASEAN laws
    /// (which nobody reads differently), stay as they are.
    #[must_use]
    pub fn with_reading(mut self, reading: Reading) -> Self {
        let Some(Counting { table: table @ (Table::Makruk | Table::Cambodian), .. }) = self.counting else {
            return self;
        };
        let fairy = Counting::of(table);
        let (counting, dead) = match reading {
            Reading::Variant => return self,
            Reading::FairyStockfish => (fairy, DeadMaterial::Exact),
            Reading::CuteChess => (
                Counting { draw: DrawAt::Limit, last_pawn: LastPawn::Longest, uncounted: Uncounted::Stays, ..fairy },
                DeadMaterial::CuteChess,
            ),
            Reading::Guide => (Counting { unit: Unit::Ply, start: Start::One, ..fairy }, DeadMaterial::Exact),
            Reading::Called => (Counting { board: BoardHonour::Called, ..fairy }, DeadMaterial::Exact),
        };
        self.counting = Some(counting);
        self.dead = dead;
        self.concluded()
    }
}
