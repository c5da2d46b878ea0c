//! An engine's process: started, spoken to over UCI with a watch on the time, and put away.

use std::collections::VecDeque;
use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::control::Control;
use crate::uci::{Offer, OfferKind, Thought};

/// How long an engine may take to answer `uci` or `isready`.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long it may take to leave after `quit`.
const FAREWELL: Duration = Duration::from_millis(500);
/// How many of its last lines on the error stream a report of its crash quotes.
const LAST_WORDS: usize = 4;

/// How to start an engine and with what it plays.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The name in reports and game files.
    pub name: String,
    /// Program and arguments.
    pub command: Vec<String>,
    /// Options by name, set in this order.
    pub options: Vec<(String, String)>,
    /// Its time control.
    pub control: Control,
}

/// Why an engine could not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The process ended.
    Crash {
        /// How it ended.
        status: String,
        /// What it last wrote to the error stream.
        last_words: String,
    },
    /// It did not answer at all.
    Stall {
        /// How long it was waited for.
        after: Duration,
    },
    /// It said something that UCI does not allow there.
    Protocol(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crash { status, last_words } if last_words.is_empty() => write!(f, "crash ({status})"),
            Self::Crash { status, last_words } => write!(f, "crash ({status}; it wrote: {last_words})"),
            Self::Stall { after } => write!(f, "stall (no answer within {:.1} s)", after.as_secs_f64()),
            Self::Protocol(what) => write!(f, "protocol violation ({what})"),
        }
    }
}

impl std::error::Error for Failure {}

/// An answer to `go`.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The move's text.
    pub best: String,
    /// What was said about it.
    pub thought: Thought,
    /// From the `go` sent to the answer read.
    pub taken: Duration,
}

struct Line {
    at: Instant,
    text: String,
}

/// A running engine.
pub struct Engine {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<Line>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    stderr_reader: JoinHandle<()>,
    offers: Vec<Offer>,
    name: String,
}

impl Engine {
    /// Starts a program and shakes hands.
    ///
    /// # Errors
    /// When it cannot be started or does not speak UCI.
    pub fn start(command: &[String]) -> Result<Self> {
        let Some((program, arguments)) = command.split_first() else { bail!("an empty engine command") };
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start `{program}`"))?;
        let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            bail!("`{program}` has no pipes");
        };
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            read_lines(stdout, |text| sender.send(Line { at: Instant::now(), text }).is_ok());
        });
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        let heard = Arc::clone(&last_words);
        let stderr_reader = thread::spawn(move || {
            read_lines(stderr, |text| {
                let mut words = heard.lock().unwrap_or_else(PoisonError::into_inner);
                if words.len() == LAST_WORDS {
                    words.pop_front();
                }
                words.push_back(text);
                true
            });
        });
        let (offers, name) = (Vec::new(), program.clone());
        let mut engine = Self { child, stdin, lines, last_words, stderr_reader, offers, name };
        engine.shake_hands().with_context(|| format!("`{program}` does not answer `uci`"))?;
        Ok(engine)
    }

    /// Starts an engine with its options for a variant.
    ///
    /// # Errors
    /// When it cannot be started or does not offer the variant, an option or a value.
    pub fn start_for(spec: &Spec, variant: &str) -> Result<Self> {
        let mut engine = Self::start(&spec.command).with_context(|| format!("engine {}", spec.name))?;
        let about = || format!("engine {}", spec.name);
        engine.set_option("UCI_Variant", variant).with_context(about)?;
        for (name, value) in &spec.options {
            engine.set_option(name, value).with_context(about)?;
        }
        engine.is_ready().with_context(about)?;
        Ok(engine)
    }

    fn shake_hands(&mut self) -> Result<(), Failure> {
        self.send("uci")?;
        let deadline = Instant::now() + PATIENCE;
        loop {
            let line = self.receive(deadline, PATIENCE)?.text;
            if line == "uciok" {
                return Ok(());
            } else if let Some(name) = line.strip_prefix("id name ") {
                name.clone_into(&mut self.name);
            } else if let Some(offer) = Offer::parse(&line) {
                self.offers.push(offer);
            }
        }
    }

    /// The name it gave itself.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The options it offers.
    #[must_use]
    pub fn offers(&self) -> &[Offer] {
        &self.offers
    }

    /// Sends one line.
    ///
    /// # Errors
    /// When the process has gone.
    pub fn send(&mut self, line: &str) -> Result<(), Failure> {
        // One write a line: an engine must never see half of one.
        let sent = self.stdin.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.stdin.flush());
        sent.map_err(|_| self.crash())
    }

    /// Sets an option, spelled in any case.
    ///
    /// # Errors
    /// When the engine does not offer the option or the value, or has gone.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<()> {
        let Some(offer) = self.offers.iter().find(|offer| offer.name.eq_ignore_ascii_case(name)) else {
            bail!("it offers no option `{name}`");
        };
        let command = offer.command(value)?;
        Ok(self.send(&command)?)
    }

    /// Waits until the engine has done all it was told.
    ///
    /// # Errors
    /// When it has gone or does not answer.
    pub fn is_ready(&mut self) -> Result<(), Failure> {
        self.send("isready")?;
        let deadline = Instant::now() + PATIENCE;
        while self.receive(deadline, PATIENCE)?.text != "readyok" {}
        Ok(())
    }

    /// Makes the engine forget: a new game with cleared tables.
    ///
    /// # Errors
    /// When it has gone or does not answer.
    pub fn new_game(&mut self) -> Result<(), Failure> {
        self.send("ucinewgame")?;
        let clear = self.offers.iter().find(|offer| offer.kind == OfferKind::Button && offer.name == "Clear Hash");
        if clear.is_some() {
            self.send("setoption name Clear Hash")?;
        }
        self.is_ready()
    }

    /// Asks for a move. `allowance` is the time after which the answer is late (its own clock tells the caller);
    /// `stall` is how much longer it is waited for, or how long at all without an allowance.
    ///
    /// # Errors
    /// When it has gone, does not answer, or talks out of turn.
    pub fn ask(
        &mut self,
        position: &str,
        go: &str,
        allowance: Option<Duration>,
        stall: Duration,
    ) -> Result<Answer, Failure> {
        while let Ok(line) = self.lines.try_recv() {
            if line.text.starts_with("bestmove") {
                return Err(Failure::Protocol(format!("`{}` before it was asked", line.text)));
            }
        }
        self.send(position)?;
        self.send(go)?;
        let start = Instant::now();
        let patience = allowance.unwrap_or_default() + stall;
        let mut thought = Thought::default();
        loop {
            let line = self.receive(start + patience, patience)?;
            let mut words = line.text.split_whitespace();
            match words.next() {
                Some("bestmove") => {
                    let Some(best) = words.next() else {
                        return Err(Failure::Protocol("`bestmove` without a move".to_owned()));
                    };
                    let taken = line.at.saturating_duration_since(start);
                    return Ok(Answer { best: best.to_owned(), thought, taken });
                }
                Some("info") => thought.hear(&line.text),
                _ => {}
            }
        }
    }

    /// The lines of an answer up to the one that `is_last`.
    ///
    /// # Errors
    /// When it has gone or does not come to an end within `patience`.
    pub fn read_until(&mut self, patience: Duration, is_last: impl Fn(&str) -> bool) -> Result<Vec<String>, Failure> {
        let deadline = Instant::now() + patience;
        let mut lines = Vec::new();
        loop {
            let text = self.receive(deadline, patience)?.text;
            let done = is_last(&text);
            lines.push(text);
            if done {
                return Ok(lines);
            }
        }
    }

    fn receive(&mut self, deadline: Instant, patience: Duration) -> Result<Line, Failure> {
        match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Timeout) => Err(Failure::Stall { after: patience }),
            Err(RecvTimeoutError::Disconnected) => Err(self.crash()),
        }
    }

    fn crash(&mut self) -> Failure {
        // The pipe closes a moment before the process can be collected.
        let status = match self.wait(FAREWELL) {
            Some(status) => status.to_string(),
            None => "it closed its output".to_owned(),
        };
        // Its last words may still be on their way; a child of its own could hold the stream open, hence no join.
        let deadline = Instant::now() + FAREWELL;
        while !self.stderr_reader.is_finished() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        Failure::Crash { status, last_words: words.iter().cloned().collect::<Vec<_>>().join(" / ") }
    }

    fn wait(&mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Whatever fails here, the process must not outlive its owner.
        let asked = self.stdin.write_all(b"stop\nquit\n").and_then(|()| self.stdin.flush());
        if asked.is_err() || self.wait(FAREWELL).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Hands every line to `take` until the stream ends or nobody listens. Bytes that are not UTF-8 are replaced.
fn read_lines(stream: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut stream = BufReader::new(stream);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match stream.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let text = String::from_utf8_lossy(&bytes);
                if !take(text.trim_end_matches(['\n', '\r']).to_owned()) {
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A scripted engine: a shell that answers line by line.
    fn scripted(answers: &str) -> Result<Engine> {
        let script = format!("while read -r line; do case \"$line\" in {answers} esac; done");
        Engine::start(&["sh".to_owned(), "-c".to_owned(), script])
    }

    const POLITE: &str = "uci) echo 'id name Script'; echo 'option name Hash type spin default 16 min 1 max 64'; \
                          echo uciok;; isready) echo readyok;; quit) exit;; ";

    fn ask(engine: &mut Engine) -> Result<Answer, Failure> {
        engine.ask("position startpos", "go", Some(Duration::from_millis(100)), Duration::from_millis(300))
    }

    #[test]
    fn an_answer_brings_its_score_and_time() {
        let go = "go*) sleep 0.05; echo 'info depth 3 score cp 12 nodes 5 pv a1a2'; echo 'bestmove a1a2 ponder b1b2';;";
        let mut engine = scripted(&format!("{POLITE}{go}")).unwrap();
        assert_eq!(engine.name(), "Script");
        assert!(engine.set_option("hash", "32").is_ok());
        assert!(engine.set_option("Hash", "65").is_err() && engine.set_option("Hush", "1").is_err());
        engine.new_game().unwrap();
        let answer = ask(&mut engine).unwrap();
        assert_eq!((answer.best.as_str(), answer.thought.depth), ("a1a2", Some(3)));
        assert!(answer.taken >= Duration::from_millis(45));
    }

    #[test]
    fn a_crash_is_told_with_its_last_words() {
        let mut engine = scripted(&format!("{POLITE}go*) echo 'out of luck' >&2; exit 3;;")).unwrap();
        let Err(Failure::Crash { status, last_words }) = ask(&mut engine) else { panic!("no crash") };
        assert!(status.contains('3'), "{status}");
        assert_eq!(last_words, "out of luck");
    }

    #[test]
    fn silence_is_a_stall() {
        let mut engine = scripted(POLITE).unwrap();
        assert_eq!(ask(&mut engine).unwrap_err(), Failure::Stall { after: Duration::from_millis(400) });
    }

    #[test]
    fn words_out_of_turn_are_violations() {
        let mut engine = scripted(&format!("{POLITE}go*) echo 'bestmove a1a2'; echo 'bestmove a1a2';;")).unwrap();
        ask(&mut engine).unwrap();
        engine.is_ready().unwrap();
        engine.send("go").unwrap();
        thread::sleep(Duration::from_millis(100));
        assert!(matches!(ask(&mut engine), Err(Failure::Protocol(_))));
        let mut engine = scripted(&format!("{POLITE}go*) echo bestmove;;")).unwrap();
        assert!(matches!(ask(&mut engine), Err(Failure::Protocol(_))));
    }

    #[test]
    fn a_program_that_is_none_is_an_error() {
        assert!(Engine::start(&["/nowhere/engine".to_owned()]).is_err());
        assert!(Engine::start(&["true".to_owned()]).is_err());
    }
}
