//! What may be answered and what must: a second state beside the program's, moved by the same commands.

use std::collections::VecDeque;
use std::io;

use anyhow::{Result, anyhow, bail, ensure};
use khun::search::{Limits, Settings};
use khun::uci::command::{self, Command};
use khun::uci::go::Go;
use khun::uci::limits::limits;
use khun::uci::options;
use khun::uci::output::Output;
use khun::uci::state::State;
use khun_board::position::{Move, Position};

/// A search limited to so many plies or positions ends soon by itself.
const SHORT_DEPTH: u32 = 4;
const SHORT_NODES: u64 = 50_000;

/// Options that change what the program needs, not what it answers.
const NOT_MIRRORED: [&str; 5] = ["Hash", "Threads", "Debug Log File", "EndgamePath", "Clear Hash"];

/// When a search may answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    /// Any time, and soon by itself.
    Soon,
    /// Any time, but nobody knows when.
    Sometime,
    /// Not before it is told to.
    WhenTold,
    /// Now: it was told to.
    Due,
}

/// A `go` that has no `bestmove` yet.
struct Search {
    position: Position,
    wanted: Vec<Move>,
    answer: Answer,
    /// When it may answer once the pondering ends; `None` unless it ponders.
    after_hit: Option<Answer>,
}

/// The watch over one session.
pub struct Watch {
    state: State,
    searches: VecDeque<Search>,
    asked: usize,
    answered: usize,
    /// Searches that later commands have ended.
    ended: usize,
    /// For each `isready` without a `readyok`, how many searches had been ended before it.
    readies: VecDeque<usize>,
}

impl Watch {
    /// Over a session that begins.
    ///
    /// # Errors
    /// When there is no memory.
    pub fn new() -> Result<Self> {
        let settings = Settings { hash_mb: 1, ..Settings::default() };
        let state = State::new(Output::new(io::sink())?, settings)?;
        Ok(Self { state, searches: VecDeque::new(), asked: 0, answered: 0, ended: 0, readies: VecDeque::new() })
    }

    /// The position that the program must be at.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.state.game().position()
    }

    /// Whether an answer is outstanding.
    #[must_use]
    pub fn waits(&self) -> bool {
        !self.searches.is_empty() || !self.readies.is_empty()
    }

    /// Whether the last search ends soon without another word.
    #[must_use]
    pub fn ends_by_itself(&self) -> bool {
        self.searches.back().is_none_or(|search| matches!(search.answer, Answer::Soon | Answer::Due))
    }

    /// Number of searches asked for.
    #[must_use]
    pub const fn asked(&self) -> usize {
        self.asked
    }

    /// The session ends: whatever runs may answer now.
    pub fn close(&mut self) {
        self.end_searches();
    }

    /// A line is about to be said to the program.
    pub fn say(&mut self, line: &str) {
        let Ok(Some(command)) = command::parse(line) else { return };
        match command {
            Command::Go(go) => self.go(&go),
            Command::IsReady => self.readies.push_back(self.ended),
            Command::Stop => self.searches.iter_mut().for_each(|search| search.answer = Answer::Due),
            Command::PonderHit => {
                if let Some(search) = self.searches.back_mut()
                    && let Some(after) = search.after_hit.take()
                    && search.answer == Answer::WhenTold
                {
                    search.answer = after;
                }
            }
            Command::NewGame | Command::Perft(_) | Command::Bench(_) => self.end_searches(),
            Command::Position { start, moves } => {
                self.end_searches();
                let _ = self.state.set_position(&start, &moves);
            }
            Command::Flip => {
                self.end_searches();
                self.state.flip();
            }
            Command::SetOption { name, value } => {
                self.end_searches();
                if !NOT_MIRRORED.iter().any(|other| other.eq_ignore_ascii_case(&name)) {
                    let _ = options::set(&mut self.state, &name, value.as_deref());
                }
            }
            _ => {}
        }
    }

    fn end_searches(&mut self) {
        self.searches.iter_mut().for_each(|search| search.answer = Answer::Due);
        self.ended = self.asked;
    }

    fn go(&mut self, go: &Go) {
        self.end_searches();
        let (limits, _) = limits(go, &self.state);
        let ponderless = when(&limits);
        let (answer, after_hit) = if limits.ponder { (Answer::WhenTold, Some(ponderless)) } else { (ponderless, None) };
        let position = *self.position();
        self.searches.push_back(Search { position, wanted: limits.search_moves, answer, after_hit });
        self.asked += 1;
    }

    /// The program said a line.
    ///
    /// # Errors
    /// When it should not have.
    pub fn hear(&mut self, line: &str) -> Result<()> {
        ensure!(!line.chars().any(char::is_control), "a control character in {line:?}");
        let mut words = line.split(' ');
        match words.next() {
            Some("readyok") => {
                let Some(ended) = self.readies.pop_front() else { bail!("a readyok that nobody asked for") };
                ensure!(self.answered >= ended, "ready with {} of {ended} searches answered", self.answered);
            }
            Some("bestmove") => {
                let Some(search) = self.searches.pop_front() else { bail!("a bestmove too many: {line}") };
                self.answered += 1;
                let (best, ponder) = (words.next(), words.nth(1));
                ensure!(search.answer != Answer::WhenTold, "answered before it was told to: {line}");
                search.check(best, ponder).map_err(|error| anyhow!("{line} in {}: {error}", search.position.fen()))?;
            }
            _ => {}
        }
        Ok(())
    }
}

/// When a search with these limits may answer, if nobody ponders.
fn when(limits: &Limits) -> Answer {
    if limits.infinite {
        Answer::WhenTold
    } else if limits.movetime.is_some()
        || limits.clock.iter().any(Option::is_some)
        || limits.depth.is_some_and(|depth| depth <= SHORT_DEPTH)
        || limits.nodes.is_some_and(|nodes| nodes <= SHORT_NODES)
    {
        Answer::Soon
    } else {
        Answer::Sometime
    }
}

impl Search {
    fn check(&self, best: Option<&str>, ponder: Option<&str>) -> Result<()> {
        let position = &self.position;
        let best = match best {
            Some("(none)") => {
                ensure!(position.legal_moves().is_empty(), "there are moves");
                return Ok(());
            }
            Some(text) => position.parse_uci(text)?,
            None => bail!("no move"),
        };
        ensure!(self.wanted.is_empty() || self.wanted.contains(&best), "not among the moves asked for");
        if let Some(ponder) = ponder {
            position.play_unchecked(best).parse_uci(ponder)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is wrong after these lines, said (`>`) and heard (`<`).
    fn fault(lines: &str) -> Option<String> {
        let mut watch = Watch::new().unwrap();
        lines.lines().find_map(|line| match line.split_once(' ').unwrap() {
            (">", said) => {
                watch.say(said);
                None
            }
            (_, heard) => watch.hear(heard).err().map(|error| error.to_string()),
        })
    }

    #[test]
    fn answers_in_turn_are_right() {
        assert_eq!(fault("> go depth 2\n< bestmove a3a4 ponder a6a5\n> isready\n< readyok"), None);
        assert_eq!(fault("> go infinite\n> stop\n> isready\n< readyok\n< bestmove a3a4"), None);
        assert_eq!(fault("> go ponder depth 1\n> ponderhit\n< bestmove a3a4"), None);
        assert_eq!(fault("> go infinite\n> go depth 1\n< bestmove a3a4\n< bestmove b3b4"), None);
    }

    #[test]
    fn answers_out_of_turn_are_found() {
        assert!(fault("< bestmove a3a4").is_some());
        assert!(fault("> go infinite\n< bestmove a3a4").is_some());
        assert!(fault("> go ponder depth 1\n< bestmove a3a4").is_some());
        assert!(fault("> go ponder infinite\n> ponderhit\n< bestmove a3a4").is_some());
        assert!(fault("> go depth 1\n> position startpos\n> isready\n< readyok").is_some());
        assert!(fault("> go depth 1\n< bestmove a3a5").is_some());
        assert!(fault("> go depth 1 searchmoves b3b4\n< bestmove a3a4").is_some());
        assert!(fault("> go depth 1\n< bestmove a3a4 ponder a3a4").is_some());
        assert!(fault("> go depth 1\n< bestmove (none)").is_some());
        assert!(fault("< readyok").is_some());
    }
}
