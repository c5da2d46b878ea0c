//! The referee at work on scripted engines: every kind of forfeit gets its cause, and the rules end the game.

use std::time::Duration;

use khun::geometry::Color;
use khun::position::Position;
use tools::control::Margins;
use tools::engine::{Engine, Failure};
use tools::game::{self, Cause, Conduct, Ending, Record, Seat};
use tools::variant;

const SHUFFLE: &str = "set -- $moves; case $(($# % 4)) in 0) m=b1d2;; 1) m=b8d7;; 2) m=d2b1;; *) m=d7b8;; esac";

/// A shell that plays both knights out and home again, but does `instead` when it is to move at ply `at`.
fn scripted(at: usize, instead: &str) -> Engine {
    let script = format!(
        "while read -r line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; quit) exit;; \
         position*moves*) moves=${{line#*moves}};; position*) moves=;; \
         go*) {SHUFFLE}; if [ $# = {at} ]; then {instead}; else echo \"bestmove $m\"; fi;; esac; done"
    );
    Engine::start(&["sh".to_owned(), "-c".to_owned(), script]).unwrap()
}

fn played(at: usize, instead: &str) -> Record {
    let conduct = Conduct {
        margins: Margins { clock: Duration::from_millis(20), move_time: Duration::ZERO },
        stall: Duration::from_millis(1500),
        max_plies: 100,
        draw: None,
        resign: None,
    };
    let start = Position::start(variant::rules("makruk").unwrap());
    let (mut white, mut black) = (scripted(at, instead), scripted(at, instead));
    let control = "1+0".parse().unwrap();
    game::play(start, [Seat { engine: &mut white, control }, Seat { engine: &mut black, control }], &conduct)
}

fn cause(at: usize, instead: &str, loser: Color) -> Cause {
    let record = played(at, instead);
    assert_eq!(record.moves.len(), at);
    match record.ending {
        Ending::Forfeit(side, cause) if side == loser => cause,
        ending => panic!("{instead}: {ending}"),
    }
}

#[test]
fn repetition_ends_the_game() {
    let record = played(99, ":");
    assert_eq!(record.ending.to_string(), "draw (repetition)");
    let moves: Vec<&str> = record.moves.iter().map(|played| played.san.as_str()).collect();
    assert_eq!(moves, ["Nd2", "Nd7", "Nb1", "Nb8", "Nd2", "Nd7", "Nb1", "Nb8"]);
}

#[test]
fn every_forfeit_has_its_cause() {
    let illegal = cause(2, "echo bestmove d2d4", Color::White);
    assert_eq!(illegal, Cause::IllegalMove("d2d4".to_owned()));
    assert_eq!(cause(1, "echo 'bestmove (none)'", Color::Black), Cause::IllegalMove("(none)".to_owned()));
    assert!(matches!(cause(3, "sleep 1.2; echo bestmove $m", Color::Black), Cause::TimeLoss { .. }));
    let crash = cause(0, "echo 'lost my head' >&2; exit 5", Color::White);
    assert!(crash.to_string().contains("5; it wrote: lost my head"), "{crash}");
    assert!(matches!(cause(0, ":", Color::White), Cause::Failure(Failure::Stall { .. })));
    assert!(matches!(cause(1, "echo bestmove", Color::Black), Cause::Failure(Failure::Protocol(_))));
    let twice = "echo bestmove $m; echo bestmove $m";
    let record = played(0, twice);
    assert!(matches!(record.ending, Ending::Forfeit(Color::White, Cause::Failure(Failure::Protocol(_)))));
}
