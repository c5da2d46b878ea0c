//! The text of a rules file taken apart: sections, settings, and what is wrong with the text itself.

use std::collections::HashSet;
use std::fmt;

use crate::text::quoted;

/// Something wrong in a rules file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The section it stands in, if any.
    pub section: Option<String>,
    /// What is wrong, and the nearest known name where one is near.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.section {
            Some(section) => write!(f, "line {}, [{section}]: {}", self.line, self.message),
            None => write!(f, "line {}: {}", self.line, self.message),
        }
    }
}

/// One `key = value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting<'a> {
    pub line: usize,
    pub key: &'a str,
    pub value: &'a str,
}

/// One `[name:parent]` and what follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section<'a> {
    pub line: usize,
    pub name: String,
    pub parent: Option<String>,
    pub settings: Vec<Setting<'a>>,
    /// Whether a fault of its text keeps it from loading.
    pub broken: bool,
}

/// Words that would tear the list of variants in UCI's `option` line.
const UCI_WORDS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];

/// The sections of a text in order, each name once, and what is wrong with the text itself.
pub fn sections(text: &str) -> (Vec<Section<'_>>, Vec<Fault>) {
    let mut reader = Reader::default();
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        reader.read(index + 1, without_comment(line).trim());
    }
    (reader.sections, reader.faults)
}

/// A `#` or `;` starts a comment at the line's start or after a blank.
fn without_comment(line: &str) -> &str {
    let mut blank_before = true;
    for (at, letter) in line.char_indices() {
        if blank_before && matches!(letter, '#' | ';') {
            return &line[..at];
        }
        blank_before = letter.is_whitespace();
    }
    line
}

#[derive(Default)]
struct Reader<'a> {
    sections: Vec<Section<'a>>,
    faults: Vec<Fault>,
    names: HashSet<String>,
    keys: HashSet<&'a str>,
    place: Place,
}

/// Where the reader is.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Place {
    #[default]
    BeforeSections,
    InSection,
    /// Under a header that names no section of its own: its lines are passed over, since the header has its fault.
    Skipping,
}

impl<'a> Reader<'a> {
    fn read(&mut self, line: usize, text: &'a str) {
        if text.is_empty() {
            return;
        }
        if let Some(header) = text.strip_prefix('[') {
            self.keys.clear();
            match self.header(line, header) {
                Ok(section) => {
                    self.sections.push(section);
                    self.place = Place::InSection;
                }
                Err(message) => {
                    self.faults.push(Fault { line, section: None, message });
                    self.place = Place::Skipping;
                }
            }
            return;
        }
        match (self.place, self.sections.last_mut()) {
            (Place::InSection, Some(section)) => {
                if let Err(message) = setting(section, &mut self.keys, line, text) {
                    section.broken = true;
                    self.faults.push(Fault { line, section: Some(section.name.clone()), message });
                }
            }
            (Place::Skipping, _) => {}
            _ => {
                let message = format!("{} stands before the first section", quoted(text));
                self.faults.push(Fault { line, section: None, message });
                // Once is enough: noise would repeat it for every line.
                self.place = Place::Skipping;
            }
        }
    }

    fn header(&mut self, line: usize, header: &str) -> Result<Section<'a>, String> {
        let Some(inside) = header.strip_suffix(']') else {
            return Err("a section's header ends with `]`".into());
        };
        let (name, parent) = match inside.split_once(':') {
            Some((name, parent)) => (section_name(name)?, Some(section_name(parent)?)),
            None => (section_name(inside)?, None),
        };
        if !self.names.insert(name.clone()) {
            return Err(format!("a second section `{name}`; the first one holds"));
        }
        Ok(Section { line, name, parent, settings: Vec::new(), broken: false })
    }
}

fn section_name(text: &str) -> Result<String, String> {
    let name = text.trim().to_ascii_lowercase();
    let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '+' | '.');
    if name.is_empty() {
        return Err("a section's header names it: `[child:parent]` or `[name]`".into());
    }
    if name.len() > 40 || !name.chars().all(plain) {
        return Err(format!("{} is no section's name: letters, digits, `-_+.`, at most 40", quoted(&name)));
    }
    if UCI_WORDS.contains(&name.as_str()) {
        return Err(format!("`{name}` is a word of the UCI protocol and cannot be a variant's name"));
    }
    Ok(name)
}

fn setting<'a>(
    section: &mut Section<'a>,
    keys: &mut HashSet<&'a str>,
    line: usize,
    text: &'a str,
) -> Result<(), String> {
    let Some((key, value)) = text.split_once('=') else {
        return Err(format!("{} is neither `key = value` nor a comment", quoted(text)));
    };
    let (key, value) = (key.trim(), value.trim());
    if key.is_empty() {
        return Err("there is no key before the `=`".into());
    }
    if !keys.insert(key) {
        return Err(format!("{} is set twice in this section", quoted(key)));
    }
    section.settings.push(Setting { line, key, value });
    Ok(())
}
