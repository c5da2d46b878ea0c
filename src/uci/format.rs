//! The search's events → the protocol's lines.

use std::fmt::Write as _;
use std::time::Duration;

use crate::eval::Score;
use crate::search::{Bound, Event, Info, Source};
use crate::uci::wdl::Wdl;
use khun_board::position::{Game, Move};

/// A score that is only a bound is told after this much thinking: clients show it as if it were exact, and Cute Chess
/// adjudicates by it.
const BOUNDS_AFTER: Duration = Duration::from_secs(1);

/// The move being looked at is told after this much thinking.
const CURRENT_MOVE_AFTER: Duration = Duration::from_secs(3);

/// Whether scores carry chances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShowWdl {
    /// Scores only.
    #[default]
    No,
    /// `wdl W D L` after every score.
    Yes,
}

/// Turns the events of one search into lines.
#[derive(Clone, Debug)]
pub struct Formatter {
    game: Game,
    wdl: ShowWdl,
    lines: usize,
}

impl Formatter {
    /// For a search of this game's last position whose client wants to see so many best lines (a search at limited
    /// strength compares more).
    #[must_use]
    pub fn new(game: Game, wdl: ShowWdl, lines: usize) -> Self {
        Self { game, wdl, lines }
    }

    /// The line of an event `thought` after the search began; `None` when clients are better off without it.
    #[must_use]
    pub fn line(&self, event: &Event, thought: Duration) -> Option<String> {
        match event {
            Event::Info(info) => {
                let certain = info.bound == Bound::Exact || info.time >= BOUNDS_AFTER;
                (certain && info.multi_pv <= self.lines).then(|| self.info(info))
            }
            Event::CurrentMove { depth, mv, number } => (thought >= CURRENT_MOVE_AFTER).then(|| {
                let mv = self.game.position().move_text(*mv);
                format!("info depth {depth} currmove {mv} currmovenumber {number}")
            }),
            Event::NoMate { moves } => {
                let what = if self.game.position().rules().goal.is_some() { "won race" } else { "mate" };
                let plural = if *moves == 1 { "" } else { "s" };
                Some(format!("info string no {what} in {moves} move{plural}"))
            }
            Event::Best { best, ponder } => Some(self.best(*best, *ponder)),
        }
    }

    fn info(&self, info: &Info) -> String {
        // A root without moves has no line, and its mate is given in no moves whoever gave it.
        if info.pv.is_empty() {
            let score = if info.score.is_mate() { "mate 0" } else { "cp 0" };
            return format!("info depth 0 score {score}{}", self.chances(info));
        }
        let mut line = format!(
            "info depth {} seldepth {} multipv {} score {}",
            info.depth, info.seldepth, info.multi_pv, info.score
        );
        line.push_str(match info.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        });
        line.push_str(&self.chances(info));
        let _ = write!(
            line,
            " nodes {} nps {} hashfull {} tbhits {} time {} pv",
            info.nodes,
            per_second(info.nodes, info.time),
            info.hashfull,
            info.table_hits,
            info.time.as_millis()
        );
        for mv in playable(&self.game, &info.pv) {
            line.push(' ');
            line.push_str(&mv);
        }
        line
    }

    fn chances(&self, info: &Info) -> String {
        match self.wdl {
            ShowWdl::No => String::new(),
            ShowWdl::Yes if self.is_drawn_for_certain(info) => format!(" {}", Wdl::DRAWN),
            ShowWdl::Yes => format!(" {}", Wdl::of(info.score, self.game.position())),
        }
    }

    /// Whether a line's draw is known and no judgement: by exact tables, or because the game is over (it may have moves
    /// all the same).
    fn is_drawn_for_certain(&self, info: &Info) -> bool {
        let exactly = info.source == Source::Exact && info.score == Score::DRAW;
        exactly || self.game.outcome().is_some_and(|outcome| outcome.winner.is_none())
    }

    fn best(&self, best: Option<Move>, ponder: Option<Move>) -> String {
        let Some(best) = best else { return "bestmove (none)".to_owned() };
        let text = self.game.position().move_text(best);
        match ponder.and_then(|ponder| self.ponder_text(best, ponder)) {
            Some(ponder) => format!("bestmove {text} ponder {ponder}"),
            None => format!("bestmove {text}"),
        }
    }

    /// The text of the move to ponder on, unless the game is over before it or with it.
    fn ponder_text(&self, best: Move, ponder: Move) -> Option<String> {
        let mut game = self.game.clone();
        game.push(best).ok()?;
        if game.outcome().is_some() {
            return None;
        }
        let text = game.position().move_text(ponder);
        game.push(ponder).ok()?;
        game.outcome().is_none().then_some(text)
    }
}

/// Positions a second.
#[must_use]
pub fn per_second(nodes: u64, time: Duration) -> u64 {
    let micros = time.as_micros().max(1);
    u64::try_from(u128::from(nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
}

/// The texts of a line's moves, as far as they can be played: up to the end of the game or to the first move that is
/// not legal there. The root's own move always counts as playable, for a drawn game may be played on.
#[must_use]
pub fn playable(game: &Game, line: &[Move]) -> Vec<String> {
    let mut game = game.clone();
    let mut texts = Vec::with_capacity(line.len());
    for &mv in line {
        let text = game.position().move_text(mv);
        if (!texts.is_empty() && game.outcome().is_some()) || game.push(mv).is_err() {
            break;
        }
        texts.push(text);
    }
    texts
}
