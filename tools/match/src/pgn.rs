//! Finished games as PGN, in the form that Cute Chess and python-chess write and read.

use std::fmt::Write as _;

use chrono::Local;
use khun_board::geometry::Color;

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

/// The width that PGN's standard asks lines of moves to keep to.
const WIDTH: usize = 80;

/// The game's text with a blank line at the end.
#[must_use]
pub fn write(record: &GameRecord, headings: &Headings<'_>) -> String {
    let mut text = tags(record, headings);
    text.push('\n');
    let mut column = 0;
    for word in movetext(record).split(' ') {
        if column + word.len() + 1 > WIDTH && column > 0 {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += word.len();
    }
    text + "\n\n"
}

fn tags(record: &GameRecord, headings: &Headings<'_>) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    let rules = record.start.rules();
    let [white, black] = &headings.controls;
    tag("Event", headings.event);
    tag("Site", "?");
    tag("Date", &Local::now().format("%Y.%m.%d").to_string());
    tag("Round", &headings.round.to_string());
    tag("White", headings.names[0]);
    tag("Black", headings.names[1]);
    tag("Result", result(record));
    tag("Variant", &rules.name);
    let fen = record.start.fen();
    if fen != rules.start_fen {
        tag("SetUp", "1");
        tag("FEN", &fen);
    }
    tag("PlyCount", &record.moves.len().to_string());
    if white == black {
        tag("TimeControl", white);
    } else {
        tag("WhiteTimeControl", white);
        tag("BlackTimeControl", black);
    }
    tag("Termination", termination(&record.termination));
    text
}

fn result(record: &GameRecord) -> &'static str {
    match record.termination.winner() {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
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

fn movetext(record: &GameRecord) -> String {
    let mut text = String::new();
    let first = record.start.to_move();
    let mut number = record.start.fullmove();
    let mut side = first;
    for (ply, played) in record.moves.iter().enumerate() {
        if side == Color::White {
            let _ = write!(text, "{number}. ");
        } else if ply == 0 {
            let _ = write!(text, "{number}... ");
        }
        let _ = write!(text, "{} {{{}}} ", played.san, comment(played));
        if side == Color::Black {
            number += 1;
        }
        side = !side;
    }
    // Braces would end the comment early.
    let ending = record.termination.to_string().replace(['{', '}'], "|");
    let _ = write!(text, "{{{ending}}} {}", result(record));
    text
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
