//! The one writer: whole lines, flushed one by one, whichever thread has something to say; and the debug log.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// A handle on the session's output: cheap to clone and to share between threads.
#[derive(Clone)]
pub struct Output(Arc<Mutex<Streams>>);

struct Streams {
    client: Box<dyn Write + Send>,
    log: Option<File>,
    started: Instant,
}

impl Output {
    /// Everything goes to this stream.
    pub fn new(client: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Streams { client: Box::new(client), log: None, started: Instant::now() })))
    }

    /// Writes one line. A client that no longer listens is no error here: the end of its input says so soon enough.
    pub fn line(&self, text: &str) {
        let text = text.trim_end();
        let mut streams = self.streams();
        streams.note("<<", text);
        let mut bytes = Vec::with_capacity(text.len() + 1);
        bytes.extend_from_slice(text.as_bytes());
        bytes.push(b'\n');
        // One write a line: lines of different threads never mix, even if the stream is not ours alone.
        let _ = streams.client.write_all(&bytes).and_then(|()| streams.client.flush());
    }

    /// Writes several lines that belong together.
    pub fn lines(&self, text: &str) {
        for line in text.lines() {
            self.line(line);
        }
    }

    /// Reports that something asked for was not done.
    pub fn error(&self, what: &str) {
        for line in what.lines().filter(|line| !line.trim().is_empty()) {
            self.line(&format!("info string ERROR {}", line.trim()));
        }
    }

    /// Notes in the log what the client said.
    pub fn heard(&self, line: &str) {
        self.streams().note(">>", line.trim_end_matches(['\r', '\n']));
    }

    /// Starts the debug log at the end of a file, or ends it.
    ///
    /// # Errors
    ///
    /// When the file cannot be opened; the log stays as it was.
    pub fn log_to(&self, path: Option<&Path>) -> io::Result<()> {
        let log = path.map(|path| OpenOptions::new().create(true).append(true).open(path)).transpose()?;
        self.streams().log = log;
        Ok(())
    }

    fn streams(&self) -> MutexGuard<'_, Streams> {
        // A thread that panicked while it held the lock wrote at worst half a line: go on with the rest.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Streams {
    fn note(&mut self, direction: &str, text: &str) {
        let seconds = self.started.elapsed().as_secs_f64();
        if let Some(log) = &mut self.log {
            // A full disk must not end a game.
            let _ = writeln!(log, "{seconds:10.3} {direction} {text}");
        }
    }
}
