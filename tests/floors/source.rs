//! The project's files: its packages, and their modules as the compiler finds them, from the crates' roots on.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use quote::ToTokens;
use syn::{Attribute, Item, ItemMod, Visibility};

use crate::tokens::{self, Mention, Placed, Token, Use};

/// Folders that hold nothing written here.
const FOREIGN: [&str; 5] = ["target", "node_modules", "vendor", "dist", "corpus"];

/// What a build writes among the sources.
const GENERATED: [&str; 1] = ["web/engine/board/board.js"];

/// A file of a program (not of its tests).
pub struct File {
    pub path: PathBuf,
    pub text: String,
    /// Tests at its end and comments left out.
    pub tokens: Vec<Placed>,
    /// The module that it is, the crate's name first.
    pub module: Vec<String>,
    /// The first item that a map must not hold: everything but `mod`, `use` and `extern crate`.
    pub substance: Option<usize>,
}

impl File {
    /// Declares and hands on, and holds nothing.
    pub fn is_map(&self) -> bool {
        self.substance.is_none()
    }

    /// Where a fault is.
    pub fn at(&self, line: usize) -> String {
        format!("{}:{line}", self.path.display())
    }

    /// Whether it is the `arch` module, or in it.
    pub fn is_arch(&self) -> bool {
        self.module.get(1).is_some_and(|name| name == "arch")
    }

    /// Whether it belongs to a crate, by its name.
    pub fn is_of(&self, krate: &str) -> bool {
        self.module.first().is_some_and(|name| name == krate)
    }
}

/// A module: a file, or `mod name { … }` within one.
pub struct Module {
    pub path: Vec<String>,
    /// Its index among the files.
    pub file: usize,
    pub children: BTreeSet<String>,
    /// Names that are defined in it.
    pub items: BTreeSet<String>,
    pub uses: Vec<Use>,
    pub mentions: Vec<Mention>,
    /// Types that have methods in it, with the methods' names.
    pub impls: Vec<(Vec<String>, Vec<String>)>,
}

/// All that is written in Rust here, without what only tests use.
#[derive(Default)]
pub struct Project {
    /// The packages' folders.
    pub packages: Vec<PathBuf>,
    pub files: Vec<File>,
    pub modules: Vec<Module>,
}

/// The project, read once.
pub static PROJECT: LazyLock<Project> = LazyLock::new(Project::read);

/// Where the project lies.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file of the project that has one of these endings, by its path from the root.
pub fn files_with(endings: &[&str]) -> Vec<PathBuf> {
    let mut found = vec![];
    let mut waiting = vec![root().to_owned()];
    while let Some(folder) = waiting.pop() {
        for path in
            fs::read_dir(&folder).expect("a readable folder").map(|entry| entry.expect("a readable folder").path())
        {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            if path.is_dir() {
                if !name.starts_with('.') && !FOREIGN.contains(&&*name) {
                    waiting.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                let path = path.strip_prefix(root()).expect("a path below the root");
                if !GENERATED.iter().any(|generated| Path::new(generated) == path) {
                    found.push(path.to_owned());
                }
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "no {endings:?} below {}", root().display());
    found
}

/// The text of a file of the project.
pub fn text(path: &Path) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

impl Project {
    fn read() -> Self {
        let mut project = Self::default();
        for manifest in files_with(&["Cargo.toml"]) {
            let text = text(&manifest);
            let package = text.split("[package]").nth(1).and_then(|package| {
                package.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"').map(str::to_owned))
            });
            let Some(name) = package else { continue };
            let folder = manifest.parent().expect("a manifest lies in a folder").to_owned();
            project.read_package(&name.replace('-', "_"), &folder.join("src"));
            project.packages.push(folder);
        }
        project
    }

    /// Reads the package's crates: its library, and its programs as crates of their own (`khun:main`).
    fn read_package(&mut self, name: &str, src: &Path) {
        let library = src.join("lib.rs");
        if root().join(&library).is_file() {
            self.read_file(vec![name.to_owned()], &library, src);
        }
        let mut programs = vec![("main".to_owned(), src.join("main.rs"))];
        if let Ok(entries) = fs::read_dir(root().join(src).join("bin")) {
            for entry in entries {
                let file = entry.expect("a readable folder").file_name();
                let path = src.join("bin").join(&file);
                let path = if path.extension().is_some() { path } else { path.join("main.rs") };
                programs.push((file.to_string_lossy().trim_end_matches(".rs").to_owned(), path));
            }
        }
        programs.sort();
        for (program, path) in programs {
            if root().join(&path).is_file() {
                let folder = path.parent().expect("a file lies in a folder");
                self.read_file(vec![format!("{name}:{program}")], &path, folder);
            }
        }
    }

    /// Reads a file and the modules that it declares, which lie in `folder`.
    fn read_file(&mut self, module: Vec<String>, path: &Path, folder: &Path) {
        let text = text(path);
        let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        self.add_file(module, path, text, parsed.items, folder);
    }

    fn add_file(&mut self, module: Vec<String>, path: &Path, text: String, items: Vec<Item>, folder: &Path) {
        let items: Vec<Item> = items.into_iter().filter(|item| !is_for_tests(item)).collect();
        // What a map names for itself, its files would take from it: only what it hands on is no substance.
        let is_substance = |item: &&Item| match item {
            Item::Mod(module) => module.content.is_some(),
            Item::Use(import) => matches!(import.vis, Visibility::Inherited),
            item => !matches!(item, Item::ExternCrate(_)),
        };
        let substance = items.iter().find(is_substance);
        let substance =
            substance.map(|item| tokens::flatten(item.to_token_stream()).first().map_or(0, |(_, line)| *line));
        let all = items.iter().flat_map(|item| tokens::flatten(item.to_token_stream())).collect();
        let file = self.files.len();
        self.files.push(File { path: path.to_owned(), text, tokens: all, module: module.clone(), substance });
        self.add_module(module, file, items, folder);
    }

    fn add_module(&mut self, path: Vec<String>, file: usize, items: Vec<Item>, folder: &Path) {
        let mut module = Module {
            path: path.clone(),
            file,
            children: BTreeSet::new(),
            items: BTreeSet::new(),
            uses: vec![],
            mentions: vec![],
            impls: vec![],
        };
        let mut children = vec![];
        for item in items {
            match item {
                Item::Mod(child) => {
                    module.children.insert(child.ident.to_string());
                    children.push(child);
                }
                item => {
                    module.items.extend(defined(&item));
                    module.impls.extend(methods(&item));
                    let (uses, mentions) = tokens::names(&tokens::flatten(item.to_token_stream()));
                    module.uses.extend(uses);
                    module.mentions.extend(mentions);
                }
            }
        }
        self.modules.push(module);
        for child in children {
            self.add_child(&path, file, child, folder);
        }
    }

    fn add_child(&mut self, parent: &[String], file: usize, child: ItemMod, folder: &Path) {
        let name = child.ident.to_string();
        let path = [parent, std::slice::from_ref(&name)].concat();
        if let Some((_, items)) = child.content {
            let items = items.into_iter().filter(|item| !is_for_tests(item)).collect();
            return self.add_module(path, file, items, &folder.join(name));
        }
        let declared = child.attrs.iter().find(|attribute| attribute.path().is_ident("path"));
        if let Some(declared) = declared {
            let tokens = tokens::flatten(declared.to_token_stream());
            let place =
                tokens.into_iter().find_map(|(token, _)| if let Token::Text(text) = token { Some(text) } else { None });
            let file = self.files[file].path.parent().expect("a file lies in a folder").join(place.unwrap_or_default());
            let folder = file.parent().expect("a file lies in a folder").to_owned();
            return self.read_file(path, &file, &folder);
        }
        let own = folder.join(&name);
        let (flat, deep) = (folder.join(format!("{name}.rs")), own.join("mod.rs"));
        let file = if root().join(&flat).is_file() { flat } else { deep };
        self.read_file(path, &file, &own);
    }

    /// A project of one text a file, for tests of what is read out of it: `("khun::search::job", "use …;")`. A name
    /// that ends in `::` is a folder's map or face.
    pub fn of(files: &[(&str, &str)]) -> Self {
        let mut project = Self::default();
        for (name, text) in files {
            let module: Vec<String> = name.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
            let items = syn::parse_file(text).expect("the test's own code is Rust").items;
            // Declared modules are files of this list.
            let (declared, items): (Vec<Item>, Vec<Item>) =
                items.into_iter().partition(|item| matches!(item, Item::Mod(module) if module.content.is_none()));
            let at = project.modules.len();
            let path = PathBuf::from(format!("{}.rs", module.join("/")));
            project.add_file(module, &path, (*text).to_owned(), items, Path::new(""));
            project.modules[at].children.extend(declared.iter().filter_map(defined));
        }
        project
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn is_for_tests(item: &Item) -> bool {
    attributes(item).iter().any(|attribute| attribute.to_token_stream().to_string().replace(' ', "") == "#[cfg(test)]")
}

/// The name that an item defines.
fn defined(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Mod(item) => &item.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

/// The type that an `impl` without a trait adds methods to, as it is written, with the methods' names.
fn methods(item: &Item) -> Option<(Vec<String>, Vec<String>)> {
    let Item::Impl(item) = item else { return None };
    let syn::Type::Path(of) = &*item.self_ty else { return None };
    let names = item.items.iter().filter_map(|item| match item {
        syn::ImplItem::Fn(method) => Some(method.sig.ident.to_string()),
        _ => None,
    });
    let path = of.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    item.trait_.is_none().then(|| (path, names.collect()))
}
