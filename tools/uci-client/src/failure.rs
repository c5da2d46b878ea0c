//! What can go wrong with an engine.

use std::error::Error;
use std::fmt;
use std::io;
use std::time::Duration;

use crate::option::OptionError;

/// Why a running engine could not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The process ended, or closed its output.
    Crash {
        /// How it ended.
        status: String,
        /// The last lines on its error stream, joined by ` / `.
        stderr: String,
    },
    /// It did not answer.
    Stall {
        /// How long it was waited for.
        after: Duration,
        /// The lines that came instead of the answer, as far as they were kept.
        heard: Vec<String>,
    },
    /// It said something that UCI does not allow there.
    Protocol(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crash { status, stderr } if stderr.is_empty() => write!(f, "crash ({status})"),
            Self::Crash { status, stderr } => write!(f, "crash ({status}; it wrote: {stderr})"),
            Self::Stall { after, heard } => {
                write!(f, "stall (no answer within {:.1} s", after.as_secs_f64())?;
                heard.last().map_or(Ok(()), |last| write!(f, "; its last line: {last}"))?;
                f.write_str(")")
            }
            Self::Protocol(what) => write!(f, "protocol violation ({what})"),
        }
    }
}

impl Error for Failure {}

/// Why an engine could not be started or set up.
#[derive(Debug)]
pub enum EngineError {
    /// The system cannot start the program.
    Spawn {
        /// The program's path, as given.
        program: String,
        /// Why.
        source: io::Error,
    },
    /// It runs, and does not answer `uci` or `isready` as it should.
    Failure(Failure),
    /// It does not offer the option, or not with this value.
    Option(OptionError),
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spawn { program, .. } => write!(f, "cannot start `{program}`"),
            Self::Failure(_) => f.write_str("the engine does not answer"),
            Self::Option(_) => f.write_str("the engine does not take an option"),
        }
    }
}

impl Error for EngineError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(match self {
            Self::Spawn { source, .. } => source,
            Self::Failure(source) => source,
            Self::Option(source) => source,
        })
    }
}

impl From<Failure> for EngineError {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl From<OptionError> for EngineError {
    fn from(error: OptionError) -> Self {
        Self::Option(error)
    }
}
