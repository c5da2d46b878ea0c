//! What `go mate N` asks for: a forced win in N moves or fewer, the shortest there is, or that there is none.
//!
//! The first thread proves, one move more each time. Meanwhile it must have something to play, so it searches as usual
//! too, in a small part of the time. Other threads do nothing else.

use crate::eval::Score;
use crate::search::event::Event;
use crate::search::root::proof_number::{MOST_MOVES, Progress, Proof};
use crate::search::shared::report::tell;
use crate::search::shared::signals::Stopped;
use crate::search::shared::thread_status::Line;
use crate::search::tree::worker::Worker;

/// The usual search gets one node in so many.
const USUAL_SHARE: u64 = 8;
/// A proof goes on for at least so many nodes before the usual search has its turn.
const STRETCH: u64 = 10_000;
/// Where there is no win, the answer is at least from this depth.
const LEAST_DEPTH: i32 = 6;

impl Worker<'_> {
    /// Looks for a win in so many moves or fewer until one is proven, or that there is none, or a limit is reached.
    /// Publishes the winning line, or else what the usual search found.
    pub fn look_for_mate(&mut self, moves: u32) {
        let mut usual = Usual { depth: 0, nodes: 0 };
        // A search that was stopped has nothing more to say than what is published.
        let won = self.search_meanwhile(&mut usual, 1).and_then(|()| self.prove_up_to(moves, &mut usual));
        if let Ok(Some(line)) = won {
            self.status.publish_first(line);
            tell(self.search, &self.status.lines());
        }
    }

    fn prove_up_to(&mut self, moves: u32, usual: &mut Usual) -> Result<Option<Line>, Stopped> {
        // Plies beyond the greatest depth are not looked at either.
        let provable = moves.min(MOST_MOVES).min((self.deepest() as u32).div_ceil(2));
        // A draw at the root stands whatever is played.
        let drawn = self.question.game.outcome().is_some();
        for n in 1..=provable {
            if !drawn && let Some(line) = self.prove(n, usual)? {
                return Ok(Some(line));
            }
            self.search.answer.say(Event::NoMate { moves: n });
        }
        self.search_meanwhile(usual, LEAST_DEPTH)?;
        Ok(None)
    }

    /// The line of a win in exactly so many moves, if none is shorter.
    fn prove(&mut self, moves: u32, usual: &mut Usual) -> Result<Option<Line>, Stopped> {
        loop {
            let stretch = self.nodes.max(STRETCH);
            let mut proof = Proof::new(self, moves);
            match proof.wins_in(moves, stretch)? {
                Progress::Won => {
                    let pv = proof.line(moves);
                    let plies = 2 * moves as usize - 1;
                    return Ok(Some(Line { depth: plies as i32, seldepth: plies, score: Score::mate_in(plies), pv }));
                }
                Progress::Refuted => return Ok(None),
                Progress::Paused => self.search_meanwhile(usual, 1)?,
            }
        }
    }

    /// Searches as usual, as deep as its share allows, and at least to some depth.
    fn search_meanwhile(&mut self, usual: &mut Usual, least: i32) -> Result<(), Stopped> {
        while usual.depth < self.deepest() && (usual.depth < least || usual.nodes * USUAL_SHARE < self.nodes) {
            let before = self.nodes;
            usual.depth += 1;
            self.deepen(usual.depth)?;
            usual.nodes += self.nodes - before;
        }
        if self.search.signals.is_due(1.0) { Err(Stopped) } else { Ok(()) }
    }
}

/// How far the usual search is.
struct Usual {
    depth: i32,
    nodes: u64,
}
