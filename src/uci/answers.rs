//! What is asked and answered without thinking.

use std::env::consts;
use std::fmt::Write as _;
use std::path::Path;

use crate::endgame::Tables;
use crate::eval::{Evaluation, Grounds, Networks, Score};
use crate::uci::files::read_rules;
use crate::uci::output::Output;
use crate::uci::seat::Seat;
use crate::uci::{options, picture, words};
use khun_board::geometry::Square;
use khun_board::position::{Game, Position};

/// The answer to `help`.
pub const HELP: &str = "\
Khun speaks UCI, a protocol for programs; 'khun --help' in a shell lists the commands for people.
uci                                      name, options, uciok
isready                                  readyok
setoption name NAME [value VALUE]        sets an option; 'uci' lists them
ucinewgame                               forgets the last game
position startpos|fen FEN [moves M …]    sets up a position
go [depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N]
   [mate N] [searchmoves M …] [infinite] [ponder]
                                         thinks; 'go' alone thinks until 'stop'
stop, ponderhit                          ends thinking; the expected move was played
go perft N                               counts the lines of N plies behind each move
d                                        the board, its FEN, the count, the outcome
eval                                     what the position is worth, in parts
flip                                     changes the colours
bench [DEPTH]                            searches a fixed set of positions and counts nodes
check FILE                               says what is wrong in a rules file
compiler                                 how this program was built
quit                                     leaves
";

/// The name under which the engine introduces itself.
pub const NAME: &str = concat!("Khun ", env!("CARGO_PKG_VERSION"));

/// Answers `uci`.
pub fn introduction(seat: &Seat) {
    let output: &Output = &seat.output;
    output.line(&format!("id name {NAME}"));
    output.line("id author the Khun authors");
    for line in options::advertised(seat) {
        output.line(&line);
    }
    output.line("uciok");
}

/// The board and everything that is known about it.
#[must_use]
pub fn display(game: &Game) -> String {
    let position = game.position();
    let checkers: Vec<_> = position.checkers().into_iter().map(|square| square.to_string()).collect();
    let mut text = picture::board(position);
    let _ = write!(
        text,
        "\nFen: {}\nKey: {:016X}\nCheckers: {}\nCount: {}\nOutcome: {}\n",
        position.fen(),
        position.key(),
        checkers.join(" "),
        words::count(position),
        words::outcome(game.outcome())
    );
    text
}

/// What a position is worth, and why, before and after the count's influence, and what exact tables say of it.
#[must_use]
pub fn evaluation(networks: &Networks, tables: &Tables, position: &Position) -> String {
    let explanation = Evaluation::explain(networks, position);
    let mut text = grounds(&explanation.grounds, position);
    let _ = writeln!(text, "\nBefore the count: {} (White's view)", pawns(explanation.before_count));
    let _ = writeln!(text, "After the count:  {} (White's view)", pawns(explanation.after_count));
    let count = words::count_explained(position).unwrap_or_else(|| "no count runs".to_owned());
    let _ = writeln!(text, "Count: {count}");
    if let Some(judgement) = tables.judge_patiently(position) {
        let _ = writeln!(text, "Ending: {judgement}");
    }
    match position.outcome() {
        None => {}
        Some(outcome) => {
            let _ = writeln!(text, "The game is over: {outcome}");
        }
    }
    text
}

/// What the judgement rests on: the terms of the bootstrap evaluation, or what each man is worth to the network.
fn grounds(grounds: &Grounds, position: &Position) -> String {
    match grounds {
        Grounds::Terms { terms, tempo } => {
            let mut text = format!("{:<24} {:>8} {:>8}   in pawns\n", "", "White", "Black");
            for term in terms {
                let [white, black] = term.sides.map(Score::cp).map(pawns);
                let _ = writeln!(text, "{:<24} {white:>8} {black:>8}", term.name);
            }
            let _ = writeln!(text, "{:<24} {:>8}", "Right to move", pawns(*tempo));
            text
        }
        Grounds::Network { architecture, note, output, men } => {
            let worth = |square: Square| {
                let man = men.iter().find(|(place, ..)| *place == square);
                man.map_or_else(String::new, |(_, _, score)| pawns(*score))
            };
            format!(
                "Score with each man less the score without it, in pawns (White's view)\n{}Network: {} wide, output {} of \
                 {} for {} men: {note}\n",
                picture::board_with(position, worth),
                architecture.width,
                output + 1,
                architecture.outputs(),
                position.board().occupied().len()
            )
        }
    }
}

fn pawns(score: Score) -> String {
    format!("{:+.2}", f64::from(score.raw()) / 100.0)
}

/// How this binary was built.
#[must_use]
pub fn compiler() -> String {
    let build = if cfg!(debug_assertions) { "with debug assertions" } else { "optimised" };
    let features: Vec<_> = CPU_FEATURES.iter().filter(|(_, on)| *on).map(|(name, _)| *name).collect();
    let features = if features.is_empty() { "none beyond the base".to_owned() } else { features.join(" ") };
    format!(
        "{NAME}, {} on {}, {build}\nneeds Rust {} or newer\nCPU features built in: {features}\n",
        consts::ARCH,
        consts::OS,
        env!("CARGO_PKG_RUST_VERSION")
    )
}

/// The CPU features that matter to speed, and whether this build uses them.
const CPU_FEATURES: [(&str, bool); 7] = [
    ("sse4.1", cfg!(target_feature = "sse4.1")),
    ("popcnt", cfg!(target_feature = "popcnt")),
    ("avx2", cfg!(target_feature = "avx2")),
    ("bmi2", cfg!(target_feature = "bmi2")),
    ("avx512bw", cfg!(target_feature = "avx512bw")),
    ("avx512vpopcntdq", cfg!(target_feature = "avx512vpopcntdq")),
    ("neon", cfg!(target_feature = "neon")),
];

/// Every fault of a rules file, or that there is none.
#[must_use]
pub fn check(path: &Path) -> String {
    match read_rules(path) {
        Err(error) => format!("info string ERROR {error}\n"),
        Ok((_, faults)) if faults.is_empty() => format!("{}: no faults\n", path.display()),
        Ok((_, faults)) => faults.iter().map(|fault| format!("{}: {fault}\n", path.display())).collect(),
    }
}
