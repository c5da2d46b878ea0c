//! Finds out which commit the program is built from, for `khun --version`, and takes up a network that is to be built in.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    network();
    commit();
}

/// `EVALFILE` names a network to play with in the place of the one that its game has in `nets`: engine testers set it.
fn network() {
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let given = env::var_os("EVALFILE").filter(|path| !path.is_empty());
    let bytes = given.map_or(Ok(vec![]), |path| {
        println!("cargo::rerun-if-changed={}", path.display());
        fs::read(&path).map_err(|error| format!("EVALFILE={}: {error}", path.display()))
    });
    let folder = env::var_os("OUT_DIR").expect("cargo names it");
    let written = bytes.and_then(|bytes| {
        fs::write(Path::new(&folder).join("evalfile.net"), bytes).map_err(|error| format!("evalfile.net: {error}"))
    });
    if let Err(fault) = written {
        println!("cargo::error={fault}");
    }
}

fn commit() {
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
