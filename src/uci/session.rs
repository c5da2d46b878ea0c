//! A session: a client's lines in, answers out, until the client leaves.
//!
//! One thread reads, one writes, and this one decides; the search and other long work run on their own. So input is
//! always answered, and nobody who stops reading or writing can hold the session up.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

use crate::search::{Event, Settings};
use crate::uci::command::{self, Command, Load};
use crate::uci::fault::Fault;
use crate::uci::format::Formatter;
use crate::uci::go::Go;
use crate::uci::limits::limits;
use crate::uci::message::Message;
use crate::uci::output::Output;
use crate::uci::state::State;
use crate::uci::task::Task;
use crate::uci::{files, input, options, reports};

/// A task that is under way at `quit` may go on for so long: `printf 'go perft 5\nquit\n' | khun` has its answer.
const FINISH_WITHIN: Duration = Duration::from_millis(500);

/// A client that takes no line for so long after the end is not waited for.
const FLUSH_WITHIN: Duration = Duration::from_millis(250);

/// How often it is looked whether the client is still there.
const LOOK: Duration = Duration::from_millis(100);

/// Whether the session goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    Listen,
    Leave,
}

/// Talks UCI on these streams until `quit` or the end of input. `quit` leaves within a second, whatever runs. At the end of
/// input, work that ends by itself is finished first, and everything else stopped.
///
/// # Errors
///
/// When the system gives the session no threads, or the search no memory; the client is told.
pub fn run(input: impl Read + Send + 'static, output: impl Write + Send + 'static) -> Result<(), Fault> {
    let output = Output::new(output)?;
    let begun = begin(input, &output);
    if let Err(fault) = &begun {
        output.error(fault);
    }
    let ended = begun.map(|(mut session, messages)| session.listen(&messages));
    output.flush(FLUSH_WITHIN);
    ended
}

fn begin(input: impl Read + Send + 'static, output: &Output) -> Result<(Session, Receiver<Message>), Fault> {
    let (session, messages) = Session::new(State::new(output.clone(), Settings::default())?);
    input::listen(input, session.sender.clone())?;
    Ok((session, messages))
}

/// A session, without whoever reads its input.
pub(super) struct Session {
    pub(super) state: State,
    sender: Sender<Message>,
    /// A count or a bench on its own thread.
    task: Option<Task>,
    /// Commands that wait for the task to end.
    held: VecDeque<Command>,
    /// What the search under way was asked for.
    go: Go,
    /// A rules file that the client is sending.
    sent: Option<Sent>,
}

/// A rules file as far as the client has sent it.
struct Sent {
    /// The line that ends it.
    mark: String,
    text: String,
}

impl Session {
    /// A session in this state, and what its threads will tell it.
    pub(super) fn new(state: State) -> (Self, Receiver<Message>) {
        let (sender, messages) = mpsc::channel();
        (Self { state, sender, task: None, held: VecDeque::new(), go: Go::default(), sent: None }, messages)
    }

    fn listen(&mut self, messages: &Receiver<Message>) {
        loop {
            let next = match messages.recv().expect("the session holds a sender itself") {
                Message::Line(line, at) => self.hear(&line, at),
                Message::TaskDone => self.take_up_held(),
                Message::Answered => Next::Listen,
                Message::InputEnded => {
                    if let Some(Sent { mark, .. }) = self.sent.take() {
                        self.state.output.error(&Fault::NoMark(mark));
                    }
                    self.finish(messages, None);
                    break;
                }
            };
            if next == Next::Leave {
                self.settle();
                self.finish(messages, Some(Instant::now() + FINISH_WITHIN));
                break;
            }
        }
        if let Some(task) = &self.task {
            task.cancel();
        }
        self.settle();
    }

    pub(super) fn hear(&mut self, line: &str, at: Instant) -> Next {
        self.state.output.heard(line);
        if let Some(sent) = &mut self.sent {
            if line.trim() != sent.mark {
                sent.text.push_str(line);
                return Next::Listen;
            }
            let text = self.sent.take().expect("it was just looked at").text;
            self.state.load_sent(&text).unwrap_or_else(|faults| self.state.output.errors(&faults));
            return Next::Listen;
        }
        match command::parse(line) {
            Ok(None) => Next::Listen,
            Ok(Some(command)) => self.obey_or_hold(command, at),
            Err(error) => {
                self.state.output.error(&error);
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
                self.state.output.line("info string stopped");
                // A search that waits was meant too.
                self.held.push_back(command);
                return self.take_up_held();
            }
            command => self.held.push_back(command),
        }
        Next::Listen
    }

    pub(super) fn take_up_held(&mut self) -> Next {
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
        if command.ends_a_search() {
            self.settle();
        }
        let state = &mut self.state;
        match command {
            Command::Uci => state.output.lines(&reports::introduction(state)),
            Command::IsReady => state.output.line("readyok"),
            Command::NewGame => state.new_game(),
            Command::SetOption { name, value } => {
                if let Err(faults) = options::set(state, &name, value.as_deref()) {
                    state.output.errors(&faults);
                }
            }
            Command::Position { start, moves } => {
                let done = state.set_position(&start, &moves);
                self.report(done);
            }
            Command::Go(go) => self.search(go, at),
            Command::Perft(depth) => {
                let (position, threads) = (*state.game().position(), state.engine.settings().threads);
                let task = Task::perft(position, depth, threads, &state.output, &self.sender);
                self.task = self.report(task);
            }
            Command::Bench(depth) => {
                let task = Task::bench(depth, &state.output, &self.sender);
                self.task = self.report(task);
            }
            Command::Stop => state.engine.stop(),
            Command::PonderHit => {
                self.go.ponder = false;
                state.engine.ponder_hit(at);
            }
            Command::Quit => return Next::Leave,
            Command::Display => state.output.lines(&reports::display(state.game())),
            Command::Eval => {
                let (networks, tables) = (&state.engine.settings().networks, state.engine.endgames());
                state.output.lines(&reports::evaluation(networks, tables, state.game().position()));
            }
            Command::Flip => state.flip(),
            Command::Compiler => state.output.lines(&reports::compiler()),
            Command::Check(path) => {
                if let Some(report) = self.report(reports::check(&path)) {
                    self.state.output.lines(&report);
                }
            }
            Command::Load(Load::Lines(mark)) => self.sent = Some(Sent { mark, text: String::new() }),
            Command::Load(Load::File(name)) => {
                let loaded = files::find(&name).map_err(Vec::from).and_then(|path| state.load_variants(Some(&path)));
                loaded.unwrap_or_else(|faults| state.output.errors(&faults));
            }
            Command::Genfens(genfens) => {
                let (catalogue, rules) = (state.catalogue().clone(), state.game().position().rules());
                let task = Task::genfens(genfens, catalogue, rules, &state.output, &self.sender);
                self.task = self.report(task);
            }
            Command::Help => state.output.lines(reports::HELP),
            Command::Ignored => {}
        }
        Next::Listen
    }

    /// What was done, or nothing and a line that says why.
    fn report<T>(&self, done: Result<T, Fault>) -> Option<T> {
        done.inspect_err(|fault| self.state.output.error(fault)).ok()
    }

    /// Ends the search under way, with its move.
    fn settle(&mut self) {
        if self.state.engine.is_searching() {
            self.state.engine.stop();
        }
    }

    fn search(&mut self, go: Go, at: Instant) {
        let state = &mut self.state;
        let (limits, faults) = limits(&go, state);
        state.output.errors(&faults);
        let game = state.game().clone();
        if let Some(count) = game.position().explain_count() {
            state.output.line(&format!("info string count: {count}"));
        }
        if let Some(advice) = state.advice() {
            state.output.line(&format!("info string count: {advice}"));
        }
        self.go = Go { infinite: limits.infinite, ..go };
        let formatter = Formatter::new(game.clone(), state.preferences.wdl);
        let (output, answered) = (state.output.clone(), self.sender.clone());
        let tell = move |event: Event| {
            output.line(&formatter.line(&event));
            if matches!(event, Event::Best { .. }) {
                // The session may have ended already.
                let _ = answered.send(Message::Answered);
            }
        };
        state.engine.go_since(at, &game, limits, Arc::new(tell));
    }

    /// Waits for what ends by itself: a task with all that is held behind it, a search with a limit. No longer than until
    /// the deadline, and only as long as there is somebody to tell.
    fn finish(&mut self, messages: &Receiver<Message>, deadline: Option<Instant>) {
        while self.is_busy() && !self.state.output.is_deserted() {
            let left = deadline.map_or(LOOK, |deadline| deadline.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                return;
            }
            let news = messages.recv_timeout(left.min(LOOK));
            if matches!(news, Ok(Message::TaskDone)) && self.take_up_held() == Next::Leave {
                return;
            }
        }
    }

    fn is_busy(&self) -> bool {
        let ends_by_itself = !self.go.infinite && !self.go.ponder;
        self.task.is_some() || (ends_by_itself && self.state.engine.is_searching())
    }
}
