//! The bare-king tables against another solver's distances, published figures, and the rules of the game themselves.

use khun::endgame::{
    Captures, Endgames, FileError, Judgement, Material, Probe, Setup, Statistics, Table, Turn, Verdict, captures_of,
    solve,
};
use khun::endgame::{fresh_count, path_of, write};
use khun_board::geometry::{Color, Square};
use khun_board::position::Position;
use khun_board::rules::counting::Played;
use khun_board::rules::{Catalogue, Rules};
use proptest::prelude::*;

fn makruk() -> Rules {
    Catalogue::builtin().find("makruk").unwrap()
}

fn position(fen: &str) -> Position {
    Position::from_fen(makruk(), fen).unwrap()
}

fn tables() -> Endgames {
    Endgames::new()
}

fn material(name: &str) -> Material {
    name.parse().unwrap()
}

fn solved(name: &str) -> Table {
    solve(material(name), &captures_of(material(name)), 2, &|_| ())
}

/// `tests/data/endgame/dtm.tsv`: material, FEN, distance in plies or `draw`.
fn distances() -> impl Iterator<Item = (&'static str, &'static str, Option<u16>)> {
    let lines = include_str!("data/endgame/dtm.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let mut fields = line.split('\t');
        let mut next = || fields.next().unwrap();
        (next(), next(), Some(next()).filter(|&text| text != "draw").map(|text| text.parse().unwrap()))
    })
}

#[test]
fn distances_are_those_of_another_solver() {
    let tables = tables();
    let mmm = solved("MMM");
    let mut rows = 0;
    for (name, fen, expected) in distances() {
        let position = position(fen);
        let found = if material(name).size() < 3 {
            tables.probe(&position).unwrap().mate
        } else {
            let (setup, turn) = setup_of(&position);
            mmm.plies(&setup, turn)
        };
        assert_eq!(found, expected, "{fen}");
        rows += 1;
    }
    assert_eq!(rows, 323);
}

fn setup_of(position: &Position) -> (Setup, Turn) {
    use khun_board::board::Kind::{Khon, Knight, Met, Rook};
    let board = position.board();
    let stronger = Color::ALL.into_iter().find(|color| board.color(*color).len() > 1).unwrap();
    let men = [Rook, Khon, Knight, Met].map(|kind| board.of(stronger, kind));
    let setup = Setup::new(stronger, board.king(stronger), men, board.king(!stronger)).unwrap();
    (setup, if position.to_move() == stronger { Turn::Stronger } else { Turn::Bare })
}

/// DESIGN.md's table: material, longest mate in moves, won %, won % within a fresh count, limit less men. (Its figures for
/// a longest mate count the bare king's captures in, so they are those with either side to move.)
const PUBLISHED: [(&str, usize, &str, &str, u16); 15] = [
    ("R", 16, "100", "96.5", 13),
    ("RR", 16, "100", "94.7", 4),
    ("RS", 16, "100", "98.8", 12),
    ("RN", 16, "100", "99.96", 12),
    ("RM", 16, "100", "96.9", 12),
    ("SS", 51, "88.4", "26.6", 18),
    ("SN", 38, "95.8", "95.8", 40),
    ("SM", 57, "85.77", "83.49", 40),
    ("NM", 36, "3.96", "4.0", 60),
    ("MMM", 40, "63.2", "63.2", 59),
    ("SMM", 57, "96.7", "96.4", 39),
    ("NMM", 45, "92.6", "92.6", 59),
    ("SSM", 57, "100", "49.4", 17),
    ("NNM", 41, "96.9", "96.9", 27),
    ("S", 4, "0", "0", 41),
];

#[test]
fn shares_of_won_positions_are_the_published_ones() {
    for (name, longest, won, in_count, limit_less_men) in PUBLISHED {
        let table = solved(name);
        let statistics = Statistics::of(&table, 2);
        let stronger = &statistics.stronger;
        let either = stronger.longest_mate().max(statistics.bare.longest_mate());
        assert_eq!(either, Some(longest), "{name}");
        let fresh = fresh_count(makruk(), material(name));
        assert_eq!(fresh, Some(2 * limit_less_men + 1), "{name}: plies of a fresh count, the bare king first");
        let fits = stronger.won_within(usize::from(limit_less_men) + 1);
        for (published, number) in [(won, stronger.won_at_all()), (in_count, fits)] {
            let digits = published.split_once('.').map_or(0, |(_, digits)| digits.len());
            let share = 100.0 * number as f64 / stronger.legal as f64;
            assert_eq!(format!("{share:.digits$}"), published, "{name}");
        }
    }
}

#[test]
fn two_knights_or_mets_hardly_ever_mate() {
    for name in ["N", "M", "NN", "MM"] {
        let statistics = Statistics::of(&solved(name), 2);
        assert!(statistics.stronger.longest_mate().is_none_or(|moves| moves <= 4), "{name}");
        assert!((statistics.stronger.won_at_all() as f64) < 0.0005 * statistics.stronger.legal as f64, "{name}");
    }
}

/// What the moves of the generator say: one more than the best reply's distance.
fn by_its_moves(tables: &Endgames, position: &Position) -> Option<u16> {
    let replies: Vec<Option<u16>> = position
        .legal_moves()
        .into_iter()
        .map(|mv| tables.probe(&position.play_unchecked(mv)).and_then(|reply| reply.mate))
        .collect();
    if replies.is_empty() {
        return position.in_check().then_some(0);
    }
    let stronger_moves = position.board().color(position.to_move()).len() > 1;
    let best =
        if stronger_moves { replies.into_iter().flatten().min() } else { replies.into_iter().min_by(longest_first)? };
    best.map(|plies| plies + 1)
}

fn longest_first(one: &Option<u16>, other: &Option<u16>) -> std::cmp::Ordering {
    other.unwrap_or(u16::MAX).cmp(&one.unwrap_or(u16::MAX))
}

/// Holds every position of each `every`-th placement of an ending against the generator; returns how many there were.
fn check_placements(tables: &Endgames, material: Material, every: usize) -> usize {
    let mut checked = 0;
    for index in (0..material.placements()).step_by(every) {
        let (king, men) = material.placement(index);
        for bare in Square::all() {
            let setup = Setup { material, king, men: men.clone(), bare };
            for to_move in Color::ALL {
                let Ok(position) = Position::from_fen(makruk(), &setup.fen(to_move)) else { continue };
                if position.board().occupied().len() as usize != material.size() + 2 {
                    continue;
                }
                let probe = tables.probe(&position).unwrap();
                assert_eq!(probe.mate, by_its_moves(tables, &position), "{}", position.fen());
                checked += 1;
            }
        }
    }
    checked
}

#[test]
fn each_distance_is_one_more_than_the_best_replys() {
    let tables = tables();
    for material in Material::all_of(1) {
        assert!(check_placements(&tables, material, 1) > 180_000, "{material}");
    }
    for material in Material::all_of(2) {
        assert!(check_placements(&tables, material, 997) > 5_000, "{material}");
    }
}

/// Whether the stronger side can mate in `plies`, by trying everything.
fn can_mate(position: &Position, plies: u16) -> bool {
    let moves = position.legal_moves();
    if position.board().color(position.to_move()).len() > 1 {
        return plies > 0 && moves.into_iter().any(|mv| can_mate(&position.play_unchecked(mv), plies - 1));
    }
    match (moves.is_empty(), plies) {
        (true, _) => position.in_check(),
        (false, 0 | 1) => false,
        (false, _) => moves.into_iter().all(|mv| can_mate(&position.play_unchecked(mv), plies - 1)),
    }
}

/// A random legal bare-king position of three or four men.
fn endings() -> impl Strategy<Value = Position> {
    let materials: Vec<Material> = (1..=2).flat_map(Material::all_of).collect();
    let placed = (prop::sample::select(materials), any::<prop::sample::Index>(), 0..64u8, any::<bool>());
    placed.prop_filter_map("not a legal position", |(material, index, bare, white)| {
        let (king, men) = material.placement(index.index(material.placements()));
        let setup = Setup { material, king, men, bare: Square::new(bare)? };
        let to_move = if white { Color::White } else { Color::Black };
        let position = Position::from_fen(makruk(), &setup.fen(to_move)).ok()?;
        (position.board().occupied().len() as usize == material.size() + 2).then_some(position)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn mirror_and_colours_change_nothing(position in endings()) {
        let tables = tables();
        let probe = tables.probe(&position).unwrap();
        let placement = position.fen();
        let (board, rest) = placement.split_once(' ').unwrap();
        let mirrored: Vec<String> = board.split('/').map(|rank| rank.chars().rev().collect()).collect();
        let mirrored = format!("{} {rest}", mirrored.join("/"));
        prop_assert_eq!(tables.probe(&self::position(&mirrored)).unwrap(), probe);
        let swap = |letter: char| if letter.is_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() };
        let swapped: Vec<String> = board.split('/').rev().map(|rank| rank.chars().map(swap).collect()).collect();
        let swapped = format!("{} {} - - 0 1", swapped.join("/"), (!position.to_move()).letter());
        let expected = Probe { stronger: !probe.stronger, ..probe };
        prop_assert_eq!(tables.probe(&self::position(&swapped)).unwrap(), expected);
    }

    #[test]
    fn short_mates_are_found_by_a_plain_search_and_no_others(position in endings()) {
        let mate = tables().probe(&position).unwrap().mate;
        for plies in 0..=4 {
            prop_assert_eq!(can_mate(&position, plies), mate.is_some_and(|mate| mate <= plies), "{}", position.fen());
        }
    }
}

#[test]
fn the_count_decides() {
    let tables = tables();
    let judge = |fen| tables.judge(&position(fen)).unwrap();
    let too_late = judge("8/8/8/3k4/8/8/8/1KR1R3 w - 16 9 60");
    assert_eq!(too_late.verdict, Verdict::DrawnByCount { plies: 11 });
    let in_time = judge("8/8/8/3k4/8/8/8/1KR1R3 w - 16 5 60");
    assert_eq!(in_time, Judgement { stronger: Color::White, verdict: Verdict::Won { plies: 11 }, left: Some(12) });
    assert_eq!(in_time.to_string(), "mate in 6 (11 plies), 12 plies left: won");
    assert_eq!(too_late.to_string(), "mate in 6 (11 plies), 8 plies left: drawn by count");
}

#[test]
fn an_uncounted_ending_is_judged_by_the_count_that_begins() {
    let tables = tables();
    for (_, fen, expected) in distances().filter(|row| row.0 != "MMM") {
        let position = position(fen);
        let judgement = tables.judge(&position).unwrap();
        let Some(plies) = expected else {
            assert_eq!(judgement.verdict, Verdict::Drawn, "{fen}");
            continue;
        };
        if position.board().color(position.to_move()).len() > 1 {
            let men = position.board().men();
            let counting = makruk().counting.unwrap();
            let begun = counting.next(None, &men, !position.to_move(), Played::default()).unwrap();
            let fits = plies <= counting.plies_left(begun).unwrap() + 1;
            assert_eq!(judgement.verdict.is_won(), fits, "{fen}");
        }
    }
}

#[test]
fn probing_answers_only_for_bare_king_endings_of_makruk() {
    let tables = tables();
    let silent = [
        Position::start(makruk()),
        position("8/8/5k2/7p/8/6RR/3K4/8 w - - 0 1"),
        position("8/8/5k2/8/8/8/3K4/8 w - - 0 1"),
        position("8/8/5km1/8/8/6R1/3K4/8 w - - 0 1"),
        Position::from_fen(Catalogue::builtin().find("makpong").unwrap(), "8/8/5k2/8/8/6R1/3K4/8 w - - 0 1").unwrap(),
        Position::start(Catalogue::builtin().find("racingkings").unwrap()),
    ];
    for position in silent {
        assert_eq!(tables.probe(&position), None, "{}", position.fen());
    }
}

#[test]
fn ranked_moves_mate_in_time_against_the_longest_resistance() {
    let tables = tables();
    let mut position = position("8/6Sk/8/8/8/K7/8/7N w - 88 8 1");
    let Verdict::Won { plies } = tables.judge(&position).unwrap().verdict else { panic!("won within the count") };
    for left in (1..=plies).rev() {
        let best = tables.rank(&position).unwrap()[0];
        assert_eq!(best.verdict, Verdict::Won { plies: left }, "{}", position.fen());
        position = position.play_unchecked(best.mv);
    }
    assert!(position.in_check() && position.legal_moves().is_empty());
}

#[test]
fn a_mate_that_comes_too_late_is_played_on_with_traps() {
    let tables = tables();
    // Mate in 6 with 4 moves left; the bare king must not step towards it.
    let ranked = tables.rank(&position("8/8/8/3k4/8/8/8/1KR1R3 w - 16 9 60")).unwrap();
    assert!(ranked.iter().all(|ranked| !ranked.verdict.is_won()));
    assert!(ranked[0].chance > 0.0 && ranked.iter().all(|other| other.chance <= ranked[0].chance));
}

#[test]
fn a_table_file_says_what_the_table_says() {
    let folder = tempfile::tempdir().unwrap();
    let table = solved("NM");
    let path = path_of(folder.path(), material("NM"));
    write(&table, &Statistics::of(&table, 2), &path, 2).unwrap();
    let opened = Table::open(&path, captures_of).unwrap();
    opened.verify(2).unwrap();
    assert!((0..material("NM").placements()).all(|index| table.record(index) == opened.record(index)));

    let bytes = std::fs::read(&path).unwrap();
    let captures = |_| Captures::new();
    for length in [0, 7, 8, 20, 300, bytes.len() - 1] {
        std::fs::write(&path, &bytes[..length]).unwrap();
        assert!(Table::open(&path, captures).is_err(), "{length} bytes of it");
    }
    for spot in (0..bytes.len()).step_by(bytes.len() / 200) {
        let mut damaged = bytes.clone();
        damaged[spot] ^= 0x55;
        std::fs::write(&path, &damaged).unwrap();
        let refused = Table::open(&path, captures).and_then(|table| table.verify(1)).is_err();
        assert!(refused, "a flipped byte at {spot}");
    }
}

/// A damaged file's numbers may be as large as numbers are.
#[test]
fn a_table_file_whose_blocks_end_beyond_all_bounds_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let table = solved("R");
    let path = path_of(folder.path(), material("R"));
    write(&table, &Statistics::of(&table, 2), &path, 2).unwrap();
    let mut bytes = std::fs::read(&path).unwrap();
    // The lists' lengths stand at byte 40, the lists at 44, then where each block starts and where the last one ends.
    let length = |at: usize| usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
    let end = 44 + (length(40) + length(42) + material("R").placements().div_ceil(16)) * 8;
    for far in [u64::MAX, u64::MAX - 3, 1 << 63] {
        bytes[end..end + 8].copy_from_slice(&far.to_le_bytes());
        std::fs::write(&path, &bytes).unwrap();
        assert!(matches!(Table::open(&path, |_| Captures::new()), Err(FileError::Damaged(_))), "{far}");
    }
}
