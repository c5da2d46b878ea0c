//! The house rules that a compiler does not watch: floors, maps, rings, names, lengths. `docs/architecture.md` says which
//! module stands on which floor.

mod graph;
mod source;
mod tokens;

use std::collections::BTreeSet;
use std::path::Path;

use graph::Names;
use source::{PROJECT, Project, files_with, text};
use tokens::{Token, is_mark};

/// A file's longest allowed length, in lines.
const FILE_LINES: usize = 500;
/// A function's longest allowed length, in lines.
const FUNCTION_LINES: usize = 150;

/// What of the rules other floors may match on: the rest of a rule set is asked through positions and outcomes.
const OPEN_CHOICES: [&str; 6] = ["Kind", "Gait", "Profile", "Reading", "Honour", "Stalemate"];

/// Fails with all faults at once.
fn none(faults: Vec<String>) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The floors as the architecture page tells them: modules with their floors.
fn floors(page: &str) -> Vec<(Vec<String>, u32)> {
    let rows = page.lines().filter_map(|line| {
        let mut cells = line.strip_prefix('|')?.split('|').map(str::trim);
        Some((cells.next()?.parse::<u32>().ok()?, cells.next()?))
    });
    let modules =
        rows.flat_map(|(floor, modules)| modules.split('`').skip(1).step_by(2).map(move |name| (name, floor)));
    modules.map(|(name, floor)| (name.split("::").map(str::to_owned).collect(), floor)).collect()
}

/// The row that a module falls under.
fn floor_of<'f>(floors: &'f [(Vec<String>, u32)], module: &[String]) -> Option<&'f (Vec<String>, u32)> {
    floors.iter().filter(|(name, _)| module.starts_with(name)).max_by_key(|(name, _)| name.len())
}

/// What stands against the floors: modules without one, and imports that run up.
fn against_floors(project: &Project, floors: &[(Vec<String>, u32)]) -> Vec<String> {
    let mut faults = vec![];
    let names = Names::new(project);
    for file in &project.files {
        let of_the_table = floors.iter().any(|(name, _)| name[0] == file.module[0]);
        if of_the_table && file.module.len() > 1 && floor_of(floors, &file.module).is_none() {
            faults.push(format!("{}: no floor in docs/architecture.md", file.path.display()));
        }
    }
    for arrow in names.arrows() {
        let [from, to] = [arrow.from, arrow.to].map(|file| floor_of(floors, &project.files[file].module));
        if let (Some((from, own)), Some((to, other))) = (from, to)
            && own < other
        {
            let (from, to) = (from.join("::"), to.join("::"));
            faults.push(format!("up from floor {own} ({from}) to {other} ({to}): {}", names.tell(&arrow)));
        }
    }
    faults
}

#[test]
fn no_module_imports_from_a_floor_above() {
    let floors = floors(&text(Path::new("docs/architecture.md")));
    assert!(floors.len() > 5, "docs/architecture.md has lost its floors: {floors:?}");
    let mut faults = against_floors(&PROJECT, &floors);
    let known = |name: &[String]| PROJECT.modules.iter().any(|module| module.path == name);
    let gone = floors.iter().filter(|(name, _)| !known(name));
    faults.extend(gone.map(|(name, _)| format!("docs/architecture.md: no module {}", name.join("::"))));
    none(faults);
}

#[test]
fn the_picture_shows_the_floors_of_the_table() {
    let picture = text(Path::new("docs/architecture.svg"));
    let shows = |what: &str| picture.contains(&format!(">{what}</text>"));
    for (module, floor) in floors(&text(Path::new("docs/architecture.md"))) {
        let name = module.last().expect("a module's name is not empty");
        assert!(shows(name) && shows(&floor.to_string()), "docs/architecture.svg lacks {name} or floor {floor}");
    }
}

#[test]
fn an_import_from_above_is_told() {
    let floors = floors("| floor | modules |\n|---|---|\n| 1 | `a::b` | low |\n| 2 | `a::c`, `a::d` | high |");
    let files = |low: &'static str| {
        Project::of(&[("a", "mod b;\nmod c;\npub use c::C;"), ("a::b", low), ("a::c", "pub struct C;")])
    };
    assert_eq!(against_floors(&files(""), &floors), [""; 0]);
    for up in ["use crate::C;", "use super::c::C;", "fn f(_: crate::c::C) {}", "use crate::{c};\nfn f(_: c::C) {}"] {
        assert_eq!(against_floors(&files(up), &floors).len(), 1, "{up}");
    }
    let stranger = Project::of(&[("a", "mod x;"), ("a::x", "")]);
    assert_eq!(against_floors(&stranger, &floors), ["a/x.rs: no floor in docs/architecture.md"]);
}

#[test]
fn no_files_or_folders_import_each_other_in_a_ring() {
    let names = Names::new(&PROJECT);
    none(names.rings(&names.arrows()));
}

#[test]
fn no_files_call_each_others_methods_in_a_ring() {
    let names = Names::new(&PROJECT);
    let arrows = [names.arrows(), names.method_arrows()].concat();
    none(names.rings(&arrows));
}

/// What a folder's files have in common lies in a file beside them, not in the folder's face above them.
#[test]
fn no_file_imports_from_the_face_above_it() {
    let names = Names::new(&PROJECT);
    let arrows = names.arrows().into_iter().filter(|arrow| {
        let [from, to] = [arrow.from, arrow.to].map(|file| &PROJECT.files[file].module);
        from.len() > to.len() && from.starts_with(to)
    });
    none(arrows.map(|arrow| format!("up: {}", names.tell(&arrow))).collect());
}

#[test]
fn maps_declare_and_hand_on_and_hold_nothing() {
    let maps = PROJECT.files.iter().filter(|file| {
        let root = || PROJECT.modules.iter().any(|module| module.path == file.module && !module.children.is_empty());
        file.path.ends_with("mod.rs") || file.path.ends_with("lib.rs") && root()
    });
    none(
        maps.filter_map(|map| map.substance.map(|line| format!("{}: a map that holds something", map.at(line))))
            .collect(),
    );
}

#[test]
fn every_file_is_a_module_of_its_crate() {
    let read: BTreeSet<&Path> = PROJECT.files.iter().map(|file| file.path.as_path()).collect();
    let faults = files_with(&[".rs"]).into_iter().filter(|path| {
        let of_a_program = PROJECT.packages.iter().any(|package| path.starts_with(package.join("src")));
        of_a_program
            && !path.ends_with("tests.rs")
            && !path.iter().any(|part| part == "tests")
            && !read.contains(&**path)
    });
    none(faults.map(|path| format!("{}: no module declares it", path.display())).collect());
}

#[test]
fn variants_are_named_on_the_rules_floor_only() {
    let names: Vec<&str> = khun_board::rules::Catalogue::builtin().names().collect();
    let rules = ["khun_board".to_owned(), "rules".to_owned()];
    let mut faults = vec![];
    let watched = PROJECT.files.iter().filter(|file| file.is_of("khun") || file.is_of("khun_board"));
    for file in watched.filter(|file| !file.module.starts_with(&rules)) {
        for (token, line) in &file.tokens {
            let Token::Text(text) = token else { continue };
            let mut words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '-');
            if let Some(name) = words.find(|word| names.contains(word)) {
                faults.push(format!("{}: names {name}", file.at(*line)));
            }
        }
    }
    none(faults);
}

/// Where the engine names a variant of a closed choice of the rules.
fn closed_choices(project: &Project) -> Vec<String> {
    let names = Names::new(project);
    let mut faults = vec![];
    for (index, module) in project.modules.iter().enumerate().filter(|(_, module)| module.path[0] == "khun") {
        for mention in &module.mentions {
            let [choice @ .., variant] = &mention.path[..] else { continue };
            let is_variant = variant.starts_with(char::is_uppercase) && variant.contains(char::is_lowercase);
            let Some(meaning) = is_variant.then(|| names.resolve(index, choice)).flatten() else { continue };
            let home = &project.modules[meaning.module].path;
            let is_rules = home.len() > 1 && home[0] == "khun_board" && home[1] == "rules";
            if is_rules && meaning.item.is_some_and(|item| !OPEN_CHOICES.contains(&item.as_str())) {
                faults.push(format!("{}: {}", project.files[module.file].at(mention.line), mention.path.join("::")));
            }
        }
    }
    faults
}

/// Higher floors ask positions, outcomes and profiles; what a rule set chooses is matched where the rules are.
#[test]
fn closed_choices_are_matched_where_the_rules_are() {
    none(closed_choices(&PROJECT));
}

#[test]
fn types_of_one_name_in_two_crates_are_told_apart() {
    let rules = ("khun_board::rules", "pub enum Checks { Allowed }\npub enum Kind { King }");
    let found = |text| closed_choices(&Project::of(&[("khun_board", "pub mod rules;"), rules, ("khun", text)])).len();
    assert_eq!(found("use khun_board::rules::Checks;\nfn f(c: Checks) -> bool { c == Checks::Allowed }"), 1);
    assert_eq!(found("fn f(c: u8) -> bool { g(c) == khun_board::rules::Checks::Allowed }"), 1);
    assert_eq!(found("use khun_board::board::Kind;\nfn f(k: Kind) -> bool { k == Kind::King }"), 0);
    assert_eq!(found("enum Checks { Allowed }\nfn f(c: Checks) -> bool { c == Checks::Allowed }"), 0);
    assert_eq!(found("use khun_board::rules::{self, Checks};\nfn f() -> Checks { Checks::new(rules::LIMIT) }"), 0);
}

#[test]
fn unsafe_code_is_in_arch_only_and_says_why_it_is_sound() {
    let mut faults = vec![];
    for file in &PROJECT.files {
        let lines: Vec<&str> = file.text.lines().collect();
        for (_, line) in file.tokens.iter().filter(|(token, _)| *token == Token::Word("unsafe".to_owned())) {
            if !file.is_arch() {
                faults.push(format!("{}: unsafe", file.at(*line)));
            }
            let mut above = lines[..line - 1].iter().rev().map(|line| line.trim_start());
            let mut above = above.by_ref().take_while(|line| line.starts_with("//") || line.starts_with("#["));
            if !above.any(|line| line.contains("SAFETY:") || line.contains("# Safety")) {
                faults.push(format!("{}: unsafe without a SAFETY line", file.at(*line)));
            }
        }
    }
    none(faults);
}

/// What ends the program without a reason in a text.
fn unreasoned(tokens: &[tokens::Placed]) -> Vec<(String, usize)> {
    let mut found = vec![];
    for (at, (token, line)) in tokens.iter().enumerate() {
        let Token::Word(word) = token else { continue };
        let method = at > 0 && is_mark(tokens.get(at - 1), '.') && is_mark(tokens.get(at + 1), '(');
        let called = is_mark(tokens.get(at + 1), '!');
        let sentence =
            |at: usize| matches!(tokens.get(at), Some((Token::Text(text), _)) if text.split(' ').count() >= 3);
        let faulty = match word.as_str() {
            "unwrap" => method,
            "expect" => method && !sentence(at + 2),
            "unreachable" => called && !sentence(at + 3),
            "panic" | "todo" | "unimplemented" | "dbg" => called,
            _ => false,
        };
        if faulty {
            found.push((word.clone(), *line));
        }
    }
    found
}

/// Text from users or files is answered with a value; an invariant that cannot fail says why it cannot.
#[test]
fn nothing_panics_without_a_reason() {
    // A fuzz target ends with what it found.
    let told =
        PROJECT.files.iter().filter(|file| !file.is_of("khun_fuzz")).flat_map(|file| {
            unreasoned(&file.tokens).into_iter().map(|(word, line)| format!("{}: {word}", file.at(line)))
        });
    none(told.collect());
}

#[test]
fn a_reason_is_a_sentence() {
    let found = |code: &str| unreasoned(&tokens::flatten(code.parse().expect("the test's own code is Rust"))).len();
    assert_eq!(
        found("fn f() { a.expect(\"a king on each side, by the FEN reader\"); unreachable!(\"see the loop above\") }"),
        0
    );
    assert_eq!(found("fn f() { a.expect(\"\"); a.expect(\"a king\"); a.expect(WHY); unreachable!() }"), 4);
    assert_eq!(found("fn f() { a.unwrap(); todo!(); panic!(\"at the disco, every night\"); dbg!(a) }"), 4);
    assert_eq!(found("#[expect(clippy::all)]\nfn f() { a.unwrap_or(0); b.unwrap_or_default() }"), 0);
}

#[test]
fn files_and_functions_stay_short() {
    let mut faults = vec![];
    for path in files_with(&[".rs", ".py", ".js", ".mjs", ".ts", ".sh"]) {
        let text = text(&path);
        let lines: Vec<&str> = text.lines().collect();
        if lines.len() > FILE_LINES {
            faults.push(format!("{}: {} lines", path.display(), lines.len()));
        }
        for (line, length) in functions(&lines) {
            if length > FUNCTION_LINES {
                faults.push(format!("{}:{line}: a function of {length} lines", path.display()));
            }
        }
    }
    none(faults);
}

/// The functions of a Rust text as rustfmt sets it, by first line (from 1) and length: one ends at the next brace that
/// stands as far to the right as it begins.
fn functions(lines: &[&str]) -> Vec<(usize, usize)> {
    let mut found = vec![];
    for (start, line) in lines.iter().enumerate() {
        let body = line.trim_start();
        if body.starts_with("fn ") || body.starts_with("pub") && body.contains(" fn ") {
            let end = format!("{}}}", &line[..line.len() - body.len()]);
            let length = lines[start..].iter().position(|line| *line == end).map_or(1, |length| length + 1);
            found.push((start + 1, if line.ends_with('}') { 1 } else { length }));
        }
    }
    found
}

#[test]
fn functions_are_measured_from_their_names_to_their_closing_braces() {
    let code = "fn a() {\n    b();\n}\n\nimpl C {\n    pub const fn d() -> u8 {\n        0\n    }\n}\nfn e() {}";
    assert_eq!(functions(&code.lines().collect::<Vec<_>>()), [(1, 3), (6, 3), (10, 1)]);
}
