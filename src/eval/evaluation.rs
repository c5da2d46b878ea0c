//! The evaluation along a line of play: the network's judgement, and what a count leaves of it.

use khun_board::position::{Move, Position};

use crate::eval::accumulator::Accumulators;
use crate::eval::count;
use crate::eval::networks::Networks;
use crate::eval::score::{Score, for_mover};

/// What a lead is worth on a line of play without pawns, where it is counted down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leads {
    /// What the count leaves of it: so the last pawn is kept, and nobody trades it for a lead that cannot win in time.
    Pressed,
    /// All of it. Once the count has begun nothing is left to be kept, and a lead that is pressed away among draws is given
    /// away: whoever is ahead must stay so to win by a slip.
    Whole,
}

impl Leads {
    /// On the lines of play that begin here.
    #[must_use]
    pub fn from(root: &Position) -> Self {
        if count::has_begun(root) { Self::Whole } else { Self::Pressed }
    }

    /// What is told of a score that was found with such leads.
    #[must_use]
    pub fn told(self, score: Score, root: &Position) -> Score {
        if self == Self::Pressed || score.is_mate() { score } else { pressed(root, score) }
    }
}

/// What the count leaves of a lead of the side to move.
fn pressed(position: &Position, lead: Score) -> Score {
    let mover = position.to_move();
    Score::cp(for_mover(count::pressed(position, for_mover(lead.raw(), mover)), mover))
}

/// The state of the evaluation along one line of play: what earlier positions of the line have in common with the
/// present one is kept and not computed again.
pub struct Evaluation<'n> {
    accumulators: Accumulators<'n>,
    leads: Leads,
}

impl<'n> Evaluation<'n> {
    /// The evaluation at the root of a line, by the network of the rules' profile.
    #[must_use]
    pub fn new(networks: &'n Networks, position: &Position, leads: Leads) -> Self {
        Self { accumulators: Accumulators::new(networks.of(position.rules().profile), position), leads }
    }

    /// A move was played.
    #[inline]
    pub fn push(&mut self, _before: &Position, _mv: Move, after: &Position) {
        self.accumulators.push(after);
    }

    /// The side to move passed.
    pub fn push_null(&mut self) {
        self.accumulators.push_null();
    }

    /// The last move (or pass) was taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.accumulators.pop();
    }

    /// The lead of the side to move in the present position as if nothing counted.
    #[must_use]
    pub fn unpressed(&mut self, position: &Position) -> Score {
        Score::cp(self.accumulators.evaluate(position))
    }

    /// What the present position, which is the one pushed last, is worth for the side to move, the count's influence
    /// included where leads are pressed.
    #[must_use]
    pub fn score(&mut self, position: &Position) -> Score {
        let lead = self.unpressed(position);
        match self.leads {
            Leads::Whole => lead,
            Leads::Pressed => pressed(position, lead),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use khun_board::rules::Catalogue;

    fn position(variant: &str, fen: &str) -> Position {
        Position::from_fen(Catalogue::builtin().find(variant).expect("a rule set that ships"), fen)
            .expect("a sound FEN")
    }

    #[test]
    fn leads_are_whole_only_where_the_count_has_begun() {
        for (variant, fen, leads) in [
            ("makruk", "8/5r2/4k3/8/8/3NM3/3K4/8 b - 128 110 60", Leads::Whole),
            ("makruk", "8/8/8/3k4/8/8/8/1KR1R3 w - 16 5 60", Leads::Whole),
            ("makruk", "8/5n1k/5rm1/PP6/1NM5/1K6/8/6R1 w - - 0 1", Leads::Pressed),
            ("ai-wok", "8/5r2/4k3/8/8/3NA3/3K4/8 b - 128 110 60", Leads::Whole),
            ("makpong", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", Leads::Pressed),
            ("racingkings", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", Leads::Pressed),
        ] {
            assert_eq!(Leads::from(&position(variant, fen)), leads, "{variant} {fen}");
        }
    }

    #[test]
    fn a_whole_lead_is_told_as_the_count_leaves_it() {
        // Two moves are left of board's honour, and rook and knight need more against two men.
        let late = position("makruk", "8/5r2/4k3/8/8/3NM3/3K4/8 b - 128 124 60");
        let told = Leads::Whole.told(Score::cp(400), &late);
        assert!((0..=20).contains(&told.raw()), "{told}");
        assert_eq!(Leads::Whole.told(Score::cp(-400), &late), -Leads::Whole.told(Score::cp(400), &late));
        assert_eq!(Leads::Whole.told(Score::mate_in(3), &late), Score::mate_in(3));
        assert_eq!(Leads::Pressed.told(Score::cp(400), &late), Score::cp(400));
    }
}
