//! The one writer: whole lines, flushed one by one, whichever thread has something to say; and the debug log.
//!
//! Whoever speaks only queues its line, and a thread that does nothing else writes it: a client that has stopped reading
//! holds up neither the search nor the end of the session.

use std::fmt::Display;
#[cfg(unix)]
use std::fs;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::uci::fault::Fault;

/// With so many lines unread, a client is told no more of how a search goes, only answers.
const BACKLOG: usize = 1 << 14;

/// Time between two looks at whether everything is written.
const GLANCE: Duration = Duration::from_millis(2);

/// A handle on the session's output: cheap to clone and to share between threads.
#[derive(Clone)]
pub struct Output {
    way: Way,
    state: Arc<State>,
}

/// Who writes.
#[derive(Clone)]
enum Way {
    /// A thread that does nothing else.
    Queue(Sender<Record>),
    /// Whoever speaks, where there are no threads.
    Here(Arc<Mutex<Writer<Box<dyn Write + Send>>>>),
}

/// What the writer is to do.
enum Record {
    /// Write a line to the client, and to the log.
    Said(String, Instant),
    /// Note in the log what the client said.
    Heard(String, Instant),
    /// Write the log to this file from now on.
    Log(Option<File>),
}

/// What the writer and those who speak know of each other.
#[derive(Default)]
struct State {
    /// Records that are queued or being written.
    waiting: AtomicUsize,
    /// The client takes no more.
    deserted: AtomicBool,
}

impl Output {
    /// Everything goes to this stream.
    ///
    /// # Errors
    ///
    /// When the system gives no thread to write on; the client is told.
    pub fn new(client: impl Write + Send + 'static) -> Result<Self, Fault> {
        let (records, queue) = mpsc::channel();
        let state = Arc::new(State::default());
        let writer = Writer::new(client, &state);
        let spawned = thread::Builder::new().name("output".to_owned()).spawn(move || writer.write_all(&queue));
        spawned.map_err(|error| Fault::Thread { whose: "for the output", error })?;
        Ok(Self { way: Way::Queue(records), state })
    }

    /// Everything goes to this stream, written by whoever speaks: for systems without threads.
    pub fn on_this_thread(client: impl Write + Send + 'static) -> Self {
        let state = Arc::new(State::default());
        let writer = Writer::new(Box::new(client) as Box<dyn Write + Send>, &state);
        Self { way: Way::Here(Arc::new(Mutex::new(writer))), state }
    }

    /// Says one line.
    pub fn line(&self, text: &str) {
        if self.state.waiting.load(Relaxed) < BACKLOG || !text.starts_with("info depth ") {
            self.record(Record::Said(text.trim_end().to_owned(), Instant::now()));
        }
    }

    /// Says several lines that belong together.
    pub fn lines(&self, text: &str) {
        for line in text.lines() {
            self.line(line);
        }
    }

    /// Reports why something that was asked for was not done.
    pub fn error(&self, fault: &impl Display) {
        self.line(&format!("info string ERROR {fault}"));
    }

    /// The same, of everything that was wrong.
    pub fn errors(&self, faults: &[Fault]) {
        faults.iter().for_each(|fault| self.error(fault));
    }

    /// Notes in the log what the client said.
    pub fn heard(&self, line: &str) {
        self.record(Record::Heard(line.trim_end_matches(['\r', '\n']).to_owned(), Instant::now()));
    }

    /// Starts the debug log at the end of a file, or ends it.
    ///
    /// # Errors
    ///
    /// When the file cannot be opened, or is a pipe: if nobody reads it the engine would wait for ever. The log stays as it
    /// was.
    pub fn log_to(&self, path: Option<&Path>) -> Result<(), Fault> {
        let open = |path: &Path| {
            if is_pipe(path) {
                return Err(Fault::LogIsAPipe(path.to_owned()));
            }
            let file = OpenOptions::new().create(true).append(true).open(path);
            file.map_err(|error| Fault::File { path: path.to_owned(), error })
        };
        self.record(Record::Log(path.map(open).transpose()?));
        Ok(())
    }

    /// Whether the client is known to take no more lines.
    #[must_use]
    pub fn is_deserted(&self) -> bool {
        self.state.deserted.load(Relaxed)
    }

    /// Waits until everything that was said is written. A client that takes no line for so long is not waited for.
    pub fn flush(&self, patience: Duration) {
        let (mut since, mut before) = (Instant::now(), usize::MAX);
        loop {
            match self.state.waiting.load(SeqCst) {
                0 => return,
                waiting if waiting != before => (since, before) = (Instant::now(), waiting),
                _ if since.elapsed() > patience => return,
                _ => {}
            }
            thread::sleep(GLANCE);
        }
    }

    fn record(&self, record: Record) {
        self.state.waiting.fetch_add(1, SeqCst);
        match &self.way {
            // The writer lives as long as anybody can speak to it.
            Way::Queue(records) => drop(records.send(record)),
            Way::Here(writer) => writer.lock().unwrap_or_else(PoisonError::into_inner).write(record),
        }
    }
}

#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    fs::metadata(path).is_ok_and(|known| known.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_pipe(_: &Path) -> bool {
    false
}

struct Writer<C> {
    client: C,
    log: Option<File>,
    started: Instant,
    state: Arc<State>,
}

impl<C: Write> Writer<C> {
    fn new(client: C, state: &Arc<State>) -> Self {
        Self { client, log: None, started: Instant::now(), state: Arc::clone(state) }
    }

    fn write_all(mut self, queue: &Receiver<Record>) {
        while let Ok(record) = queue.recv() {
            self.write(record);
        }
    }

    fn write(&mut self, record: Record) {
        match record {
            Record::Said(mut line, at) => {
                self.note("<<", &line, at);
                line.push('\n');
                // One write a line: it never mixes with others', even if the stream is not ours alone.
                let written = self.client.write_all(line.as_bytes()).and_then(|()| self.client.flush());
                if written.is_err() {
                    self.state.deserted.store(true, Relaxed);
                }
            }
            Record::Heard(line, at) => self.note(">>", &line, at),
            Record::Log(file) => self.log = file,
        }
        self.state.waiting.fetch_sub(1, SeqCst);
    }

    fn note(&mut self, direction: &str, text: &str, at: Instant) {
        let seconds = at.saturating_duration_since(self.started).as_secs_f64();
        if let Some(log) = &mut self.log {
            // A full disk must not end a game.
            let _ = writeln!(log, "{seconds:10.3} {direction} {text}");
        }
    }
}
