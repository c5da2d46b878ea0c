//! Finished games as PGN, in the form that Cute Chess and python-chess write and read.

use std::fmt::Write as _;

use chrono::Local;
use khun_board::geometry::Color;
use khun_board::position::pgn::{Comment, GameResult, Pgn, PgnMove};
use uci_client::Failure;

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
    // OpenBench's worker takes the words of a second comment for moves.
    match (pgn.line.moves.last_mut(), record.moves.last()) {
        (Some(last), Some(played)) => {
            last.comments = vec![Comment::new(&format!("{}, {}", comment(played), record.termination))];
        }
        _ => pgn.line.comments.push(Comment::new(&record.termination.to_string())),
    }
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
        Termination::Forfeit(_, Forfeit::IllegalMove(_)) => "illegal move",
        Termination::Forfeit(_, Forfeit::Failure(Failure::Stall { .. })) => "stalled connection",
        Termination::Forfeit(_, Forfeit::Failure(_)) => "abandoned",
    }
}

/// Score from the mover's side, depth, time, nodes and longest line: `+0.35/12 0.104s n=20311 sd=19`.
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
    if let Some(seldepth) = info.seldepth {
        let _ = write!(text, " sd={seldepth}");
    }
    text.trim_start().to_owned()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use khun_board::position::Position;
    use khun_board::rules::Catalogue;
    use uci_client::Info;

    use super::*;

    #[test]
    fn the_last_comment_says_why_the_game_ended() {
        let start = Position::start(Catalogue::builtin().find("makruk").unwrap());
        let info = Info::parse("info depth 12 seldepth 19 score cp 35 nodes 20311").unwrap();
        let played = MoveRecord { uci: "e3e4".into(), san: "e4".into(), info, taken: Duration::from_millis(104) };
        let mut game = GameRecord { start, moves: vec![], last: start, termination: Termination::Length };
        let headings = Headings { event: "test", round: 1, names: ["a", "b"], controls: ["1+0".into(), "1+0".into()] };
        assert!(write(&game, &headings).ends_with("\n\n{draw (length)} 1/2-1/2\n\n"));
        game.moves.push(played);
        let text = write(&game, &headings).replace('\n', " ");
        assert!(text.ends_with(" 1. e4 {+0.35/12 0.104s n=20311 sd=19, draw (length)} 1/2-1/2  "), "{text}");
    }
}
