//! The search's events → the protocol's lines.

use std::fmt::Write as _;
use std::time::Duration;

use crate::eval::Score;
use crate::search::{Bound, Event, Info, Source};
use crate::uci::wdl::Wdl;
use khun_board::position::{Game, Move};

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
}

impl Formatter {
    /// For a search of this game's last position.
    #[must_use]
    pub fn new(game: Game, wdl: ShowWdl) -> Self {
        Self { game, wdl }
    }

    /// The line of an event.
    #[must_use]
    pub fn line(&self, event: &Event) -> String {
        match event {
            Event::Info(info) => self.info(info),
            Event::CurrentMove { depth, mv, number } => {
                let mv = self.game.position().uci(*mv);
                format!("info depth {depth} currmove {mv} currmovenumber {number}")
            }
            Event::NoMate { moves } => {
                let what = if self.game.position().rules().goal.is_some() { "won race" } else { "mate" };
                let plural = if *moves == 1 { "" } else { "s" };
                format!("info string no {what} in {moves} move{plural}")
            }
            Event::Best { best, ponder } => self.best(*best, *ponder),
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
        let mut position = *self.game.position();
        for &mv in &info.pv {
            line.push(' ');
            line.push_str(&position.uci(mv));
            position = position.play_unchecked(mv);
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
        let position = self.game.position();
        let Some(best) = best else { return "bestmove (none)".to_owned() };
        let text = position.uci(best);
        match ponder {
            Some(ponder) => format!("bestmove {text} ponder {}", position.play_unchecked(best).uci(ponder)),
            None => format!("bestmove {text}"),
        }
    }
}

/// Positions a second.
#[must_use]
pub fn per_second(nodes: u64, time: Duration) -> u64 {
    let micros = time.as_micros().max(1);
    u64::try_from(u128::from(nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
}
