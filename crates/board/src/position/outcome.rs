//! How games end.

use std::fmt;

use crate::board::Kind;
use crate::geometry::{Bitboard, Color};
use crate::position::Position;
use crate::rules::{Checks, Stalemate};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// Who won, or `None` of a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: Reason,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Reason {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// A king reached the goal, and the answer, if the rules grant one, did not.
    Arrival,
    /// Both kings reached the goal.
    BothArrived,
    /// The count went past its limit.
    Counting,
    /// The position has occurred as often as the rules allow.
    Repetition,
    /// The n-move rule.
    MoveRule,
    /// Neither side can win any more.
    DeadMaterial,
}

impl Outcome {
    /// A draw.
    #[must_use]
    pub const fn draw(reason: Reason) -> Self {
        Self { winner: None, reason }
    }

    /// A win.
    #[must_use]
    pub const fn win(winner: Color, reason: Reason) -> Self {
        Self { winner: Some(winner), reason }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Arrival => "arrival",
            Self::BothArrived => "both kings arrived",
            Self::Counting => "counting",
            Self::Repetition => "repetition",
            Self::MoveRule => "move rule",
            Self::DeadMaterial => "dead material",
        })
    }
}

impl fmt::Display for Outcome {
    /// `white wins (checkmate)`, `draw (counting)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{winner} wins ({})", self.reason),
            None => write!(f, "draw ({})", self.reason),
        }
    }
}

impl Position {
    /// How the game ended here, as far as the position alone tells (repetition needs the [`Game`](crate::position::Game)).
    ///
    /// A mate or an arrival counts before any draw.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(outcome) = self.race_outcome() {
            return Some(outcome);
        }
        if !self.has_legal_move() {
            return Some(self.no_move_outcome());
        }
        self.rule_draw().map(Outcome::draw)
    }

    /// What it means that the side to move of an unfinished race or of another game has no legal move.
    #[must_use]
    pub fn no_move_outcome(&self) -> Outcome {
        let (own, other) = (self.to_move(), !self.to_move());
        if self.in_check() {
            let late = self.count().zip(self.rules().counting).is_some_and(|(count, by)| by.draws_before_mate(count));
            // As PyChess has it: whoever calls the count plays for a draw.
            let by_caller = self.count_caller() == Some(other);
            return if late || by_caller {
                Outcome::draw(Reason::Counting)
            } else {
                Outcome::win(other, Reason::Checkmate)
            };
        }
        match self.rules().stalemate {
            Stalemate::Draw => Outcome::draw(Reason::Stalemate),
            Stalemate::Loss => Outcome::win(other, Reason::Stalemate),
            Stalemate::Win => Outcome::win(own, Reason::Stalemate),
        }
    }

    /// How a race ended here; `None` of games that are no race or go on.
    #[must_use]
    #[inline]
    pub fn race_outcome(&self) -> Option<Outcome> {
        let goal = self.rules().goal?;
        let home = self.board().kind(Kind::King) & goal.region;
        if home.is_empty() {
            return None;
        }
        let [white, black] = Color::ALL.map(|color| home.meets(self.board().color(color)));
        match (white, black) {
            (true, true) => Some(Outcome::draw(Reason::BothArrived)),
            (false, true) => Some(Outcome::win(Color::Black, Reason::Arrival)),
            // Without an answer by Black no move is generated either: the generator decides both at once.
            _ if self.to_move() == Color::Black && self.has_legal_move() => None,
            _ => Some(Outcome::win(Color::White, Reason::Arrival)),
        }
    }

    /// The fewest moves of its king's with which a side could arrive, were it alone; `None` of games that are won in other
    /// ways too, or where kings may leap.
    #[must_use]
    pub fn moves_to_goal(&self, color: Color) -> Option<u32> {
        let rules = self.rules();
        let goal = rules.goal?;
        if rules.checks != Checks::Forbidden || rules.stalemate != Stalemate::Draw || !rules.leaps.is_empty() {
            return None;
        }
        let mut reached = Bitboard::of(self.board().king(color));
        let mut moves = 0;
        while !reached.meets(goal.region) {
            let wider = reached | reached.north() | reached.south();
            let wider = wider | wider.east() | wider.west();
            if wider == reached {
                return None;
            }
            reached = wider;
            moves += 1;
        }
        Some(moves)
    }

    /// Which rule draws the game here, unless the side to move is mated: the count, the n-move rule, dead material.
    #[must_use]
    #[inline]
    pub fn rule_draw(&self) -> Option<Reason> {
        let rules = self.rules();
        if let (Some(count), Some(counting)) = (self.count(), &rules.counting)
            && counting.draws(count)
        {
            return Some(Reason::Counting);
        }
        if rules.n_move.is_some_and(|moves| self.clock() >= 2 * moves) {
            return Some(Reason::MoveRule);
        }
        rules.is_dead(self.board().kinds()).then_some(Reason::DeadMaterial)
    }
}
