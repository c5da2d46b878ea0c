//! The program under test: started, spoken to byte by byte, listened to without ever waiting for it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// What comes of listening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line.
    Line(String),
    /// Nothing in the time given.
    Silence,
    /// The output has ended.
    Gone,
}

/// A running program.
pub struct Client {
    child: Child,
    /// Empty once input has ended.
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    complaints: Receiver<String>,
}

impl Client {
    /// Starts the program.
    ///
    /// # Errors
    /// When the system cannot.
    pub fn start(program: &Path) -> Result<Self> {
        let mut command = Command::new(program);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().with_context(|| format!("cannot start {}", program.display()))?;
        let lines = lines_of(child.stdout.take().context("no output")?);
        let complaints = lines_of(child.stderr.take().context("no error stream")?);
        Ok(Self { stdin: child.stdin.take(), child, lines, complaints })
    }

    /// Says anything; `false` when nobody listens any more.
    pub fn say(&mut self, bytes: &[u8]) -> bool {
        let Some(stdin) = &mut self.stdin else { return false };
        stdin.write_all(bytes).and_then(|()| stdin.flush()).is_ok()
    }

    /// Ends the program's input.
    pub fn end_input(&mut self) {
        self.stdin = None;
    }

    /// The next line, waited for so long at most.
    #[must_use]
    pub fn listen(&self, time: Duration) -> Heard {
        match self.lines.recv_timeout(time) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Silence,
            Err(RecvTimeoutError::Disconnected) => Heard::Gone,
        }
    }

    /// How the program ended, if it does within a time.
    pub fn leaves_within(&mut self, time: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + time;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }

    /// What stands on the error stream so far.
    #[must_use]
    pub fn complaints(&self) -> Vec<String> {
        self.complaints.try_iter().collect()
    }

    /// Its resident memory in kilobytes, where the system tells.
    #[must_use]
    pub fn resident(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().trim_end_matches("kB").trim_end().parse().ok()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn lines_of(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        let mut stream = BufReader::new(stream);
        let mut bytes = Vec::new();
        while stream.read_until(b'\n', &mut bytes).is_ok_and(|length| length > 0) {
            let line = String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned();
            if sender.send(line).is_err() {
                return;
            }
            bytes.clear();
        }
    });
    lines
}
