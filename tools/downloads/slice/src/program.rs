//! The program itself.

use std::ffi::OsString;
use std::process::ExitCode;

use khun::eval::Networks;

/// What `src/main.rs` does, for these arguments.
pub fn run(arguments: Vec<OsString>) -> ExitCode {
    match Networks::embedded() {
        Ok(_) => khun::cli::main_with(arguments),
        Err(error) => {
            eprintln!("khun: {error}");
            ExitCode::FAILURE
        }
    }
}
