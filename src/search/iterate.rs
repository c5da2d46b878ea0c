//! Iterative deepening with aspiration windows, and what the root needs beside the recipe.

use std::time::Duration;

use crate::eval::Score;
use crate::position::{Game, Move};
use crate::search::clock::{Seen, stretch};
use crate::search::event::{Bound, Event, Info};
use crate::search::job::{Job, Line, Stopped};
use crate::search::node::{Expected, Root, Window};
use crate::search::strength::{Strength, stirred};
use crate::search::worker::{MAX_PLY, RootMove, Worker};

/// No iteration goes deeper, in plies.
const MAX_DEPTH: i32 = MAX_PLY as i32 - 10;
/// Bounds are only shown after this long: some programs take them for scores.
const BOUNDS_AFTER: Duration = Duration::from_secs(1);
/// Moves are only named after this long.
const MOVES_AFTER: Duration = Duration::from_secs(3);

impl Worker<'_> {
    /// Searches deeper and deeper until a limit is reached, and returns the best line.
    pub(super) fn iterate(&mut self) -> Line {
        if let Some(known) = self.recite() {
            return known;
        }
        if let Some(moves) = self.job.limits.mate.filter(|_| self.is_first() && self.job.strength.is_none()) {
            return self.look_for_mate(moves);
        }
        let mut done = self.first_guess();
        self.job.note(self.index, &done);
        let mut stable = 0;
        for depth in 1..=self.deepest() {
            let before = done.clone();
            if self.deepen(depth, &mut done).is_err() {
                break;
            }
            if !self.is_first() {
                continue;
            }
            stable = if done.pv.first() == before.pv.first() { stable + 1 } else { 0 };
            let fall = if depth > 1 { before.score - done.score } else { 0 };
            if self.is_enough(&done, Seen { stable, fall, effort: self.effort() }) {
                break;
            }
        }
        self.publish();
        match self.job.strength {
            Some(strength) if self.is_first() => self.choose_weaker(strength, &done),
            _ => done,
        }
    }

    /// The depth of the last iteration.
    pub(super) fn deepest(&self) -> i32 {
        let deepest = self.job.limits.depth.map_or(MAX_DEPTH, |depth| (depth.min(MAX_DEPTH as u32) as i32).max(1));
        self.job.strength.map_or(deepest, |strength| deepest.min(strength.depth()))
    }

    /// One iteration, told and noted. One that is cut short may still change what is done.
    pub(super) fn deepen(&mut self, depth: i32, done: &mut Line) -> Result<(), Stopped> {
        self.root_depth = depth;
        if let Err(stopped) = self.one_iteration(depth) {
            self.salvage(done);
            return Err(stopped);
        }
        *done = self.line(0, depth);
        self.job.note(self.index, done);
        if self.is_first() {
            self.report_all(depth);
        }
        Ok(())
    }

    pub(super) fn is_first(&self) -> bool {
        self.index == 0
    }

    /// Something to play before anything is searched.
    pub(super) fn first_guess(&mut self) -> Line {
        let score = self.evaluation.score(self.job.game.position());
        Line { depth: 1, seldepth: 1, score, pv: self.roots.iter().take(1).map(|root| root.mv).collect() }
    }

    fn line(&self, index: usize, depth: i32) -> Line {
        let root = &self.roots[index];
        Line { depth, seldepth: root.seldepth, score: root.score, pv: root.pv.clone() }
    }

    /// One depth: as many lines as are wanted.
    fn one_iteration(&mut self, depth: i32) -> Result<(), Stopped> {
        for first in 0..self.job.multi_pv {
            self.first_root = first;
            self.seldepth = 0;
            self.aspire(depth)?;
            // A later line can turn out better than an earlier one.
            self.roots[..=first].sort_by_key(|root| std::cmp::Reverse(root.score));
        }
        Ok(())
    }

    /// One line: first in a narrow window around its last score, which costs less, then in wider ones as needed.
    fn aspire(&mut self, depth: i32) -> Result<(), Stopped> {
        let last = self.roots[self.first_root].score;
        let mut delta = self.tune.aspiration;
        let mut window = Window::FULL;
        if depth >= self.tune.aspiration_depth && !last.is_mate() {
            window = Window { alpha: last - delta, beta: last + delta };
        }
        let mut shallower = 0;
        loop {
            for root in &mut self.roots[self.first_root..] {
                root.score = Score::MIN;
            }
            let position = *self.job.game.position();
            let searched = (depth - shallower).max(1);
            let score = self.alpha_beta::<Root>(&position, 0, window, searched, Expected::Pv)?;
            self.roots[self.first_root..].sort_by_key(|root| std::cmp::Reverse(root.score));
            let bound = if score <= window.alpha && window.alpha > Score::MIN {
                window = Window { alpha: score - delta, beta: window.alpha + (window.beta - window.alpha) / 2 };
                shallower = 0;
                Bound::Upper
            } else if score >= window.beta && window.beta < Score::MAX {
                window.beta = score + delta;
                // A move that is too good need not be searched so deep again to be believed.
                shallower = (shallower + 1).min(3);
                Bound::Lower
            } else {
                return Ok(());
            };
            if self.is_first() && self.job.multi_pv == 1 && self.job.elapsed() >= BOUNDS_AFTER {
                self.report(&self.line(0, depth), 1, bound);
            }
            delta += delta * 2 / 3;
            if delta > 800 || score.is_mate() {
                window = Window::FULL;
            }
        }
    }

    /// What an iteration that was cut short found is good if its first move was searched: another than the old best
    /// only replaces it by beating it.
    fn salvage(&self, done: &mut Line) {
        if self.first_root > 0 {
            return;
        }
        let best = self.roots.iter().max_by_key(|root| root.score);
        if let Some(best) = best.filter(|best| best.score > Score::MIN && best.holds && self.root_depth > 1) {
            *done = Line { depth: self.root_depth, seldepth: best.seldepth, score: best.score, pv: best.pv.clone() };
        }
    }

    /// Whether another iteration is not wanted.
    fn is_enough(&self, done: &Line, seen: Seen) -> bool {
        let job = self.job;
        let limits = &job.limits;
        let mate_moves = done.score.mate_moves().map_or(u32::MAX, i32::unsigned_abs);
        if limits.mate.is_some_and(|wanted| done.score.is_win() && mate_moves <= wanted) {
            return true;
        }
        if limits.soft_nodes.is_some_and(|soft| self.nodes >= soft) {
            return true;
        }
        if job.is_on_clock() {
            // Nothing to choose, or nothing to find: a proven mate that deeper search did not shorten.
            let certain = self.roots.len() == 1 || (done.score.is_mate() && done.depth > 2 * mate_moves as i32 + 6);
            return job.is_due(if certain { 0.02 } else { stretch(&seen) });
        }
        false
    }

    /// The best move's share of the nodes.
    fn effort(&self) -> f64 {
        self.roots.first().map_or(1.0, |root| root.nodes as f64 / self.nodes.max(1) as f64)
    }

    /// The line that somebody of this strength might play, out of those that this thread compared. The dice are thrown
    /// anew each time, so that games differ.
    fn choose_weaker(&self, strength: Strength, own: &Line) -> Line {
        let compared = self.roots.iter().take(self.job.multi_pv).filter(|root| root.score > Score::MIN);
        let roots: Vec<_> = compared.collect();
        let scores: Vec<_> = roots.iter().map(|root| root.score.raw()).collect();
        let dice = stirred(self.job.game.position().key() ^ self.job.elapsed().as_nanos() as u64);
        let Some(root) = strength.choose(&scores, dice).and_then(|index| roots.get(index)) else { return own.clone() };
        Line { depth: own.depth, seldepth: root.seldepth, score: root.score, pv: root.pv.clone() }
    }

    fn report_all(&self, depth: i32) {
        for index in 0..self.job.multi_pv {
            self.report(&self.line(index, depth), index + 1, Bound::Exact);
        }
    }

    pub(super) fn report(&self, line: &Line, multi_pv: usize, bound: Bound) {
        self.publish();
        self.job.say(Event::Info(info(self.job, line, multi_pv, bound)));
    }

    /// The root move to begin with.
    pub(super) fn root_favourite(&self) -> Option<Move> {
        self.roots.get(self.first_root).map(|root| root.mv)
    }

    /// Whether the present line may begin with the move.
    pub(super) fn is_candidate(&self, mv: Move) -> bool {
        self.roots[self.first_root..].iter().any(|root| root.mv == mv)
    }

    /// Says which root move is next, when people have waited long enough to want to know.
    pub(super) fn announce(&self, mv: Move, number: i32) {
        if self.is_first() && self.job.elapsed() >= MOVES_AFTER {
            let number = self.first_root + number as usize;
            self.job.say(Event::CurrentMove { depth: self.root_depth as u32, mv, number });
        }
    }

    /// A root move was searched; `news` is its score if it is the first or beats the others.
    pub(super) fn note_root_move(&mut self, mv: Move, news: Option<Score>, window: Window, nodes_before: u64) {
        let nodes = self.nodes - nodes_before;
        let seldepth = self.seldepth + 1;
        if news.is_some() {
            self.lines.improve(0, mv);
        }
        let line = self.lines.at(0);
        let Some(root) = self.roots.iter_mut().find(|root| root.mv == mv) else { return };
        root.nodes += nodes;
        match news {
            Some(score) => {
                root.score = score;
                root.holds = score > window.alpha;
                root.seldepth = seldepth.max(line.len());
                root.pv = line.to_vec();
            }
            None => root.score = Score::MIN,
        }
    }
}

/// A line as it is told.
pub(super) fn info(job: &Job, line: &Line, multi_pv: usize, bound: Bound) -> Info {
    Info {
        depth: line.depth.max(1) as u32,
        seldepth: line.seldepth as u32,
        multi_pv,
        score: line.score,
        bound,
        nodes: job.nodes(),
        time: job.elapsed(),
        hashfull: job.table.hashfull(),
        table_hits: job.table_hits(),
        pv: playable(job, line),
    }
}

/// The line as far as the game goes: nothing after its end, and nothing that is not legal. A mate that exact tables know
/// of is told to its end.
fn playable(job: &Job, line: &Line) -> Vec<Move> {
    let mut game = job.game.clone();
    let mut played = Vec::with_capacity(line.pv.len());
    if play_on(&mut game, &line.pv, &mut played)
        && line.score.is_mate()
        && let Some(tables) = &job.tables
    {
        let rest = tables.line_to_mate(game.position());
        play_on(&mut game, &rest, &mut played);
    }
    played
}

/// Plays moves on while they are legal and the game lasts; whether it can still go on after them.
fn play_on(game: &mut Game, moves: &[Move], played: &mut Vec<Move>) -> bool {
    for &mv in moves {
        if !game.position().is_legal(mv) {
            return false;
        }
        played.push(mv);
        game.push(mv);
        if game.outcome().is_some() {
            return false;
        }
    }
    true
}

/// The answer to think about after the first move of a line: the line's, or else the table's.
pub(super) fn expected_answer(job: &Job, pv: &[Move]) -> Option<Move> {
    let mut game = job.game.clone();
    game.push(*pv.first()?);
    if game.outcome().is_some() {
        return None;
    }
    let position = *game.position();
    let from_table = || job.table.probe(position.key()).and_then(|entry| entry.mv);
    let answer = pv.get(1).copied().or_else(from_table).filter(|&mv| position.is_legal(mv))?;
    game.push(answer);
    game.outcome().is_none().then_some(answer)
}

/// A root move's place in the list that threads vote with.
pub(super) fn best_of(lines: &[Line]) -> Option<&Line> {
    let worst = lines.iter().map(|line| line.score).min()?;
    let vote = |line: &Line| i64::from(line.score - worst + 20) * i64::from(line.depth);
    let votes_for = |mv: Option<&Move>| -> i64 { lines.iter().filter(|line| line.pv.first() == mv).map(vote).sum() };
    // A proven win, the shortest, needs no votes; a proven loss is left to those who see a way out.
    let shortest_win = lines.iter().filter(|line| line.score.is_win()).max_by_key(|line| line.score);
    shortest_win.or_else(|| {
        lines
            .iter()
            .rev()
            .filter(|line| !line.score.is_loss() || worst == line.score)
            .max_by_key(|line| (!line.score.is_loss(), votes_for(line.pv.first()), vote(line)))
    })
}

impl RootMove {
    pub(super) fn new(mv: Move) -> Self {
        Self { mv, score: Score::MIN, holds: false, nodes: 0, seldepth: 0, pv: vec![mv] }
    }
}
