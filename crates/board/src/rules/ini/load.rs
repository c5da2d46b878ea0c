//! From sections to rule sets: parents first, and every fault with its line.

use std::collections::HashMap;
use std::fmt;

use crate::rules::ini::draft::Draft;
use crate::rules::ini::foreign::is_fairy_stockfish_key;
use crate::rules::ini::keys::KEYS;
use crate::rules::ini::sections::{Fault, Section, sections};
use crate::rules::ruleset::Ruleset;
use crate::text::{did_you_mean, quoted};

/// One key in which a rule set differs from its parent (or, without one, from Fairy-Stockfish's empty template).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The key.
    pub key: &'static str,
    /// The parent's value.
    pub before: String,
    /// The rule set's own value.
    pub value: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.key, self.value)
    }
}

/// A file of thousands of sections is noise, and comparing every name with every other would take minutes.
const MOST_NAMES_COMPARED: usize = 500;

/// What the children of a loaded section start from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::rules) struct Source(Draft);

/// A section that loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::rules) struct Loaded {
    pub(in crate::rules) ruleset: Ruleset,
    pub(in crate::rules) parent: Option<String>,
    pub(in crate::rules) differences: Vec<Difference>,
    pub(in crate::rules) source: Source,
}

/// Loads a text. A parent is looked for in the text itself, then with `known` (the rule sets loaded before).
pub(in crate::rules) fn load<'k>(
    text: &str,
    known: impl Fn(&str) -> Option<&'k Source>,
    known_names: &[&str],
) -> (Vec<Loaded>, Vec<Fault>) {
    let (sections, mut faults) = sections(text);
    let index: HashMap<&str, usize> =
        sections.iter().enumerate().map(|(at, section)| (section.name.as_str(), at)).collect();
    let mut states: Vec<State> = sections.iter().map(|_| State::Untouched).collect();
    let mut chain = Vec::new();
    for start in 0..sections.len() {
        // Up to the first ancestor that is settled, then down again: a loop, because a text may nest as deep as it is long.
        let mut at = Some(start);
        while let Some(here) = at.filter(|here| matches!(states[*here], State::Untouched)) {
            states[here] = State::Waiting;
            chain.push(here);
            at = own_parent(&sections[here], &index);
        }
        while let Some(here) = chain.pop() {
            let section = &sections[here];
            let parent = match own_parent(section, &index) {
                Some(parent) => match &states[parent] {
                    State::Loaded(loaded) => Ok(Some(&loaded.source.0)),
                    State::Failed => Err(format!("its parent `{}` did not load", sections[parent].name)),
                    State::Untouched | State::Waiting => Err(cycle(&sections, here, &index)),
                },
                None => match &section.parent {
                    None => Ok(None),
                    Some(name) => known(name).map(|source| Some(&source.0)).ok_or_else(|| {
                        let own = sections.iter().map(|section| section.name.as_str()).filter(|own| own != name);
                        let names = known_names.iter().copied().chain(own).take(MOST_NAMES_COMPARED);
                        format!("there is no parent `{name}`{}", did_you_mean(name, names))
                    }),
                },
            };
            let before = faults.len();
            let loaded = match parent {
                Ok(parent) => build(section, parent, &mut faults),
                Err(message) => {
                    faults.push(Fault { line: section.line, section: Some(section.name.clone()), message });
                    None
                }
            };
            let whole = !section.broken && faults.len() == before;
            states[here] = loaded.filter(|_| whole).map_or(State::Failed, |loaded| State::Loaded(Box::new(loaded)));
        }
    }
    faults.sort_by_key(|fault| fault.line);
    let loaded = states.into_iter().filter_map(|state| match state {
        State::Loaded(loaded) => Some(*loaded),
        _ => None,
    });
    (loaded.collect(), faults)
}

enum State {
    Untouched,
    Waiting,
    Loaded(Box<Loaded>),
    Failed,
}

/// The section's parent in the same text. A section that names itself means the one that it replaces.
fn own_parent(section: &Section<'_>, index: &HashMap<&str, usize>) -> Option<usize> {
    let parent = section.parent.as_deref().filter(|parent| *parent != section.name)?;
    index.get(parent).copied()
}

/// The way from a section through its parents back to itself, in words.
fn cycle(sections: &[Section<'_>], start: usize, index: &HashMap<&str, usize>) -> String {
    let mut way = vec![sections[start].name.as_str()];
    let mut at = own_parent(&sections[start], index);
    while let Some(here) = at.filter(|_| way.len() <= 8) {
        way.push(&sections[here].name);
        at = own_parent(&sections[here], index).filter(|_| here != start);
    }
    format!("its parents lead back to itself: {}", way.join(" → "))
}

/// Applies a section to what its parent says.
fn build(section: &Section<'_>, parent: Option<&Draft>, faults: &mut Vec<Fault>) -> Option<Loaded> {
    let base = parent.map_or_else(Draft::default, Draft::child);
    let mut draft = base.clone();
    let before = faults.len();
    let fault = |line: usize, message: String| Fault { line, section: Some(section.name.clone()), message };
    for setting in &section.settings {
        if let Some(message) = unknown_key(setting.key) {
            faults.push(fault(setting.line, message));
        }
    }
    // The table's order, not the file's: letters come before the keys that speak of pieces by letter.
    for key in &KEYS {
        let Some(setting) = section.settings.iter().find(|setting| setting.key == key.name) else {
            continue;
        };
        if let Err(message) = (key.set)(&mut draft, setting.value) {
            faults.push(fault(setting.line, format!("`{}`: {message}", key.name)));
        }
    }
    if faults.len() > before {
        return None;
    }
    match draft.conclude(&section.name) {
        Ok(ruleset) => {
            let differences = differences(&base, &draft);
            Some(Loaded { ruleset, parent: section.parent.clone(), differences, source: Source(draft) })
        }
        Err(blames) => {
            faults.extend(blames.into_iter().map(|(key, message)| {
                let line = section.settings.iter().find(|setting| setting.key == key);
                fault(line.map_or(section.line, |setting| setting.line), message)
            }));
            None
        }
    }
}

/// What is to be said about a key that has no row.
fn unknown_key(key: &str) -> Option<String> {
    if KEYS.iter().any(|known| known.name == key) {
        return None;
    }
    if is_fairy_stockfish_key(key) {
        return Some(format!("{} is for rules of Fairy-Stockfish's that this engine does not play", quoted(key)));
    }
    Some(format!("unknown key {}{}", quoted(key), did_you_mean(key, KEYS.iter().map(|known| known.name))))
}

fn differences(before: &Draft, after: &Draft) -> Vec<Difference> {
    let changed = KEYS.iter().map(|key| (key.name, (key.show)(before), (key.show)(after)));
    changed
        .filter(|(_, before, value)| before != value)
        .map(|(key, before, value)| Difference { key, before, value })
        .collect()
}
