//! The one session of the program.

use std::cell::RefCell;
use std::io::{self, ErrorKind};
use std::sync::Arc;

use khun::search::Interruption;
use khun::uci::single_thread::SingleThreadSession;

thread_local! {
    static SESSION: RefCell<Option<SingleThreadSession>> = const { RefCell::new(None) };
}

/// The next line of the input, if there is one at present.
fn line() -> io::Result<Option<String>> {
    let mut line = String::new();
    match io::stdin().read_line(&mut line) {
        Ok(0) => Err(ErrorKind::UnexpectedEof.into()),
        Ok(_) => Ok(Some(line)),
        Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(None),
        Err(error) => Err(error),
    }
}

/// What a search is told, if anything.
fn interruption() -> Option<Interruption> {
    match line().ok()??.trim() {
        "stop" => Some(Interruption::Stop),
        "ponderhit" => Some(Interruption::PonderHit),
        _ => None,
    }
}

/// Does something with the session, which begins the first time.
fn with_session(work: impl FnOnce(&mut SingleThreadSession) -> bool) -> bool {
    SESSION.with_borrow_mut(|session| match session {
        Some(session) => work(session),
        None => match SingleThreadSession::new(io::stdout(), Arc::new(interruption)) {
            Ok(new) => work(session.insert(new)),
            // The client was told.
            Err(_) => false,
        },
    })
}

/// Hears the lines that there are; whether the session goes on.
pub fn hear_all() -> bool {
    with_session(|session| {
        loop {
            match line() {
                Ok(Some(line)) if session.hear(&line) => {}
                Ok(None) => return true,
                _ => return false,
            }
        }
    })
}
