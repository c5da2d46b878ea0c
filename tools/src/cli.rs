//! Arguments that several tools take.

use std::process::ExitCode;

use anyhow::{Context, Result, ensure};

/// The program's exit code; an error goes to the error stream as one line, cause after cause.
pub fn exit(result: Result<ExitCode>) -> ExitCode {
    result.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}

/// A command line in one string, quoted as for a shell, as program and arguments.
///
/// # Errors
/// When quotes do not match or nothing is there.
pub fn command(text: &str) -> Result<Vec<String>> {
    let words = shlex::split(text).with_context(|| format!("unmatched quotes in `{text}`"))?;
    ensure!(!words.is_empty(), "an empty engine command");
    Ok(words)
}

/// An option as `NAME=VALUE`; a button as `NAME`.
///
/// # Errors
/// When the name is empty.
pub fn option(text: &str) -> Result<(String, String)> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    ensure!(!name.trim().is_empty(), "`{text}` names no option");
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// So many whole numbers with commas between.
///
/// # Errors
/// When there are more, fewer or others.
pub fn numbers<const COUNT: usize>(text: &str) -> Result<[f64; COUNT]> {
    let numbers: Vec<f64> = text.split(',').map(|part| part.trim().parse()).collect::<Result<_, _>>()?;
    let found = numbers.len();
    numbers.try_into().ok().with_context(|| format!("{COUNT} numbers are needed, `{text}` has {found}"))
}

/// The name of an engine that was given none: its program's file name.
#[must_use]
pub fn name_of(command: &[String]) -> String {
    let program = command.first().map_or("engine", String::as_str);
    program.rsplit(['/', '\\']).next().unwrap_or(program).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_read() {
        assert_eq!(command("'/a b/khun' uci").unwrap(), ["/a b/khun", "uci"]);
        assert!(command("'").is_err() && command(" ").is_err());
        assert_eq!(option("Move Overhead=10").unwrap(), ("Move Overhead".to_owned(), "10".to_owned()));
        assert_eq!(option("Clear Hash").unwrap().1, "");
        assert!(option("=1").is_err());
        assert_eq!(numbers::<2>("0, 5").unwrap(), [0.0, 5.0]);
        assert!(numbers::<2>("1").is_err() && numbers::<1>("x").is_err());
        assert_eq!(name_of(&["/usr/games/stock".to_owned()]), "stock");
    }
}
