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
        let below = ["src", "crates/board/src"]
            .iter()
            .find_map(|root| self.path.strip_prefix(root).ok())
            .unwrap_or(&self.path)
            .with_extension("");
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
    for source in sources(&["src", "crates/board/src"]) {
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
        let imports = source.imports();
        let imports = imports.iter().filter_map(|path| home(path)).filter(|other| *other != own).collect();
        graph.insert(own, imports);
    }
    graph
}

/// What each module of the crate's root imports from, as such modules.
fn module_graph(files: &BTreeMap<String, BTreeSet<String>>) -> BTreeMap<String, BTreeSet<String>> {
    let root = |module: &str| module.split("::").next().unwrap_or(module).to_owned();
    let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (own, imports) in files {
        let own = root(own);
        let others = imports.iter().map(|import| root(import)).filter(|other| *other != own);
        graph.entry(own.clone()).or_default().extend(others);
    }
    graph
}

impl Source {
    /// The statements that hand names on, with the paths that they hand on.
    fn reexports(&self) -> Vec<(String, Vec<Vec<String>>)> {
        let code = self.all_code();
        let statements = code.split_inclusive(';').filter_map(|statement| {
            let start = statement.rmatch_indices("pub").map(|(at, _)| at).find(|&at| {
                statement[..at].trim_end_matches(' ').is_empty()
                    || statement[..at].trim_end_matches(' ').ends_with('\n')
            })?;
            let (visibility, behind) = statement[start..].split_once(" use ")?;
            let plain = visibility == "pub" || visibility.starts_with("pub(") && visibility.ends_with(')');
            plain.then(|| {
                let mut paths = vec![];
                spell_out(&mut behind.chars().peekable(), &[], &mut paths);
                let paths = paths.iter().map(|path| self.rooted(path)).collect();
                (statement[start..].to_owned(), paths)
            })
        });
        statements.collect()
    }

    /// A path that this file writes, from the crate's root on.
    fn rooted(&self, path: &[String]) -> Vec<String> {
        let mut base = self.module();
        match path {
            [first, rest @ ..] if first == "crate" => rest.to_vec(),
            [first, ..] if first == "super" => {
                let ups = path.iter().take_while(|part| *part == "super").count();
                base.truncate(base.len().saturating_sub(ups));
                [&base[..], &path[ups..]].concat()
            }
            _ => [&base[..], path].concat(),
        }
    }

    /// The paths that the file imports, from the crate's root on. A module that hands its children's names on does not
    /// depend on them; one that hands on its neighbours' does.
    fn imports(&self) -> Vec<Vec<String>> {
        let own = self.module();
        let mut code = self.all_code();
        let mut imports = vec![];
        for (statement, paths) in self.reexports() {
            code = code.replace(&statement, "");
            imports.extend(paths.into_iter().filter(|path| !path.starts_with(&own)));
        }
        imports.extend(crate_paths(&code));
        // Further right it stands in a module within the file, and means the file itself.
        for statement in code.split(';').filter_map(|statement| statement.trim_start().strip_prefix("use super::")) {
            let mut paths = vec![];
            spell_out(&mut statement.chars().peekable(), &["super".to_owned()], &mut paths);
            imports.extend(paths.iter().map(|path| self.rooted(path)));
        }
        imports
    }
}

/// The names that a module hands on, with the paths they come from.
fn reexported(source: &Source) -> Vec<(String, String)> {
    let module = source.module();
    let mut found = vec![];
    for origin in source.reexports().into_iter().flat_map(|(_, paths)| paths) {
        let Some(name) = origin.last() else { continue };
        let public = [&module[..], std::slice::from_ref(name)].concat().join("::");
        let origin = origin.join("::");
        if public != origin {
            found.push((public, origin));
        }
    }
    found
}

#[test]
fn names_handed_on_from_a_neighbour_are_imports() {
    let source = |text: &str| Source { path: PathBuf::from("src/a/b.rs"), text: text.to_owned() };
    let read = |text| source(text).imports().into_iter().map(|path| path.join("::")).collect::<Vec<_>>();
    assert_eq!(read("use std::fmt;\n\npub use super::c::D;\n"), ["a::c::D"]);
    assert_eq!(read("mod c;\npub use c::{D, E};\n"), [""; 0]);
    assert_eq!(read("use super::c::D;\nuse crate::e::F;\n"), ["e::F", "a::c::D"]);
    assert_eq!(read("pub(in crate::a) use crate::e::F;\n"), ["e::F"]);
    assert_eq!(reexported(&source("pub use c::D;")), [("a::b::D".to_owned(), "a::b::c::D".to_owned())]);
}

/// The rings of a graph, each told once, by its first member.
fn rings(graph: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let mut rings = vec![];
    for start in graph.keys() {
        // The shortest way from the member back to itself, breadth first.
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
        if ring.iter().min() == Some(&start.as_str()) {
            ring.push(start);
            ring.reverse();
            rings.push(format!("ring: {}", ring.join(" -> ")));
        }
    }
    rings
}

#[test]
fn no_files_import_each_other_in_a_ring() {
    none(rings(&file_graph(&sources(&["src", "crates/board/src"]))));
}

#[test]
fn no_modules_of_one_floor_import_each_other_in_a_ring() {
    none(rings(&module_graph(&file_graph(&sources(&["src", "crates/board/src"])))));
}

/// The string literals of a line.
fn literals(line: &str) -> Vec<&str> {
    line.split('"').skip(1).step_by(2).collect()
}

#[test]
fn variants_are_named_on_the_rules_floor_only() {
    let names: Vec<&str> = khun_board::rules::Catalogue::builtin().names().collect();
    let mut faults = vec![];
    for source in
        sources(&["src", "crates/board/src"]).iter().filter(|source| !source.path.starts_with("crates/board/src/rules"))
    {
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
    for source in sources(&["src", "crates/board/src"]) {
        if ["crates/board/src/rules", "crates/board/src/position"].iter().any(|floor| source.path.starts_with(floor)) {
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
    for source in sources(&["src", "crates/board/src", "tools/src"]) {
        let in_arch = ["src/arch", "crates/board/src/arch.rs"].iter().any(|place| source.path.starts_with(place));
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
    for source in sources(&["src", "crates/board/src"]) {
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
    for source in sources(&["src", "crates/board/src", "tools/src", "tests", "benches"]) {
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
