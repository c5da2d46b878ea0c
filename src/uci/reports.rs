//! What is asked and told without thinking: who the engine is, the board, its worth, a rules file's faults.

use std::env::consts;
use std::fmt::Write as _;
use std::path::Path;

use crate::endgame::Endgames;
use crate::eval::{Explanation, Networks, Score};
use crate::uci::fault::Fault;
use crate::uci::files::read_rules;
use crate::uci::state::State;
use crate::uci::{describe, diagram, options};
use khun_board::geometry::Square;
use khun_board::position::{Game, Position};
use khun_board::rules::Profile;

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
load FILE, load <<MARK                   adds the variants of a rules file, or of the lines up to MARK
check FILE                               says what is wrong in a rules file
genfens N seed S [book FILE] [variant V] positions to begin games of self-play from
compiler                                 how this program was built
quit                                     leaves
";

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The name under which the engine introduces itself.
pub const NAME: &str = concat!("Khun ", env!("CARGO_PKG_VERSION"));

/// The answer to `uci`.
#[must_use]
pub fn introduction(state: &State) -> String {
    let options = options::advertised(state).join("\n");
    format!("id name {NAME}\nid author the Khun authors\n{options}\nuciok\n")
}

/// The board and everything that is known about it.
#[must_use]
pub fn display(game: &Game) -> String {
    let position = game.position();
    let checkers: Vec<_> = position.checkers().into_iter().map(|square| square.to_string()).collect();
    let mut text = diagram::board(position);
    let _ = write!(
        text,
        "\nFen: {}\nKey: {:016X}\nCheckers: {}\nCount: {}\n",
        position.fen(),
        position.key(),
        checkers.join(" "),
        describe::count(position),
    );
    if let Some(meaning) = position.count_meaning() {
        let _ = writeln!(text, "Meaning: {meaning}");
    }
    let _ = writeln!(text, "Outcome: {}", describe::outcome(game.outcome()));
    text
}

/// What a position is worth, and why, before and after the count's influence, and what exact tables say of it.
#[must_use]
pub fn evaluation(networks: &Networks, tables: &Endgames, position: &Position) -> String {
    let explanation = Explanation::new(networks, position);
    let mut text = grounds(&explanation, position);
    let _ = writeln!(text, "\nBefore the count: {} (White's view)", pawns(explanation.before_count));
    let _ = writeln!(text, "After the count:  {} (White's view)", pawns(explanation.after_count));
    let count = position.explain_count().unwrap_or_else(|| "no count runs".to_owned());
    let _ = writeln!(text, "Count: {count}");
    if let Some(judgement) = tables.judge(position) {
        let _ = writeln!(text, "Ending: {judgement}");
    }
    if let Some(outcome) = position.outcome() {
        let _ = writeln!(text, "The game is over: {outcome}");
    }
    text
}

/// What the judgement rests on: what each man is worth to the network.
fn grounds(explanation: &Explanation, position: &Position) -> String {
    let Explanation { architecture, note, output, men, .. } = explanation;
    let worth = |square: Square| {
        let man = men.iter().find(|(place, ..)| *place == square);
        man.map_or_else(String::new, |(_, _, score)| pawns(*score))
    };
    format!(
        "Score with each man less the score without it, in pawns (White's view)\n{}Network: {} wide, output {} of {} for \
         {} men: {note}\n",
        diagram::board_with(position, worth),
        architecture.width,
        output + 1,
        architecture.outputs(),
        position.board().occupied().len()
    )
}

fn pawns(score: Score) -> String {
    format!("{:+.2}", f64::from(score.raw()) / 100.0)
}

/// How this binary was built.
#[must_use]
pub fn compiler() -> String {
    format!("Khun {}needs Rust {} or newer\n", version(), env!("CARGO_PKG_RUST_VERSION"))
}

/// The version, and behind it, a line each, commit and kind of build, instruction set, networks.
#[must_use]
pub fn version() -> String {
    let commit = option_env!("KHUN_COMMIT").unwrap_or("unknown");
    let build = if cfg!(debug_assertions) { "with debug assertions" } else { "optimised" };
    let features: Vec<_> = CPU_FEATURES.iter().filter(|(_, on)| *on).map(|(name, _)| *name).collect();
    let features = if features.is_empty() { "none beyond the base".to_owned() } else { features.join(" ") };
    let (arch, os) = (consts::ARCH, consts::OS);
    let mut text = format!("{VERSION}\ncommit {commit}, {build}\n{arch} on {os}, CPU features built in: {features}\n");
    let networks = Networks::default();
    for profile in [Profile::Mate, Profile::Race] {
        let _ = writeln!(text, "network for {profile:?}: {}", networks.of(profile).note());
    }
    text
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
///
/// # Errors
///
/// When the file cannot be read.
pub fn check(path: &Path) -> Result<String, Fault> {
    let (_, faults) = read_rules(path)?;
    Ok(match faults.len() {
        0 => format!("{}: no faults\n", path.display()),
        _ => faults.iter().map(|fault| format!("{fault}\n")).collect(),
    })
}
