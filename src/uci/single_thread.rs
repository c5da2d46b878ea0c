//! A session without threads: whoever holds it reads the client's lines and hands them over one by one.

use std::io::Write;
use std::sync::mpsc::Receiver;
use std::time::Instant;

use crate::search::{Engine, EngineError, Settings, Watch};
use crate::uci::fault::Fault;
use crate::uci::message::Message;
use crate::uci::output::Output;
use crate::uci::session::{Next, Session};
use crate::uci::state::State;

/// A session on the thread of whoever holds it. While a search runs nothing is heard but what it watches for.
pub struct SingleThreadSession {
    session: Session,
    messages: Receiver<Message>,
}

impl SingleThreadSession {
    /// A session that answers on this stream. Its searches ask `watch` whether they are told something.
    ///
    /// # Errors
    ///
    /// When there is no memory for the search; the client is told.
    pub fn new(output: impl Write + Send + 'static, watch: Watch) -> Result<Self, Fault> {
        let output = Output::on_this_thread(output);
        let mut engine = Engine::on_this_thread(Settings::default()).map_err(|error| {
            let fault = Fault::from(EngineError::from(error));
            output.error(&fault);
            fault
        })?;
        engine.set_watch(watch);
        let (session, messages) = Session::new(State::with_engine(output, engine));
        Ok(Self { session, messages })
    }

    /// Does what a line asks for, a whole search if need be. Whether the session goes on.
    pub fn hear(&mut self, line: &str) -> bool {
        let mut next = self.session.hear(line, Instant::now());
        while next == Next::Listen
            && let Ok(message) = self.messages.try_recv()
        {
            if matches!(message, Message::TaskDone) {
                next = self.session.take_up_held();
            }
        }
        next == Next::Listen
    }
}
