//! Chances of a win, a draw and a loss from a score: a logistic model, one row of numbers a profile.

use std::fmt;

use crate::eval::Score;
use crate::rules::Profile;

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

/// The model: the chance of a win at a score of `x` centipawns is `1 / (1 + exp((even − x) / width))`, that of a loss
/// the same at `−x`; what is left is the chance of a draw.
#[derive(Clone, Copy, Debug)]
struct Model {
    /// The score, in centipawns, that wins every second game.
    even: f64,
    /// How many centipawns move the odds of a win by a factor of e.
    width: f64,
}

impl Model {
    /// The row of a profile. Not fitted yet: set by hand so that a pawn ahead is a small and a rook ahead a large
    /// chance. Counts need no row of their own, because the score already holds what the count leaves of a lead.
    const fn of(profile: Profile) -> Self {
        match profile {
            Profile::Mate => Self { even: 260.0, width: 110.0 },
            Profile::Race => Self { even: 130.0, width: 90.0 },
        }
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn win(self, centipawns: f64) -> u16 {
        // `even` is above zero, so two chances rounded to the nearest permille never sum to more than 1000.
        (1000.0 / (1.0 + ((self.even - centipawns) / self.width).exp())).round() as u16
    }
}

impl Wdl {
    /// The chances that a score gives in games of this profile.
    #[must_use]
    pub fn of(score: Score, profile: Profile) -> Self {
        if score.is_mate() {
            let win = if score.is_win() { 1000 } else { 0 };
            return Self { win, draw: 0, loss: 1000 - win };
        }
        let model = Model::of(profile);
        let centipawns = f64::from(score.raw());
        let (win, loss) = (model.win(centipawns), model.win(-centipawns));
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

    #[test]
    fn chances_sum_to_a_thousand_and_rise_with_the_score() {
        for profile in [Profile::Mate, Profile::Race] {
            let chances: Vec<_> = (-3000..=3000).map(|cp| Wdl::of(Score::cp(cp), profile)).collect();
            assert!(chances.iter().all(|wdl| wdl.win + wdl.draw + wdl.loss == 1000));
            assert!(chances.is_sorted_by(|low, high| low.win <= high.win && low.loss >= high.loss));
            let even = Wdl::of(Score::DRAW, profile);
            assert_eq!(even.win, even.loss);
        }
    }

    #[test]
    fn a_mate_is_certain() {
        let certain = |score| Wdl::of(score, Profile::Mate).to_string();
        assert_eq!(certain(Score::mate_in(5)), "wdl 1000 0 0");
        assert_eq!(certain(Score::mated_in(4)), "wdl 0 0 1000");
    }
}
