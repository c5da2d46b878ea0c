//! Finds out which commit the program is built from, for `khun --version`.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=KHUN_COMMIT");
    // Whoever packs sources without their history says it. Builds for tests do not need it: with every commit they would be
    // out of date.
    if env::var_os("KHUN_COMMIT").is_some() || env::var("PROFILE").as_deref() != Ok("release") {
        return;
    }
    // Sources that lie in somebody else's repository have none of their own.
    if git(&["rev-parse", "--show-prefix"]).as_deref() != Some("") {
        return;
    }
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    if let Some(commit) = git(&["describe", "--always", "--dirty", "--abbrev=10", "--exclude=*"]) {
        println!("cargo::rustc-env=KHUN_COMMIT={commit}");
    }
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
