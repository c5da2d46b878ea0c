//! What is said: commands of every kind, right and wrong ones, and noise.

use std::path::Path;

use khun::uci::command::{self, Command};
use khun_board::position::{Game, Position};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use uci_client::{OptionKind, UciOption};

/// The largest table and the most threads that are asked for: the machine has other things to do.
const MOST_HASH: i64 = 48;
const MOST_THREADS: i64 = 4;
/// Plies of a count that nobody stops.
const SHORT_PERFT: u32 = 3;

/// Files that options may name.
pub struct Paths<'a> {
    /// A rules file with nothing wrong.
    pub rules: &'a Path,
    /// A file of noise.
    pub noise: &'a Path,
}

/// A random line for a session that is at this position, without its end. Never one that opens a file which is not
/// among `paths`, takes much memory, or begins what cannot be stopped.
pub fn line(rng: &mut ChaCha8Rng, options: &[UciOption], position: &Position, paths: &Paths) -> String {
    loop {
        let line = match rng.random_range(0..100) {
            0..22 => go(rng, position),
            22..36 => set_up(rng, position),
            36..48 => set_option(rng, options, paths),
            48..60 => "stop".to_owned(),
            60..68 => "ponderhit".to_owned(),
            68..76 => "isready".to_owned(),
            76..80 => "ucinewgame".to_owned(),
            80..82 => "d".to_owned(),
            82..84 => "eval".to_owned(),
            84..86 => "flip".to_owned(),
            86..87 => ["uci", "help", "compiler", "debug on", "register later"].choose(rng).unwrap_or(&"").to_string(),
            87..89 => format!("go perft {}", rng.random_range(0..=SHORT_PERFT)),
            89..90 => "bench 1".to_owned(),
            90..97 => damaged(rng, options, position, paths),
            _ => noise(rng),
        };
        if is_harmless(&line, paths) {
            return line;
        }
    }
}

fn is_harmless(line: &str, paths: &Paths) -> bool {
    match command::parse(line) {
        Ok(Some(Command::Perft(depth))) => depth <= SHORT_PERFT,
        Ok(Some(Command::Bench(depth))) => depth == Some(1),
        Ok(Some(Command::Check(_) | Command::Load(_) | Command::Genfens(_) | Command::Quit)) => false,
        Ok(Some(Command::SetOption { name, value })) => {
            let number = || value.as_deref().and_then(|value| value.parse::<i64>().ok());
            let known = |value: &str| {
                value.is_empty()
                    || value == "/dev/null"
                    || [paths.rules, paths.noise].iter().any(|path| path.to_string_lossy() == value)
            };
            match name.to_ascii_lowercase().as_str() {
                "hash" => number().is_none_or(|number| number <= MOST_HASH),
                "threads" => number().is_none_or(|number| number <= MOST_THREADS),
                "evalfile" | "variantpath" | "debug log file" | "endgamepath" => value.as_deref().is_none_or(known),
                _ => true,
            }
        }
        _ => true,
    }
}

fn go(rng: &mut ChaCha8Rng, position: &Position) -> String {
    let mut words = vec!["go".to_owned()];
    for _ in 0..rng.random_range(0..3) {
        let clock = |rng: &mut ChaCha8Rng| rng.random_range(-50..1500);
        words.push(match rng.random_range(0..13) {
            0..3 => format!("nodes {}", rng.random_range(0..20_000)),
            3..5 => format!("depth {}", rng.random_range(0..7)),
            5..7 => format!("movetime {}", rng.random_range(-5..60)),
            7 => format!("wtime {} btime {} winc 5 binc 5", clock(rng), clock(rng)),
            8 => format!("wtime {} btime {} movestogo {}", clock(rng), clock(rng), rng.random_range(0..4)),
            9 => "infinite".to_owned(),
            10 => "ponder".to_owned(),
            11 => format!("mate {}", rng.random_range(0..4)),
            _ => {
                let some = position.legal_moves();
                let some: Vec<_> = some.sample(rng, 3).map(|&mv| position.uci(mv)).collect();
                format!("searchmoves {}", some.join(" "))
            }
        });
    }
    words.join(" ")
}

/// A position some moves into a game of the rules in force.
fn set_up(rng: &mut ChaCha8Rng, position: &Position) -> String {
    let mut game = Game::new(Position::start(position.rules()));
    let (before, after) = (rng.random_range(0..60), rng.random_range(0..12));
    play(rng, &mut game, before);
    if rng.random_bool(0.5) {
        return said("startpos", &game);
    }
    let mut game = Game::new(*game.position());
    play(rng, &mut game, after);
    said(&format!("fen {}", game.start().fen()), &game)
}

fn play(rng: &mut ChaCha8Rng, game: &mut Game, plies: usize) {
    for _ in 0..plies {
        let Some(&mv) = game.position().legal_moves().choose(rng) else { return };
        game.push(mv).expect("one of the legal moves");
    }
}

fn said(start: &str, game: &Game) -> String {
    let mut position = *game.start();
    let mut text = format!("position {start}");
    for (index, &mv) in game.moves().iter().enumerate() {
        text += if index == 0 { " moves " } else { " " };
        text += &position.uci(mv);
        position = position.play_unchecked(mv);
    }
    text
}

fn set_option(rng: &mut ChaCha8Rng, options: &[UciOption], paths: &Paths) -> String {
    let Some(option) = options.choose(rng) else { return "setoption".to_owned() };
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let value = match &option.kind {
        OptionKind::Check => rng.random_bool(0.5).to_string(),
        OptionKind::Spin { min, max, .. } => {
            let most = match option.name.as_str() {
                "Hash" => MOST_HASH,
                "Threads" => MOST_THREADS,
                "Move Overhead" => 50,
                _ => *max,
            };
            rng.random_range(*min..=most).to_string()
        }
        OptionKind::Combo(choices) => choices.choose(rng).cloned().unwrap_or_default(),
        OptionKind::Button => return format!("setoption name {}", option.name),
        OptionKind::String => match rng.random_range(0..4) {
            0 => text(paths.rules),
            1 => text(paths.noise),
            2 if option.name == "Debug Log File" => "/dev/null".to_owned(),
            _ => String::new(),
        },
    };
    // The log would be written into the other files.
    let value = if option.name == "Debug Log File" && value != "/dev/null" { String::new() } else { value };
    format!("setoption name {} value {value}", option.name)
}

/// A line as before with letters or words changed.
fn damaged(rng: &mut ChaCha8Rng, options: &[UciOption], position: &Position, paths: &Paths) -> String {
    let line = match rng.random_range(0..3) {
        0 => go(rng, position),
        1 => set_up(rng, position),
        _ => set_option(rng, options, paths),
    };
    let mut letters: Vec<char> = line.chars().collect();
    for _ in 0..rng.random_range(1..5) {
        let at = rng.random_range(0..letters.len().max(1));
        let letter =
            *['a', '9', '0', '-', '/', ' ', '\t', 'K', 'k', 'é', '\0', '\u{7f}', '🦀'].choose(rng).unwrap_or(&'x');
        match rng.random_range(0..4) {
            0 if at < letters.len() => letters[at] = letter,
            1 => letters.insert(at.min(letters.len()), letter),
            2 => letters.truncate(at),
            _ if at < letters.len() => drop(letters.remove(at)),
            _ => {}
        }
    }
    letters.into_iter().collect()
}

fn noise(rng: &mut ChaCha8Rng) -> String {
    match rng.random_range(0..20) {
        0 => "x".repeat((1 << 20) + 100),
        1 => format!("position startpos moves {}", "a3a4 ".repeat(2000)),
        2..6 => String::new(),
        _ => {
            let length = rng.random_range(0..80);
            (0..length).map(|_| rng.random_range(' '..'\u{500}')).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn every_line_is_one_line_and_opens_no_other_file() {
        let paths = Paths { rules: Path::new("/a/rules.ini"), noise: Path::new("/a/noise") };
        let options: Vec<_> =
            ["Hash type spin default 16 min 1 max 1048576", "VariantPath type string default <empty>"]
                .iter()
                .filter_map(|text| UciOption::parse(&format!("option name {text}")))
                .collect();
        assert_eq!(options.len(), 2);
        let position = Position::start(khun_board::rules::Catalogue::builtin().find("racingkings").unwrap());
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..5000 {
            let line = line(&mut rng, &options, &position, &paths);
            assert!(!line.contains('\n') && is_harmless(&line, &paths), "{line:?}");
        }
        assert!(!is_harmless("setoption name hash value 1000", &paths));
        assert!(!is_harmless("setoption name Debug Log File value /etc/x", &paths));
    }
}
