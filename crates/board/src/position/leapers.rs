//! Counting the moves of whole sets of leapers.
//!
//! A direction is one rotation of the set, one mask against wrapping around the board, one intersection with the
//! allowed squares and one population count. Eight directions stand side by side in [`EightWords`], and their sums
//! stay side by side until all leaves are counted.

use crate::arch::EightWords;
use crate::geometry::{Bitboard, Color};
use crate::rules::pieces::Side;

/// Eight directions: how far the set rotates, and the squares where nothing that wrapped around the board lands.
struct Directions {
    turns: [u64; 8],
    landings: [u64; 8],
}

const fn directions(steps: [(i32, i32); 8]) -> Directions {
    let mut directions = Directions { turns: [0; 8], landings: [0; 8] };
    let mut lane = 0;
    while lane < 8 {
        let (files, ranks) = steps[lane];
        directions.turns[lane] = (ranks * 8 + files).rem_euclid(64) as u64;
        let mut to = 0;
        while to < 64 {
            let (file, rank) = (to % 8 - files, to / 8 - ranks);
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                directions.landings[lane] |= 1 << to;
            }
            to += 1;
        }
        lane += 1;
    }
    directions
}

static KNIGHT: Directions = directions([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);

/// The four diagonals, straight ahead, a pawn's step and a pawn's two captures.
const fn steps_of(ahead: i32) -> Directions {
    directions([(1, 1), (1, -1), (-1, -1), (-1, 1), (0, ahead), (0, ahead), (-1, ahead), (1, ahead)])
}

static STEPS: [Directions; 2] = [steps_of(1), steps_of(-1)];

/// The men that step, by how they do.
#[derive(Clone, Copy, Default)]
pub struct Steppers {
    /// Those that go one step along any diagonal.
    pub diagonal: Bitboard,
    /// Those that go one step straight ahead.
    pub ahead: Bitboard,
    pub pawns: Bitboard,
}

/// Where they may go.
#[derive(Clone, Copy)]
pub struct Allowed {
    pub targets: Bitboard,
    pub pushes: Bitboard,
    pub prey: Bitboard,
}

/// A count of moves under way.
#[derive(Clone, Copy)]
pub struct Tally {
    lanes: EightWords,
    others: u64,
}

impl Tally {
    #[inline(always)]
    pub fn new() -> Self {
        Self { lanes: EightWords::splat(0), others: 0 }
    }

    #[inline(always)]
    pub fn add(&mut self, moves: u64) {
        self.others += moves;
    }

    /// Counts the moves of a set of knights.
    #[inline(always)]
    pub fn add_knights(&mut self, knights: Bitboard, targets: Bitboard) {
        self.add_lanes(&KNIGHT, EightWords::splat(knights.0), EightWords::splat(targets.0));
    }

    /// Counts the moves of men that step.
    #[inline(always)]
    pub fn add_steppers<S: Side>(&mut self, men: Steppers, to: Allowed) {
        let directions = match S::COLOR {
            Color::White => &STEPS[0],
            Color::Black => &STEPS[1],
        };
        let sets = EightWords::splat(men.diagonal.0).set::<0b0001_0000>(men.ahead.0).set::<0b1110_0000>(men.pawns.0);
        let targets = EightWords::splat(to.targets.0).set::<0b0010_0000>(to.pushes.0).set::<0b1100_0000>(to.prey.0);
        self.add_lanes(directions, sets, targets);
    }

    #[inline(always)]
    fn add_lanes(&mut self, directions: &Directions, sets: EightWords, targets: EightWords) {
        let landed = sets.rotate_left(EightWords::new(&directions.turns)).and(EightWords::new(&directions.landings));
        self.lanes = self.lanes.plus(landed.and(targets).count_ones());
    }

    #[inline(always)]
    pub fn total(&self) -> u64 {
        self.others + self.lanes.sum()
    }
}
