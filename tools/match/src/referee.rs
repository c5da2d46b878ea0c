//! One game between two engines, refereed by the library: no engine's word about legality or result is taken.

use std::fmt;
use std::time::Duration;

use khun_board::geometry::Color;
use khun_board::position::{Game, Outcome, Position};
use uci_client::{Engine, Failure, Info};

use crate::adjudication::{Adjudicator, Rules};
use crate::time_control::{Clock, Margins, TimeControl};

/// What holds in every game of a match.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// How late an answer may come.
    pub margins: Margins,
    /// How much longer than allowed an answer is waited for before the engine counts as stalled.
    pub stall: Duration,
    /// Plies after which a game is called a draw.
    pub max_plies: usize,
    /// What ends a game early.
    pub adjudication: Rules,
}

/// A move as it was played.
#[derive(Clone, Debug)]
pub struct MoveRecord {
    /// In UCI's notation.
    pub uci: String,
    /// In algebraic notation.
    pub san: String,
    /// What the engine said about it.
    pub info: Info,
    /// How long it took.
    pub taken: Duration,
}

/// Half points (0 to 2) of a side in a game that `winner`, or nobody, won.
#[must_use]
pub fn half_points(winner: Option<Color>, side: Color) -> usize {
    winner.map_or(1, |winner| if winner == side { 2 } else { 0 })
}

/// Why a side lost without being beaten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Forfeit {
    /// A move that the rules do not allow.
    IllegalMove(String),
    /// Too late.
    TimeLoss {
        /// How long it thought.
        taken: Duration,
        /// How long it might have (margin included).
        allowed: Duration,
    },
    /// It crashed, stalled or broke the protocol.
    Failure(Failure),
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IllegalMove(text) => write!(f, "illegal move `{text}`"),
            Self::TimeLoss { taken, allowed } => {
                let (taken, allowed) = (taken.as_secs_f64(), allowed.as_secs_f64());
                write!(f, "time loss ({taken:.3} s taken, {allowed:.3} s allowed with the margin)")
            }
            Self::Failure(failure) => failure.fmt(f),
        }
    }
}

/// How a game came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Termination {
    /// By the rules of the game.
    Rules(Outcome),
    /// A side forfeited.
    Forfeit(Color, Forfeit),
    /// Called by the draw or the resign rule of the match: who wins, or nobody.
    Adjudication(Option<Color>),
    /// The longest a game may last.
    Length,
}

impl Termination {
    /// Who won, or nobody.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        match *self {
            Self::Rules(Outcome { winner, .. }) | Self::Adjudication(winner) => winner,
            Self::Forfeit(side, _) => Some(!side),
            Self::Length => None,
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(outcome) => outcome.fmt(f),
            Self::Forfeit(side, forfeit) => write!(f, "{side} forfeits: {forfeit}"),
            Self::Adjudication(None) => f.write_str("draw (adjudication)"),
            Self::Adjudication(Some(side)) => write!(f, "{side} wins (adjudication)"),
            Self::Length => f.write_str("draw (length)"),
        }
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// Where it began.
    pub start: Position,
    /// Its moves.
    pub moves: Vec<MoveRecord>,
    /// Where it stopped.
    pub last: Position,
    /// Why.
    pub termination: Termination,
}

impl GameRecord {
    /// The `position` command that leads to where it stopped.
    #[must_use]
    pub fn position_command(&self) -> String {
        let moves = self.moves.iter().map(|played| played.uci.as_str());
        moves.fold(start_command(&self.start), with_move)
    }
}

fn start_command(start: &Position) -> String {
    let fen = start.fen();
    if fen == start.rules().start_fen { "position startpos".to_owned() } else { format!("position fen {fen}") }
}

fn with_move(mut command: String, mv: &str) -> String {
    command += if command.contains(" moves ") { " " } else { " moves " };
    command + mv
}

/// A side of the game: an engine and its time control.
pub struct Player<'a> {
    /// The engine, options set.
    pub engine: &'a mut Engine,
    /// Its time control.
    pub control: TimeControl,
}

/// Plays one game from a start position that is not finished; `players` are White's and Black's.
#[must_use]
pub fn play(start: Position, players: [Player<'_>; 2], conditions: &Conditions) -> GameRecord {
    let mut clocks = [Clock::new(players[0].control), Clock::new(players[1].control)];
    let mut engines = players.map(|player| player.engine);
    let mut ongoing = Ongoing::new(start, conditions);
    for (side, engine) in Color::ALL.into_iter().zip(&mut engines) {
        if let Err(failure) = engine.new_game() {
            return ongoing.finish(Termination::Forfeit(side, Forfeit::Failure(failure)));
        }
    }
    loop {
        if let Some(termination) = ongoing.termination() {
            return ongoing.finish(termination);
        }
        let side = ongoing.game.position().to_move();
        if let Err(forfeit) = ongoing.turn(engines[side.index()], &mut clocks) {
            return ongoing.finish(Termination::Forfeit(side, forfeit));
        }
    }
}

/// A game under way.
struct Ongoing<'a> {
    conditions: &'a Conditions,
    game: Game,
    moves: Vec<MoveRecord>,
    /// The `position` command that leads here.
    command: String,
    adjudicator: Adjudicator,
    verdict: Option<Option<Color>>,
}

impl<'a> Ongoing<'a> {
    fn new(start: Position, conditions: &'a Conditions) -> Self {
        let (command, adjudicator) = (start_command(&start), Adjudicator::new(conditions.adjudication));
        Self { conditions, game: Game::new(start), moves: Vec::new(), command, adjudicator, verdict: None }
    }

    /// Lets the engine whose turn it is move.
    fn turn(&mut self, engine: &mut Engine, clocks: &mut [Clock; 2]) -> Result<(), Forfeit> {
        let position = *self.game.position();
        let mover = position.to_move();
        let allowance = clocks[mover.index()].allowance(self.conditions.margins);
        let go = Clock::go(clocks, mover.index());
        let answer = engine.search(&self.command, &go, allowance, self.conditions.stall).map_err(Forfeit::Failure)?;
        if let Some(allowed) = allowance
            && answer.taken > allowed
        {
            return Err(Forfeit::TimeLoss { taken: answer.taken, allowed });
        }
        clocks[mover.index()].spend(answer.taken);
        let Ok(mv) = position.parse_uci(&answer.best) else { return Err(Forfeit::IllegalMove(answer.best)) };
        self.command = with_move(std::mem::take(&mut self.command), &answer.best);
        self.verdict = self.adjudicator.add(mover, answer.info.score);
        self.game.push(mv).expect("a text names legal moves only");
        let san = position.san(mv);
        self.moves.push(MoveRecord { uci: answer.best, san, info: answer.info, taken: answer.taken });
        Ok(())
    }

    fn termination(&self) -> Option<Termination> {
        let by_rules = self.game.outcome().map(Termination::Rules);
        let too_long = self.moves.len() >= self.conditions.max_plies;
        by_rules.or(self.verdict.map(Termination::Adjudication)).or(too_long.then_some(Termination::Length))
    }

    fn finish(self, termination: Termination) -> GameRecord {
        GameRecord { start: *self.game.start(), last: *self.game.position(), moves: self.moves, termination }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_forfeits_loses() {
        let late = Forfeit::TimeLoss { taken: Duration::from_millis(20), allowed: Duration::from_millis(10) };
        let termination = Termination::Forfeit(Color::White, late);
        assert_eq!(termination.winner(), Some(Color::Black));
        assert_eq!(half_points(termination.winner(), Color::White), 0);
        let words = "white forfeits: time loss (0.020 s taken, 0.010 s allowed with the margin)";
        assert_eq!(termination.to_string(), words);
        assert_eq!(half_points(Termination::Length.winner(), Color::White), 1);
    }
}
