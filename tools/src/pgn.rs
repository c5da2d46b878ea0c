//! Finished games as PGN, in the form that Cute Chess and python-chess write and read.

use std::fmt::Write as _;

use chrono::Local;
use khun_board::geometry::Color;

use crate::game::{Cause, Ending, Played, Points, Record};

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
pub fn write(record: &Record, headings: &Headings<'_>) -> String {
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

fn tags(record: &Record, headings: &Headings<'_>) -> String {
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
    tag("Result", &record.ending.points().to_string());
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
    tag("Termination", termination(&record.ending));
    text
}

/// The word that readers of game files know for an ending.
fn termination(ending: &Ending) -> &'static str {
    match ending {
        Ending::Rules(_) => "normal",
        Ending::Adjudicated(_) | Ending::TooLong => "adjudication",
        Ending::Forfeit(_, Cause::TimeLoss { .. }) => "time forfeit",
        Ending::Forfeit(_, Cause::IllegalMove(_)) => "rules infraction",
        Ending::Forfeit(_, Cause::Failure(_)) => "abandoned",
    }
}

fn movetext(record: &Record) -> String {
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
    let ending = record.ending.to_string().replace(['{', '}'], "|");
    let points: Points = record.ending.points();
    let _ = write!(text, "{{{ending}}} {points}");
    text
}

/// Score from the mover's side, depth, time and nodes: `+0.35/12 0.104s n=20311`.
fn comment(played: &Played) -> String {
    let thought = &played.thought;
    let mut text = thought.score.map(|score| score.to_string()).unwrap_or_default();
    if let Some(depth) = thought.depth {
        let _ = write!(text, "/{depth}");
    }
    let _ = write!(text, " {:.3}s", played.taken.as_secs_f64());
    if let Some(nodes) = thought.nodes {
        let _ = write!(text, " n={nodes}");
    }
    text.trim_start().to_owned()
}
