//! Which move to play in an ending that the tables know.

use std::fmt;

use crate::endgame::endgames::Endgames;
use crate::endgame::probe::{Judgement, Verdict};
use khun_board::position::{Move, Position};

/// A legal move and how the game ends after it, told from before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// How the game ends; distances count the move itself.
    pub verdict: Verdict,
    /// Where the stronger side has no move that wins: how likely a bare king that errs at random errs within the next
    /// moves, 0 to 1.
    pub chance: f32,
}

impl fmt::Display for RankedMove {
    /// `mate in 6 (11 plies)`, `too late by the count: mate in 8 (15 plies)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.verdict {
            Verdict::Won { plies } => write!(f, "mate in {} ({plies} plies)", plies.div_ceil(2))?,
            Verdict::DrawnByCount { plies } => {
                write!(f, "too late by the count: mate in {} ({plies} plies)", plies.div_ceil(2))?;
            }
            Verdict::Drawn => write!(f, "no forced mate")?,
        }
        if self.chance > 0.0 {
            write!(f, ", {:.0} % of random replies lose", 100.0 * self.chance)?;
        }
        Ok(())
    }
}

/// Own moves that a trap may take to close. Two look at some ten thousand positions, a few milliseconds.
const TRAP_MOVES: u32 = 2;

impl Endgames {
    /// The legal moves of an ending that the tables know, best first; `None` of any other position.
    ///
    /// The stronger side takes the shortest mate that the count allows. Where there is none, it takes the move after
    /// which the bare king goes wrong most easily, and among equals the one that comes nearest to mate, as every slip
    /// of the bare king then costs most. The bare king takes the surest draw or holds out longest.
    #[must_use]
    pub fn rank(&self, position: &Position) -> Option<Vec<RankedMove>> {
        let stronger = self.probe(position)?.stronger;
        let attacking = position.to_move() == stronger;
        let mut ranked: Vec<RankedMove> = position
            .legal_moves()
            .into_iter()
            .map(|mv| {
                let verdict = self.verdict(&position.play_unchecked(mv)).later();
                RankedMove { mv, verdict, chance: 0.0 }
            })
            .collect();
        if attacking && !ranked.iter().any(|ranked| ranked.verdict.is_won()) {
            for ranked in &mut ranked {
                ranked.chance = self.trap(&position.play_unchecked(ranked.mv), TRAP_MOVES);
            }
        }
        if attacking {
            ranked.sort_by(|one, other| {
                attacking_order(one).partial_cmp(&attacking_order(other)).unwrap_or(std::cmp::Ordering::Equal)
            });
        } else {
            ranked.sort_by_key(|ranked| std::cmp::Reverse(ranked.verdict.comfort_of_the_bare_king()));
        }
        Some(ranked)
    }

    /// The moves to the mate of a won ending with best play by both; none of any other position.
    #[must_use]
    pub fn line_to_mate(&self, position: &Position) -> Vec<Move> {
        let mut line = Vec::new();
        let mut position = *position;
        while let Some(Verdict::Won { plies: plies @ 1.. }) = self.judge(&position).map(|known| known.verdict) {
            let nearer = Verdict::Won { plies: plies - 1 };
            let moves = position.legal_moves();
            let Some(mv) = moves.into_iter().find(|&mv| self.verdict(&position.play_unchecked(mv)) == nearer) else {
                break;
            };
            line.push(mv);
            position = position.play_unchecked(mv);
        }
        line
    }

    /// A move of the ending was played: what is left is an ending too, or two bare kings.
    fn verdict(&self, position: &Position) -> Verdict {
        self.judge(position).map_or(Verdict::Drawn, |Judgement { verdict, .. }| verdict)
    }

    /// The bare king to move: how likely it loses within so many of the stronger side's moves if it moves at random and
    /// the stronger side knows.
    fn trap(&self, position: &Position, moves: u32) -> f32 {
        let replies = position.legal_moves();
        if replies.is_empty() {
            return 0.0;
        }
        let total: f32 = replies.iter().map(|&mv| self.sprung(&position.play_unchecked(mv), moves)).sum();
        total / replies.len() as f32
    }

    /// The stronger side to move: 1 if it wins now, else its best trap.
    fn sprung(&self, position: &Position, moves: u32) -> f32 {
        match self.judge(position).map(|judgement| judgement.verdict) {
            Some(Verdict::Won { .. }) => 1.0,
            None => 0.0,
            Some(_) if moves <= 1 => 0.0,
            Some(_) => {
                let next =
                    position.legal_moves().into_iter().map(|mv| self.trap(&position.play_unchecked(mv), moves - 1));
                next.fold(0.0, f32::max)
            }
        }
    }
}

/// Smaller is better for the stronger side.
fn attacking_order(ranked: &RankedMove) -> (u8, f32, u16) {
    let (class, plies) = match ranked.verdict {
        Verdict::Won { plies } => (0, plies),
        Verdict::DrawnByCount { plies } => (1, plies),
        Verdict::Drawn => (1, u16::MAX),
    };
    (class, -ranked.chance, plies)
}
