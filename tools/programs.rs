//! What holds for every tool's program; the tests of each crate include this.

use std::process::{Command, Output, Stdio};

/// tools, in the list of faults: every tool explains itself, and none writes where it was not told to.
///
/// Runs each program, by name and path, with `--help` and with nothing, in an empty folder and with no input.
pub fn check(programs: &[(&str, &str)]) {
    for (name, path) in programs {
        let folder = tempfile::tempdir().expect("a machine that runs tests has room for a folder");
        let run = |arguments: &[&str]| -> Output {
            let mut command = Command::new(path);
            command.args(arguments).current_dir(&folder).stdin(Stdio::null());
            command.output().expect("Cargo has built the program at this path")
        };
        let help = run(&["--help"]);
        let text = String::from_utf8(help.stdout).expect("clap writes UTF-8");
        assert!(help.status.success() && text.contains(&format!("Usage: {name}")), "{name} --help: {text}");
        let described = text.split("Usage:").next().is_some_and(|about| about.trim().len() > 20);
        assert!(described, "{name} --help does not say what it is for: {text}");
        run(&[]);
        let left: Vec<_> = folder.path().read_dir().expect("nobody takes the folder away").collect();
        assert!(left.is_empty(), "{name} wrote {left:?}");
    }
}
