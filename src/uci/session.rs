//! A session: a client's lines in, answers out, until the client leaves.
//!
//! One thread reads, one (this one) decides, the search and long counts run on their own: so input is always answered.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crate::search::Settings;
use crate::uci::command::{self, Command, Go};
use crate::uci::format::Formatter;
use crate::uci::message::Message;
use crate::uci::output::Output;
use crate::uci::seat::Seat;
use crate::uci::task::Task;
use crate::uci::{answers, options, words};

/// Longer lines are cut off: a thousand-move game fits in a hundredth of this.
const LONGEST_LINE: u64 = 1 << 20;

/// A client that has left, or that says `quit`, is waited for no longer than this, whatever runs.
const LEAVE_WITHIN: Duration = Duration::from_millis(850);

/// What is under way at the end of input may go on for so long if it ends by itself: `echo bench | khun` has its answer.
const FINISH_WITHIN: Duration = Duration::from_millis(600);

/// Whether the session goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Listen,
    Leave,
}

/// Talks UCI on these streams until `quit` or the end of input.
///
/// # Errors
///
/// When the search cannot have the memory it needs to begin with.
pub fn run(input: impl Read + Send + 'static, output: impl Write + Send + 'static) -> Result<(), String> {
    let output = Output::new(output);
    let (sender, messages) = mpsc::channel();
    let seat = Seat::new(output, Settings::default())?;
    let reader = sender.clone();
    thread::spawn(move || read_lines(input, &reader));
    Session { seat, sender, task: None, held: VecDeque::new(), limited: true }.listen(&messages);
    Ok(())
}

/// Sends on what the client says, line by line, whatever its bytes are.
fn read_lines(input: impl Read, messages: &Sender<Message>) {
    let mut input = BufReader::new(input);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        if !bytes.ends_with(b"\n") && bytes.len() as u64 == LONGEST_LINE && skip_line(&mut input).is_none() {
            break;
        }
        let heard = Instant::now();
        let line = String::from_utf8_lossy(&bytes).into_owned();
        if messages.send(Message::Line(line, heard)).is_err() {
            return;
        }
    }
    // The session may have left already.
    let _ = messages.send(Message::End);
}

/// Passes over the rest of a line that is too long to keep.
fn skip_line(input: &mut impl BufRead) -> Option<()> {
    loop {
        let buffer = input.fill_buf().ok().filter(|buffer| !buffer.is_empty())?;
        let (length, end) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), false),
        };
        input.consume(length);
        if end {
            return Some(());
        }
    }
}

struct Session {
    seat: Seat,
    sender: Sender<Message>,
    /// A count or a bench on its own thread.
    task: Option<Task>,
    /// Commands that wait for the task to end.
    held: VecDeque<Command>,
    /// Whether the search under way ends by itself.
    limited: bool,
}

impl Session {
    fn listen(&mut self, messages: &Receiver<Message>) {
        loop {
            let next = match messages.recv() {
                Ok(Message::Line(line, at)) => self.hear(&line, at),
                Ok(Message::TaskDone) => self.take_up_held(),
                Ok(Message::End) => {
                    self.finish(messages);
                    return;
                }
                Err(_) => return,
            };
            if next == Next::Leave {
                self.limited = false;
                self.finish(messages);
                return;
            }
        }
    }

    fn hear(&mut self, line: &str, at: Instant) -> Next {
        self.seat.output.heard(line);
        match command::parse(line) {
            Ok(None) => Next::Listen,
            Ok(Some(command)) => self.obey_or_hold(command, at),
            Err(error) => {
                self.seat.output.error(&error.to_string());
                Next::Listen
            }
        }
    }

    /// While a task runs, what does not depend on it is answered and the rest waits its turn.
    fn obey_or_hold(&mut self, command: Command, at: Instant) -> Next {
        let Some(task) = &self.task else { return self.obey(command, at) };
        match command {
            Command::Quit => return Next::Leave,
            // Ready for what comes next, but not before what already waits.
            Command::IsReady if self.held.is_empty() => return self.obey(command, at),
            Command::Stop => {
                task.cancel();
                // A search that waits was meant too.
                self.held.push_back(command);
            }
            command => self.held.push_back(command),
        }
        Next::Listen
    }

    fn take_up_held(&mut self) -> Next {
        self.task = None;
        while self.task.is_none() {
            let Some(command) = self.held.pop_front() else { break };
            if self.obey(command, Instant::now()) == Next::Leave {
                return Next::Leave;
            }
        }
        Next::Listen
    }

    /// Does what was asked for at this time. Clocks run from then on, however late it is done.
    fn obey(&mut self, command: Command, at: Instant) -> Next {
        match command {
            Command::Uci => answers::introduction(&self.seat),
            Command::IsReady => self.seat.output.line("readyok"),
            Command::NewGame => {
                self.settle();
                self.seat.engine.new_game();
            }
            Command::SetOption { name, value } => {
                self.settle();
                if let Err(faults) = options::set(&mut self.seat, &name, value.as_deref()) {
                    self.seat.output.error(&faults);
                }
            }
            Command::Position { start, moves } => {
                self.settle();
                if let Err(faults) = self.seat.set_position(&start, &moves) {
                    self.seat.output.error(&faults);
                }
            }
            Command::Go(go) => self.go(&go, at),
            Command::Perft(depth) => {
                self.settle();
                let position = *self.seat.game().position();
                let threads = self.seat.engine.settings().threads;
                self.task = Some(Task::perft(position, depth, threads, &self.seat.output, &self.sender));
            }
            Command::Bench(depth) => {
                self.settle();
                self.task = Some(Task::bench(depth, &self.seat.output, &self.sender));
            }
            Command::Stop => self.seat.engine.stop(),
            Command::PonderHit => self.seat.engine.ponder_hit(at),
            Command::Quit => return Next::Leave,
            Command::Display => self.seat.output.lines(&answers::display(self.seat.game())),
            Command::Eval => {
                let (networks, tables) = (&self.seat.engine.settings().networks, self.seat.engine.tables());
                self.seat.output.lines(&answers::evaluation(networks, tables, self.seat.game().position()));
            }
            Command::Flip => {
                self.settle();
                self.seat.flip();
            }
            Command::Compiler => self.seat.output.lines(&answers::compiler()),
            Command::Check(path) => self.seat.output.lines(&answers::check(&path)),
            Command::Help => self.seat.output.lines(answers::HELP),
            Command::Ignored => {}
        }
        Next::Listen
    }

    /// Ends the search under way, with its move.
    fn settle(&mut self) {
        if self.seat.engine.is_searching() {
            self.seat.engine.stop();
        }
    }

    fn go(&mut self, go: &Go, at: Instant) {
        self.settle();
        let (limits, faults) = self.seat.limits(go);
        for fault in faults {
            self.seat.output.error(&fault);
        }
        let output = self.seat.output.clone();
        let game = self.seat.game().clone();
        if let Some(count) = words::count_explained(game.position()) {
            output.line(&format!("info string count: {count}"));
        }
        self.limited = !limits.infinite && !limits.ponder;
        let formatter = Formatter::new(game.clone(), self.seat.preferences.wdl);
        let tell = move |event| output.line(&formatter.line(&event));
        self.seat.engine.go_since(at, &game, limits, Arc::new(tell));
    }

    /// Ends whatever is under way and the session with it, in less than a second.
    fn finish(&mut self, messages: &Receiver<Message>) {
        thread::spawn(|| {
            thread::sleep(LEAVE_WITHIN);
            process::exit(0);
        });
        let deadline = Instant::now() + FINISH_WITHIN;
        while let Some(task) = &self.task {
            let left = deadline.saturating_duration_since(Instant::now());
            match messages.recv_timeout(left) {
                Ok(Message::TaskDone) => {
                    // What was held after the end is at most this session's business, not a client's: only what is
                    // quickly answered still is.
                    if self.take_up_held() == Next::Leave {
                        break;
                    }
                }
                Ok(_) => {}
                Err(_) => {
                    task.cancel();
                    return;
                }
            }
        }
        while self.limited && self.seat.engine.is_searching() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(2));
        }
        self.settle();
    }
}
