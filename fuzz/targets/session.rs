//! A whole session, line by line, in this process: options, positions, searches, questions.
//!
//! It goes by the session's own rules (what changes the game ends the search first), but searches are short, tables
//! small, and no path of the input's is opened. `session-fuzz` of the tools does the same with the real program, its
//! threads and its clock.
#![no_main]

use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use khun::search::{Event, Settings};
use khun::uci::command::{self, Command};
use khun::uci::format::Formatter;
use khun::uci::go::Go;
use khun::uci::limits::limits;
use khun::uci::output::Output;
use khun::uci::state::State;
use khun::uci::{options, reports};
use libfuzzer_sys::fuzz_target;

/// Lines of an input that are heard.
const LINES: usize = 24;
/// Positions of a search.
const NODES: u64 = 300;
/// The options that name files.
const PATHS: [(&str, &str); 4] = [
    ("evalfile", concat!(env!("CARGO_MANIFEST_DIR"), "/../nets/race.net")),
    ("variantpath", concat!(env!("CARGO_MANIFEST_DIR"), "/../variants.ini")),
    ("endgamepath", env!("CARGO_MANIFEST_DIR")),
    ("debug log file", "/dev/null"),
];

fuzz_target!(|data: &[u8]| {
    let said = Said::default();
    let settings = Settings { hash_mb: 1, ..Settings::default() };
    let output = Output::new(said.clone()).expect("a thread");
    let state = State::new(output, settings).expect("memory");
    let mut session = Session { state, searches: 0, answers: Arc::default() };
    for line in String::from_utf8_lossy(data).split('\n').take(LINES) {
        match command::parse(line) {
            Ok(Some(Command::Quit)) => break,
            Ok(Some(command)) => session.obey(command),
            Ok(None) => {}
            Err(error) => session.state.output.error(&error),
        }
    }
    session.settle();
    session.state.output.flush(Duration::from_secs(5));
    said.check();
});

struct Session {
    state: State,
    searches: usize,
    answers: Arc<AtomicUsize>,
}

impl Session {
    fn obey(&mut self, command: Command) {
        match command {
            Command::Uci => self.state.output.lines(&reports::introduction(&self.state)),
            Command::NewGame => {
                self.settle();
                self.state.engine.new_game();
            }
            Command::SetOption { name, value } => {
                self.settle();
                let value = harmless(&name, value);
                if let Err(faults) = options::set(&mut self.state, &name, value.as_deref()) {
                    self.state.output.errors(&faults);
                }
            }
            Command::Position { start, moves } => {
                self.settle();
                if let Err(faults) = self.state.set_position(&start, &moves) {
                    self.state.output.error(&faults);
                }
            }
            Command::Go(go) => self.go(&go),
            Command::Perft(depth) => {
                self.settle();
                let _ = self.state.game().position().divide(depth.min(2), None);
            }
            Command::Stop => self.state.engine.stop(),
            Command::PonderHit => self.state.engine.ponder_hit(Instant::now()),
            Command::Display => self.state.output.lines(&reports::display(self.state.game())),
            Command::Eval => {
                let (networks, tables) = (&self.state.engine.settings().networks, self.state.engine.endgames());
                let position = self.state.game().position();
                self.state.output.lines(&reports::evaluation(networks, tables, position));
            }
            Command::Flip => {
                self.settle();
                self.state.flip();
            }
            Command::Bench(_)
            | Command::Check(_)
            | Command::Genfens(_)
            | Command::Load(_)
            | Command::IsReady
            | Command::Quit => {}
            Command::Compiler => self.state.output.lines(&reports::compiler()),
            Command::Help => self.state.output.lines(reports::HELP),
            Command::Ignored => {}
        }
    }

    fn settle(&mut self) {
        self.state.engine.stop();
        self.state.engine.wait();
        assert_eq!(self.answers.load(Ordering::SeqCst), self.searches, "answers to {} searches", self.searches);
    }

    fn go(&mut self, go: &Go) {
        self.settle();
        let (mut limits, faults) = limits(go, &self.state);
        self.state.output.errors(&faults);
        limits.nodes = Some(limits.nodes.map_or(NODES, |nodes| nodes.min(NODES)));
        limits.movetime = limits.movetime.map(|time| time.min(Duration::from_millis(5)));
        let game = self.state.game().clone();
        if let Some(count) = game.position().explain_count() {
            self.state.output.line(&format!("info string count: {count}"));
        }
        let formatter = Formatter::new(game.clone(), self.state.preferences.wdl);
        let (output, answers) = (self.state.output.clone(), Arc::clone(&self.answers));
        let (played, wanted) = (game.clone(), limits.search_moves.clone());
        let tell = move |event| {
            if let Event::Best { best, .. } = &event {
                answers.fetch_add(1, Ordering::SeqCst);
                let moves = played.position().legal_moves();
                match best {
                    Some(best) => {
                        assert!(moves.contains(best), "{best:?} in {}", played.position().fen());
                        assert!(wanted.is_empty() || wanted.contains(best), "{best:?} was not asked for");
                    }
                    None => assert!(moves.is_empty(), "no move in {}", played.position().fen()),
                }
            }
            output.line(&formatter.line(&event));
        };
        self.searches += 1;
        self.state.engine.go(&game, limits, Arc::new(tell));
    }
}

/// The value with sizes cut down and paths replaced by some that may be opened.
fn harmless(name: &str, value: Option<String>) -> Option<String> {
    let value = value?;
    let name = name.to_ascii_lowercase();
    if let Some((_, path)) = PATHS.iter().find(|(option, _)| *option == name) {
        return Some(if value.is_empty() { value } else { (*path).to_owned() });
    }
    let most = match name.as_str() {
        "hash" => 2,
        "threads" => 3,
        _ => return Some(value),
    };
    Some(value.parse::<u64>().map_or(value, |number| number.min(most).to_string()))
}

/// What was said, of which every line must be fit for a client.
#[derive(Clone, Default)]
struct Said(Arc<Mutex<Vec<u8>>>);

impl Said {
    fn check(&self) {
        let bytes = self.0.lock().expect("nobody panicked");
        let text = std::str::from_utf8(&bytes).expect("text");
        for line in text.split('\n') {
            assert!(!line.chars().any(char::is_control), "{line:?}");
        }
    }
}

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panicked").extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
