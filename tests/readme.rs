//! README says of the rules file what the program knows.

use khun_board::rules::{Catalogue, ini};

const README: &str = include_str!("../README.md");

#[test]
fn every_key_of_the_rules_file_has_its_row() {
    let bar = |text: &str| text.replace('|', "\\|");
    let rows = ini::key_infos().map(|key| format!("| `{}` | {} | {} |", key.name, bar(key.takes), bar(key.meaning)));
    let missing: Vec<String> = rows.filter(|row| !README.lines().any(|line| line == row)).collect();
    assert!(missing.is_empty(), "README lacks\n{}", missing.join("\n"));
}

#[test]
fn every_variant_that_ships_is_listed() {
    for name in Catalogue::builtin().names() {
        assert!(README.contains(&format!("| `{name}` |")), "{name}");
    }
}
