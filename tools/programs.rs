//! What holds for every tool's program; the tests of each crate include this.

use std::process::{Command, Output, Stdio};

/// Runs each program, by name and path, with `--help` and with nothing, in an empty folder and with no input.
pub fn check(programs: &[(&str, &str)]) {
    for (name, path) in programs {
        let folder = tempfile::tempdir().unwrap();
        let run = |arguments: &[&str]| -> Output {
            Command::new(path).args(arguments).current_dir(&folder).stdin(Stdio::null()).output().unwrap()
        };
        let help = run(&["--help"]);
        let text = String::from_utf8(help.stdout).unwrap();
        assert!(help.status.success() && text.contains(&format!("Usage: {name}")), "{name} --help: {text}");
        let described = text.split("Usage:").next().is_some_and(|about| about.trim().len() > 20);
        assert!(described, "{name} --help does not say what it is for: {text}");
        run(&[]);
        let left: Vec<_> = folder.path().read_dir().unwrap().collect();
        assert!(left.is_empty(), "{name} wrote {left:?}");
    }
}
