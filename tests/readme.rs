//! The documentation says of variants and rules files what the program knows, and its links lead somewhere.

use std::fs;
use std::path::Path;

use khun_board::rules::{Catalogue, ini};

const VARIANTS: &str = include_str!("../docs/variants.md");
/// README's longest allowed length, in lines: tables have pages of their own.
const README_LINES: usize = 150;

#[test]
fn every_key_of_the_rules_file_has_its_row() {
    let bar = |text: &str| text.replace('|', "\\|");
    let rows = ini::key_infos().map(|key| format!("| `{}` | {} | {} |", key.name, bar(key.takes), bar(key.meaning)));
    let missing: Vec<String> = rows.filter(|row| !VARIANTS.lines().any(|line| line == row)).collect();
    assert!(missing.is_empty(), "docs/variants.md lacks\n{}", missing.join("\n"));
}

#[test]
fn every_variant_that_ships_is_listed() {
    for name in Catalogue::builtin().names() {
        assert!(VARIANTS.contains(&format!("| `{name}` |")), "{name}");
    }
}

#[test]
fn the_readme_stays_short() {
    let lines = include_str!("../README.md").lines().count();
    assert!(lines <= README_LINES, "README.md has {lines} lines");
}

/// The pages that people read: at the top and in `docs`.
fn pages() -> Vec<std::path::PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries =
        [root.to_owned(), root.join("docs")].into_iter().flat_map(|folder| fs::read_dir(folder).expect("a folder"));
    let paths = entries.map(|entry| entry.expect("a readable folder").path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}

/// The targets of a page's links and pictures, without those on the web.
fn links(page: &str) -> impl Iterator<Item = &str> {
    let targets = page.split("](").skip(1).filter_map(|behind| behind.split(')').next());
    targets.filter(|target| !target.contains("://")).map(|target| target.split('#').next().unwrap_or(target))
}

#[test]
fn links_lead_to_files_that_there_are() {
    assert_eq!(links("[a](b.md#c), ![d](e/f.svg) [g](https://h.i)").collect::<Vec<_>>(), ["b.md", "e/f.svg"]);
    let mut broken = vec![];
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a readable page");
        let folder = page.parent().expect("a file lies in a folder");
        let missing = links(&text).filter(|target| !target.is_empty() && !folder.join(target).exists());
        broken.extend(missing.map(|target| format!("{}: {target}", page.display())));
    }
    assert!(broken.is_empty(), "links that lead nowhere:\n{}", broken.join("\n"));
}
