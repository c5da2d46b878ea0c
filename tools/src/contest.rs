//! Many games: pairs that share an opening with colours swapped, on several threads.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::{Result, bail};
use khun_board::geometry::Color;
use khun_board::position::Position;
use khun_board::rules::Rules;

use crate::engine::{Engine, Spec};
use crate::game::{self, Cause, Conduct, Ending, Record, Seat};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The game.
    pub rules: Rules,
    /// The two engines; scores are the first one's.
    pub specs: [Spec; 2],
    /// One a pair; when there are more pairs than openings they start over.
    pub openings: Vec<Position>,
    /// How many pairs to play.
    pub pairs: usize,
    /// How games are held.
    pub conduct: Conduct,
    /// How many games run at a time.
    pub concurrency: usize,
}

/// A finished pair: in the first game the first engine had White, in the second Black.
#[derive(Clone, Debug)]
pub struct Pair {
    /// Its number, from 0.
    pub index: usize,
    /// Both games.
    pub games: [Record; 2],
}

/// Which side the first engine has in each game of a pair.
pub const FIRST_ENGINE: [Color; 2] = Color::ALL;

impl Pair {
    /// The half points (0 to 4) that it brought the first engine.
    #[must_use]
    pub fn half_points(&self) -> usize {
        self.games.iter().zip(FIRST_ENGINE).map(|(game, side)| game.ending.points().half_points(side)).sum()
    }
}

/// Whether the contest goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// With more pairs.
    Play,
    /// Not: games under way are dropped at their pair's end.
    Stop,
}

/// Plays the pairs that are not yet `done`, handing each to `take` on the caller's thread as it ends.
///
/// # Errors
/// When an engine cannot be started (again); when `take` fails.
pub fn run(contest: &Contest, done: &HashSet<usize>, mut take: impl FnMut(Pair) -> Result<Next>) -> Result<()> {
    if contest.openings.is_empty() {
        bail!("no openings to play");
    }
    let queue: Vec<usize> = (0..contest.pairs).filter(|index| !done.contains(index)).collect();
    let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, pairs) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..contest.concurrency.max(1).min(queue.len()) {
            let (sender, queue, next, stopped) = (sender.clone(), &queue, &next, &stopped);
            scope.spawn(move || {
                let mut bench = Bench::new(contest.rules, contest.specs.clone());
                while !stopped.load(Ordering::Relaxed) {
                    let Some(&index) = queue.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
                    let opening = contest.openings[index % contest.openings.len()];
                    let pair = bench.play_pair(opening, &contest.conduct, &mut |_| Ok(()));
                    let pair = pair.map(|games| Pair { index, games });
                    let failed = pair.is_err();
                    if sender.send(pair).is_err() || failed {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // A failure must stop the other threads too, or the scope would wait for all the pairs.
        let outcome = pairs.iter().try_for_each(|pair| match take(pair?)? {
            Next::Play => Ok(()),
            Next::Stop => {
                stopped.store(true, Ordering::Relaxed);
                Ok(())
            }
        });
        stopped.store(true, Ordering::Relaxed);
        outcome
    })
}

/// The two engines of one thread: kept from game to game, started anew when one has failed.
pub struct Bench {
    rules: Rules,
    specs: [Spec; 2],
    engines: [Option<Engine>; 2],
}

/// What to do with the two engines (first and second) before a pair is played.
pub type Prepare<'a> = &'a mut dyn FnMut(&mut [&mut Engine; 2]) -> Result<()>;

impl Bench {
    /// Nothing is started yet.
    #[must_use]
    pub fn new(rules: Rules, specs: [Spec; 2]) -> Self {
        Self { rules, specs, engines: [None, None] }
    }

    /// Plays an opening twice, the first engine having White first.
    ///
    /// # Errors
    /// When an engine cannot be started or `prepare` fails.
    pub fn play_pair(&mut self, opening: Position, conduct: &Conduct, prepare: Prepare<'_>) -> Result<[Record; 2]> {
        Ok([
            self.play(opening, FIRST_ENGINE[0], conduct, prepare)?,
            self.play(opening, FIRST_ENGINE[1], conduct, prepare)?,
        ])
    }

    fn play(&mut self, opening: Position, first: Color, conduct: &Conduct, prepare: Prepare<'_>) -> Result<Record> {
        let controls = [self.specs[0].control, self.specs[1].control];
        let mut engines = self.started()?;
        prepare(&mut engines)?;
        let mut seats: [Option<Seat<'_>>; 2] = [None, None];
        for ((engine, control), side) in engines.into_iter().zip(controls).zip([first, !first]) {
            seats[side.index()] = Some(Seat { engine, control });
        }
        let [Some(white), Some(black)] = seats else { bail!("both engines on one side") };
        let record = game::play(opening, [white, black], conduct);
        if let Ending::Forfeit(side, Cause::Failure(_)) = record.ending {
            // What state it is in is anyone's guess; a new one starts with the next game.
            self.engines[usize::from(side != first)] = None;
        }
        Ok(record)
    }

    fn started(&mut self) -> Result<[&mut Engine; 2]> {
        let variant = &self.rules.name;
        for (engine, spec) in self.engines.iter_mut().zip(&self.specs) {
            if engine.is_none() {
                *engine = Some(Engine::start_for(spec, variant)?);
            }
        }
        match &mut self.engines {
            [Some(first), Some(second)] => Ok([first, second]),
            _ => bail!("an engine has not started"),
        }
    }
}
