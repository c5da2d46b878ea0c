//! The referee at work on scripted engines: every kind of forfeit gets its cause, and the rules end the game.

use std::time::Duration;

use khun_board::geometry::Color;
use khun_board::position::Position;
use khun_board::rules::Catalogue;
use khun_match::adjudication::Rules;
use khun_match::referee::{self, Conditions, Forfeit, GameRecord, Player, Termination};
use khun_match::time_control::Margins;
use uci_client::{Engine, Failure};

const SHUFFLE: &str = "set -- $moves; case $(($# % 4)) in 0) m=b1d2;; 1) m=b8d7;; 2) m=d2b1;; *) m=d7b8;; esac";

/// What the engines do when they are to move at a ply, instead of moving a knight.
type Deeds<'a> = &'a [(usize, &'a str)];

/// A shell that plays both knights out and home again, but for its `deeds`.
fn scripted(deeds: Deeds) -> Engine {
    let deeds: String = deeds.iter().map(|(ply, deed)| format!("{ply}) {deed};; ")).collect();
    let script = format!(
        "while read -r line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; quit) exit;; \
         position*moves*) moves=${{line#*moves}};; position*) moves=;; \
         go*) {SHUFFLE}; case $# in {deeds} *) echo \"bestmove $m\";; esac;; esac; done"
    );
    Engine::start(&["sh".to_owned(), "-c".to_owned(), script]).unwrap()
}

/// Plays a game under `controls`. A machine that is busy elsewhere must not bring about any fault but the one that the
/// engines are to commit: so no clock runs where time is not the matter, and a stall is far away where it is not.
fn played(deeds: Deeds, controls: [&str; 2], stall: Duration) -> GameRecord {
    let conditions = Conditions {
        margins: Margins { clock: Duration::from_millis(20), move_time: Duration::ZERO },
        stall,
        max_plies: 100,
        adjudication: Rules::default(),
    };
    let start = Position::start(Catalogue::builtin().find("makruk").unwrap());
    let (mut white, mut black) = (scripted(deeds), scripted(deeds));
    let [for_white, for_black] = controls.map(|control| control.parse().unwrap());
    let players =
        [Player { engine: &mut white, control: for_white }, Player { engine: &mut black, control: for_black }];
    referee::play(start, players, &conditions)
}

/// A control without a clock.
const UNTIMED: &str = "depth=1";
const PATIENT: Duration = Duration::from_mins(1);

/// Why the game ended at ply `at`, when `deed` was done there.
fn cause(at: usize, deed: &str, loser: Color) -> Forfeit {
    forfeit(&played(&[(at, deed)], [UNTIMED; 2], PATIENT), at, loser)
}

fn forfeit(record: &GameRecord, at: usize, loser: Color) -> Forfeit {
    assert_eq!(record.moves.len(), at, "{}", record.termination);
    match &record.termination {
        Termination::Forfeit(side, cause) if *side == loser => cause.clone(),
        ending => panic!("{ending}"),
    }
}

#[test]
fn repetition_ends_the_game() {
    let record = played(&[], [UNTIMED; 2], PATIENT);
    assert_eq!(record.termination.to_string(), "draw (repetition)");
    let moves: Vec<&str> = record.moves.iter().map(|played| played.san.as_str()).collect();
    assert_eq!(moves, ["Nd2", "Nd7", "Nb1", "Nb8", "Nd2", "Nd7", "Nb1", "Nb8"]);
}

#[test]
fn moves_against_the_rules_forfeit() {
    let illegal = cause(2, "echo bestmove d2d4", Color::White);
    assert_eq!(illegal, Forfeit::IllegalMove("d2d4".to_owned()));
    assert_eq!(cause(1, "echo 'bestmove (none)'", Color::Black), Forfeit::IllegalMove("(none)".to_owned()));
}

#[test]
fn time_forfeits_for_the_side_whose_clock_ran_out() {
    // Its first move is in time, its second takes longer than the clock gives for both.
    let record = played(&[(3, "sleep 2.1; echo bestmove $m")], [UNTIMED, "2+0"], PATIENT);
    assert!(matches!(forfeit(&record, 3, Color::Black), Forfeit::TimeLoss { .. }));
}

#[test]
fn a_crash_forfeits_and_its_last_words_are_told() {
    let crash = cause(0, "echo 'lost my head' >&2; exit 5", Color::White);
    assert!(crash.to_string().contains("5; it wrote: lost my head"), "{crash}");
}

#[test]
fn silence_forfeits() {
    for (controls, stall) in [([UNTIMED; 2], 1500), (["0.5+0", UNTIMED], 500)] {
        let record = played(&[(0, ":")], controls, Duration::from_millis(stall));
        assert!(matches!(forfeit(&record, 0, Color::White), Forfeit::Failure(Failure::Stall { .. })));
    }
}

#[test]
fn breaches_of_the_protocol_forfeit() {
    assert!(matches!(cause(1, "echo bestmove", Color::Black), Forfeit::Failure(Failure::Protocol(_))));
    // Both answers in one write, and a pause before White is asked again: the second is there by then.
    let twice = "printf 'bestmove %s\\nbestmove %s\\n' $m $m";
    let record = played(&[(0, twice), (1, "sleep 1; echo bestmove $m")], [UNTIMED; 2], PATIENT);
    assert!(matches!(forfeit(&record, 2, Color::White), Forfeit::Failure(Failure::Protocol(_))));
}
