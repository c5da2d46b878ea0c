//! Who imports from whom: names are followed through re-exports to the files that define them.

use std::collections::{BTreeMap, BTreeSet};

use crate::source::{Module, Project};
use crate::tokens::{self, Token};

/// What a path means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// The module, by its index.
    pub module: usize,
    /// The item in it; nothing where the path means the module itself.
    pub item: Option<String>,
}

/// One file imports from another.
#[derive(Clone, Debug)]
pub struct Arrow {
    /// Files, by index.
    pub from: usize,
    pub to: usize,
    /// What is imported, and in which line.
    pub name: String,
    pub line: usize,
}

/// Longer chains of re-exports than this are rings.
const CHAIN: usize = 32;

/// The modules of a project by their paths, to resolve names in.
pub struct Names<'p> {
    project: &'p Project,
    modules: BTreeMap<&'p [String], usize>,
}

impl<'p> Names<'p> {
    /// The names of a project.
    pub fn new(project: &'p Project) -> Self {
        let modules = project.modules.iter().enumerate().map(|(index, module)| (&*module.path, index)).collect();
        Self { project, modules }
    }

    /// What a path means that is written in a module; nothing where it leads out of the project.
    pub fn resolve(&self, module: usize, path: &[String]) -> Option<Meaning> {
        self.resolve_within(module, path, CHAIN)
    }

    fn resolve_within(&self, module: usize, path: &[String], chain: usize) -> Option<Meaning> {
        let chain = chain.checked_sub(1)?;
        let own = &self.project.modules[module].path;
        let base = match path.first()?.as_str() {
            "crate" => &own[..1],
            "self" => own,
            "super" => {
                let ups = path.iter().take_while(|part| *part == "super").count();
                let base = self.modules.get(own.get(..own.len().checked_sub(ups)?)?)?;
                return Some(self.walk(*base, &path[ups..], chain).unwrap_or_else(|| unknown(*base, &path[ups..])));
            }
            "" => return self.in_crate(&path[1..], chain),
            _ => {
                return self.walk(module, path, chain).or_else(|| self.in_crate(path, chain));
            }
        };
        let base = *self.modules.get(base)?;
        Some(self.walk(base, &path[1..], chain).unwrap_or_else(|| unknown(base, &path[1..])))
    }

    /// A path that begins with a crate's name.
    fn in_crate(&self, path: &[String], chain: usize) -> Option<Meaning> {
        let base = *self.modules.get(path.get(..1)?)?;
        Some(self.walk(base, &path[1..], chain).unwrap_or_else(|| unknown(base, &path[1..])))
    }

    /// Follows a path from a module on; nothing where its next name is unknown there.
    fn walk(&self, at: usize, path: &[String], chain: usize) -> Option<Meaning> {
        let module: &Module = &self.project.modules[at];
        let Some(name) = path.first() else { return Some(Meaning { module: at, item: None }) };
        if module.children.contains(name) {
            let child = *self.modules.get(&*[&module.path[..], std::slice::from_ref(name)].concat())?;
            return Some(self.walk(child, &path[1..], chain).unwrap_or_else(|| unknown(child, &path[1..])));
        }
        if module.items.contains(name) {
            return Some(Meaning { module: at, item: Some(name.clone()) });
        }
        if let Some(import) = module.uses.iter().find(|import| import.name.as_ref() == Some(name)) {
            // `use name::name` or `use name as name` would ask for itself.
            let meaning = if import.path.first() == Some(name) {
                self.in_crate(&import.path, chain.checked_sub(1)?)?
            } else {
                self.resolve_within(at, &import.path, chain)?
            };
            return match meaning.item {
                None => Some(
                    self.walk(meaning.module, &path[1..], chain).unwrap_or_else(|| unknown(meaning.module, &path[1..])),
                ),
                Some(_) => Some(meaning),
            };
        }
        module.uses.iter().filter(|import| import.all).find_map(|import| {
            let from = self.resolve_within(at, &import.path, chain)?;
            (from.item.is_none() && from.module != at).then(|| self.walk(from.module, path, chain - 1))?
        })
    }

    /// Everything that files import from other files.
    pub fn arrows(&self) -> Vec<Arrow> {
        let mut arrows: Vec<Arrow> = vec![];
        for (index, module) in self.project.modules.iter().enumerate() {
            let imports = module.uses.iter().map(|import| (&import.path, import.line, import.all));
            let mentions = module.mentions.iter().filter(|mention| mention.path.len() > 1);
            for (path, line, all) in imports.chain(mentions.map(|mention| (&mention.path, mention.line, false))) {
                let Some(meaning) = self.resolve(index, path) else { continue };
                let to = self.project.modules[meaning.module].file;
                let names_something = meaning.item.is_some() || all && !self.project.files[to].is_map();
                if to != module.file && names_something {
                    arrows.push(Arrow { from: module.file, to, name: path.join("::"), line });
                }
            }
        }
        arrows
    }

    /// Methods of one type that lie in several files: who calls whose, by `self.name(…)` or `Self::name`.
    pub fn method_arrows(&self) -> Vec<Arrow> {
        let mut homes: BTreeMap<(usize, String), BTreeMap<&str, usize>> = BTreeMap::new();
        let mut users: BTreeMap<(usize, String), BTreeSet<usize>> = BTreeMap::new();
        for (index, module) in self.project.modules.iter().enumerate() {
            for (path, methods) in &module.impls {
                let Some(Meaning { module: home, item: Some(item) }) = self.resolve(index, path) else { continue };
                let home = (home, item);
                users.entry(home.clone()).or_default().insert(module.file);
                homes.entry(home).or_default().extend(methods.iter().map(|method| (method.as_str(), module.file)));
            }
        }
        let mut arrows = vec![];
        for (of, methods) in &homes {
            for &from in &users[of] {
                for (name, line) in own_calls(&self.project.files[from].tokens) {
                    if let Some(&to) = methods.get(name).filter(|to| **to != from) {
                        arrows.push(Arrow { from, to, name: format!("{}::{name}", of.1), line });
                    }
                }
            }
        }
        arrows
    }

    /// The rings among the members of any one folder, each told once with an example of every arrow in it.
    pub fn rings(&self, arrows: &[Arrow]) -> Vec<String> {
        let mut faults = vec![];
        let files = &self.project.files;
        let mut folders: BTreeSet<&[String]> = BTreeSet::new();
        for file in files {
            folders.extend((1..file.module.len()).map(|length| &file.module[..length]));
        }
        for folder in folders {
            let member = |file: usize| {
                let module = &files[file].module;
                module.starts_with(folder).then(|| module.get(folder.len()).map_or("", String::as_str))
            };
            let mut graph: BTreeMap<&str, BTreeMap<&str, &Arrow>> = BTreeMap::new();
            for arrow in arrows {
                if let (Some(from), Some(to)) = (member(arrow.from), member(arrow.to))
                    && from != to
                {
                    graph.entry(from).or_default().entry(to).or_insert(arrow);
                }
            }
            for ring in rings(&graph) {
                let told = ring.iter().map(|arrow| self.tell(arrow));
                faults.push(format!("ring in {}:\n    {}", folder.join("::"), told.collect::<Vec<_>>().join("\n    ")));
            }
        }
        faults
    }

    /// An arrow in words.
    pub fn tell(&self, arrow: &Arrow) -> String {
        let files = &self.project.files;
        format!("{} imports {} from {}", files[arrow.from].at(arrow.line), arrow.name, files[arrow.to].path.display())
    }
}

/// A name that no list here has, such as one that a macro makes, is taken for the module's own.
fn unknown(module: usize, path: &[String]) -> Meaning {
    Meaning { module, item: path.first().cloned() }
}

/// The methods that a text calls on `self`, with their lines.
fn own_calls(tokens: &[tokens::Placed]) -> impl Iterator<Item = (&str, usize)> {
    tokens.windows(4).filter_map(|window| match window {
        [(Token::Word(own), _), (Token::Mark('.'), _), (Token::Word(name), line), (Token::Mark('(' | ':'), _)]
            if own == "self" =>
        {
            Some((name.as_str(), *line))
        }
        [(Token::Word(own), _), (Token::Mark(':'), _), (Token::Mark(':'), _), (Token::Word(name), line)]
            if own == "Self" =>
        {
            Some((name.as_str(), *line))
        }
        _ => None,
    })
}

/// The rings of a graph, each once, from its first member on.
fn rings<'a>(graph: &BTreeMap<&'a str, BTreeMap<&'a str, &'a Arrow>>) -> Vec<Vec<&'a Arrow>> {
    let mut rings = vec![];
    for &start in graph.keys() {
        // The shortest way from the member back to itself, breadth first.
        let mut from: BTreeMap<&str, (&str, &Arrow)> = BTreeMap::new();
        let mut waiting = std::collections::VecDeque::from([start]);
        while let Some(at) = waiting.pop_front() {
            for (&next, &arrow) in graph.get(at).into_iter().flatten() {
                if !from.contains_key(next) {
                    from.insert(next, (at, arrow));
                    waiting.push_back(next);
                }
            }
        }
        let mut ring = vec![];
        let mut members = vec![start];
        let mut at = start;
        while let Some((before, arrow)) = from.get(at) {
            ring.push(*arrow);
            if *before == start {
                break;
            }
            members.push(before);
            at = before;
        }
        if !ring.is_empty() && members.iter().min() == Some(&start) {
            ring.reverse();
            rings.push(ring);
        }
    }
    rings
}

/// The arrows of a small project, as `from -> to`.
fn drawn(files: &[(&str, &str)]) -> Vec<String> {
    let project = Project::of(files);
    let name = |file: usize| project.files[file].module.join("::");
    Names::new(&project).arrows().iter().map(|arrow| format!("{} -> {}", name(arrow.from), name(arrow.to))).collect()
}

#[test]
fn names_are_followed_to_where_they_are_defined() {
    let map = ("a", "pub mod b;\nmod c;\nmod e;\npub use c::D;\npub use e::*;");
    let (c, e) = (("a::c", "pub struct D;"), ("a::e", "pub fn f() {}\npub mod g { pub struct H; }"));
    let b = |text| {
        drawn(&[map, ("a::b", text), c, e]).into_iter().filter(|arrow| arrow.starts_with("a::b")).collect::<Vec<_>>()
    };
    assert_eq!(b("use crate::D;"), ["a::b -> a::c"]);
    assert_eq!(b("use super::D;"), ["a::b -> a::c"]);
    assert_eq!(b("use super::c::D as E;"), ["a::b -> a::c"]);
    assert_eq!(b("pub use super::{c::D};"), ["a::b -> a::c"]);
    assert_eq!(b("use super::f;"), ["a::b -> a::e"]);
    assert_eq!(b("fn h() { crate::e::f() }"), ["a::b -> a::e"]);
    assert_eq!(b("use crate::e; fn h() { e::f() }"), ["a::b -> a::e"]);
    assert_eq!(b("use super::g::H;"), ["a::b -> a::e"]);
    assert_eq!(b("use std::fmt;"), [""; 0]);
    assert_eq!(b("#[cfg(test)]\nmod tests { use super::super::D; }"), [""; 0]);
}

#[test]
fn children_and_other_crates_are_imports_too() {
    let other = ("b", "pub mod c;\npub use c::D;");
    assert_eq!(drawn(&[("a", "mod d;\nuse d::E;\nfn f() {}"), ("a::d", "pub struct E;")]), ["a -> a::d"]);
    assert_eq!(drawn(&[("a", "mod d;\nfn f() { self::d::g() }"), ("a::d", "pub fn g() {}")]), ["a -> a::d"]);
    assert_eq!(drawn(&[("a", "use b::D;"), other, ("b::c", "pub struct D;")]), ["a -> b::c", "b -> b::c"]);
}

#[test]
fn a_child_that_imports_its_face_closes_a_ring() {
    let face = ("a", "pub mod b;");
    let ring = [face, ("a::b", "mod c;\nuse c::C;\npub struct B(C);"), ("a::b::c", "use super::B;\npub struct C;")];
    let project = Project::of(&ring);
    let names = Names::new(&project);
    let rings = names.rings(&names.arrows());
    assert_eq!(rings.len(), 1, "{rings:?}");
    assert!(rings[0].contains("a/b.rs:2 imports c::C from a/b/c.rs"), "{rings:?}");
    assert!(rings[0].contains("a/b/c.rs:1 imports super::B from a/b.rs"), "{rings:?}");
}

#[test]
fn folders_that_import_from_each_other_are_a_ring_though_their_files_are_not() {
    let files = [
        ("a", "mod b;\nmod c;"),
        ("a::b", "mod d;\nmod e;"),
        ("a::c", "mod f;\nmod g;"),
        ("a::b::d", "use crate::c::f::F;"),
        ("a::b::e", "pub struct E;"),
        ("a::c::f", "pub struct F;"),
        ("a::c::g", "use crate::b::e::E;"),
    ];
    let project = Project::of(&files);
    let names = Names::new(&project);
    let rings = names.rings(&names.arrows());
    assert_eq!(rings.len(), 1, "{rings:?}");
    assert!(rings[0].starts_with("ring in a:\n"), "{rings:?}");
}

#[test]
fn methods_of_one_type_that_call_each_other_across_files_are_a_ring() {
    let ring = |second: &str| {
        let files = [
            ("a", "mod b;\nmod c;"),
            ("a::b", "pub struct B;\nimpl B { pub fn one(&self) { self.two() } }"),
            ("a::c", second),
        ];
        let project = Project::of(&files);
        let names = Names::new(&project);
        names.rings(&names.method_arrows()).len()
    };
    assert_eq!(ring("use super::b::B;\nimpl B { pub fn two(&self) { self.one() } }"), 1);
    assert_eq!(ring("use super::b::B;\nimpl B { pub fn two(&self) { other.one() } }"), 0);
}
