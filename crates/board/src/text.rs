//! Text for messages: what a user wrote, fit to be repeated, and the known name that was meant.

/// The most letters of a text that a message repeats.
const QUOTE_LENGTH: usize = 60;

/// A text from a user or a file in single quotes, safe to send back: short, on one line, without control characters.
///
/// ```
/// assert_eq!(khun_board::text::quoted("b1c3"), "'b1c3'");
/// assert_eq!(khun_board::text::quoted("a\nb"), "'a?b'");
/// ```
#[must_use]
pub fn quoted(text: &str) -> String {
    let clean = |c: char| if c.is_control() || c == char::REPLACEMENT_CHARACTER { '?' } else { c };
    let short: String = text.chars().take(QUOTE_LENGTH).map(clean).collect();
    let more = if text.chars().nth(QUOTE_LENGTH).is_some() { "…" } else { "" };
    format!("'{short}{more}'")
}

/// `a, b, c`.
#[must_use]
pub fn listed<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(", ")
}

/// A word of thousands of letters is noise: comparing it with every name would only cost time.
const LONGEST_COMPARED: usize = 64;

/// The known name nearest to what was written, in either case, if one is near enough to be meant.
#[must_use]
pub fn nearest<'a>(written: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if written.len() > LONGEST_COMPARED {
        return None;
    }
    let written = written.to_ascii_lowercase();
    let allowed = (written.chars().count() / 3).max(1);
    known
        .map(|name| (strsim::damerau_levenshtein(&written, &name.to_ascii_lowercase()), name))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// `` (did you mean `name`?)``, or nothing where no known name is near.
#[must_use]
pub fn did_you_mean<'a>(written: &str, known: impl Iterator<Item = &'a str>) -> String {
    nearest(written, known).map_or_else(String::new, |name| format!(" (did you mean `{name}`?)"))
}
