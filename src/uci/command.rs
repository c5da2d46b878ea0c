//! Text → [`Command`]: pure and total. Whatever the bytes, the answer is a command, nothing, or one line that says
//! what was wrong.

use std::path::PathBuf;

use khun_board::text::quoted;
use thiserror::Error;

use crate::uci::genfens::Genfens;
use crate::uci::go::Go;

/// One thing that a client asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`: who are you, and which options do you have?
    Uci,
    /// `isready`.
    IsReady,
    /// `ucinewgame`.
    NewGame,
    /// `setoption name … [value …]`, both as written (inner blanks of the value kept).
    SetOption {
        /// The option's name, its words parted by single blanks.
        name: String,
        /// What it is set to; buttons have none.
        value: Option<String>,
    },
    /// `position …`.
    Position {
        /// Where the game starts.
        start: Start,
        /// The moves from there, unchecked.
        moves: Vec<String>,
    },
    /// `go …`.
    Go(Go),
    /// `go perft N`.
    Perft(u32),
    /// `stop`.
    Stop,
    /// `ponderhit`.
    PonderHit,
    /// `quit`.
    Quit,
    /// `d`: the board and everything that is known about it.
    Display,
    /// `eval`: what the position is worth, in parts.
    Eval,
    /// `bench [depth]`: the search's signature.
    Bench(Option<u32>),
    /// `flip`: the other side's game.
    Flip,
    /// `compiler`: how this binary was built.
    Compiler,
    /// `check FILE`: every fault of a rules file.
    Check(PathBuf),
    /// `load FILE` or `load <<MARK`: a rules file, or the lines from here to the mark.
    Load(Load),
    /// `genfens N seed S …`: positions to begin games from.
    Genfens(Genfens),
    /// `help`.
    Help,
    /// `debug`, `register`: part of the protocol, nothing to do here.
    Ignored,
}

impl Command {
    /// Whether a search under way must have ended before this is done: it changes what the search looks at, or needs its
    /// threads.
    #[must_use]
    pub fn ends_a_search(&self) -> bool {
        matches!(
            self,
            Self::NewGame
                | Self::SetOption { .. }
                | Self::Position { .. }
                | Self::Go(_)
                | Self::Perft(_)
                | Self::Bench(_)
                | Self::Load(_)
                | Self::Genfens(_)
                | Self::Flip
        )
    }
}

/// Where rules come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Load {
    /// A file.
    File(String),
    /// The lines that follow, up to one that is this mark.
    Lines(String),
}

/// Where a game starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The current variant's own start position.
    Variant,
    /// A FEN, unchecked.
    Fen(String),
}

/// What was wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// No such command.
    #[error("unknown command {}; 'help' lists them", quoted(.0))]
    Unknown(String),
    /// `position` with neither `startpos` nor `fen`.
    #[error("position: 'startpos' or 'fen FEN' must follow")]
    PositionOfWhat,
    /// `position fen` and nothing after it.
    #[error("position fen: a FEN must follow")]
    NoFen,
    /// A word where `moves` should stand.
    #[error("position: 'moves' must follow, not {}", quoted(.0))]
    NotMoves(String),
    /// `setoption` that does not say `name`.
    #[error("setoption: 'name NAME [value VALUE]' must follow")]
    NoOptionName,
    /// `go perft` without a depth, or with one that is no number.
    #[error("go perft: a depth (0 to 99) must follow")]
    PerftDepth,
    /// A command that needs an argument: (command, what it needs).
    #[error("{0}: {1} must follow")]
    Missing(&'static str, &'static str),
}

/// Reads one line, with or without its line end. `None` of a blank one.
///
/// # Errors
///
/// Says what was wrong when the line is no command or lacks what the command needs.
pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
    let mut words = line.split_whitespace();
    let Some(verb) = words.next() else { return Ok(None) };
    let command = match verb {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ucinewgame" => Command::NewGame,
        "setoption" => parse_option(line)?,
        "position" => parse_position(words)?,
        "go" => parse_go(words)?,
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" | "exit" => Command::Quit,
        "d" => Command::Display,
        "eval" => Command::Eval,
        "bench" => Command::Bench(words.next().and_then(|word| word.parse().ok())),
        "flip" => Command::Flip,
        "compiler" => Command::Compiler,
        "check" => {
            let path = after_word(line, "check").filter(|path| !path.is_empty());
            Command::Check(path.ok_or(CommandError::Missing("check", "the path of a rules file"))?.into())
        }
        "load" => match after_word(line, "load").filter(|rest| !rest.is_empty()) {
            Some(rest) => Command::Load(match rest.strip_prefix("<<") {
                Some(mark) => Load::Lines(mark.trim().to_owned()),
                None => Load::File(rest.to_owned()),
            }),
            None => return Err(CommandError::Missing("load", "the path of a rules file, or <<MARK and its lines,")),
        },
        "genfens" => {
            let genfens = Genfens::parse(words);
            Command::Genfens(genfens.ok_or(CommandError::Missing("genfens", "N seed S [book FILE] [variant NAME]"))?)
        }
        "help" | "--help" | "license" => Command::Help,
        "debug" | "register" => Command::Ignored,
        other => return Err(CommandError::Unknown(other.to_owned())),
    };
    Ok(Some(command))
}

/// The rest of a line after the first occurrence of a whole word, trimmed.
fn after_word<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let mut rest = line;
    loop {
        rest = rest.trim_start();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (first, tail) = rest.split_at(end);
        if first == word {
            return Some(tail.trim());
        }
        if first.is_empty() {
            return None;
        }
        rest = tail;
    }
}

fn parse_option(line: &str) -> Result<Command, CommandError> {
    let rest = after_word(line, "setoption").unwrap_or_default();
    let rest = match rest.split_once(char::is_whitespace) {
        Some(("name", rest)) => rest,
        _ => return Err(CommandError::NoOptionName),
    };
    let name: Vec<_> = rest.split_whitespace().take_while(|&word| word != "value").collect();
    if name.is_empty() {
        return Err(CommandError::NoOptionName);
    }
    let value = after_word(rest, "value").map(str::to_owned);
    Ok(Command::SetOption { name: name.join(" "), value })
}

fn parse_go<'a>(words: impl Iterator<Item = &'a str> + Clone) -> Result<Command, CommandError> {
    let Some(depth) = words.clone().skip_while(|&word| word != "perft").nth(1) else {
        let perft = words.clone().any(|word| word == "perft");
        return if perft { Err(CommandError::PerftDepth) } else { Ok(Command::Go(Go::parse(words))) };
    };
    depth.parse().ok().filter(|&depth| depth < 100).map(Command::Perft).ok_or(CommandError::PerftDepth)
}

fn parse_position<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, CommandError> {
    let start = match words.next() {
        Some("startpos") => match words.next() {
            None | Some("moves") => Start::Variant,
            Some(other) => return Err(CommandError::NotMoves(other.to_owned())),
        },
        Some("fen") => {
            let fen: Vec<_> = words.by_ref().take_while(|&word| word != "moves").collect();
            if fen.is_empty() {
                return Err(CommandError::NoFen);
            }
            Start::Fen(fen.join(" "))
        }
        _ => return Err(CommandError::PositionOfWhat),
    };
    Ok(Command::Position { start, moves: words.map(str::to_owned).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::time::Duration;

    fn go(text: &str) -> Go {
        match parse(text) {
            Ok(Some(Command::Go(go))) => go,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn blanks_tabs_and_line_ends_part_words() {
        assert_eq!(parse("\t  isready \r\n"), Ok(Some(Command::IsReady)));
        assert_eq!(parse(" \t \r\n"), Ok(None));
        let position = parse("position\tstartpos   moves  a3a4\th6h5 \r\n");
        let moves = vec!["a3a4".to_owned(), "h6h5".to_owned()];
        assert_eq!(position, Ok(Some(Command::Position { start: Start::Variant, moves })));
    }

    #[test]
    fn option_names_and_values_have_many_words() {
        let set = |name: &str, value: Option<&str>| {
            Ok(Some(Command::SetOption { name: name.to_owned(), value: value.map(str::to_owned) }))
        };
        assert_eq!(parse("setoption name Clear  Hash"), set("Clear Hash", None));
        assert_eq!(
            parse("setoption name Debug Log File value /tmp/a  b value.log\r\n"),
            set("Debug Log File", Some("/tmp/a  b value.log"))
        );
        assert_eq!(parse("setoption name EvalFile value"), set("EvalFile", Some("")));
        assert_eq!(parse("setoption Hash 32"), Err(CommandError::NoOptionName));
        assert_eq!(parse("setoption name value 3"), Err(CommandError::NoOptionName));
        assert_eq!(parse("setoption"), Err(CommandError::NoOptionName));
    }

    #[test]
    fn position_takes_a_fen_of_any_number_of_fields_and_an_empty_list_of_moves() {
        let fen = |text: &str| Command::Position { start: Start::Fen(text.to_owned()), moves: vec![] };
        assert_eq!(parse("position fen 8/8 w - 0 1 moves "), Ok(Some(fen("8/8 w - 0 1"))));
        assert_eq!(parse("position fen 8/8 w 0 1"), Ok(Some(fen("8/8 w 0 1"))));
        assert_eq!(parse("position fen"), Err(CommandError::NoFen));
        assert_eq!(parse("position"), Err(CommandError::PositionOfWhat));
        assert_eq!(parse("position startpos a3a4"), Err(CommandError::NotMoves("a3a4".to_owned())));
    }

    #[test]
    fn go_takes_its_fields_in_any_order_and_skips_unknown_words() {
        let read =
            go("go winc 10 searchmoves a3a4 b3b4 wtime -50 foo btime 0 movestogo 0 ponder nodes 99999999999999999999");
        assert_eq!(read.search_moves, ["a3a4", "b3b4"]);
        assert_eq!(read.clock, [Some(Duration::ZERO); 2]);
        assert_eq!(read.increment[0], Duration::from_millis(10));
        assert_eq!(read.moves_to_go, None);
        assert_eq!(read.nodes, Some(u64::MAX));
        assert!(read.ponder && !read.infinite && read.is_limited());
        assert!(!go("go").is_limited());
    }

    #[test]
    fn go_reports_the_fields_it_cannot_read() {
        assert_eq!(go("go depth").unreadable, [("depth".to_owned(), None)]);
        let read = go("go wtime depth 5 btime x");
        assert_eq!(read.unreadable, [("wtime".to_owned(), None), ("btime".to_owned(), Some("x".to_owned()))]);
        assert_eq!(read.depth, Some(5));
        assert_eq!(parse("go perft"), Err(CommandError::PerftDepth));
        assert_eq!(parse("go perft 4"), Ok(Some(Command::Perft(4))));
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_panic_and_answered_in_one_line(text in "\\PC{0,200}") {
            if let Err(error) = parse(&text) {
                let line = error.to_string();
                prop_assert!(!line.contains(['\n', '\r']) && line.chars().count() < 200);
            }
        }

        #[test]
        fn any_words_of_the_protocol_are_read_without_panic(
            words in prop::collection::vec(
                prop::sample::select(vec![
                    "go", "position", "setoption", "fen", "moves", "startpos", "name", "value", "depth", "wtime", "-1",
                    "0", "99999999999999999999999999999999999999999999", "searchmoves", "a3a4", "perft", "1.5", "", "\t",
                ]),
                0..12,
            )
        ) {
            let _ = parse(&words.join(" "));
        }
    }
}
