//! A program that talks in lines: started, spoken to byte by byte, listened to with a watch on the time.

use std::collections::VecDeque;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::failure::Failure;

/// How many of the last lines on the error stream are kept.
const STDERR_LINES: usize = 200;
/// How many of them a crash quotes.
const QUOTED_LINES: usize = 4;
/// How long a process that closed its output may take to end.
const CLOSING: Duration = Duration::from_millis(500);
/// Time between two looks at what cannot be waited for.
const GLANCE: Duration = Duration::from_millis(2);

/// A line of output, without its end. Bytes that are not UTF-8 are replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// When it was read.
    pub at: Instant,
    /// What it says.
    pub text: String,
}

/// What comes of listening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// A line.
    Line(Line),
    /// Nothing in the time given.
    Silence,
    /// The output has ended.
    Closed,
}

/// A running program. It is killed when this value goes.
pub struct Process {
    child: Child,
    /// Empty once input has ended.
    stdin: Option<ChildStdin>,
    stdout: Receiver<Line>,
    stderr: Arc<Mutex<VecDeque<String>>>,
    stderr_reader: JoinHandle<()>,
}

impl Process {
    /// Starts a program; its three streams become pipes, whatever the command says of them.
    ///
    /// # Errors
    /// When the system cannot.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let stdin = child.stdin.take();
        let (sender, stdout) = mpsc::channel();
        let output = child.stdout.take().expect("it was asked for as a pipe");
        thread::spawn(move || read_lines(output, |text| sender.send(Line { at: Instant::now(), text }).is_ok()));
        let stderr = Arc::new(Mutex::new(VecDeque::new()));
        let errors = child.stderr.take().expect("it was asked for as a pipe");
        let kept = Arc::clone(&stderr);
        let stderr_reader = thread::spawn(move || {
            read_lines(errors, |text| {
                let mut lines = kept.lock().unwrap_or_else(PoisonError::into_inner);
                if lines.len() == STDERR_LINES {
                    lines.pop_front();
                }
                lines.push_back(text);
                true
            });
        });
        Ok(Self { child, stdin, stdout, stderr, stderr_reader })
    }

    /// The system's number of the process.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends one line, in one write: nobody must see half of it.
    ///
    /// # Errors
    /// When nobody reads any more.
    pub fn send(&mut self, line: &str) -> io::Result<()> {
        self.send_bytes(format!("{line}\n").as_bytes())
    }

    /// Sends anything.
    ///
    /// # Errors
    /// When nobody reads any more.
    pub fn send_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        let stdin = self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        stdin.write_all(bytes).and_then(|()| stdin.flush())
    }

    /// Ends the program's input.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// The next line, waited for so long at most.
    #[must_use]
    pub fn next(&self, patience: Duration) -> Output {
        match self.stdout.recv_timeout(patience) {
            Ok(line) => Output::Line(line),
            Err(RecvTimeoutError::Timeout) => Output::Silence,
            Err(RecvTimeoutError::Disconnected) => Output::Closed,
        }
    }

    /// All lines up to the first that `is_last`, which is among them.
    ///
    /// # Errors
    /// When the program ends, or that line does not come in time; the lines that came are told.
    pub fn read_until(&mut self, patience: Duration, is_last: impl Fn(&str) -> bool) -> Result<Vec<String>, Failure> {
        let deadline = Instant::now() + patience;
        let mut heard = Vec::new();
        loop {
            match self.next(deadline.saturating_duration_since(Instant::now())) {
                Output::Line(line) => {
                    let done = is_last(&line.text);
                    heard.push(line.text);
                    if done {
                        return Ok(heard);
                    }
                }
                Output::Silence => return Err(Failure::Stall { after: patience, heard }),
                Output::Closed => return Err(self.crash()),
            }
        }
    }

    /// How the program ended, if it does within a time.
    pub fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(GLANCE),
                _ => return None,
            }
        }
    }

    /// The last lines on the error stream. They may still be on their way: the stream's end is waited for so long at
    /// most.
    #[must_use]
    pub fn stderr(&self, patience: Duration) -> Vec<String> {
        // A child of the program's own could hold the stream open, hence no join.
        let deadline = Instant::now() + patience;
        while !self.stderr_reader.is_finished() && Instant::now() < deadline {
            thread::sleep(GLANCE);
        }
        self.stderr.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// The report on a program that does not listen or talk any more.
    pub fn crash(&mut self) -> Failure {
        // The pipe closes a moment before the process can be collected.
        let status = self.wait(CLOSING).map_or_else(|| "it closed its output".to_owned(), |status| status.to_string());
        let stderr = self.stderr(CLOSING);
        let quoted = &stderr[stderr.len().saturating_sub(QUOTED_LINES)..];
        Failure::Crash { status, stderr: quoted.join(" / ") }
    }

    /// Resident memory in kilobytes, where the system tells.
    #[must_use]
    pub fn resident_memory(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().trim_end_matches("kB").trim_end().parse().ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Whatever fails here, the process must not outlive its owner.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Hands every line to `take` until the stream ends or nobody listens.
fn read_lines(stream: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut stream = BufReader::new(stream);
    let mut bytes = Vec::new();
    while stream.read_until(b'\n', &mut bytes).is_ok_and(|length| length > 0) {
        if !take(String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned()) {
            return;
        }
        bytes.clear();
    }
}
