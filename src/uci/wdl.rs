//! Chances of a win, a draw and a loss from a score: a logistic model fitted to games of the engine against itself.
//!
//! The chance of a win at a score of `s` is `1 / (1 + exp((a − s) / b))`, that of a loss the same at `−s`, and the rest
//! is the chance of a draw; `a` is the score that wins every second game, `b` how fast the chances change around it. Both
//! are polynomials in how much is left on the board. That is the form of the model that Stockfish's WDL output made
//! common (<https://github.com/official-stockfish/WDL_model>); the numbers are our own. How they were fitted, and how well
//! they foretell: `docs/wdl.md`.

use std::fmt;

use crate::eval::Score;
use khun_board::position::Position;
use khun_board::rules::Profile;

/// Chances in permille, from the side to move's view; they sum to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// Of a win.
    pub win: u16,
    /// Of a draw.
    pub draw: u16,
    /// Of a loss.
    pub loss: u16,
}

/// Which row of numbers holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regime {
    /// A game of mate in which no count runs.
    Free,
    /// A game of mate under a running count: a lead that the count has pressed already is not what it is elsewhere.
    Counted,
    /// A race.
    Race,
}

/// Terms of each polynomial.
pub const TERMS: usize = 3;

/// What the chances depend on beside the score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Situation {
    /// The row.
    pub regime: Regime,
    /// What its numbers are multiplied by.
    pub terms: [f64; TERMS],
}

/// A row of numbers, in centipawns a term.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// The score that wins every second game.
    pub even: [f64; TERMS],
    /// The score that changes the odds of a win by a factor of e.
    pub width: [f64; TERMS],
}

/// Fewest men that the rows tell apart: with fewer there were too few games to learn from.
const FEWEST_MEN: u16 = 4;
/// Plies of the longest count.
const LONGEST_COUNT: u16 = 128;

impl Regime {
    /// Every one.
    pub const ALL: [Self; 3] = [Self::Free, Self::Counted, Self::Race];

    /// Its numbers, as `data wdl` fitted them.
    #[must_use]
    pub const fn model(self) -> Model {
        match self {
            Self::Free => Model { even: [429.0, -324.3, 101.8], width: [180.8, -56.0, -11.9] },
            Self::Counted => Model { even: [929.7, 251.0, -423.2], width: [243.1, 65.5, -73.7] },
            Self::Race => Model { even: [182.8, -277.0, 187.8], width: [193.5, 100.4, -78.7] },
        }
    }

    /// What is left on the board, around zero: men of all kinds, kings included.
    fn material(self, men: u16) -> f64 {
        let middle = match self {
            Self::Free => 16,
            Self::Counted | Self::Race => 8,
        };
        f64::from(men.clamp(FEWEST_MEN, 2 * middle)) / f64::from(middle) - 1.0
    }
}

impl Situation {
    /// With so many men on the board and, under a running count, so many plies left.
    #[must_use]
    pub fn new(profile: Profile, men: u16, plies_left: Option<u16>) -> Self {
        let regime = match (profile, plies_left) {
            (Profile::Mate, None) => Regime::Free,
            (Profile::Mate, Some(_)) => Regime::Counted,
            (Profile::Race, _) => Regime::Race,
        };
        let material = regime.material(men);
        let last = match plies_left.filter(|_| regime == Regime::Counted) {
            Some(left) => f64::from(left.min(LONGEST_COUNT)) / f64::from(LONGEST_COUNT),
            None => material * material,
        };
        Self { regime, terms: [1.0, material, last] }
    }

    fn of(position: &Position) -> Self {
        let men = u16::try_from(position.board().occupied().len()).unwrap_or(u16::MAX);
        Self::new(position.rules().profile, men, position.plies_left())
    }
}

impl Model {
    /// The score that wins every second game here, and the width around it, in centipawns.
    #[must_use]
    pub fn at(&self, terms: &[f64; TERMS]) -> (f64, f64) {
        let sum = |numbers: &[f64; TERMS]| numbers.iter().zip(terms).map(|(number, term)| number * term).sum();
        (sum(&self.even), sum(&self.width))
    }
}

/// The chance of a win, 0 to 1, at a score in centipawns.
#[must_use]
pub fn chance_of_a_win((even, width): (f64, f64), centipawns: f64) -> f64 {
    1.0 / (1.0 + ((even - centipawns) / width).exp())
}

impl Wdl {
    /// A draw for certain.
    pub const DRAWN: Self = Self { win: 0, draw: 1000, loss: 0 };

    /// The chances that a score gives in a position.
    #[must_use]
    pub fn of(score: Score, position: &Position) -> Self {
        Self::in_situation(score, Situation::of(position))
    }

    fn in_situation(score: Score, situation: Situation) -> Self {
        if score.is_mate() {
            let win = if score.is_win() { 1000 } else { 0 };
            return Self { win, draw: 0, loss: 1000 - win };
        }
        let shape = situation.regime.model().at(&situation.terms);
        // The even score is above zero, so two chances rounded to the nearest permille never sum to more than 1000.
        let win = |centipawns| (1000.0 * chance_of_a_win(shape, centipawns)).round() as u16;
        let centipawns = f64::from(score.raw());
        let (win, loss) = (win(centipawns), win(-centipawns));
        Self { win, draw: 1000 - win - loss, loss }
    }
}

impl fmt::Display for Wdl {
    /// As UCI writes it after the score: `wdl W D L`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "wdl {} {} {}", self.win, self.draw, self.loss)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything that the chances can depend on, and more.
    fn situations() -> impl Iterator<Item = Situation> {
        let lefts = || std::iter::once(None).chain((0..=140).step_by(7).map(Some));
        let profiles = [Profile::Mate, Profile::Race];
        profiles.into_iter().flat_map(move |profile| {
            (2..=33).flat_map(move |men| lefts().map(move |left| Situation::new(profile, men, left)))
        })
    }

    #[test]
    fn every_row_keeps_its_shape_wherever_it_is_asked() {
        for Situation { regime, terms } in situations() {
            let (even, width) = regime.model().at(&terms);
            assert!(even > 20.0 && width > 20.0, "{regime:?} {terms:?}: {even} {width}");
        }
    }

    #[test]
    fn chances_sum_to_a_thousand_and_rise_with_the_score() {
        for situation in situations() {
            let scores = (-4000..=4000).step_by(16);
            let chances: Vec<_> = scores.map(|cp| Wdl::in_situation(Score::cp(cp), situation)).collect();
            assert!(chances.iter().all(|wdl| wdl.win + wdl.draw + wdl.loss == 1000), "{situation:?}");
            assert!(chances.is_sorted_by(|low, high| low.win <= high.win && low.loss >= high.loss), "{situation:?}");
            let even = Wdl::in_situation(Score::DRAW, situation);
            assert_eq!(even.win, even.loss);
        }
    }

    #[test]
    fn the_less_a_count_leaves_the_less_a_lead_wins() {
        let at = |left| Wdl::in_situation(Score::cp(400), Situation::new(Profile::Mate, 8, Some(left))).win;
        let wins: Vec<_> = (0..=128).map(at).collect();
        assert!(wins.is_sorted() && wins[0] + 100 < wins[128], "{wins:?}");
    }

    #[test]
    fn a_mate_is_certain() {
        let certain = |score| situations().map(|situation| Wdl::in_situation(score, situation).to_string()).next();
        assert_eq!(certain(Score::mate_in(5)).as_deref(), Some("wdl 1000 0 0"));
        assert_eq!(certain(Score::mated_in(4)).as_deref(), Some("wdl 0 0 1000"));
    }
}
