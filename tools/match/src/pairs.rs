//! Many games: pairs that share an opening with colours swapped, on several threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::{Context, Result};
use khun_board::geometry::Color;
use khun_board::position::Position;
use khun_board::rules::Rules;
use uci_client::Engine;

use crate::referee::{self, Conditions, Forfeit, GameRecord, Player, Termination, half_points};
use crate::time_control::TimeControl;

/// How to start an engine and with what it plays.
#[derive(Clone, Debug)]
pub struct EngineSpec {
    /// The name in reports and game files.
    pub name: String,
    /// Program and arguments.
    pub command: Vec<String>,
    /// Options by name, set in this order.
    pub options: Vec<(String, String)>,
    /// Its time control.
    pub control: TimeControl,
}

impl EngineSpec {
    /// Starts it, with its options, for a variant.
    ///
    /// # Errors
    /// When it cannot be started or does not offer the variant, an option or a value.
    pub fn start(&self, variant: &str) -> Result<Engine> {
        let start = || {
            let mut engine = Engine::start(&self.command)?;
            engine.set_option("UCI_Variant", variant)?;
            for (name, value) in &self.options {
                engine.set_option(name, value)?;
            }
            engine.is_ready()?;
            anyhow::Ok(engine)
        };
        start().with_context(|| format!("engine {}", self.name))
    }
}

/// Which side the first engine has in each game of a pair.
pub const FIRST_ENGINE: [Color; 2] = Color::ALL;

/// A finished pair: in the first game the first engine had White, in the second Black.
#[derive(Clone, Debug)]
pub struct Pair {
    /// Its number, from 0.
    pub index: usize,
    /// Both games.
    pub games: [GameRecord; 2],
}

impl Pair {
    /// The half points (0 to 4) that it brought the first engine.
    #[must_use]
    pub fn half_points(&self) -> usize {
        self.games.iter().zip(FIRST_ENGINE).map(|(game, side)| half_points(game.termination.winner(), side)).sum()
    }
}

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Match {
    /// The game.
    pub rules: Rules,
    /// The two engines; scores are the first one's.
    pub specs: [EngineSpec; 2],
    /// One a pair; when there are more pairs than openings they start over.
    pub openings: Vec<Position>,
    /// How games are held.
    pub conditions: Conditions,
    /// How many games run at a time.
    pub concurrency: usize,
}

impl Match {
    /// Plays the pairs of these numbers, handing each to `take` on the caller's thread as it ends.
    ///
    /// # Errors
    /// When an engine cannot be started (again); when `take` fails.
    pub fn play(&self, pairs: &[usize], take: impl FnMut(Pair) -> Result<Next>) -> Result<()> {
        let opponents = || Opponents::new(self.rules, self.specs.clone());
        let pair = |opponents: &mut Opponents, &index: &usize| {
            let opening = self.openings[index % self.openings.len()];
            Ok(Pair { index, games: opponents.play_pair(opening, &self.conditions, &mut |_| Ok(()))? })
        };
        in_parallel(pairs, self.concurrency, opponents, pair, take)
    }
}

/// Whether more is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Yes.
    Continue,
    /// No: jobs under way are finished and dropped.
    Stop,
}

/// Does jobs on several threads, each with a state of its own (its engines), handing each result to `take` on the
/// caller's thread as it comes.
///
/// # Errors
/// The first of a job or of `take`; no job is begun after it.
pub fn in_parallel<S, J: Sync, R: Send>(
    jobs: &[J],
    threads: usize,
    state: impl Fn() -> S + Sync,
    job: impl Fn(&mut S, &J) -> Result<R> + Sync,
    mut take: impl FnMut(R) -> Result<Next>,
) -> Result<()> {
    let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.max(1).min(jobs.len()) {
            let (sender, state, job, next, stopped) = (sender.clone(), &state, &job, &next, &stopped);
            scope.spawn(move || {
                let mut state = state();
                while !stopped.load(Ordering::Relaxed) {
                    let Some(which) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
                    if sender.send(job(&mut state, which)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let done = results.iter().map(|result| take(result?)).find(|next| !matches!(next, Ok(Next::Continue)));
        // The other threads must stop too, or the scope would wait for all the jobs.
        stopped.store(true, Ordering::Relaxed);
        done.map_or(Ok(()), |next| next.map(drop))
    })
}

/// The two engines of one thread: kept from game to game, started anew when one has failed.
pub struct Opponents {
    rules: Rules,
    specs: [EngineSpec; 2],
    engines: [Option<Engine>; 2],
}

/// What to do with the two engines (first and second) before each game.
pub type Prepare<'a> = &'a mut dyn FnMut([&mut Engine; 2]) -> Result<()>;

impl Opponents {
    /// Nothing is started yet.
    #[must_use]
    pub fn new(rules: Rules, specs: [EngineSpec; 2]) -> Self {
        Self { rules, specs, engines: [None, None] }
    }

    /// Plays an opening twice, the first engine having White first.
    ///
    /// # Errors
    /// As for [`Opponents::play`].
    pub fn play_pair(
        &mut self,
        opening: Position,
        conditions: &Conditions,
        prepare: Prepare<'_>,
    ) -> Result<[GameRecord; 2]> {
        let [first, second] = FIRST_ENGINE;
        Ok([self.play(opening, first, conditions, prepare)?, self.play(opening, second, conditions, prepare)?])
    }

    /// Plays an opening once, with the first engine on a side.
    ///
    /// # Errors
    /// When an engine cannot be started or `prepare` fails.
    pub fn play(
        &mut self,
        opening: Position,
        first: Color,
        conditions: &Conditions,
        prepare: Prepare<'_>,
    ) -> Result<GameRecord> {
        let [a, b] = &mut self.engines;
        let (a, b) = (started(a, &self.specs[0], self.rules)?, started(b, &self.specs[1], self.rules)?);
        prepare([&mut *a, &mut *b])?;
        let mut players = [
            Player { engine: a, control: self.specs[0].control },
            Player { engine: b, control: self.specs[1].control },
        ];
        if first == Color::Black {
            players.reverse();
        }
        let game = referee::play(opening, players, conditions);
        if let Termination::Forfeit(side, Forfeit::Failure(_)) = game.termination {
            // What state it is in is anyone's guess; a new one starts with the next game.
            self.engines[usize::from(side != first)] = None;
        }
        Ok(game)
    }
}

fn started<'a>(engine: &'a mut Option<Engine>, spec: &EngineSpec, rules: Rules) -> Result<&'a mut Engine> {
    if engine.is_none() {
        *engine = Some(spec.start(&rules.name)?);
    }
    Ok(engine.as_mut().expect("it was started above"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::ensure;

    #[test]
    fn jobs_are_done_once_each_until_one_fails_or_enough_is_done() {
        let jobs: Vec<usize> = (0..100).collect();
        let mut done = Vec::new();
        let take = |result| {
            done.push(result);
            Ok(Next::Continue)
        };
        in_parallel(&jobs, 3, || (), |(), job| Ok(*job), take).unwrap();
        done.sort_unstable();
        assert_eq!(done, jobs);
        let mut taken = 0;
        let enough = |_| {
            taken += 1;
            Ok(if taken == 5 { Next::Stop } else { Next::Continue })
        };
        in_parallel(&jobs, 3, || (), |(), job| Ok(*job), enough).unwrap();
        assert_eq!(taken, 5);
        let fail = |(): &mut (), job: &usize| {
            ensure!(*job != 50, "job 50");
            Ok(())
        };
        let error = in_parallel(&jobs, 3, || (), fail, |()| Ok(Next::Continue)).unwrap_err();
        assert_eq!(error.to_string(), "job 50");
    }
}
