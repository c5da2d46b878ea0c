//! Closed choices by name: one list serves the parser, the printer, the hints and the options.

use crate::text::{did_you_mean, listed, quoted};

/// A closed choice whose members have names, as a rules file or an option writes them.
pub trait Choice: Copy + PartialEq + 'static {
    /// Every member with its name, in the order in which they are listed to people.
    const NAMES: &'static [(&'static str, Self)];

    /// The member's name.
    #[must_use]
    fn name(self) -> &'static str {
        Self::NAMES
            .iter()
            .find(|(_, member)| *member == self)
            .map(|(name, _)| *name)
            .expect("`NAMES` lists every member")
    }

    /// The member that a word names, in either case.
    ///
    /// # Errors
    /// A message that names the nearest word, or all of them.
    fn from_name(text: &str) -> Result<Self, String> {
        let known = Self::NAMES.iter().find(|(word, _)| word.eq_ignore_ascii_case(text));
        known.map(|(_, member)| *member).ok_or_else(|| {
            let words = Self::NAMES.iter().map(|(word, _)| *word);
            format!("{} is not one of {}{}", quoted(text), listed(words.clone()), did_you_mean(text, words))
        })
    }
}

impl Choice for bool {
    const NAMES: &'static [(&'static str, Self)] = &[("true", true), ("false", false)];
}
