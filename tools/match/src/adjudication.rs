//! Ends games on which both engines have long agreed.

use khun_board::geometry::Color;
use uci_client::Score;

/// A game is a draw once both scores have stayed near zero for long.
#[derive(Clone, Copy, Debug)]
pub struct DrawRule {
    /// Full moves before which nothing is called.
    pub from_move: usize,
    /// Plies in a row (of both sides together).
    pub plies: usize,
    /// Greatest distance from zero, in centipawns.
    pub score: i32,
}

/// A game is lost once both engines have long said so.
#[derive(Clone, Copy, Debug)]
pub struct ResignRule {
    /// Plies in a row (of both sides together).
    pub plies: usize,
    /// Least advantage, in centipawns.
    pub score: i32,
}

/// What ends a game early; without rules nothing does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules {
    /// Ends games that both engines call even.
    pub draw: Option<DrawRule>,
    /// Ends games that both engines call decided.
    pub resign: Option<ResignRule>,
}

/// How long the engines' scores have agreed in one game.
#[derive(Debug)]
pub struct Adjudicator {
    rules: Rules,
    plies: usize,
    /// Plies in a row with scores near zero.
    level: usize,
    /// Plies in a row with scores that call this side the winner.
    decided: Option<(Color, usize)>,
}

impl Adjudicator {
    /// Before the first move.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self { rules, plies: 0, level: 0, decided: None }
    }

    /// Takes in the score of a move; the verdict, if there is one: who wins, or nobody.
    pub fn add(&mut self, mover: Color, score: Option<Score>) -> Option<Option<Color>> {
        let Rules { draw, resign } = self.rules;
        let value = score.map(Score::value);
        self.plies += 1;
        let is_level = draw.zip(value).is_some_and(|(rule, value)| value.abs() <= rule.score);
        self.level = if is_level { self.level + 1 } else { 0 };
        let winner = match resign.zip(value) {
            Some((rule, value)) if value >= rule.score => Some(mover),
            Some((rule, value)) if value <= -rule.score => Some(!mover),
            _ => None,
        };
        self.decided = winner.map(|winner| match self.decided {
            Some((before, plies)) if winner == before => (winner, plies + 1),
            _ => (winner, 1),
        });
        if let (Some(rule), Some((winner, agreed))) = (resign, self.decided)
            && agreed >= rule.plies
        {
            return Some(Some(winner));
        }
        draw.filter(|rule| self.plies >= 2 * rule.from_move && self.level >= rule.plies).map(|_| None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(scores: &[i32]) -> Option<Option<Color>> {
        let draw = Some(DrawRule { from_move: 3, plies: 4, score: 10 });
        let mut adjudicator = Adjudicator::new(Rules { draw, resign: Some(ResignRule { plies: 4, score: 500 }) });
        let scores = scores.iter().zip(Color::ALL.into_iter().cycle());
        scores.map(|(&score, mover)| adjudicator.add(mover, Some(Score::Cp(score)))).last().flatten()
    }

    #[test]
    fn both_engines_must_agree_several_plies_in_a_row() {
        assert_eq!(verdict(&[600, -600, 700, -800]), Some(Some(Color::White)));
        assert_eq!(verdict(&[-600, 600, -700, 800]), Some(Some(Color::Black)));
        assert_eq!(verdict(&[600, 600, 700, 800]), None);
        assert_eq!(verdict(&[600, -600, 100, -800]), None);
        assert_eq!(verdict(&[0, 5, -5, 0]), None, "too early");
        assert_eq!(verdict(&[0, 5, -5, 0, 0, 0]), Some(None));
        assert_eq!(verdict(&[0, 5, -5, 11, 0, 0]), None);
    }
}
