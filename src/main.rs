//! The program: a UCI session, or with the feature `cli` one of the commands for people.

use std::process::ExitCode;

#[cfg(feature = "cli")]
fn main() -> ExitCode {
    khun::cli::main()
}

#[cfg(not(feature = "cli"))]
fn main() -> ExitCode {
    use std::io;
    match khun::uci::session::run(io::stdin(), io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("khun: {error}");
            ExitCode::FAILURE
        }
    }
}
