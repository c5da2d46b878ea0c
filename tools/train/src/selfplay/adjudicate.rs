//! When a game need not be played to its end. A lead alone decides nothing while a count runs: many endings that look
//! won are not won in time.

use khun_board::geometry::Color;
use khun_board::position::Position;

use crate::selfplay::player::{Certainty, Choice};

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// A lead in centipawns that decides …
    pub lead: i16,
    /// … when both sides have seen it for so many plies.
    pub lead_plies: u16,
    /// A forced win decides when both sides have seen it for so many plies.
    pub proven_plies: u16,
    /// A score this near to zero draws …
    pub level: i16,
    /// … when both sides have seen it for so many plies …
    pub level_plies: u16,
    /// … and so many have been played …
    pub level_from: u16,
    /// … or when both sides have seen it for so many plies under a running count.
    pub level_counted: u16,
    /// A game of so many plies is drawn.
    pub longest: u16,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            lead: 2500,
            lead_plies: 8,
            proven_plies: 4,
            level: 10,
            level_plies: 40,
            level_from: 120,
            level_counted: 16,
            longest: 500,
        }
    }
}

/// What to do after a move has been chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Play on.
    Continue,
    /// The game is as good as won by this side.
    Win(Color),
    /// The game is as good as drawn.
    Draw,
}

/// Follows one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    limits: Limits,
    /// Who has led for how many plies by an estimate, while no count ran.
    lead: Run,
    /// Who has had a forced win for how many plies.
    proven: Run,
    level: u16,
    level_counted: u16,
    plies: u16,
}

#[derive(Clone, Copy, Debug, Default)]
struct Run {
    winner: Option<Color>,
    plies: u16,
}

impl Run {
    fn see(&mut self, winner: Option<Color>) {
        self.plies =
            if winner.is_some() && winner == self.winner { self.plies + 1 } else { u16::from(winner.is_some()) };
        self.winner = winner;
    }

    fn reached(&self, plies: u16) -> Option<Color> {
        self.winner.filter(|_| self.plies >= plies)
    }
}

impl Adjudicator {
    /// At a game's begin.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self { limits, lead: Run::default(), proven: Run::default(), level: 0, level_counted: 0, plies: 0 }
    }

    /// Looks at the choice made in a position.
    pub fn see(&mut self, position: &Position, choice: &Choice) -> Decision {
        let Limits { lead, lead_plies, proven_plies, level, level_plies, level_from, level_counted, longest } =
            self.limits;
        self.plies += 1;
        let leader = if choice.score > 0 { position.to_move() } else { !position.to_move() };
        let is_proven = choice.certainty == Certainty::Proven;
        self.proven.see(is_proven.then_some(leader));
        let leads = is_proven || (choice.score.unsigned_abs() >= lead.unsigned_abs() && position.count().is_none());
        self.lead.see(leads.then_some(leader));
        let is_level = choice.score.unsigned_abs() <= level.unsigned_abs();
        self.level = if is_level { self.level + 1 } else { 0 };
        self.level_counted = if is_level && position.count().is_some() { self.level_counted + 1 } else { 0 };
        if let Some(winner) = self.proven.reached(proven_plies).or(self.lead.reached(lead_plies)) {
            Decision::Win(winner)
        } else if (self.level >= level_plies && self.plies >= level_from)
            || self.level_counted >= level_counted
            || self.plies >= longest
        {
            Decision::Draw
        } else {
            Decision::Continue
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use khun_board::rules::Catalogue;

    fn position(fen: &str) -> Position {
        Position::from_fen(Catalogue::builtin().find("makruk").unwrap(), fen).unwrap()
    }

    fn choice(position: &Position, score: i16, certainty: Certainty) -> Choice {
        Choice { mv: position.legal_moves()[0], score, certainty }
    }

    /// Shows white's score to both sides in turn.
    fn after(white: &Position, black: &Position, plies: usize, score: i16, certainty: Certainty) -> Decision {
        let mut adjudicator = Adjudicator::new(Limits::default());
        let mut decision = Decision::Continue;
        for ply in 0..plies {
            let (position, score) = if ply % 2 == 0 { (white, score) } else { (black, -score) };
            decision = adjudicator.see(position, &choice(position, score, certainty));
        }
        decision
    }

    #[test]
    fn a_lead_decides_only_while_no_count_runs() {
        let free = ["w", "b"].map(|side| position(&format!("4k3/8/8/8/P7/8/8/RR1K4 {side} - - 0 1")));
        let counted = ["w", "b"].map(|side| position(&format!("4k3/8/8/8/8/8/8/RR1K4 {side} - 16 8 1")));
        assert_eq!(after(&free[0], &free[1], 7, 2600, Certainty::Judged), Decision::Continue);
        assert_eq!(after(&free[0], &free[1], 8, 2600, Certainty::Judged), Decision::Win(Color::White));
        assert_eq!(after(&free[0], &free[1], 8, -2600, Certainty::Judged), Decision::Win(Color::Black));
        assert_eq!(after(&counted[0], &counted[1], 30, 2600, Certainty::Judged), Decision::Continue);
        assert_eq!(after(&counted[0], &counted[1], 4, 2600, Certainty::Proven), Decision::Win(Color::White));
    }

    #[test]
    fn long_and_level_games_are_drawn() {
        let free = ["w", "b"].map(|side| position(&format!("4k3/8/8/8/P7/8/8/RR1K4 {side} - - 0 1")));
        assert_eq!(after(&free[0], &free[1], 119, 3, Certainty::Judged), Decision::Continue);
        assert_eq!(after(&free[0], &free[1], 120, 3, Certainty::Judged), Decision::Draw);
        let counted = ["w", "b"].map(|side| position(&format!("4k3/8/8/8/8/8/8/RR1K4 {side} - 16 8 1")));
        assert_eq!(after(&counted[0], &counted[1], 15, 3, Certainty::Judged), Decision::Continue);
        assert_eq!(after(&counted[0], &counted[1], 16, 3, Certainty::Judged), Decision::Draw);
        assert_eq!(after(&free[0], &free[1], 499, 100, Certainty::Judged), Decision::Continue);
        assert_eq!(after(&free[0], &free[1], 500, 100, Certainty::Judged), Decision::Draw);
    }
}
