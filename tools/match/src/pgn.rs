//! Finished games as PGN, in the form that Cute Chess and python-chess write and read.

use std::fmt::Write as _;

use chrono::Local;
use khun_board::geometry::Color;
use khun_board::position::pgn::{Comment, GameResult, Pgn, PgnMove};

use crate::referee::{Forfeit, GameRecord, MoveRecord, Termination};

/// What the tags say beside the game itself.
#[derive(Clone, Debug)]
pub struct Headings<'a> {
    /// Name of the match.
    pub event: &'a str,
    /// Number of the game in the match, from 1.
    pub round: usize,
    /// White's and Black's names.
    pub names: [&'a str; 2],
    /// White's and Black's time controls.
    pub controls: [String; 2],
}

/// The game's text with a blank line at the end.
#[must_use]
pub fn write(record: &GameRecord, headings: &Headings<'_>) -> String {
    let mut pgn = Pgn::new(record.start);
    let [white, black] = &headings.controls;
    pgn.set_tag("Event", headings.event);
    pgn.set_tag("Date", &Local::now().format("%Y.%m.%d").to_string());
    pgn.set_tag("Round", &headings.round.to_string());
    pgn.set_tag("White", headings.names[0]);
    pgn.set_tag("Black", headings.names[1]);
    pgn.set_result(result(record));
    pgn.set_tag("PlyCount", &record.moves.len().to_string());
    if white == black {
        pgn.set_tag("TimeControl", white);
    } else {
        pgn.set_tag("WhiteTimeControl", white);
        pgn.set_tag("BlackTimeControl", black);
    }
    pgn.set_tag("Termination", termination(&record.termination));
    let mut position = record.start;
    for played in &record.moves {
        let mv = position.parse_uci(&played.uci).expect("the referee records legal moves only");
        pgn.line.moves.push(PgnMove { comments: vec![Comment::new(&comment(played))], ..PgnMove::new(mv) });
        position = position.play_unchecked(mv);
    }
    let last = pgn.line.moves.last_mut().map_or(&mut pgn.line.comments, |played| &mut played.comments);
    last.push(Comment::new(&record.termination.to_string()));
    pgn.to_string()
}

/// The result as game files tell it.
#[must_use]
pub fn result(record: &GameRecord) -> GameResult {
    match record.termination.winner() {
        Some(Color::White) => GameResult::WhiteWins,
        Some(Color::Black) => GameResult::BlackWins,
        None => GameResult::Draw,
    }
}

/// The word that readers of game files know for an ending.
fn termination(termination: &Termination) -> &'static str {
    match termination {
        Termination::Rules(_) => "normal",
        Termination::Adjudication(_) | Termination::Length => "adjudication",
        Termination::Forfeit(_, Forfeit::TimeLoss { .. }) => "time forfeit",
        Termination::Forfeit(_, Forfeit::IllegalMove(_)) => "rules infraction",
        Termination::Forfeit(_, Forfeit::Failure(_)) => "abandoned",
    }
}

/// Score from the mover's side, depth, time and nodes: `+0.35/12 0.104s n=20311`.
fn comment(played: &MoveRecord) -> String {
    let info = &played.info;
    let mut text = info.score.map(|score| score.to_string()).unwrap_or_default();
    if let Some(depth) = info.depth {
        let _ = write!(text, "/{depth}");
    }
    let _ = write!(text, " {:.3}s", played.taken.as_secs_f64());
    if let Some(nodes) = info.nodes {
        let _ = write!(text, " n={nodes}");
    }
    text.trim_start().to_owned()
}
