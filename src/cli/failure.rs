//! Why a command could not do its work.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use crate::uci::fault::Fault;

/// Exit status of a command that could not do its work; 1 is for answers such as "the suite fails".
const FAILED: u8 = 2;

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// Everything that was wrong with what was asked for.
    Faults(Vec<Box<dyn Error>>),
    /// Writing the answer failed.
    Output(io::Error),
}

impl Failure {
    /// Tells it, and with which status to leave.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            // Whoever reads the answer has seen enough of it: `khun variants | head`.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Self::Output(error) => complain(error),
            Self::Faults(faults) => faults.iter().for_each(|fault| complain(&**fault)),
        }
        ExitCode::from(FAILED)
    }
}

fn complain(error: &dyn Error) {
    // If even this cannot be written there is nobody to tell.
    let _ = writeln!(io::stderr(), "khun: {error}");
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<Vec<Fault>> for Failure {
    fn from(faults: Vec<Fault>) -> Self {
        Self::Faults(faults.into_iter().map(Into::into).collect())
    }
}

/// Each of these stops a command by itself.
macro_rules! one_fault {
    ($($error:ty),+) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self::Faults(vec![error.into()])
            }
        })+
    };
}

one_fault!(
    Fault,
    crate::bench::BenchError,
    crate::search::EngineError,
    khun_board::rules::FenError,
    khun_board::rules::UnknownVariant,
    rayon::ThreadPoolBuildError,
    String
);
