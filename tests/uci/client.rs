//! A client that talks to the engine and keeps the clock.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than any answer may take, short enough that a hang is seen.
const PATIENCE: Duration = Duration::from_secs(20);

/// The binary under test.
pub const ENGINE: &str = env!("CARGO_BIN_EXE_khun");

/// A session with the engine.
pub struct Client {
    child: Child,
    /// Empty once input has ended.
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    complaints: Receiver<String>,
}

impl Client {
    /// Starts the engine and says nothing.
    pub fn start() -> Self {
        Self::start_program(Path::new(ENGINE), Path::new("."))
    }

    /// Starts a copy of the engine in a folder.
    pub fn start_program(program: &Path, folder: &Path) -> Self {
        let mut command = Command::new(program);
        command.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let stdin = child.stdin.take();
        let lines = lines_of(child.stdout.take().unwrap());
        let complaints = lines_of(child.stderr.take().unwrap());
        Self { child, stdin, lines, complaints }
    }

    /// Starts the engine and says hello.
    pub fn hello() -> Self {
        let mut client = Self::start();
        client.send("uci");
        client.until("uciok");
        client
    }

    /// The same in a variant.
    pub fn playing(variant: &str) -> Self {
        let mut client = Self::hello();
        client.ask(&format!("setoption name UCI_Variant value {variant}"));
        client
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Says a line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Says anything.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(bytes).unwrap();
        stdin.flush().unwrap();
    }

    /// The next line within a time.
    pub fn next_within(&self, time: Duration) -> Option<String> {
        match self.lines.recv_timeout(time) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => None,
        }
    }

    /// All lines up to the first that begins with a word, which is the last.
    pub fn until(&self, word: &str) -> Vec<String> {
        let deadline = Instant::now() + PATIENCE;
        let mut heard = Vec::new();
        loop {
            let Some(line) = self.next_within(deadline.saturating_duration_since(Instant::now())) else {
                panic!("no '{word}' came, only {heard:#?}");
            };
            let found = line.split(' ').next() == Some(word);
            heard.push(line);
            if found {
                return heard;
            }
        }
    }

    /// Says a line and waits for the answer that begins with a word.
    pub fn send_and_hear(&mut self, line: &str, word: &str) {
        self.send(line);
        self.until(word);
    }

    /// Asks and hears everything that was said before the answer.
    pub fn settled(&mut self) -> Vec<String> {
        self.send("isready");
        let mut heard = self.until("readyok");
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
        let mut heard = Vec::new();
        while let Some(line) = self.next_within(deadline.saturating_duration_since(Instant::now())) {
            heard.push(line);
        }
        heard
    }

    /// Ends the engine's input.
    pub fn end_input(&mut self) {
        self.stdin = None;
    }

    /// How long the engine takes to leave.
    pub fn leaves_within(&mut self) -> Duration {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert!(status.success(), "left with {status}");
                return began.elapsed();
            }
            thread::sleep(Duration::from_millis(1));
        }
        panic!("does not leave");
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if !thread::panicking() {
            let complaints: Vec<_> = self.complaints.iter().collect();
            assert!(complaints.is_empty(), "on stderr: {complaints:#?}");
        }
    }
}

fn lines_of(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(stream).lines() {
            let Ok(line) = line else { return };
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
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
