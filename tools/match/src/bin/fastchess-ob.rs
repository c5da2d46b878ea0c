//! What OpenBench's worker calls to play its games.

use std::env;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use khun_board::geometry::Color;
use khun_board::rules::Catalogue;
use khun_match::fastchess::Command;
use khun_match::openings;
use khun_match::pairs::{Match, Next, Pair};
use khun_match::pgn::{self, Headings};
use khun_match::referee::{Conditions, Forfeit, GameRecord, Termination};
use khun_match::time_control::Margins;
use uci_client::Failure;

const HELP: &str = "\
Plays matches for OpenBench's worker, refereed by Khun's own rules: the worker finds it as `fastchess-ob` in its folder.

It takes the part of fastchess's command line that the worker writes. The engines' option UCI_Variant says which game is
played; openings are EPD. Rounds are counted as the worker means them: half as many pairs are played.

Usage: fastchess-ob -engine cmd=./A tc=8+0.08 option.UCI_Variant=makruk name=A -engine … -openings file=book.epd format=epd
       order=random start=1 -srand 1 -rounds 16 -games 2 -concurrency 2 [-resign movecount=3 score=400]
       [-draw movenumber=40 movecount=8 score=10] [-pgnout file=games.pgn]";

/// The version of fastchess whose command line it takes; OpenBench asks for it.
const SPOKEN: &str = "1.8.1";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("--help" | "-h" | "-help") => println!("{HELP}"),
        Some("--version" | "version" | "-v" | "-version") => {
            println!("fastchess {SPOKEN} (its command line, by Khun {})", env!("CARGO_PKG_VERSION"));
        }
        _ => return khun_report::exit(play(&arguments).map(|()| ExitCode::SUCCESS)),
    }
    ExitCode::SUCCESS
}

fn play(arguments: &[String]) -> Result<()> {
    let command = Command::parse(arguments)?;
    let rules = Catalogue::builtin().find(&command.variant)?;
    let mut openings = match command.seed {
        Some(seed) => openings::from_file(rules, &command.openings, seed)?,
        None => openings::read(rules, &command.openings)?,
    };
    let first = command.start % openings.len();
    openings.rotate_left(first);
    let conditions = Conditions {
        margins: Margins { clock: command.margin, move_time: command.margin },
        stall: Duration::from_secs(10),
        max_plies: 1000,
        adjudication: command.adjudication,
    };
    let games = Match { rules, specs: command.engines, openings, conditions, concurrency: command.concurrency };
    let mut file = match &command.pgn {
        Some(path) => {
            let file = OpenOptions::new().create(true).append(true).open(path);
            Some(file.with_context(|| format!("cannot write {}", path.display()))?)
        }
        None => None,
    };
    let pairs: Vec<usize> = (0..command.pairs).collect();
    games.play(&pairs, |pair| {
        tell(&games, &pair, file.as_mut())?;
        Ok(Next::Continue)
    })
}

/// One line a game, as fastchess writes it, and the game itself. The first engine is White in games of odd numbers.
fn tell(games: &Match, pair: &Pair, mut file: Option<&mut File>) -> Result<()> {
    for (nth, game) in pair.games.iter().enumerate() {
        let mut specs = games.specs.each_ref();
        if nth == 1 {
            specs.reverse();
        }
        let [white, black] = specs.map(|spec| spec.name.as_str());
        let round = 2 * pair.index + nth + 1;
        let result = pgn::result(game);
        println!("Finished game {round} ({white} vs {black}): {result} {{{}}}", reason(game));
        if let Some(file) = &mut file {
            let controls = specs.map(|spec| spec.control.to_string());
            let headings = Headings { event: "OpenBench", round, names: [white, black], controls };
            file.write_all(pgn::write(game, &headings).as_bytes())?;
        }
    }
    Ok(())
}

/// In the words that the worker looks for: `on time`, `illegal`, `disconnect`, `stalls`.
fn reason(game: &GameRecord) -> String {
    let Termination::Forfeit(side, forfeit) = &game.termination else { return game.termination.to_string() };
    let side = if *side == Color::White { "White" } else { "Black" };
    match forfeit {
        Forfeit::TimeLoss { .. } => format!("{side} loses on time"),
        Forfeit::IllegalMove(_) => format!("{side} makes an illegal move"),
        Forfeit::Failure(Failure::Stall { .. }) => format!("{side}'s connection stalls"),
        Forfeit::Failure(Failure::Crash { .. } | Failure::Protocol(_)) => format!("{side} disconnects"),
    }
}
