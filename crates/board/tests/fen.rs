//! FEN in all the forms in use, as `docs` and the programs that write them have it.

use khun_board::position::Position;
use khun_board::rules::Catalogue;
use khun_board::rules::counting::Count;

fn position(variant: &str, fen: &str) -> Position {
    let rules = Catalogue::builtin().find(variant).unwrap();
    Position::from_fen(rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Count (limit and plies), clock and move number of a position with these fields behind the side to move.
fn clocks(fields: &str) -> (Option<(u16, u16)>, u16, u16) {
    let position = position("makruk", &format!("8/4k3/8/8/4M3/8/3K1R2/8 w {fields}"));
    let count = position.count().map(|Count { limit, ply }| (limit, ply));
    (count, position.clock(), position.fullmove())
}

/// five-field: neither is a count.
#[test]
fn exactly_two_numbers_behind_the_rights_are_clock_and_move() {
    // XBoard and old Fairy-Max files leave the fourth field out.
    let ouk = position("cambodian", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w EDed 7 9");
    assert_eq!((ouk.count(), ouk.clock(), ouk.fullmove()), (None, 7, 9));
    assert_eq!(ouk.outcome(), None);
    assert_eq!(ouk.fen(), "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 7 9");
    let makruk = position("makruk", "r1smk1nr/3n1s2/pp1ppppp/2p5/2P1P3/PP1P1PPP/2SN1S2/R2KM1NR w - 1 6");
    assert_eq!((makruk.count(), makruk.clock(), makruk.fullmove()), (None, 1, 6));
    assert_eq!(clocks("- 7 9"), (None, 7, 9));
    assert_eq!(clocks("7 9"), (None, 7, 9));
}

#[test]
fn with_a_count_there_are_three_numbers_or_four() {
    assert_eq!(clocks("- 32 8 60"), (Some((32, 8)), 0, 60));
    assert_eq!(clocks("- - 32 8 60"), (Some((32, 8)), 0, 60));
    assert_eq!(clocks("- 32 8 3 60").0, Some((32, 8)));
    assert_eq!(clocks("- 32 8 3 60").2, 60);
}

#[test]
fn no_count_stands_in_the_other_forms() {
    for fields in ["- - 0 1", "- 0 0 1", "0 1", "- -", "-", "", "- - bm Kc2; id \"x\";", "- 0"] {
        assert_eq!(clocks(fields), (None, 0, 1), "{fields}");
    }
    assert_eq!(clocks("- - 5 7"), (None, 5, 7));
    assert_eq!(clocks("- 0 5 7"), (None, 5, 7));
    assert_eq!(clocks("- - hmvc 5; fmvn 7;"), (None, 5, 7));
}
