//! Algebraic notation against pyffish (Makruk) and python-chess (Racing Kings).

mod common;

use common::{position, rows, rules};

#[test]
fn notation_agrees_with_pyffish_and_python_chess() {
    let mut checked = 0;
    for row in rows(include_str!("data/notation/san.tsv")) {
        let [name, fen, mv, expected] = row[..] else { panic!("{row:?}") };
        let position = position(rules(name), fen);
        let mv = position.parse_uci(mv).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(position.san(mv), expected, "{fen}");
        checked += 1;
    }
    assert!(checked > 300);
}
