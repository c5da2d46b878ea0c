//! Words for closed choices: one list serves the parser, the printer, the hints and the options.

/// A closed choice whose members have names, as a rules file or an option writes them.
pub trait Word: Copy + PartialEq + 'static {
    /// Every member with its name, in the order in which they are listed to people.
    const WORDS: &'static [(&'static str, Self)];

    /// The member's name.
    #[must_use]
    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, member)| *member == self).map_or("?", |(word, _)| word)
    }

    /// The member that a word names, in either case.
    ///
    /// # Errors
    /// A message that names the nearest word, or all of them.
    fn from_word(text: &str) -> Result<Self, String> {
        let known = Self::WORDS.iter().find(|(word, _)| word.eq_ignore_ascii_case(text));
        known.map(|(_, member)| *member).ok_or_else(|| {
            let words = Self::WORDS.iter().map(|(word, _)| *word);
            format!("`{}` is not one of {}{}", shown(text), listed(words.clone()), hint(text, words))
        })
    }
}

impl Word for bool {
    const WORDS: &'static [(&'static str, Self)] = &[("true", true), ("false", false)];
}

/// A user's text as a message may repeat it: short and without control characters.
pub(in crate::rules) fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(60).flat_map(char::escape_debug).collect();
    if text.chars().nth(60).is_some() {
        shown.push('…');
    }
    shown
}

/// `a, b, c`.
pub(in crate::rules) fn listed<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(", ")
}

/// The known name nearest to what was written, if one is near enough to be meant.
pub(in crate::rules) fn nearest<'a>(written: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let written = written.to_ascii_lowercase();
    let allowed = (written.chars().count() / 3).max(1);
    known
        .map(|name| (strsim::damerau_levenshtein(&written, &name.to_ascii_lowercase()), name))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// ` (did you mean …?)`, or nothing.
pub(in crate::rules) fn hint<'a>(written: &str, known: impl Iterator<Item = &'a str>) -> String {
    // A word of thousands of letters is noise: comparing it with every name would only cost time.
    if written.len() > 64 {
        return String::new();
    }
    nearest(written, known).map_or_else(String::new, |name| format!(" (did you mean `{name}`?)"))
}
