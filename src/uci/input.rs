//! The one reader: what the client says, line by line, on a thread of its own.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Instant;

use crate::uci::fault::Fault;
use crate::uci::message::Message;

/// Longer lines are cut off: a thousand-move game fits in a hundredth of this.
const LONGEST_LINE: u64 = 1 << 20;

/// Sends on every line that the client says, whatever its bytes are, and that the input has ended.
///
/// # Errors
///
/// When the system gives no thread to read on.
pub fn listen(input: impl Read + Send + 'static, messages: Sender<Message>) -> Result<(), Fault> {
    let spawned = thread::Builder::new().name("input".to_owned()).spawn(move || {
        read_lines(BufReader::new(input), &messages);
        // The session may have ended already.
        let _ = messages.send(Message::InputEnded);
    });
    spawned.map(drop).map_err(|error| Fault::Thread { whose: "for the input", error })
}

/// Until the end of the input, or of the session.
fn read_lines(mut input: impl BufRead, messages: &Sender<Message>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let is_cut = bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n");
        if is_cut && input.skip_until(b'\n').is_err() {
            return;
        }
        let line = String::from_utf8_lossy(&bytes).into_owned();
        if messages.send(Message::Line(line, Instant::now())).is_err() {
            return;
        }
    }
}
