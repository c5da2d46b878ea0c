//! The program: a UCI session, or with the feature `cli` one of the commands for people.

use std::process::ExitCode;

use khun::arch;
use khun::eval::Networks;

fn main() -> ExitCode {
    arch::explain_illegal_instructions();
    start()
}

/// Not part of `main`, which an older processor must get through.
#[inline(never)]
fn start() -> ExitCode {
    // A damaged network would play, only much worse: nothing is answered with one.
    if let Err(error) = Networks::embedded() {
        eprintln!("khun: {error}");
        return ExitCode::FAILURE;
    }
    run()
}

#[cfg(feature = "cli")]
fn run() -> ExitCode {
    khun::cli::main()
}

#[cfg(not(feature = "cli"))]
fn run() -> ExitCode {
    use std::io;
    match khun::uci::session::run(io::stdin(), io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("khun: {error}");
            ExitCode::FAILURE
        }
    }
}
