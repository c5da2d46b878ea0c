//! One game between two engines, refereed by the library: no engine's word about legality or result is taken.

use std::fmt;
use std::time::Duration;

use khun_board::geometry::Color;
use khun_board::position::{Game, Outcome, Position};

use crate::control::{Clock, Control, Margins};
use crate::engine::{Engine, Failure};
use crate::uci::Thought;

/// What holds in every game of a match.
#[derive(Clone, Copy, Debug)]
pub struct Conduct {
    /// How late an answer may come.
    pub margins: Margins,
    /// How much longer than allowed an answer is waited for before the engine counts as stalled.
    pub stall: Duration,
    /// Plies after which a game is called a draw.
    pub max_plies: usize,
    /// Ends games that both engines call even, if wanted.
    pub draw: Option<DrawRule>,
    /// Ends games that both engines call lost, if wanted.
    pub resign: Option<ResignRule>,
}

/// A game is a draw once both scores have stayed near zero for long.
#[derive(Clone, Copy, Debug)]
pub struct DrawRule {
    /// Full moves before which nothing is called.
    pub from_move: usize,
    /// Plies in a row (of both sides together).
    pub plies: usize,
    /// Greatest distance from zero, in hundredths of a pawn.
    pub score: i32,
}

/// A game is lost once both engines have long agreed that it is.
#[derive(Clone, Copy, Debug)]
pub struct ResignRule {
    /// Plies in a row (of both sides together).
    pub plies: usize,
    /// Least advantage, in hundredths of a pawn.
    pub score: i32,
}

/// A move as it was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// In UCI's notation.
    pub uci: String,
    /// In algebraic notation, for game files.
    pub san: String,
    /// What the engine said about it.
    pub thought: Thought,
    /// How long it took.
    pub taken: Duration,
}

/// Who got the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Points {
    /// Won by a side.
    Win(Color),
    /// Half each.
    Draw,
}

impl Points {
    /// Half points (0 to 2) of a side.
    #[must_use]
    pub fn half_points(self, side: Color) -> usize {
        match self {
            Self::Draw => 1,
            Self::Win(winner) if winner == side => 2,
            Self::Win(_) => 0,
        }
    }
}

impl fmt::Display for Points {
    /// As game files write it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Win(Color::White) => "1-0",
            Self::Win(Color::Black) => "0-1",
            Self::Draw => "1/2-1/2",
        })
    }
}

/// Why a side lost without being beaten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
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

impl fmt::Display for Cause {
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
pub enum Ending {
    /// By the rules of the game.
    Rules(Outcome),
    /// A side forfeited.
    Forfeit(Color, Cause),
    /// Called by the draw or the resign rule of the match.
    Adjudicated(Points),
    /// The longest a game may last.
    TooLong,
}

impl Ending {
    /// The points it gives.
    #[must_use]
    pub fn points(&self) -> Points {
        match *self {
            Self::Rules(Outcome { winner: Some(side), .. }) => Points::Win(side),
            Self::Forfeit(side, _) => Points::Win(!side),
            Self::Adjudicated(points) => points,
            Self::Rules(Outcome { winner: None, .. }) | Self::TooLong => Points::Draw,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(outcome) => outcome.fmt(f),
            Self::Forfeit(side, cause) => write!(f, "{side} forfeits: {cause}"),
            Self::Adjudicated(Points::Draw) => f.write_str("draw (adjudication)"),
            Self::Adjudicated(Points::Win(side)) => write!(f, "{side} wins (adjudication)"),
            Self::TooLong => f.write_str("draw (length)"),
        }
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Record {
    /// Where it began.
    pub start: Position,
    /// Its moves.
    pub moves: Vec<Played>,
    /// Where it stopped.
    pub last: Position,
    /// Why.
    pub ending: Ending,
}

/// A side of the game: an engine and its clock's setting.
pub struct Seat<'a> {
    /// The engine, options set.
    pub engine: &'a mut Engine,
    /// Its time control.
    pub control: Control,
}

/// Plays one game from a start position that is not finished; `seats` are White's and Black's.
pub fn play(start: Position, seats: [Seat<'_>; 2], conduct: &Conduct) -> Record {
    let mut table = Table::new(start, conduct);
    let mut clocks = [Clock::new(seats[0].control), Clock::new(seats[1].control)];
    let mut engines = seats.map(|seat| seat.engine);
    for (side, engine) in Color::ALL.into_iter().zip(&mut engines) {
        if let Err(failure) = engine.new_game() {
            return table.finish(Ending::Forfeit(side, Cause::Failure(failure)));
        }
    }
    loop {
        if let Some(ending) = table.ending() {
            return table.finish(ending);
        }
        let side = table.game.position().to_move();
        if let Err(cause) = table.turn(engines[side.index()], &mut clocks) {
            return table.finish(Ending::Forfeit(side, cause));
        }
    }
}

/// The board that the engines sit at, with what was said and done.
struct Table<'a> {
    conduct: &'a Conduct,
    start: Position,
    game: Game,
    moves: Vec<Played>,
    /// The `position` command that leads here.
    command: String,
    adjudicator: Adjudicator,
}

impl<'a> Table<'a> {
    fn new(start: Position, conduct: &'a Conduct) -> Self {
        let fen = start.fen();
        let command =
            if fen == start.rules().start_fen { "position startpos".to_owned() } else { format!("position fen {fen}") };
        Self { conduct, start, game: Game::new(start), moves: Vec::new(), command, adjudicator: Adjudicator::default() }
    }

    /// Lets the engine whose turn it is move.
    fn turn(&mut self, engine: &mut Engine, clocks: &mut [Clock; 2]) -> Result<(), Cause> {
        let position = *self.game.position();
        let mover = position.to_move().index();
        let allowance = clocks[mover].allowance(self.conduct.margins);
        let go = Clock::go(clocks, mover);
        let answer = engine.ask(&self.command, &go, allowance, self.conduct.stall).map_err(Cause::Failure)?;
        if let Some(allowed) = allowance
            && answer.taken > allowed
        {
            return Err(Cause::TimeLoss { taken: answer.taken, allowed });
        }
        clocks[mover].spend(answer.taken);
        let Ok(mv) = position.parse_uci(&answer.best) else { return Err(Cause::IllegalMove(answer.best)) };
        self.command += if self.moves.is_empty() { " moves " } else { " " };
        self.command += &answer.best;
        self.adjudicator.hear(position.to_move(), &answer.thought, self.conduct);
        self.game.push(mv).expect("a text names legal moves only");
        let san = position.san(mv);
        self.moves.push(Played { uci: answer.best, san, thought: answer.thought, taken: answer.taken });
        Ok(())
    }

    fn ending(&self) -> Option<Ending> {
        if let Some(outcome) = self.game.outcome() {
            return Some(Ending::Rules(outcome));
        }
        if let Some(points) = self.adjudicator.verdict(self.moves.len(), self.conduct) {
            return Some(Ending::Adjudicated(points));
        }
        (self.moves.len() >= self.conduct.max_plies).then_some(Ending::TooLong)
    }

    fn finish(self, ending: Ending) -> Record {
        Record { start: self.start, last: *self.game.position(), moves: self.moves, ending }
    }
}

/// How long the engines' scores have agreed.
#[derive(Debug, Default)]
struct Adjudicator {
    /// Plies in a row with scores near zero.
    level: usize,
    /// Plies in a row with scores that call this side the winner.
    decided: Option<(Color, usize)>,
}

impl Adjudicator {
    fn hear(&mut self, mover: Color, thought: &Thought, conduct: &Conduct) {
        let value = thought.score.map(crate::uci::Score::value);
        let is_level = conduct.draw.zip(value).is_some_and(|(rule, value)| value.abs() <= rule.score);
        self.level = if is_level { self.level + 1 } else { 0 };
        let winner = match conduct.resign.zip(value) {
            Some((rule, value)) if value >= rule.score => Some(mover),
            Some((rule, value)) if value <= -rule.score => Some(!mover),
            _ => None,
        };
        self.decided = match (winner, self.decided) {
            (Some(winner), Some((before, plies))) if winner == before => Some((winner, plies + 1)),
            (Some(winner), _) => Some((winner, 1)),
            (None, _) => None,
        };
    }

    fn verdict(&self, plies: usize, conduct: &Conduct) -> Option<Points> {
        if let (Some(rule), Some((winner, agreed))) = (conduct.resign, self.decided)
            && agreed >= rule.plies
        {
            return Some(Points::Win(winner));
        }
        let rule = conduct.draw?;
        (plies >= 2 * rule.from_move && self.level >= rule.plies).then_some(Points::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uci::Score;

    fn conduct() -> Conduct {
        Conduct {
            margins: Margins { clock: Duration::ZERO, move_time: Duration::ZERO },
            stall: Duration::from_secs(1),
            max_plies: 10,
            draw: Some(DrawRule { from_move: 3, plies: 4, score: 10 }),
            resign: Some(ResignRule { plies: 4, score: 500 }),
        }
    }

    fn verdict_of(scores: &[i32]) -> Option<Points> {
        let conduct = conduct();
        let mut adjudicator = Adjudicator::default();
        for (ply, &score) in scores.iter().enumerate() {
            let thought = Thought { score: Some(Score::Cp(score)), ..Thought::default() };
            adjudicator.hear(Color::ALL[ply % 2], &thought, &conduct);
        }
        adjudicator.verdict(scores.len(), &conduct)
    }

    #[test]
    fn adjudication_needs_both_engines_in_a_row() {
        assert_eq!(verdict_of(&[600, -600, 700, -800]), Some(Points::Win(Color::White)));
        assert_eq!(verdict_of(&[-600, 600, -700, 800]), Some(Points::Win(Color::Black)));
        assert_eq!(verdict_of(&[600, 600, 700, 800]), None);
        assert_eq!(verdict_of(&[600, -600, 100, -800]), None);
        assert_eq!(verdict_of(&[0, 5, -5, 0]), None, "too early");
        assert_eq!(verdict_of(&[0, 5, -5, 0, 0, 0]), Some(Points::Draw));
        assert_eq!(verdict_of(&[0, 5, -5, 11, 0, 0]), None);
    }

    #[test]
    fn points_of_endings() {
        let ms = Duration::from_millis;
        let late = Cause::TimeLoss { taken: ms(20), allowed: ms(10) };
        let ending = Ending::Forfeit(Color::White, late);
        assert_eq!(ending.points(), Points::Win(Color::Black));
        assert_eq!(ending.points().half_points(Color::White), 0);
        let words = "white forfeits: time loss (0.020 s taken, 0.010 s allowed with the margin)";
        assert_eq!(ending.to_string(), words);
        assert_eq!(Ending::TooLong.points().half_points(Color::White), 1);
    }
}
