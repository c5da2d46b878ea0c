//! Time controls: how long an engine may think, as text and as a running clock.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

/// What limits an engine's thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// A clock that runs down over the game.
    Clock {
        /// Time at the start (and again after every `moves` moves).
        base: Duration,
        /// Added after every move.
        increment: Duration,
        /// Moves until `base` is added again; `None` when the base is for the whole game.
        moves: Option<u32>,
    },
    /// So many nodes a move.
    Nodes(u64),
    /// So much time a move.
    MoveTime(Duration),
    /// To this depth every move.
    Depth(u32),
}

impl TimeControl {
    /// So many times as much of what limits it; a depth stays, since depths are no measure of effort.
    #[must_use]
    pub fn times(self, factor: u32) -> Self {
        match self {
            Self::Clock { base, increment, moves } => {
                Self::Clock { base: base * factor, increment: increment * factor, moves }
            }
            Self::Nodes(nodes) => Self::Nodes(nodes * u64::from(factor)),
            Self::MoveTime(time) => Self::MoveTime(time * factor),
            Self::Depth(depth) => Self::Depth(depth),
        }
    }
}

impl FromStr for TimeControl {
    type Err = anyhow::Error;

    /// `1+0.01`, `40/60+0.6` (seconds), `nodes=20000`, `movetime=100` (milliseconds), `depth=8`.
    fn from_str(text: &str) -> Result<Self> {
        if let Some((kind, value)) = text.split_once('=') {
            let number: u64 = value.parse().with_context(|| format!("`{value}` in `{text}` is not a number"))?;
            ensure!(number > 0, "`{text}` must be above zero");
            return Ok(match kind {
                "nodes" => Self::Nodes(number),
                "movetime" => Self::MoveTime(Duration::from_millis(number)),
                "depth" => Self::Depth(u32::try_from(number)?),
                _ => bail!("`{kind}` is none of nodes, movetime, depth"),
            });
        }
        let (moves, times) = match text.split_once('/') {
            Some((moves, times)) => (Some(moves.parse().with_context(|| format!("moves in `{text}`"))?), times),
            None => (None, text),
        };
        let (base, increment) = times.split_once('+').unwrap_or((times, "0"));
        let control = Self::Clock { base: seconds(base)?, increment: seconds(increment)?, moves };
        ensure!(control != Self::Clock { base: Duration::ZERO, increment: Duration::ZERO, moves }, "no time at all");
        ensure!(moves != Some(0), "zero moves in `{text}`");
        Ok(control)
    }
}

fn seconds(text: &str) -> Result<Duration> {
    let value: f64 = text.parse().with_context(|| format!("`{text}` is not a number of seconds"))?;
    Duration::try_from_secs_f64(value).with_context(|| format!("`{text}` is not a span of time"))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Clock { base, increment, moves } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}+{}", base.as_secs_f64(), increment.as_secs_f64())
            }
            Self::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Self::MoveTime(time) => write!(f, "movetime={}", time.as_millis()),
            Self::Depth(depth) => write!(f, "depth={depth}"),
        }
    }
}

/// One side's clock during a game.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    control: TimeControl,
    remaining: Duration,
    moves_made: u32,
}

/// How much later than its limit an answer may come before the game is lost.
#[derive(Clone, Copy, Debug)]
pub struct Margins {
    /// For clocks.
    pub clock: Duration,
    /// For `movetime`, where an engine has no stock of time to save from.
    pub move_time: Duration,
}

impl Clock {
    /// The clock before the first move.
    #[must_use]
    pub fn new(control: TimeControl) -> Self {
        let remaining = match control {
            TimeControl::Clock { base, .. } => base,
            _ => Duration::ZERO,
        };
        Self { control, remaining, moves_made: 0 }
    }

    /// The `go` command for the side to move. `clocks` are White's and Black's; `mover` is 0 or 1.
    #[must_use]
    pub fn go(clocks: &[Self; 2], mover: usize) -> String {
        let own = &clocks[mover];
        match own.control {
            TimeControl::Nodes(nodes) => format!("go nodes {nodes}"),
            TimeControl::MoveTime(time) => format!("go movetime {}", time.as_millis()),
            TimeControl::Depth(depth) => format!("go depth {depth}"),
            TimeControl::Clock { .. } => {
                // An opponent without a clock is shown with ours: engines expect both.
                let shown = |clock: &Self| match clock.control {
                    TimeControl::Clock { increment, .. } => (clock.remaining, increment),
                    _ => (own.remaining, own.increment()),
                };
                let [(white, white_adds), (black, black_adds)] = [shown(&clocks[0]), shown(&clocks[1])];
                let mut text = format!("go wtime {} btime {}", white.as_millis(), black.as_millis());
                if white_adds + black_adds > Duration::ZERO {
                    text += &format!(" winc {} binc {}", white_adds.as_millis(), black_adds.as_millis());
                }
                if let Some(left) = own.moves_to_go() {
                    text += &format!(" movestogo {left}");
                }
                text
            }
        }
    }

    fn increment(&self) -> Duration {
        match self.control {
            TimeControl::Clock { increment, .. } => increment,
            _ => Duration::ZERO,
        }
    }

    fn moves_to_go(&self) -> Option<u32> {
        match self.control {
            TimeControl::Clock { moves: Some(moves), .. } => Some(moves - self.moves_made % moves),
            _ => None,
        }
    }

    /// The longest the next answer may take, or `None` when time is not what limits it.
    #[must_use]
    pub fn allowance(&self, margins: Margins) -> Option<Duration> {
        match self.control {
            TimeControl::Clock { .. } => Some(self.remaining + margins.clock),
            TimeControl::MoveTime(time) => Some(time + margins.move_time),
            TimeControl::Nodes(_) | TimeControl::Depth(_) => None,
        }
    }

    /// Books a move that took so long.
    pub fn spend(&mut self, taken: Duration) {
        self.moves_made += 1;
        if let TimeControl::Clock { base, increment, moves } = self.control {
            self.remaining = self.remaining.saturating_sub(taken) + increment;
            if moves.is_some_and(|moves| self.moves_made.is_multiple_of(moves)) {
                self.remaining += base;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_read_and_write() {
        for text in ["1+0.01", "40/60+0.6", "nodes=20000", "movetime=100", "depth=8", "0.1+0"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        assert_eq!("5".parse::<TimeControl>().unwrap().to_string(), "5+0");
        for text in ["", "x", "1+", "-1", "nodes=0", "nodes=x", "knots=4", "0/1+1", "0+0", "1e400", "NaN"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn controls_are_multiplied() {
        for (once, twice) in [("nodes=5000", "nodes=10000"), ("1+0.01", "2+0.02"), ("movetime=50", "movetime=100")] {
            assert_eq!(once.parse::<TimeControl>().unwrap().times(2).to_string(), twice);
        }
    }

    #[test]
    fn clocks_run_and_speak() {
        let control = "2/1+0.5".parse().unwrap();
        let mut clocks = [Clock::new(control), Clock::new("nodes=7".parse().unwrap())];
        assert_eq!(Clock::go(&clocks, 0), "go wtime 1000 btime 1000 winc 500 binc 500 movestogo 2");
        assert_eq!(Clock::go(&clocks, 1), "go nodes 7");
        clocks[0].spend(Duration::from_millis(300));
        assert_eq!(Clock::go(&clocks, 0), "go wtime 1200 btime 1200 winc 500 binc 500 movestogo 1");
        clocks[0].spend(Duration::from_millis(1205));
        assert_eq!(Clock::go(&clocks, 0), "go wtime 1500 btime 1500 winc 500 binc 500 movestogo 2");
        let margins = Margins { clock: Duration::from_millis(5), move_time: Duration::from_millis(50) };
        assert_eq!(clocks[0].allowance(margins), Some(Duration::from_millis(1505)));
        assert_eq!(clocks[1].allowance(margins), None);
    }
}
