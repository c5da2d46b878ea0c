//! How a tool ends.

use std::process::ExitCode;

use anyhow::Result;

/// The program's exit code; an error goes to the error stream as one line, cause after cause.
#[must_use]
pub fn exit(result: Result<ExitCode>) -> ExitCode {
    result.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}
