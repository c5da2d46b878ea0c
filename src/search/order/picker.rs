//! The moves of a node, best first, made only as far as they are asked for.

use arrayvec::ArrayVec;

use crate::search::order::history::{Context, Histories};
use crate::search::order::see;
use crate::search::tune::Tunables;
use khun_board::position::{MAX_MOVES, Move, MoveList, Position};

/// Where the picker stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Table,
    MakeNoisy,
    GoodNoisy,
    MakeQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// Which moves are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// All of them.
    All,
    /// Only noisy ones that gain so much in the exchange.
    Noisy {
        /// Centipawns.
        gain: i32,
    },
    /// Noisy ones and quiet checks that lose nothing in the exchange.
    NoisyAndChecks,
}

/// Which quiet moves are still wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quiet {
    All,
    /// Only those that give check.
    Checks,
    None,
}

/// Hands out a node's moves: the table's, noisy ones that lose nothing, quiet ones, and then the rest.
pub struct Picker {
    stage: Stage,
    wanted: Wanted,
    quiet: Quiet,
    table_move: Option<Move>,
    moves: MoveList,
    scores: ArrayVec<i32, MAX_MOVES>,
    next: usize,
    bad: MoveList,
}

/// A captured man counts this many times its exchange value against the capture's history.
const VICTIM_WEIGHT: i32 = 16;

impl Picker {
    /// A picker for a node; the table's move must be legal, and noisy if only noisy ones are wanted.
    pub fn new(wanted: Wanted, table_move: Option<Move>) -> Self {
        Self {
            stage: if table_move.is_some() { Stage::Table } else { Stage::MakeNoisy },
            wanted,
            quiet: if wanted == Wanted::NoisyAndChecks { Quiet::Checks } else { Quiet::All },
            table_move,
            moves: MoveList::new(),
            scores: ArrayVec::new(),
            next: 0,
            bad: MoveList::new(),
        }
    }

    /// No more quiet moves are wanted.
    pub fn skip_quiet(&mut self) {
        self.quiet = Quiet::None;
    }

    /// Of the quiet moves only checks are wanted from now on.
    pub fn skip_quiet_but_checks(&mut self) {
        self.quiet = Quiet::Checks;
    }

    /// The next move, or `None` when there are no more.
    pub fn next(
        &mut self,
        position: &Position,
        histories: &Histories,
        context: &Context,
        tune: &Tunables,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::MakeNoisy;
                    return self.table_move;
                }
                Stage::MakeNoisy => {
                    position.noisy_moves(&mut self.moves);
                    self.score(|mv| noisy_score(position, mv, histories, tune));
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.best() {
                    Some((mv, score)) if see::gains(position, mv, self.needed_gain(score), tune) => return Some(mv),
                    Some((mv, _)) => self.bad.push(mv),
                    None if matches!(self.wanted, Wanted::Noisy { .. }) => self.stage = Stage::Done,
                    None => self.stage = Stage::MakeQuiet,
                },
                Stage::MakeQuiet => {
                    self.moves.clear();
                    self.scores.clear();
                    self.next = 0;
                    if self.quiet != Quiet::None {
                        position.quiet_moves(&mut self.moves);
                    }
                    // Checks come in any order: there are few.
                    let is_scored = self.quiet == Quiet::All;
                    self.score(|mv| if is_scored { histories.quiet(position, mv, context) } else { 0 });
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.next_quiet(position) {
                    Some(mv) if self.wanted == Wanted::All || see::gains(position, mv, 0, tune) => return Some(mv),
                    Some(_) => {}
                    None if self.wanted == Wanted::All => {
                        self.next = 0;
                        self.stage = Stage::BadNoisy;
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::BadNoisy => match self.bad.get(self.next) {
                    Some(&mv) => {
                        self.next += 1;
                        return Some(mv);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    fn next_quiet(&mut self, position: &Position) -> Option<Move> {
        match self.quiet {
            Quiet::All => self.best().map(|(mv, _)| mv),
            Quiet::Checks => {
                let rest = self.moves.get(self.next..)?;
                let skipped = rest.iter().position(|&mv| position.gives_check(mv))?;
                self.next += skipped + 1;
                Some(self.moves[self.next - 1])
            }
            Quiet::None => None,
        }
    }

    /// What a noisy move must gain in the exchange to come before the quiet ones: less when its history is good.
    fn needed_gain(&self, score: i32) -> i32 {
        match self.wanted {
            Wanted::All => -score / 64,
            Wanted::Noisy { gain } => gain,
            Wanted::NoisyAndChecks => 0,
        }
    }

    fn score(&mut self, score: impl Fn(Move) -> i32) {
        // The table's move was handed out already.
        if let Some(index) = self.moves.iter().position(|&mv| Some(mv) == self.table_move) {
            self.moves.swap_remove(index);
        }
        self.scores.extend(self.moves.iter().map(|&mv| score(mv)));
    }

    /// Takes the best of the moves that are left.
    fn best(&mut self) -> Option<(Move, i32)> {
        let scores = self.scores.get(self.next..)?;
        // The greatest first, then where it stands: two loops that vectors run.
        let score = scores.iter().fold(i32::MIN, |max, &score| max.max(score));
        let index = self.next + scores.iter().position(|&other| other == score)?;
        self.moves.swap(self.next, index);
        self.scores.swap(self.next, index);
        self.next += 1;
        Some((self.moves[self.next - 1], score))
    }
}

/// The dearest victim first, and among equals the move with the better history.
fn noisy_score(position: &Position, mv: Move, histories: &Histories, tune: &Tunables) -> i32 {
    let values = tune.exchange_values();
    let victim = position.captured(mv).map_or(0, |kind| values[kind.index()]);
    let promoted = mv.promotion().map_or(0, |kind| values[kind.index()] / 2);
    (victim + promoted) * VICTIM_WEIGHT + histories.noisy(position, mv)
}
