use super::*;
use crate::rules::{BUILTIN_TEXT, Catalogue, Checks, Leaps};

/// The faults of a text that is loaded over the rule sets that ship, as a person reads them.
fn faults(text: &str) -> Vec<String> {
    Catalogue::builtin().with_file(text).1.iter().map(ToString::to_string).collect()
}

/// The one fault of a text.
fn fault(text: &str) -> String {
    let faults = faults(text);
    let [fault] = faults.as_slice() else { panic!("{faults:#?}") };
    fault.clone()
}

#[test]
fn the_file_that_ships_documents_every_key() {
    for KeyInfo { name, takes, meaning, default } in key_infos() {
        let default =
            if default.is_empty() || default == "-" { String::new() } else { format!(" (default {default})") };
        let row = format!("# {name} = {takes}\n#     {meaning}{default}\n");
        assert!(BUILTIN_TEXT.contains(&row), "variants.ini lacks\n{row}");
    }
}

#[test]
fn a_child_differs_from_its_parent_only_where_it_says_so() {
    let catalogue = Catalogue::builtin();
    let makpong = catalogue.get("makpong").expect("makpong");
    assert_eq!(makpong.parent.as_deref(), Some("makruk"));
    let before = "false".to_owned();
    assert_eq!(makpong.differences, [Difference { key: "makpongRule", before, value: "true".into() }]);
    let mut rules = makpong.rules.clone();
    assert_eq!(rules.checks, Checks::NoFlight);
    let parent = catalogue.find("makruk").expect("makruk");
    rules.checks = parent.checks;
    rules.name.clone_from(&parent.name);
    assert_eq!(&rules.concluded(), parent);
}

#[test]
fn what_is_unknown_is_named_with_its_line_and_the_nearest_known_name() {
    assert_eq!(
        fault("[a:makruk]\n\nnMoveRul = 3\n"),
        "line 3, [a]: unknown key 'nMoveRul' (did you mean `nMoveRule`?)"
    );
    assert_eq!(fault("[a:makruk]\nnmoverule = 3"), "line 2, [a]: unknown key 'nmoverule' (did you mean `nMoveRule`?)");
    assert_eq!(fault("[a:makruk]\nxyzzy = 3"), "line 2, [a]: unknown key 'xyzzy'");
    assert_eq!(
        fault("[a:makruk]\nmustCapture = true"),
        "line 2, [a]: 'mustCapture' is for rules of Fairy-Stockfish's that this engine does not play"
    );
    assert_eq!(fault("[a:makruc]"), "line 1, [a]: there is no parent `makruc` (did you mean `makruk`?)");
    assert_eq!(
        fault("[a:makruk]\ncountingDraw = pas"),
        "line 2, [a]: `countingDraw`: 'pas' is not one of past, at (did you mean `past`?)"
    );
    assert_eq!(
        fault("[a:makruk]\ncountingRule = makrukk"),
        "line 2, [a]: `countingRule`: 'makrukk' is not one of none, makruk, cambodian, asean (did you mean `makruk`?)"
    );
}

#[test]
fn bad_values_say_what_is_wanted() {
    for (line, message) in [
        ("pawn = pq", "`pawn`: a single letter or `-` is wanted, not 'pq'"),
        ("knight = r\nrook = r", "`rook`: `r` is the knight's letter already"),
        ("nMoveRule = many", "`nMoveRule`: a number from 1 to 1000, or 0 for none, is wanted, not 'many'"),
        ("nFoldRule = 1", "`nFoldRule`: a number from 2 to 100, or 0 for none, is wanted, not '1'"),
        ("promotionPieceTypes = q", "`promotionPieceTypes`: no piece here has the letter `q`"),
        ("promotionPieceTypes = k", "`promotionPieceTypes`: a pawn can become neither king nor pawn"),
        ("promotionRegionWhite = *9", "`promotionRegionWhite`: '*9' is no square (d4), rank (*6) or file (a*)"),
        ("promotionRegionWhite = a6", "pawns promote on whole ranks here, such as `*6 *7 *8`"),
        ("flagPiece = r", "`flagPiece`: only a king can run here, not 'r'"),
        ("castling = true", "`castling`: only false is possible here, not 'true'"),
        ("queen = q", "`fers` and `queen` cannot both be in a game; take one out: `fers = -`"),
        ("checking = false\nmakpongRule = true", "`makpongRule` answers checks, which `checking = false` forbids"),
        ("countingRule = none\ncountingDraw = at", "`countingDraw`: there is no count to read: `countingRule` is none"),
        ("countingStart = zero\nboardHonour = called", "`called` cannot go with `countingStart = zero`"),
        ("cambodianMoves = true\nsutKhun = true", "the king leaps by `cambodianMoves` already"),
        ("pawn = p:mWfcF", "`pawn`: a single letter or `-` is wanted, not 'p:mWfcF'"),
    ] {
        let last = line.lines().count() + 1;
        let all = fault(&format!("[a:makruk]\n{line}\n"));
        assert!(all.starts_with(&format!("line {last}, [a]: {message}")), "{all}\n{message}");
    }
}

#[test]
fn boards_that_cannot_be_are_refused() {
    for (board, message) in [
        ("8/8/8/8/8/8/8 w - - 0 1", "the board has 7 ranks instead of 8"),
        ("k8/8/8/8/8/8/8/K7 w - - 0 1", "rank 8 has 9 files instead of 8"),
        ("k7/8/8/8/8/8/8/8 w - - 0 1", "white has no king"),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "black has 2 kings"),
        ("k7/8/8/8/8/8/8/KQ6 w - - 0 1", "unknown letters Q (the men here are PMSNRK)"),
        ("k7/8/P7/8/8/8/8/K7 w - - 0 1", "the white pawn on a6 should have been promoted"),
        ("k7/8/8/8/8/8/p7/K7 w - - 0 1", "the black pawn on a2 should have been promoted"),
        ("k7/8/8/8/8/8/8/K7 x - - 0 1", "side to move 'x' is neither w nor b"),
        ("k7/8/8/8/8/8/8/K7 w De - 0 1", "right 'D' stands for no man on its first rank that can leap"),
        ("k7/8/8/8/8/8/8/K7 w - - 0", "six fields are wanted (board, side, rights, `-`, 0, 1), not 5"),
        ("k7/8/8/8/8/8/8/K6r b - - 0 1", "white is in check but black is to move"),
        ("k7/K7/8/8/8/8/8/8 w - - 0 1", "black is in check but white is to move"),
    ] {
        assert_eq!(
            faults(&format!("[a:makruk]\nstartFen = {board}\n")).first().map(String::as_str),
            Some(format!("line 2, [a]: start FEN: {message}").as_str()),
            "{board}"
        );
    }
    let stray = "[a:cambodian]\nstartFen = rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w Ae - 0 1";
    assert!(fault(stray).contains("right 'A' stands for no man"), "{}", fault(stray));
    let check = "[a:racingkings]\nstartFen = 8/8/8/8/8/8/k6R/8 w - - 0 1";
    assert!(fault(check).contains("white has no king"), "{}", fault(check));
    let check = "[a:racingkings]\nstartFen = 8/8/8/8/8/8/k6R/7K b - - 0 1";
    assert!(fault(check).contains("black is in check, which these rules forbid"), "{}", fault(check));
}

#[test]
fn a_users_text_is_repeated_short_and_without_control_characters() {
    let long = "x".repeat(5000);
    for text in ["-\0?", "\u{1b}[2J", "\u{7f}", long.as_str()] {
        for setting in [
            format!("startFen = k7/8/8/8/8/8/8/K7 {text} - - 0 1"),
            format!("startFen = k7/8/8/8/8/8/8/K7 w {text} - 0 1"),
            format!("startFen = k7/8/8/8/8/8/8/K7 w - {text} 0 1"),
            format!("startFen = k7/8/8/8/8/8/8/K7 w - - {text} 1"),
            format!("checking = {text}"),
            format!("countingRule = {text}"),
        ] {
            let message = fault(&format!("[a:makruk]\n{setting}"));
            assert!(message.len() < 300 && !message.chars().any(char::is_control), "{message:?}");
        }
    }
}

#[test]
fn a_section_without_the_necessary_is_refused() {
    assert_eq!(
        faults("[a]\npawn = p\n"),
        [
            "line 1, [a]: there is no king: `king = k`",
            "line 1, [a]: pawns promote to nothing: `promotionPieceTypes` is missing",
            "line 1, [a]: `startFen` is missing",
        ]
    );
    assert_eq!(fault("[a:racingkings]\nflagPiece = -"), "line 1, [a]: only kings run here: `flagPiece = k` is missing");
}

#[test]
fn sections_and_keys_stand_once() {
    let text = "[a:makruk]\n[A:makpong]\nnonsense\n[b:makruk]\nnMoveRule = 1\nnMoveRule = 2\n";
    let (catalogue, found) = Catalogue::builtin().with_file(text);
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        ["line 2: a second section `a`; the first one holds", "line 6, [b]: 'nMoveRule' is set twice in this section",]
    );
    assert_eq!(catalogue.find("a").map(|rules| rules.checks), Ok(Checks::Allowed));
    assert!(catalogue.find("b").is_err());
}

#[test]
fn good_sections_load_beside_bad_ones() {
    let text = "stray\n[good:makruk]\nsutKhun = true # a house rule\n[bad\nx = y\n[worse:good]\nnMoveRule = -1\n[:]\n\
                [child:worse]\n[fine:good]\nsutMet = true";
    let (catalogue, found) = Catalogue::builtin().with_file(text);
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "line 1: 'stray' stands before the first section",
            "line 4: a section's header ends with `]`",
            "line 7, [worse]: `nMoveRule`: a number from 1 to 1000, or 0 for none, is wanted, not '-1'",
            "line 8: a section's header names it: `[child:parent]` or `[name]`",
            "line 9, [child]: its parent `worse` did not load",
        ]
    );
    assert_eq!(catalogue.find("good").map(|rules| rules.leaps), Ok(Leaps::SUT_KHUN));
    assert_eq!(catalogue.find("fine").map(|rules| rules.leaps), Ok(Leaps::SUT_KHUN | Leaps::SUT_MET));
    let added: Vec<&str> = catalogue.names().skip(Catalogue::builtin().variants().len()).collect();
    assert_eq!(added, ["good", "fine"]);
}

#[test]
fn parents_may_come_later_but_not_in_a_ring() {
    let (catalogue, found) = Catalogue::builtin().with_file("[a:b]\n[b:c]\nnMoveRule = 7\n[c:makruk]\n");
    assert_eq!(found, []);
    assert_eq!(catalogue.find("a").map(|rules| rules.n_move), Ok(Some(7)));
    let ring = faults("[a:b]\n[b:c]\n[c:a]\n[d:d]\n");
    assert_eq!(ring.len(), 4, "{ring:#?}");
    assert!(ring.iter().any(|fault| fault.contains("its parents lead back to itself: c → a → b → c")), "{ring:#?}");
    assert!(ring[3].contains("there is no parent `d`"), "{ring:#?}");
}

#[test]
fn a_section_may_replace_one_that_ships_and_inherit_from_it() {
    let (catalogue, found) = Catalogue::builtin().with_file("[makruk:makruk]\nnMoveRule = 99\n[x:makruk]\n");
    assert_eq!(found, []);
    assert_eq!(catalogue.default_rules().n_move, Some(99));
    assert_eq!(catalogue.find("x").map(|rules| rules.n_move), Ok(Some(99)));
    assert_eq!(catalogue.find("makpong").map(|rules| rules.n_move), Ok(None), "it was made from the old one");
    assert_eq!(catalogue.variants().len(), Catalogue::builtin().variants().len() + 1);
}

#[test]
fn a_letter_goes_over_to_the_piece_that_takes_it() {
    // Fairy-Stockfish's asean is made this way too: B and Q are taken from the chess pieces.
    let (catalogue, found) =
        Catalogue::builtin().with_file("[a:racingkings]\nfers = q\nstartFen = 8/8/8/8/8/8/k6Q/7K w - - 0 1\n");
    assert_eq!(found, []);
    assert_eq!(catalogue.find("a").map(|rules| rules.met), Ok(crate::board::Gait::Fers));
}

#[test]
fn names_that_would_break_the_protocol_are_refused() {
    for name in ["var", "default", "two words", "ümlaut", "x/y"] {
        assert_eq!(faults(&format!("[{name}:makruk]")).len(), 1, "{name}");
    }
    assert_eq!(faults("[Name-1_2.3+:makruk]"), Vec::<String>::new());
}

#[test]
fn comments_blanks_and_line_ends_are_passed_over() {
    let text = "\u{feff}; a comment\r\n  # another\r\n[ a : makruk ] ; why\r\n\tnMoveRule=5\t# because\r\n";
    let (catalogue, found) = Catalogue::builtin().with_file(text);
    assert_eq!(found, []);
    assert_eq!(catalogue.find("A").map(|rules| rules.n_move), Ok(Some(5)));
}

#[test]
fn a_chain_as_long_as_the_file_is_no_trouble() {
    let text: String = (0..20_000).map(|at| format!("[v{at}:v{}]\n", at + 1)).collect();
    let found = faults(&text);
    assert_eq!(found.len(), 20_000);
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_to_its_end(text in "(\\[[a-c:]{0,4}\\]?\n|[a-zA-Z]{0,9}[ =]{0,3}[ -~\u{80}-\u{200}]{0,20}\n|startFen = [1-8kKmMpP/wb -]{0,30}\n)*") {
        let (_, found) = Catalogue::builtin().with_file(&text);
        proptest::prop_assert!(found.iter().all(|fault| fault.line <= text.lines().count()));
    }
}
