//! Why an engine cannot be made or changed.

use std::error::Error;
use std::fmt;
use std::io;

use crate::search::transposition_table::HashError;

/// Why an engine cannot be made or changed.
#[derive(Debug)]
pub enum EngineError {
    /// No memory for the transposition table.
    Hash(HashError),
    /// The system gives no more threads.
    Threads(io::Error),
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hash(error) => error.fmt(f),
            Self::Threads(error) => write!(f, "no thread to search with: {error}"),
        }
    }
}

impl Error for EngineError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Hash(error) => error.source(),
            Self::Threads(error) => Some(error),
        }
    }
}

impl From<HashError> for EngineError {
    fn from(error: HashError) -> Self {
        Self::Hash(error)
    }
}

impl From<io::Error> for EngineError {
    fn from(error: io::Error) -> Self {
        Self::Threads(error)
    }
}
