//! What the engine once got wrong, each row by its name in the list of faults, and others of its kind.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use khun::eval::Score;
use khun::search::{Bound, Engine, Event, Info, Limits, Settings, Strength};
use khun_board::board::Kind;
use khun_board::position::{Game, Move, Position};
use khun_board::rules::Catalogue;

fn game(variant: &str, fen: &str) -> Game {
    let rules = Catalogue::builtin().find(variant).unwrap();
    Game::new(Position::from_fen(rules, fen).unwrap())
}

fn engine(settings: Settings) -> Engine {
    Engine::new(settings).unwrap()
}

fn nodes(count: u64) -> Limits {
    Limits { nodes: Some(count), ..Limits::default() }
}

/// A search, ended by itself or by a stop as soon as an event is seen.
fn told(engine: &mut Engine, game: &Game, limits: Limits, stop_at: fn(&Event) -> bool) -> Vec<Event> {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&heard);
    let (sender, seen) = std::sync::mpsc::channel();
    engine.go(
        game,
        limits,
        Arc::new(move |event: Event| {
            let is_over = stop_at(&event) || matches!(event, Event::Best { .. });
            sink.lock().unwrap().push(event);
            if is_over {
                let _ = sender.send(());
            }
        }),
    );
    seen.recv_timeout(Duration::from_secs(60)).expect("an end within a minute");
    engine.stop();
    engine.wait();
    let heard = heard.lock().unwrap();
    heard.clone()
}

fn infos(events: &[Event]) -> impl DoubleEndedIterator<Item = &Info> {
    events.iter().filter_map(|event| if let Event::Info(info) = event { Some(info) } else { None })
}

/// The last set of lines that was told.
fn last_set(events: &[Event]) -> Vec<&Info> {
    let mut set: Vec<&Info> = infos(events)
        .rev()
        .scan(false, |done, info| {
            let next = (!*done).then_some(info);
            *done |= info.multi_pv == 1;
            next
        })
        .collect();
    set.reverse();
    set
}

fn best(events: &[Event]) -> Option<Move> {
    let Some(Event::Best { best, .. }) = events.last() else { panic!("no last word: {events:?}") };
    *best
}

/// Positions of the tests' own suites: FENs of mates in both games.
fn mates() -> impl Iterator<Item = Game> {
    let suites = [
        ("makruk", include_str!("data/mates/makruk.tsv")),
        ("racingkings", include_str!("data/mates/racingkings.tsv")),
    ];
    suites.into_iter().flat_map(|(variant, rows)| {
        let rows = rows.lines().filter(|row| !row.starts_with('#') && !row.is_empty());
        rows.map(move |row| game(variant, row.split('\t').next().unwrap()))
    })
}

/// stop-on-bound: a score that was told as a bound is not told again as exact.
#[test]
fn a_bound_is_never_the_last_word() {
    let is_bound = |event: &Event| matches!(event, Event::Info(info) if info.bound != Bound::Exact);
    let positions = [
        ("makruk", "1m6/6S1/1k6/5P2/1P1M4/m~S5K/8/8 w - - 10 111"),
        ("makruk", "8/5r2/4k3/8/8/3NM3/3K4/8 b - 128 110 60"),
        ("makruk", "r1smk1nr/3n1s2/pp1ppppp/2p5/2P1P3/PP1P1PPP/2SN1S2/R2KM1NR w - - 1 6"),
        ("racingkings", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"),
    ];
    let mut bounds = 0;
    for (variant, fen) in positions {
        let game = game(variant, fen);
        let limits = Limits { movetime: Some(Duration::from_secs(4)), ..Limits::default() };
        let events = told(&mut engine(Settings::default()), &game, limits, is_bound);
        let [rest @ .., Event::Info(last), Event::Best { best, .. }] = events.as_slice() else { panic!("{events:?}") };
        bounds += rest.iter().filter(|event| is_bound(event)).count();
        assert_eq!((last.bound, last.pv.first()), (Bound::Exact, best.as_ref()), "{fen}");
        // It is the last exact line, or a better one that was found exactly since.
        let exact = infos(rest).rfind(|info| info.bound == Bound::Exact).unwrap();
        let news = infos(rest).next_back().unwrap();
        assert!((exact.score, &exact.pv) == (last.score, &last.pv) || last.score != news.score, "{fen}: {events:?}");
    }
    assert!(bounds > 0, "no bound was told at all");
}

/// mate-line: a mate score comes with its whole line.
#[test]
fn a_mate_is_told_to_its_end() {
    let mut engine = engine(Settings::default());
    let faulty = game("makruk", "8/4k3/4M3/5R2/1N1N3p/1P1P3P/4KM2/2S2S1R w - - 0 1");
    let (mut told_mates, mut short) = (0, Vec::new());
    for game in std::iter::once(faulty).chain(mates()) {
        engine.new_game();
        for info in infos(&told(&mut engine, &game, nodes(20_000), |_| false)) {
            let Some(plies) = info.score.mate_plies() else { continue };
            told_mates += 1;
            let mut after = game.clone();
            info.pv.iter().for_each(|&mv| after.push(mv).unwrap());
            let winner = after.outcome().and_then(|outcome| outcome.winner);
            let expected = if plies > 0 { game.position().to_move() } else { !game.position().to_move() };
            if info.pv.len() as u32 != plies.unsigned_abs() || winner != Some(expected) {
                short.push(format!(
                    "{} {} depth {}: {:?}",
                    game.position().fen(),
                    info.score,
                    info.depth,
                    info.pv.len()
                ));
            }
        }
    }
    assert!(told_mates > 100, "{told_mates}");
    assert!(short.is_empty(), "{} of {told_mates}:\n{}", short.len(), short.join("\n"));
}

/// twice-told: as many different moves as lines, one depth a set; and a solved ending too.
#[test]
fn a_set_of_lines_has_different_moves_and_one_depth() {
    let positions = [
        ("makruk", "3r4/s4ks1/1m1pp3/2m4p/3n4/2m1n3/2r5/K7 b - - 0 1"),
        ("makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"),
        ("makruk", "8/8/8/3k4/8/8/8/1KR1R3 w - 16 5 60"),
        ("makruk", "8/4k3/4M3/5R2/1N1N3p/1P1P3P/4KM2/2S2S1R w - - 0 1"),
        ("racingkings", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"),
    ];
    let mut engine = engine(Settings { multi_pv: 5, ..Settings::default() });
    for (variant, fen) in positions {
        let game = game(variant, fen);
        let wanted = game.position().legal_moves().len().min(5);
        for count in [1, 20, 100, 500, 1_000, 3_000, 10_000] {
            engine.new_game();
            let events = told(&mut engine, &game, nodes(count), |_| false);
            let set = last_set(&events);
            let moves: BTreeSet<String> = set.iter().map(|info| game.position().uci(info.pv[0])).collect();
            let depths: BTreeSet<u32> = set.iter().map(|info| info.depth).collect();
            assert_eq!((set.len(), moves.len(), depths.len()), (wanted, wanted, 1), "{fen}, {count} nodes: {set:?}");
            assert!(set.iter().zip(1..).all(|(info, rank)| info.multi_pv == rank), "{fen}: {set:?}");
            assert!(set.is_sorted_by(|one, other| one.score >= other.score), "{fen}, {count} nodes: {set:?}");
            assert_eq!(set[0].pv.first().copied(), best(&events));
        }
    }
}

/// info-twice: what exact tables say is said once.
#[test]
fn a_solved_ending_is_told_once() {
    let mut engine = engine(Settings::default());
    let events = told(&mut engine, &game("makruk", "8/8/8/3k4/8/8/8/1KR1R3 w - 16 5 60"), nodes(1_000), |_| false);
    let [Event::Info(info), Event::Best { .. }] = events.as_slice() else { panic!("{events:?}") };
    assert_eq!(info.score, Score::mate_in(11));
}

/// late-mate: where the reading lets the last ply mate, it is a mate, whoever is asked.
#[test]
fn a_mate_by_the_last_ply_is_a_mate() {
    let game = game("makruk", "8/4M3/8/3M4/8/5K1k/6R1/8 w - 32 30 60");
    let mut engine = engine(Settings::default());
    let depth = |plies| Limits { depth: Some(plies), ..Limits::default() };
    assert_eq!(engine.search(&game, depth(20)).score, Score::mate_in(3));
    assert_eq!(engine.search(&game, Limits { mate: Some(4), ..Limits::default() }).score, Score::mate_in(3));
}

/// mate-at-levels: a level that sees a forced mate plays the shortest.
#[test]
fn no_level_lingers_over_a_mate() {
    let game = game("makruk", "6k1/1R6/R7/8/8/4P3/3K4/8 w - - 0 1");
    let mut engine = engine(Settings::default());
    for elo in [250, 1000, 2000, 2500] {
        engine.set_strength(Some(Strength::from_elo(elo)));
        for _ in 0..10 {
            engine.new_game();
            let report = engine.search(&game, Limits::default());
            assert_eq!(report.score, Score::mate_in(1), "{elo}");
        }
    }
}

/// weakest-levels: a choice also where the budget ends before the first depth.
#[test]
fn the_weakest_levels_choose_whatever_time_there_was() {
    let game = game("makruk", "1r1kr3/2m2s2/ppn1p3/P1P1sppp/2PPpP1P/2RS1N1R/3S3M/1N3K2 b - - 0 1");
    let mut engine = engine(Settings::default());
    for (elo, limits) in
        [(250, Limits::default()), (500, Limits::default()), (1000, Limits::default()), (250, nodes(300))]
    {
        engine.set_strength(Some(Strength::from_elo(elo)));
        let played: BTreeSet<String> = (0..24)
            .map(|_| {
                engine.new_game();
                game.position().uci(engine.search(&game, limits.clone()).best.unwrap())
            })
            .collect();
        assert!(played.len() > 2, "{elo}: {played:?}");
    }
}

/// short-mate: quiet checks and evasions are not left out.
#[test]
fn short_mates_are_seen_soon() {
    let mut engine = engine(Settings::default());
    for (fen, moves, within) in [
        ("8/s1N5/5R2/k1p4P/6S1/1PP1P2R/1SK5/4M3 w - - 0 1", 2, 4_000),
        ("4k3/2M5/6MK/2P5/6R1/8/8/8 w - - 0 60", 3, 90_000),
    ] {
        engine.new_game();
        let report = engine.search(&game("makruk", fen), nodes(within));
        assert_eq!(report.score.mate_moves(), Some(moves), "{fen}: {}", report.score);
    }
}

/// practical: where the count draws, the stronger side keeps what may still win.
#[test]
fn a_drawn_count_is_no_reason_to_give_the_rook_away() {
    let mut engine = engine(Settings::default());
    let mut game = game("makruk", "8/5r2/4k3/8/8/3NM3/3K4/8 b - 128 110 60");
    for text in ["f7d7", "d2c3"] {
        let mv = game.position().parse_uci(text).unwrap();
        game.push(mv).unwrap();
    }
    for count in [20_000, 60_000, 200_000, 600_000] {
        engine.new_game();
        let report = engine.search(&game, nodes(count));
        assert_ne!(game.position().uci(report.best.unwrap()), "d7d3", "{count} nodes");
        assert!(report.score.raw().abs() <= 20, "{count} nodes: {}", report.score);
    }
}

/// What a man is worth beside the others, in quarters of a pawn: near enough to tell a trade from a gift.
const fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::Rook => 20,
        Kind::Knight => 12,
        Kind::Khon => 10,
        Kind::Met => 7,
        Kind::Pawn => 4,
        Kind::King => 0,
    }
}

/// The lead in men of the side to move when only captures are played, and only as long as they pay.
fn lead_when_quiet(position: &Position) -> i32 {
    let side = position.to_move();
    let men = |color| {
        let own = position.board().pieces().filter(move |(_, piece)| piece.color == color);
        own.map(|(_, piece)| worth(piece.kind)).sum::<i32>()
    };
    let captures = position.legal_moves().into_iter().filter(|&mv| position.captured(mv).is_some());
    let after = captures.map(|mv| -lead_when_quiet(&position.play_unchecked(mv)));
    after.fold(men(side) - men(!side), i32::max)
}

/// Endings without pawns late in board's honour, White to move, with more men on White's side and nothing hanging.
fn late_endings(count: usize) -> impl Iterator<Item = Game> {
    let mut seed = 0x5EED_u64;
    let mut below = move |most: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((seed >> 33) as usize) % most
    };
    let sides = ["KRNkn", "KRSkn", "KRNkms", "KNSkn", "KRMkr", "KNNkn", "KRSks", "KRkn"];
    std::iter::repeat_with(move || {
        let mut board = [['1'; 8]; 8];
        for man in sides[below(sides.len())].chars() {
            let square = loop {
                let square = (below(8), below(8));
                if board[square.0][square.1] == '1' {
                    break square;
                }
            };
            board[square.0][square.1] = man;
        }
        let ranks = board.map(|rank| rank.iter().collect::<String>());
        let left = 8 + 2 * below(8);
        format!("{} w - 128 {} 80", ranks.join("/"), 128 - left)
    })
    .filter_map(|fen| Some(Game::new(Position::from_fen(Catalogue::builtin().find("makruk").unwrap(), &fen).ok()?)))
    .filter(|game| {
        let position = game.position();
        let pass = || lead_when_quiet(&position.pass());
        game.outcome().is_none()
            && !position.in_check()
            && lead_when_quiet(position) >= 6
            && pass() == -lead_when_quiet(position)
    })
    .take(count)
}

/// practical, the kind: where the count is going to draw, the stronger side does not give its lead away.
#[test]
fn men_are_kept_where_best_play_draws() {
    let mut engine = engine(Settings::default());
    let (mut drawn, mut given) = (0, Vec::new());
    for game in late_endings(200) {
        engine.new_game();
        let report = engine.search(&game, nodes(20_000));
        if report.score.is_mate() {
            continue;
        }
        drawn += 1;
        let position = game.position();
        let best = report.best.unwrap();
        let lost = lead_when_quiet(position) + lead_when_quiet(&position.play_unchecked(best));
        if lost >= 3 {
            given.push(format!("{} {}: {lost}", position.fen(), position.uci(best)));
        }
    }
    assert!(drawn >= 150, "{drawn}");
    assert!(given.is_empty(), "{given:#?}");
}
