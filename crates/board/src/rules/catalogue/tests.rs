use super::*;
use crate::rules::Family;

#[test]
fn the_file_that_ships_has_no_fault() {
    let (catalogue, faults) = Catalogue::default().with_file(BUILTIN_TEXT);
    assert_eq!(faults, []);
    let names: Vec<&str> = catalogue.names().collect();
    assert_eq!(
        names,
        [
            "makruk",
            "racingkings",
            "makruk-cutechess",
            "makruk-guide",
            "makruk-called",
            "makruk-js",
            "makruk-thaichess",
            "makpong",
            "cambodian",
            "asean",
            "ai-wok"
        ]
    );
    assert_eq!(catalogue.default_rules().name, "makruk");
}

#[test]
fn the_generators_families_are_recognised() {
    let family = |name: &str| Catalogue::builtin().find(name).expect(name).family();
    for name in ["makruk", "makruk-cutechess", "makruk-guide", "makruk-called"] {
        assert_eq!(family(name), Family::Makruk, "{name}");
    }
    assert_eq!(family("racingKings"), Family::Race, "lichess's spelling");
    for name in ["makpong", "cambodian", "asean", "ai-wok"] {
        assert_eq!(family(name), Family::Custom, "{name}");
    }
}

#[test]
fn equal_rule_sets_share_a_home() {
    let again = Catalogue::default().with_file(BUILTIN_TEXT).0;
    for (first, second) in Catalogue::builtin().variants().iter().zip(again.variants()) {
        assert!(std::ptr::eq(first.rules, second.rules));
    }
}
