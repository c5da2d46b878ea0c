//! The house rules that a compiler does not watch: floors, names, lengths. See `src/lib.rs` for the floors.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Modules by floor. A module imports only from floors below its own, or beside it where that makes no ring.
const FLOORS: [(&str, u32); 10] = [
    ("arch", 1),
    ("geometry", 1),
    ("rules", 2),
    ("position", 3),
    ("endgame", 4),
    ("eval", 4),
    ("search", 5),
    ("bench", 6),
    ("uci", 7),
    ("cli", 7),
];

/// A file's longest allowed length, in lines.
const FILE_LINES: usize = 500;
/// A function's longest allowed length, in lines.
const FUNCTION_LINES: usize = 150;

/// A source file: its path below the package, and its lines.
struct Source {
    path: PathBuf,
    text: String,
}

impl Source {
    fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// The module that the file is: `position::fen` of `src/position/fen.rs`.
    fn module(&self) -> Vec<String> {
        let below = self.path.strip_prefix("src").unwrap_or(&self.path).with_extension("");
        let parts = below.iter().map(|part| part.to_string_lossy().into_owned());
        parts.filter(|part| !matches!(part.as_str(), "mod" | "lib" | "main")).collect()
    }

    fn is_test(&self) -> bool {
        self.path.ends_with("tests.rs") || self.path.iter().any(|part| part == "tests")
    }

    /// The lines of the program proper, numbered from 1: without comments, and without tests at the file's end.
    fn code(&self) -> Vec<(usize, String)> {
        if self.is_test() {
            return vec![];
        }
        let mut lines: Vec<(usize, String)> = vec![];
        let mut previous = "";
        for (number, line) in self.text.lines().enumerate() {
            if previous.trim() == "#[cfg(test)]" && line.trim_end().ends_with('{') {
                lines.pop();
                break;
            }
            previous = line;
            lines.push((number + 1, without_comment(line).to_owned()));
        }
        lines
    }

    fn all_code(&self) -> String {
        self.code().into_iter().map(|(_, line)| line + "\n").collect()
    }
}

/// The line up to `//` that stands outside a string.
fn without_comment(line: &str) -> &str {
    let (mut in_string, mut escaped) = (false, false);
    let bytes = line.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = in_string,
            // A quote as a character is no string's begin.
            b'"' if at == 0 || bytes[at - 1] != b'\'' || bytes.get(at + 1) != Some(&b'\'') => in_string = !in_string,
            b'/' if !in_string && bytes.get(at + 1) == Some(&b'/') => return &line[..at],
            _ => {}
        }
    }
    line
}

fn sources(folders: &[&str]) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = vec![];
    let mut waiting: Vec<PathBuf> = folders.iter().map(|folder| root.join(folder)).collect();
    while let Some(folder) = waiting.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for path in entries.map(|entry| entry.expect("a readable folder").path()) {
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("a readable file");
                let path = path.strip_prefix(root).expect("a path below the package").to_owned();
                found.push(Source { path, text });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(!found.is_empty(), "no sources below {}", root.display());
    found
}

/// Fails with all faults at once.
fn none(faults: Vec<String>) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Every path that begins with `crate::` in a text, groups spelled out.
fn crate_paths(code: &str) -> Vec<Vec<String>> {
    let mut paths = vec![];
    for (at, _) in code.match_indices("crate::") {
        let joined = code[..at].chars().next_back().is_some_and(|before| before.is_alphanumeric() || before == '_');
        if !joined {
            spell_out(&mut code[at + "crate::".len()..].chars().peekable(), &[], &mut paths);
        }
    }
    paths
}

/// Reads `a::b`, `a::{b, c::d}` and the like from behind a `::`.
fn spell_out(text: &mut std::iter::Peekable<std::str::Chars>, before: &[String], paths: &mut Vec<Vec<String>>) {
    let mut path = before.to_vec();
    loop {
        while text.next_if(|letter| letter.is_whitespace()).is_some() {}
        if text.next_if_eq(&'{').is_some() {
            loop {
                spell_out(text, &path, paths);
                while text.next_if(|letter| letter.is_whitespace()).is_some() {}
                match text.next() {
                    Some(',') => {}
                    _ => return,
                }
            }
        }
        let mut name = String::new();
        while let Some(letter) = text.next_if(|letter| letter.is_alphanumeric() || *letter == '_') {
            name.push(letter);
        }
        if !name.is_empty() && name != "self" {
            path.push(name);
        }
        if text.next_if_eq(&':').is_none() || text.next_if_eq(&':').is_none() {
            break;
        }
    }
    if path.len() > before.len() || !before.is_empty() {
        paths.push(path);
    }
}

#[test]
fn paths_are_read_with_their_groups() {
    let read = |code| crate_paths(code).into_iter().map(|path| path.join("::")).collect::<Vec<_>>();
    assert_eq!(read("use crate::a::{b, c::{self, D}};"), ["a::b", "a::c", "a::c::D"]);
    assert_eq!(read("let x = crate::geometry::attacks::king(square);"), ["geometry::attacks::king"]);
    assert_eq!(read("use crate::a::{\n    b,\n    c,\n};"), ["a::b", "a::c", "a"]);
}

fn floor(module: &str) -> Option<u32> {
    FLOORS.iter().find(|(name, _)| *name == module).map(|(_, floor)| *floor)
}

#[test]
fn no_module_imports_from_a_floor_above() {
    let mut faults = vec![];
    for source in sources(&["src"]) {
        let module = source.module();
        let Some(name) = module.first() else { continue };
        let Some(own) = floor(name) else {
            faults.push(format!("{}: module {name} has no floor", source.name()));
            continue;
        };
        for path in crate_paths(&source.all_code()) {
            let Some(other) = path.first().and_then(|name| floor(name)) else { continue };
            if other > own {
                faults.push(format!(
                    "{}: floor {own} imports crate::{} of floor {other}",
                    source.name(),
                    path.join("::")
                ));
            }
        }
    }
    none(faults);
}

/// What each file imports from, as files: re-exports are followed to where the name is from.
fn file_graph(sources: &[Source]) -> BTreeMap<String, BTreeSet<String>> {
    let modules: BTreeSet<String> = sources.iter().map(|source| source.module().join("::")).collect();
    let reexports: BTreeMap<String, String> = sources.iter().flat_map(reexported).collect();
    let home = |path: &[String]| -> Option<String> {
        let mut full = path.join("::");
        while let Some(origin) = reexports.get(&full) {
            full.clone_from(origin);
        }
        let parts: Vec<&str> = full.split("::").collect();
        (1..=parts.len()).rev().map(|length| parts[..length].join("::")).find(|prefix| modules.contains(prefix))
    };
    let mut graph = BTreeMap::new();
    for source in sources {
        let own = source.module().join("::");
        let code: String = without_reexports(&source.all_code());
        let imports = crate_paths(&code).iter().filter_map(|path| home(path)).filter(|other| *other != own).collect();
        graph.insert(own, imports);
    }
    graph
}

/// The names that a module hands on from its children, with the paths they come from.
fn reexported(source: &Source) -> Vec<(String, String)> {
    let module = source.module();
    let code = source.all_code();
    let mut found = vec![];
    for statement in code.split(';').map(str::trim_start) {
        let Some(at) = statement.find("pub use ").or_else(|| statement.find("pub(in crate::rules) use ")) else {
            continue;
        };
        let behind = statement[at..].split_once(" use ").map_or("", |(_, behind)| behind);
        let behind = if behind.is_empty() { statement[at..].trim_start_matches("pub use ") } else { behind };
        let mut paths = vec![];
        spell_out(&mut behind.chars().peekable(), &[], &mut paths);
        for path in paths {
            let Some(name) = path.last() else { continue };
            let origin =
                if path[0] == "crate" { path[1..].join("::") } else { [&module[..], &path].concat().join("::") };
            let public = [&module[..], std::slice::from_ref(name)].concat().join("::");
            if public != origin {
                found.push((public, origin));
            }
        }
    }
    found
}

/// A module that hands its children's names on does not depend on them.
fn without_reexports(code: &str) -> String {
    let kept = code.split_inclusive(';').filter(|statement| {
        let last = statement.trim_start().lines().last().unwrap_or("").trim_start();
        !(last.starts_with("pub use ") || last.starts_with("pub(") && last.contains(" use "))
    });
    kept.collect()
}

#[test]
fn no_files_import_each_other_in_a_ring() {
    let sources = sources(&["src"]);
    let graph = file_graph(&sources);
    let mut faults = vec![];
    for start in graph.keys() {
        // The shortest way from the file back to itself, breadth first.
        let mut from: BTreeMap<&str, &str> = BTreeMap::new();
        let mut waiting: Vec<&str> = vec![start];
        while let Some(at) = (!waiting.is_empty()).then(|| waiting.remove(0)) {
            for next in graph.get(at).into_iter().flatten() {
                if !from.contains_key(next.as_str()) {
                    from.insert(next, at);
                    waiting.push(next);
                }
            }
        }
        if !from.contains_key(start.as_str()) {
            continue;
        }
        let mut ring = vec![start.as_str()];
        let mut at = from[start.as_str()];
        while at != start {
            ring.push(at);
            at = from[at];
        }
        // Each ring is told once, by its first member.
        if ring.iter().min() == Some(&start.as_str()) {
            ring.push(start);
            ring.reverse();
            faults.push(format!("ring: {}", ring.join(" -> ")));
        }
    }
    none(faults);
}

/// The string literals of a line.
fn literals(line: &str) -> Vec<&str> {
    line.split('"').skip(1).step_by(2).collect()
}

#[test]
fn variants_are_named_on_the_rules_floor_only() {
    let names: Vec<&str> = khun::rules::Catalogue::builtin().names().collect();
    let mut faults = vec![];
    for source in sources(&["src"]).iter().filter(|source| !source.path.starts_with("src/rules")) {
        for (number, line) in source.code() {
            for literal in literals(&line) {
                let mut words = literal.split(|letter: char| !letter.is_alphanumeric() && letter != '-');
                if let Some(name) = words.find(|word| names.contains(word)) {
                    faults.push(format!("{}:{number}: names {name}", source.name()));
                }
            }
        }
    }
    none(faults);
}

/// Whether a name without a path in front of it means what the rules floor calls so: not where the file has a type of
/// that name of its own, or from another floor.
fn means_the_rules_own(code: &str, name: &str) -> bool {
    let own = ["struct", "enum", "type"].iter().any(|kind| code.contains(&format!("{kind} {name}")));
    let from_elsewhere = |path: &Vec<String>| path[0] != "rules" && path.last().is_some_and(|last| last == name);
    !own && !crate_paths(code).iter().any(from_elsewhere)
}

/// Higher floors ask positions, outcomes and profiles; the closed choices of a rule set are matched below.
#[test]
fn closed_choices_are_matched_on_the_rules_and_position_floors_only() {
    let mut faults = vec![];
    for source in sources(&["src"]) {
        if ["src/rules", "src/position"].iter().any(|floor| source.path.starts_with(floor)) {
            continue;
        }
        let code = source.all_code();
        for (number, line) in source.code() {
            for choice in ["Checks::", "Army::", "Goal {", "Counting {", "Table::Makruk", "Table::Asean"] {
                let name = choice.split([':', ' ']).next().unwrap_or(choice);
                let found = line.match_indices(choice).any(|(at, _)| {
                    let before = &line[..at];
                    let bare = !before.ends_with(|letter: char| letter.is_alphanumeric() || letter == ':');
                    before.ends_with("rules::") || bare && means_the_rules_own(&code, name)
                });
                if found {
                    faults.push(format!("{}:{number}: {choice}", source.name()));
                }
            }
        }
    }
    none(faults);
}

#[test]
fn types_of_one_name_on_two_floors_are_told_apart() {
    assert!(means_the_rules_own("use crate::rules::{Army, Kind};", "Army"));
    assert!(means_the_rules_own("use crate::position::Position;", "Army"));
    assert!(!means_the_rules_own("use crate::endgame::index::{Army, Setup};", "Army"));
    assert!(!means_the_rules_own("pub struct Army([u8; 4]);", "Army"));
}

fn has_word(line: &str, word: &str) -> bool {
    line.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(|found| found == word)
}

#[test]
fn unsafe_code_is_in_arch_only_and_says_why_it_is_sound() {
    let mut faults = vec![];
    for source in sources(&["src", "tools/src"]) {
        let in_arch = source.path == Path::new("src/arch.rs") || source.path.starts_with("src/arch");
        let lines: Vec<&str> = source.text.lines().collect();
        for (number, line) in source.code() {
            if !has_word(&line, "unsafe") {
                continue;
            }
            if !in_arch {
                faults.push(format!("{}:{number}: unsafe", source.name()));
            }
            let above = lines[..number - 1].iter().rev().take_while(|line| {
                let line = line.trim_start();
                line.starts_with("//") || line.starts_with("#[")
            });
            let reasoned = above.into_iter().any(|line| line.contains("SAFETY:") || line.contains("# Safety"));
            if in_arch && !reasoned {
                faults.push(format!("{}:{number}: unsafe without a SAFETY line", source.name()));
            }
        }
    }
    none(faults);
}

#[test]
fn nothing_panics_by_convenience() {
    let mut faults = vec![];
    for source in sources(&["src"]) {
        for (number, line) in source.code() {
            for word in [".unwrap()", ".expect(", "todo!", "unimplemented!", "dbg!", "panic!"] {
                if line.contains(word) && !line.contains(&format!("debug_{word}")) {
                    faults.push(format!("{}:{number}: {word}", source.name()));
                }
            }
        }
    }
    none(faults);
}

#[test]
fn files_and_functions_stay_short() {
    let mut faults = vec![];
    for source in sources(&["src", "tools/src", "tests", "benches"]) {
        let lines: Vec<&str> = source.text.lines().collect();
        if lines.len() > FILE_LINES {
            faults.push(format!("{}: {} lines", source.name(), lines.len()));
        }
        for (start, line) in lines.iter().enumerate() {
            let body = line.trim_start();
            if !(body.starts_with("fn ") || body.starts_with("pub") && body.contains(" fn ")) {
                continue;
            }
            // As rustfmt sets it, a function ends at the next brace that stands as far to the right as it begins.
            let end = format!("{}}}", &line[..line.len() - body.len()]);
            let length = lines[start..].iter().position(|line| *line == end).map_or(1, |length| length + 1);
            if length > FUNCTION_LINES && !lines[start].ends_with('}') {
                faults.push(format!("{}:{}: a function of {length} lines", source.name(), start + 1));
            }
        }
    }
    none(faults);
}
