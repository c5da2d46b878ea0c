//! Algebraic notation against pyffish (Makruk) and python-chess (Racing Kings).

use khun::position::Position;
use tools::{san, variant};

#[test]
fn notation_agrees_with_pyffish_and_python_chess() {
    let mut checked = 0;
    for line in include_str!("data/san.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, fen, mv, expected] = fields[..] else { panic!("{line}") };
        let position = Position::from_fen(variant::rules(name).unwrap(), fen).unwrap();
        let mv = position.parse_move(mv).unwrap();
        assert_eq!(san::write(&position, mv), expected, "{line}");
        checked += 1;
    }
    assert!(checked > 300);
}
