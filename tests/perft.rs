//! The generator against Fairy-Stockfish's leaf counts, for the two games and the family.

mod common;

use common::{position, rules};
use khun_board::position::{PerftTable, Position};
use khun_board::rules::Rules;
use rayon::prelude::*;

/// A line of a suite: the position and its leaf counts by depth.
struct Line<'a> {
    fen: &'a str,
    counts: Vec<(u32, u64)>,
}

fn lines(suite: &str) -> Vec<Line<'_>> {
    suite
        .lines()
        .map(|line| {
            let mut parts = line.split(';');
            let fen = parts.next().unwrap_or_default().trim();
            let counts = parts.map(|part| {
                let (depth, count) = part.trim().trim_start_matches('D').split_once(' ').expect(line);
                (depth.parse().expect(line), count.trim().parse().expect(line))
            });
            Line { fen, counts: counts.collect() }
        })
        .collect()
}

/// Every leaf count of a suite, bulk counted as `perft` does it.
fn holds(variant: &str, suite: &str) {
    let rules = rules(variant);
    lines(suite).par_iter().for_each(|line| {
        let start = position(rules, line.fen);
        for (depth, count) in &line.counts {
            assert_eq!(start.perft(*depth), *count, "{variant}: {} depth {depth}", line.fen);
        }
    });
}

#[test]
fn makruk_suite() {
    holds("makruk", include_str!("data/perft/makruk.epd"));
}

#[test]
fn racing_kings_suite() {
    holds("racingkings", include_str!("data/perft/racingkings.epd"));
}

#[test]
fn makpong_suite() {
    holds("makpong", include_str!("data/perft/family/makpong.epd"));
}

#[test]
fn cambodian_suite() {
    holds("cambodian", include_str!("data/perft/family/cambodian.epd"));
}

#[test]
fn asean_suite() {
    holds("asean", include_str!("data/perft/family/asean.epd"));
}

#[test]
fn ai_wok_suite() {
    holds("ai-wok", include_str!("data/perft/family/ai-wok.epd"));
}

/// Readings differ in the count, never in the moves.
#[test]
fn readings_do_not_change_the_moves() {
    for variant in ["makruk-cutechess", "makruk-guide", "makruk-called"] {
        let start = Position::start(rules(variant));
        assert_eq!(start.perft(4), 273_026, "{variant}");
    }
}

#[test]
fn start_positions_to_depth_five() {
    assert_eq!(Position::start(rules("makruk")).perft(5), 6_223_994);
    assert_eq!(Position::start(rules("racingkings")).perft(5), 9_472_927);
}

/// Leaves by listing and playing every move, which bulk counting never does at the last ply.
fn played_out(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position.legal_moves().iter().map(|mv| played_out(&position.play_unchecked(*mv), depth - 1)).sum()
}

/// The deepest count of a line that playing out reaches quickly.
fn modest(line: &Line) -> Option<(u32, u64)> {
    line.counts.iter().copied().rfind(|(_, count)| *count < 60_000)
}

#[test]
fn lists_and_play_agree_with_the_counts() {
    for (variant, suite) in [
        ("makruk", include_str!("data/perft/makruk.epd")),
        ("racingkings", include_str!("data/perft/racingkings.epd")),
        ("makpong", include_str!("data/perft/family/makpong.epd")),
        ("cambodian", include_str!("data/perft/family/cambodian.epd")),
        ("asean", include_str!("data/perft/family/asean.epd")),
        ("ai-wok", include_str!("data/perft/family/ai-wok.epd")),
    ] {
        let rules = rules(variant);
        lines(suite).par_iter().for_each(|line| {
            let Some((depth, count)) = modest(line) else { return };
            assert_eq!(played_out(&position(rules, line.fen), depth), count, "{variant}: {}", line.fen);
        });
    }
}

fn divided(rules: Rules, depth: u32, table: Option<&PerftTable>) -> u64 {
    Position::start(rules).divide(depth, table).iter().map(|(_, lines)| lines).sum()
}

#[test]
fn dividing_and_the_table_change_no_count() {
    for (variant, count) in [("makruk", 6_223_994), ("racingkings", 9_472_927)] {
        let table = PerftTable::new(16);
        assert_eq!(divided(rules(variant), 5, None), count, "{variant}");
        assert_eq!(divided(rules(variant), 5, Some(&table)), count, "{variant} through a table");
        assert_eq!(divided(rules(variant), 5, Some(&table)), count, "{variant} from the same table");
    }
}
