//! An engine: a process that has shaken hands over UCI.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::failure::{EngineError, Failure};
use crate::info::Info;
use crate::option::{OptionError, UciOption};
use crate::process::{Output, Process};

/// How long an engine may take to answer `uci` or `isready`.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long it may take to leave after `quit`.
const LEAVING: Duration = Duration::from_millis(500);

/// An answer to `go`.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The move, in UCI's notation.
    pub best: String,
    /// The last exact word about it.
    pub info: Info,
    /// From the `go` sent to the answer read.
    pub taken: Duration,
}

/// A running engine. It is asked to quit, and else killed, when this value goes.
pub struct Engine {
    process: Process,
    options: Vec<UciOption>,
    name: String,
}

impl Engine {
    /// Starts a program, with its arguments behind it, and shakes hands.
    ///
    /// # Errors
    /// When it cannot be started or does not speak UCI.
    pub fn start(command: &[String]) -> Result<Self, EngineError> {
        let (program, arguments) = command.split_first().map_or(("", command), |(program, rest)| (program, rest));
        let process = Process::start(Command::new(program).args(arguments))
            .map_err(|source| EngineError::Spawn { program: program.to_owned(), source })?;
        let mut engine = Self { process, options: Vec::new(), name: program.to_owned() };
        engine.send("uci")?;
        for line in engine.process.read_until(PATIENCE, |line| line == "uciok")? {
            if let Some(name) = line.strip_prefix("id name ") {
                name.clone_into(&mut engine.name);
            }
            engine.options.extend(UciOption::parse(&line));
        }
        Ok(engine)
    }

    /// The name it gave itself; its program's where it gave none.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The options it offers.
    #[must_use]
    pub fn options(&self) -> &[UciOption] {
        &self.options
    }

    /// Sends one line.
    ///
    /// # Errors
    /// When the process has gone.
    pub fn send(&mut self, line: &str) -> Result<(), Failure> {
        self.process.send(line).map_err(|_| self.process.crash())
    }

    /// Sets an option, spelled in any case; a button's value is of no matter.
    ///
    /// # Errors
    /// When the engine does not offer the option or the value, or has gone.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let option = self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name));
        let command = option.ok_or_else(|| OptionError::Unknown(name.to_owned()))?.command(value)?;
        Ok(self.send(&command)?)
    }

    /// Waits until the engine has done all it was told.
    ///
    /// # Errors
    /// When it has gone or does not answer.
    pub fn is_ready(&mut self) -> Result<(), Failure> {
        self.send("isready")?;
        self.process.read_until(PATIENCE, |line| line == "readyok").map(drop)
    }

    /// Makes the engine forget: a new game with cleared tables.
    ///
    /// # Errors
    /// When it has gone or does not answer.
    pub fn new_game(&mut self) -> Result<(), Failure> {
        self.send("ucinewgame")?;
        self.is_ready()
    }

    /// Asks for a move: a `position` and a `go` command. `allowance` is the time after which the answer is late (its
    /// own clock tells the caller); `stall` is how much longer it is waited for, or how long at all without an
    /// allowance.
    ///
    /// # Errors
    /// When it has gone, does not answer, or talks out of turn.
    pub fn search(
        &mut self,
        position: &str,
        go: &str,
        allowance: Option<Duration>,
        stall: Duration,
    ) -> Result<Answer, Failure> {
        while let Output::Line(line) = self.process.next(Duration::ZERO) {
            if line.text.starts_with("bestmove") {
                return Err(Failure::Protocol(format!("`{}` before it was asked", line.text)));
            }
        }
        self.send(position)?;
        self.send(go)?;
        let start = Instant::now();
        let patience = allowance.unwrap_or_default() + stall;
        let mut info = Info::default();
        loop {
            let line = match self.process.next((start + patience).saturating_duration_since(Instant::now())) {
                Output::Line(line) => line,
                Output::Silence => return Err(Failure::Stall { after: patience, heard: Vec::new() }),
                Output::Closed => return Err(self.process.crash()),
            };
            if let Some(later) = Info::parse(&line.text) {
                info.update(later);
            } else if let Some(rest) = line.text.strip_prefix("bestmove") {
                let best = rest.split_whitespace().next();
                let best = best.ok_or_else(|| Failure::Protocol("`bestmove` without a move".to_owned()))?;
                return Ok(Answer { best: best.to_owned(), info, taken: line.at.saturating_duration_since(start) });
            }
        }
    }

    /// The lines of an answer up to the one that `is_last`.
    ///
    /// # Errors
    /// When it has gone or does not come to an end within `patience`.
    pub fn read_until(&mut self, patience: Duration, is_last: impl Fn(&str) -> bool) -> Result<Vec<String>, Failure> {
        self.process.read_until(patience, is_last)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // An engine that does not leave is killed with its process.
        if self.process.send_bytes(b"stop\nquit\n").is_ok() {
            self.process.wait(LEAVING);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    /// A scripted engine: a shell that answers line by line.
    fn scripted(answers: &str) -> Result<Engine, EngineError> {
        let script = format!("while read -r line; do case \"$line\" in {answers} esac; done");
        Engine::start(&["sh".to_owned(), "-c".to_owned(), script])
    }

    const POLITE: &str = "uci) echo 'id name Script'; echo 'option name Hash type spin default 16 min 1 max 64'; \
                          echo uciok;; isready) echo readyok;; quit) exit;; ";

    fn search(engine: &mut Engine) -> Result<Answer, Failure> {
        engine.search("position startpos", "go", Some(Duration::from_millis(100)), Duration::from_millis(300))
    }

    #[test]
    fn an_answer_brings_its_score_and_time() {
        let go = "go*) sleep 0.05; echo 'info depth 3 score cp 12 nodes 5 pv a1a2'; echo 'bestmove a1a2 ponder b1b2';;";
        let mut engine = scripted(&format!("{POLITE}{go}")).unwrap();
        assert_eq!(engine.name(), "Script");
        assert!(engine.set_option("hash", "32").is_ok());
        let refused = |error: Result<(), EngineError>| matches!(error, Err(EngineError::Option(_)));
        assert!(refused(engine.set_option("Hash", "65")) && refused(engine.set_option("Hush", "1")));
        engine.new_game().unwrap();
        let answer = search(&mut engine).unwrap();
        assert_eq!((answer.best.as_str(), answer.info.depth), ("a1a2", Some(3)));
        assert!(answer.taken >= Duration::from_millis(45));
    }

    #[test]
    fn a_crash_is_told_with_its_last_words() {
        let mut engine = scripted(&format!("{POLITE}go*) echo 'out of luck' >&2; exit 3;;")).unwrap();
        let Err(Failure::Crash { status, stderr }) = search(&mut engine) else { panic!("no crash") };
        assert!(status.contains('3'), "{status}");
        assert_eq!(stderr, "out of luck");
    }

    #[test]
    fn silence_is_a_stall() {
        let mut engine = scripted(POLITE).unwrap();
        let after = Duration::from_millis(400);
        assert_eq!(search(&mut engine).unwrap_err(), Failure::Stall { after, heard: Vec::new() });
        engine.send("nothing").unwrap();
        assert!(engine.read_until(Duration::from_millis(10), |_| true).is_err());
    }

    #[test]
    fn words_out_of_turn_are_violations() {
        let mut engine = scripted(&format!("{POLITE}go*) echo 'bestmove a1a2'; echo 'bestmove a1a2';;")).unwrap();
        search(&mut engine).unwrap();
        engine.is_ready().unwrap();
        engine.send("go").unwrap();
        thread::sleep(Duration::from_millis(100));
        assert!(matches!(search(&mut engine), Err(Failure::Protocol(_))));
        let mut engine = scripted(&format!("{POLITE}go*) echo bestmove;;")).unwrap();
        assert!(matches!(search(&mut engine), Err(Failure::Protocol(_))));
    }

    #[test]
    fn a_program_that_is_none_is_an_error() {
        for command in [&["/nowhere/engine".to_owned()][..], &["true".to_owned()], &[]] {
            assert!(Engine::start(command).is_err());
        }
    }
}
