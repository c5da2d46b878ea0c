use super::*;
use crate::board::{Kind, Men};
use crate::geometry::Color;

/// Men by letters, kings included: `men("KRR", "K")`.
fn men(white: &str, black: &str) -> Men {
    let side = |letters: &str| {
        Kind::ALL.map(|kind| letters.bytes().filter(|letter| *letter == b"PMSNRK"[kind.index()]).count() as u8)
    };
    Men([side(white), side(black)])
}

/// The count after a quiet move of White's that leaves these men, none having stood before.
fn fresh(table: Table, white: &str, black: &str) -> Option<(u16, u16)> {
    let count = Counting::of(table).next(None, &men(white, black), Color::Black, Played::default())?;
    Some((count.limit, count.ply))
}

/// RULES.md's table: the first row that fits, limits in moves, from the number of men.
#[test]
fn makruks_limits_against_a_bare_king() {
    for (white, moves) in [
        ("KRR", 8),
        ("KRRRSSNNMM", 8),
        ("KR", 16),
        ("KRSSNN", 16),
        ("KSS", 22),
        ("KSSNN", 22),
        ("KNN", 32),
        ("KSNN", 32),
        ("KS", 44),
        ("KSNM", 44),
        ("KN", 64),
        ("KNM", 64),
        ("KMMM", 64),
    ] {
        let total = white.len() as u16 + 1;
        assert_eq!(fresh(Table::Makruk, white, "K"), Some((2 * moves, 2 * total)), "{white}");
        assert_eq!(fresh(Table::Cambodian, white, "K"), Some((2 * (moves - 1), 2 * total)), "{white}");
    }
    assert_eq!(fresh(Table::Makruk, "KRP", "K"), None, "a pawn is left");
    assert_eq!(fresh(Table::Cambodian, "KRP", "K"), None, "a pawn is left");
}

#[test]
fn boards_honour_starts_from_nought() {
    assert_eq!(fresh(Table::Makruk, "KR", "KRSSNNM"), Some((128, 0)));
    assert_eq!(fresh(Table::Makruk, "KR", "KP"), None);
    assert_eq!(fresh(Table::Makruk, "K", "KR"), None, "the bare side has just moved");
    assert_eq!(fresh(Table::Cambodian, "KR", "KRM"), Some((126, 0)));
    assert_eq!(fresh(Table::Cambodian, "KRPP", "KRP"), Some((126, 0)), "pawns or not");
    assert_eq!(fresh(Table::Cambodian, "KR", "KRMM"), None, "four men may not count");
}

#[test]
fn asean_counts_only_against_a_bare_king() {
    assert_eq!(fresh(Table::Asean, "KRRSN", "K"), Some((32, 0)));
    assert_eq!(fresh(Table::Asean, "KSN", "K"), Some((88, 0)));
    assert_eq!(fresh(Table::Asean, "KNM", "K"), Some((128, 0)));
    assert_eq!(fresh(Table::Asean, "KMM", "K"), None);
    assert_eq!(fresh(Table::Asean, "KR", "KM"), None);
}

/// The rows `promotion-arms`, `board-to-pieces-1`, `board-to-pieces-2` and `bare-king-captures` of the project's cases.
#[test]
fn a_count_restarts_when_a_side_is_bared_and_only_then() {
    let rule = Counting::of(Table::Makruk);
    let capture = Played { capture: true, ..Played::default() };
    let promotion = Played { promotion: true, ..Played::default() };
    let count = |limit, ply| Some(Count { limit, ply });
    assert_eq!(rule.next(None, &men("KSM", "K"), Color::Black, promotion), count(88, 8));
    assert_eq!(rule.next(count(128, 97), &men("KSS", "K"), Color::Black, capture), count(44, 8));
    assert_eq!(rule.next(count(16, 9), &men("KR", "K"), Color::White, capture), count(16, 10));
    assert_eq!(rule.next(count(128, 20), &men("KRS", "KM"), Color::Black, capture), count(128, 21));
}

/// With N men the stronger side has limit − N moves when the bare king moves first, one more when it does itself.
#[test]
fn a_winning_attempt_has_limit_minus_men_moves() {
    let rule = Counting::of(Table::Makruk);
    let fresh = Count { limit: 16, ply: 8 };
    assert_eq!(rule.plies_left(fresh), Some(9), "four moves after the bare king's first, five when it moves first");
    assert!(!rule.draws(Count { limit: 16, ply: 16 }) && rule.draws(Count { limit: 16, ply: 17 }));
    let at = Counting { draw: DrawAt::Limit, ..rule };
    assert_eq!(at.plies_left(fresh), Some(8));
    assert!(at.draws(Count { limit: 16, ply: 16 }));
    assert_eq!(rule.plies_left(Count { limit: 16, ply: 40 }), Some(0));
    assert_eq!(rule.plies_left(Count { limit: u16::MAX, ply: 0 }), Some(u16::MAX));
}

#[test]
fn a_bare_king_without_a_count_is_counted_by_one_reading_and_not_by_the_other() {
    let fairy = Counting::of(Table::Makruk);
    let cute = Counting { uncounted: Uncounted::Stays, ..fairy };
    let after = men("KR", "K");
    assert_eq!(fairy.next(None, &after, Color::Black, Played::default()), Some(Count { limit: 32, ply: 6 }));
    assert_eq!(cute.next(None, &after, Color::Black, Played::default()), None);
    let capture = Played { capture: true, ..Played::default() };
    assert_eq!(cute.next(None, &after, Color::Black, capture), Some(Count { limit: 32, ply: 6 }));
}

#[test]
fn the_count_in_words() {
    let rule = Counting::of(Table::Makruk);
    let pieces = men("KS", "K");
    let board = men("KS", "KM");
    assert_eq!(rule.describe(Count { limit: 88, ply: 23 }, &pieces), "pieces' honour, 12 of 44 moves (ply 23 of 88)");
    assert_eq!(rule.describe(Count { limit: 128, ply: 3 }, &board), "board's honour, 2 of 64 moves (ply 3 of 128)");
    let guide = Counting { unit: Unit::Ply, start: Start::One, ..rule };
    assert_eq!(guide.describe(Count { limit: 8, ply: 3 }, &men("KRR", "K")), "pieces' honour, 3 of 8 half-moves");
    let called = Counting { board: BoardHonour::Called, ..rule };
    let uncalled = Count { limit: 128, ply: 0 };
    assert_eq!(called.describe(uncalled, &board), "board's honour, not called (limit 128 plies)");
    assert_eq!(called.plies_left(uncalled), None);
}

/// RULES.md's table; Cute Chess grants 64 after the last pawn whatever the stronger side has, and Ouk's board honour stands on.
#[test]
fn a_limit_goes_by_men_that_may_have_set_it() {
    let basis = |table, limit, white| Counting::of(table).basis(Count { limit, ply: 1 }, &men(white, "K"));
    assert_eq!(basis(Table::Makruk, 16, "KRR"), Some(Basis::TwoRooks));
    assert_eq!(basis(Table::Makruk, 16, "KM"), Some(Basis::TwoRooks), "lost since");
    assert_eq!(basis(Table::Makruk, 64, "KSNN"), Some(Basis::TwoKnights));
    assert_eq!(basis(Table::Makruk, 128, "KM"), Some(Basis::Rest));
    assert_eq!(basis(Table::Makruk, 128, "KRR"), None);
    assert_eq!(basis(Table::Makruk, 90, "KM"), None);
    assert_eq!(basis(Table::Cambodian, 126, "KR"), None);
    assert_eq!(basis(Table::Asean, 32, "KM"), Some(Basis::Rook));
}
