//! A tuning build's further options: every number of the search, once for games of mate and once for races.

use crate::search::tune::{self, Row, Tunables};
use crate::uci::fault::Fault;
use khun_board::rules::Profile;

/// The profiles by the prefix of their options.
const PROFILES: [(&str, Profile); 2] = [("Mate", Profile::Mate), ("Race", Profile::Race)];

fn name(prefix: &str, row: &Row) -> String {
    format!("{prefix}_{}", row.name)
}

/// The options' lines in the answer to `uci`.
pub fn advertised() -> Vec<String> {
    let options = Tunables::ROWS.iter().flat_map(|row| PROFILES.into_iter().zip(row.defaults).map(move |of| (row, of)));
    options
        .map(|(row, ((prefix, _), default))| {
            let (least, most) = row.range;
            format!("option name {} type spin default {default} min {least} max {most}", name(prefix, row))
        })
        .collect()
}

/// Sets a number; `None` when there is none with this option's name.
///
/// # Errors
///
/// When the value is no number within the option's range.
pub fn set(option: &str, value: Option<&str>) -> Option<Result<(), Fault>> {
    let known = Tunables::ROWS.iter().flat_map(|row| PROFILES.map(|(prefix, profile)| (row, prefix, profile)));
    let (row, _, profile) =
        known.into_iter().find(|(row, prefix, _)| name(prefix, row).eq_ignore_ascii_case(option))?;
    let taken = value.and_then(|text| text.parse().ok()).is_some_and(|value| tune::set(profile, row.name, value));
    let refused = || Fault::Tunable { option: option.to_owned(), range: row.range };
    Some(taken.then_some(()).ok_or_else(refused))
}
