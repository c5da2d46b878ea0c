//! The binary: arguments → a UCI session, or a one-shot command.

use std::process::ExitCode;

fn main() -> ExitCode {
    khun::cli::main()
}
