//! Why something that was asked for was not done.

use std::io;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use thiserror::Error;

use crate::endgame::{EXTENSION, FileError};
use crate::eval::network_file::NetworkError;
use crate::search::EngineError;
use khun_board::position::UciError;
use khun_board::rules::{FenError, UnknownVariant, ini};
use khun_board::text::quoted;

/// One fault. What a person's file or a client's command gets wrong is told all at once, as a list of them.
#[derive(Debug, Error)]
pub enum Fault {
    /// A field of `go` that cannot be followed.
    #[error("go {field}: {}", .text.as_ref().map_or_else(|| "a number must follow".to_owned(), |text| format!("{} is not a number", quoted(text))))]
    GoField {
        /// The field.
        field: String,
        /// What stood after it.
        text: Option<String>,
    },
    /// A move to search that is none.
    #[error("go searchmoves: {0}")]
    SearchMove(#[source] UciError),
    /// A FEN that is none.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move of a game that cannot be played.
    #[error("move {number}: {fault}; the position before it stays")]
    Move {
        /// Which, from 1.
        number: usize,
        /// Why.
        #[source]
        fault: UciError,
    },
    /// No option has this name.
    #[error("no option {}; 'uci' lists them", quoted(.0))]
    UnknownOption(String),
    /// An option did not take its value.
    #[error("option {name}: {fault}")]
    Option {
        /// The option's name.
        name: &'static str,
        /// Why.
        #[source]
        fault: Box<Self>,
    },
    /// An option without a value that needs one.
    #[error("a value must follow")]
    NoValue,
    /// Neither true nor false.
    #[error("{} is neither true nor false", quoted(.0))]
    NotABoolean(String),
    /// Not a whole number.
    #[error("{} is no number from {} to {}", quoted(.text), .range.start(), .range.end())]
    NotANumber {
        /// What stood there.
        text: String,
        /// What might.
        range: RangeInclusive<u64>,
    },
    /// Not among an option's choices.
    #[error("{0}")]
    NoSuchChoice(String),
    /// Not within a tunable number's range.
    #[cfg(feature = "tuning")]
    #[error("option {option}: a number from {} to {} must follow", .range.0, .range.1)]
    Tunable {
        /// The option's name.
        option: String,
        /// Least and greatest.
        range: (i32, i32),
    },
    /// No variant has this name.
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    /// The search cannot have its memory or its threads.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The system gives the session no thread.
    #[error("the system gives no thread {whose}: {error}")]
    Thread {
        /// What it was for.
        whose: &'static str,
        /// The system's reason.
        #[source]
        error: io::Error,
    },
    /// A file that is nowhere.
    #[error("no file {} here or beside the engine", quoted(.0))]
    NoFile(String),
    /// A folder that is nowhere.
    #[error("no folder {} here or beside the engine", quoted(.0))]
    NoFolder(String),
    /// A file that cannot be read or written.
    #[error("{}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        #[source]
        error: io::Error,
    },
    /// A book without positions.
    #[error("{}: no positions", .0.display())]
    NoPositions(PathBuf),
    /// No count of board's honour to start or to stop.
    #[error("no count of board's honour to {} here: {}", if *.starts { "start" } else { "stop" }, if *.starts { "it begins by itself, or runs, or pawns or a bare king are on the board" } else { "no player has started one" })]
    NoCountToCall {
        /// Whether it was to start.
        starts: bool,
    },
    /// A log into a pipe, which nobody may read.
    #[error("{}: a pipe, not a file", .0.display())]
    LogIsAPipe(PathBuf),
    /// Something wrong in rules that the client sent itself.
    #[error("load: {0}")]
    SentRules(ini::Fault),
    /// A mark that never came.
    #[error("load: no line {} came", quoted(.0))]
    NoMark(String),
    /// Something wrong in a rules file.
    #[error("{}: {fault}", .path.display())]
    Rules {
        /// The file.
        path: PathBuf,
        /// What, and where in it.
        fault: ini::Fault,
    },
    /// A network's file that holds none.
    #[error("{}: {fault}; nothing is changed", .path.display())]
    Network {
        /// The file.
        path: PathBuf,
        /// Why it cannot be used.
        #[source]
        fault: NetworkError,
    },
    /// An endgame table, or a folder of them, that cannot be used.
    #[error("{}: {fault}", .path.display())]
    Endgame {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        #[source]
        fault: FileError,
    },
    /// A folder without endgame tables.
    #[error("{}: no usable .{EXTENSION} file there; the old tables stay", .0.display())]
    NoTables(PathBuf),
}

impl From<Fault> for Vec<Fault> {
    fn from(fault: Fault) -> Self {
        vec![fault]
    }
}
