//! The rule sets that are loaded, by name.

use std::sync::{LazyLock, Mutex, PoisonError};

use crate::rules::ini::{self, Difference, Fault, Loaded};
use crate::rules::ruleset::{Rules, Ruleset};
use crate::text::{did_you_mean, quoted};

/// The rule sets that ship: `variants.ini` of the repository.
pub const BUILTIN_TEXT: &str = include_str!("../../variants.ini");

static BUILTIN: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::default().with_file(BUILTIN_TEXT).0);

/// Every rule set that was ever interned.
static INTERNED: Mutex<Vec<Rules>> = Mutex::new(Vec::new());

/// Gives a rule set a home for as long as the program runs. Equal ones share it, so that loading a file again and again
/// costs nothing.
#[must_use]
pub fn intern(ruleset: Ruleset) -> Rules {
    let mut interned = INTERNED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = interned.iter().copied().find(|known| **known == ruleset) {
        return known;
    }
    let rules: Rules = Box::leak(Box::new(ruleset));
    interned.push(rules);
    rules
}

/// The rule sets that are loaded, in the order of their files.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    variants: Vec<Variant>,
}

/// A loaded rule set and where it comes from.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The rule set.
    pub rules: Rules,
    /// The section that it inherits from, if any.
    pub parent: Option<String>,
    /// Where it differs from that one, or from an empty board without any rule.
    pub differences: Vec<Difference>,
    source: ini::Source,
}

/// A name that no loaded rule set has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownVariant {
    /// What is wrong, with the nearest known name where one is near.
    pub message: String,
}

impl std::fmt::Display for UnknownVariant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for UnknownVariant {}

impl Catalogue {
    /// The rule sets that ship.
    #[must_use]
    pub fn builtin() -> &'static Self {
        &BUILTIN
    }

    /// This catalogue with a file's sections: new names behind the known ones, known names replaced in their place.
    /// What is wrong in the file comes back beside it; its good sections are in.
    #[must_use]
    pub fn with_file(&self, text: &str) -> (Self, Vec<Fault>) {
        let names: Vec<&str> = self.names().collect();
        let (loaded, faults) = ini::load(text, |name| self.get(name).map(|variant| &variant.source), &names);
        let mut catalogue = self.clone();
        for Loaded { ruleset, parent, differences, source } in loaded {
            let variant = Variant { rules: intern(ruleset), parent, differences, source };
            match catalogue.variants.iter_mut().find(|known| known.rules.name == variant.rules.name) {
                Some(known) => *known = variant,
                None => catalogue.variants.push(variant),
            }
        }
        (catalogue, faults)
    }

    /// The loaded rule sets in order.
    #[must_use]
    pub fn variants(&self) -> &[Variant] {
        &self.variants
    }

    /// Their names in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.variants.iter().map(|variant| variant.rules.name.as_str())
    }

    /// The rule set that is in force before anybody names one: the first.
    #[must_use]
    pub fn default_rules(&self) -> Rules {
        self.variants.first().map_or_else(|| intern(Ruleset::two_kings()), |variant| variant.rules)
    }

    /// A variant by its name, in either case.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.rules.name.eq_ignore_ascii_case(name))
    }

    /// The rules of a variant, by its name in either case.
    ///
    /// # Errors
    /// When no loaded section has the name.
    pub fn find(&self, name: &str) -> Result<Rules, UnknownVariant> {
        self.get(name).map(|variant| variant.rules).ok_or_else(|| UnknownVariant {
            message: format!("unknown variant {}{}", quoted(name), did_you_mean(name, self.names())),
        })
    }
}

#[cfg(test)]
mod tests;
