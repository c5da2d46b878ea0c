//! A client that talks to the engine, keeps the clock, and wants nothing on the error stream.

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use uci_client::{Output, Process};

/// Longer than any answer may take, short enough that a hang is seen.
const PATIENCE: Duration = Duration::from_secs(20);

/// The binary under test.
pub const ENGINE: &str = env!("CARGO_BIN_EXE_khun");

/// A session with the engine.
pub struct Client {
    process: Process,
}

impl Client {
    /// Starts the engine and says nothing.
    pub fn start() -> Self {
        Self::start_command(&mut Command::new(ENGINE))
    }

    /// Starts whatever the command says.
    pub fn start_command(command: &mut Command) -> Self {
        Self { process: Process::start(command).unwrap() }
    }

    /// Starts the engine and says hello.
    pub fn hello() -> Self {
        let mut client = Self::start();
        client.send_and_hear("uci", "uciok");
        client
    }

    /// The same in a variant.
    pub fn playing(variant: &str) -> Self {
        let mut client = Self::hello();
        client.ask(&format!("setoption name UCI_Variant value {variant}"));
        client
    }

    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Says a line.
    pub fn send(&mut self, line: &str) {
        self.process.send(line).unwrap();
    }

    /// Says anything.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.process.send_bytes(bytes).unwrap();
    }

    /// Says a line to whoever may have left already.
    pub fn send_anyway(&mut self, line: &str) {
        let _ = self.process.send(line);
    }

    /// The lines on the error stream with a word in them; none of the others matter any more.
    pub fn complaints_of(self, word: &str) -> Vec<String> {
        let complaints = self.process.stderr(PATIENCE);
        std::mem::forget(self);
        complaints.into_iter().filter(|line| line.contains(word)).collect()
    }

    /// The next line within a time.
    pub fn next_within(&self, time: Duration) -> Option<String> {
        match self.process.next(time) {
            Output::Line(line) => Some(line.text),
            Output::Silence | Output::Closed => None,
        }
    }

    /// All lines up to the first that begins with a word, which is the last.
    pub fn until(&mut self, word: &str) -> Vec<String> {
        let is_last = |line: &str| line.split(' ').next() == Some(word);
        self.process.read_until(PATIENCE, is_last).unwrap_or_else(|failure| panic!("no '{word}' came: {failure:#?}"))
    }

    /// Says a line and waits for the answer that begins with a word.
    pub fn send_and_hear(&mut self, line: &str, word: &str) -> Vec<String> {
        self.send(line);
        self.until(word)
    }

    /// Asks and hears everything that was said before the answer.
    pub fn settled(&mut self) -> Vec<String> {
        let mut heard = self.send_and_hear("isready", "readyok");
        heard.pop();
        heard
    }

    /// Says a line and hears what comes of it at once.
    pub fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.settled()
    }

    /// The value of a line of `d`.
    pub fn shown(&mut self, name: &str) -> String {
        let heard = self.ask("d");
        let prefix = format!("{name}:");
        let line = heard.iter().find_map(|line| line.strip_prefix(&prefix));
        line.unwrap_or_else(|| panic!("no {name} in {heard:#?}")).trim().to_owned()
    }

    /// What is said within a time.
    pub fn listen(&self, time: Duration) -> Vec<String> {
        let deadline = Instant::now() + time;
        let left = || deadline.saturating_duration_since(Instant::now());
        std::iter::from_fn(|| self.next_within(left())).collect()
    }

    /// Ends the engine's input.
    pub fn end_input(&mut self) {
        self.process.close_input();
    }

    /// How long the engine takes to leave.
    pub fn leaves_within(&mut self) -> Duration {
        let began = Instant::now();
        let status = self.process.wait(PATIENCE).expect("it leaves");
        assert!(status.success(), "left with {status}");
        began.elapsed()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if !thread::panicking() {
            let complaints = self.process.stderr(Duration::ZERO);
            assert!(complaints.is_empty(), "on stderr: {complaints:#?}");
        }
    }
}

/// The word after another in a line.
pub fn word_after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    line.split(' ').skip_while(|other| *other != word).nth(1)
}

/// The moves of an `info` line.
pub fn pv(line: &str) -> Vec<&str> {
    line.split_once(" pv ").map_or(vec![], |(_, moves)| moves.split(' ').collect())
}

/// The one move of a search's answer, and that the answer is as the contract wants it: exactly one `bestmove`, and
/// before it a last, exact line of play that begins with this move.
pub fn best_of(heard: &[String]) -> String {
    let best: Vec<_> = heard.iter().filter(|line| line.starts_with("bestmove")).collect();
    assert_eq!(best.len(), 1, "{heard:#?}");
    let mv = word_after(best[0], "bestmove").unwrap().to_owned();
    let last = heard.iter().rfind(|line| line.starts_with("info ") && line.contains(" score ")).unwrap();
    assert!(!last.contains("bound"), "{last}");
    if mv != "(none)" {
        let first = heard.iter().rfind(|line| line.contains(" multipv 1 ")).unwrap();
        assert_eq!(pv(first).first(), Some(&mv.as_str()), "{heard:#?}");
        assert!(word_after(first, "depth").unwrap().parse::<u32>().unwrap() >= 1);
    }
    mv
}
