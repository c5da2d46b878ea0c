//! Iterative deepening with aspiration windows, and what the root needs beside the recipe.

use std::time::Duration;

use crate::eval::Score;
use crate::search::clock::{Seen, stretch};
use crate::search::desk::Line;
use crate::search::event::{Bound, Event, Info, Source};
use crate::search::job::{Job, Stopped};
use crate::search::node::{Expected, Root, Window};
use crate::search::strength::{Means, stirred};
use crate::search::worker::{MAX_PLY, RootMove, Worker};
use khun_board::position::{Game, Move};

/// No iteration goes deeper, in plies.
const MAX_DEPTH: i32 = MAX_PLY as i32 - 10;
/// Bounds are only shown after this long: some programs take them for scores.
const BOUNDS_AFTER: Duration = Duration::from_secs(1);
/// Moves are only named after this long.
const MOVES_AFTER: Duration = Duration::from_secs(3);

impl Worker<'_> {
    /// Searches deeper and deeper until a limit is reached, and lays out the best line as it becomes better.
    pub(super) fn iterate(&mut self) {
        if self.recite() {
            return;
        }
        if let Some(moves) = self.job.limits.mate.filter(|_| self.is_first() && self.job.means.is_none()) {
            return self.look_for_mate(moves);
        }
        let mut stable = 0;
        let mut before: Option<Line> = None;
        let mut compared = Vec::new();
        let deepest = self.deepest();
        for depth in 1..=deepest {
            if depth < deepest && self.leaves_to_others(depth) {
                continue;
            }
            let done = match self.deepen(depth) {
                Ok(done) => done,
                Err(Stopped) if self.is_overtaken() => match self.take_over() {
                    Some(done) => done,
                    None => continue,
                },
                Err(Stopped) => break,
            };
            if self.job.means.is_some() {
                compared = self.roots[..self.job.multi_pv].to_vec();
            }
            if !self.is_first() {
                if depth == deepest && self.job.shares_iterations() {
                    self.job.want_no_more();
                }
                continue;
            }
            let fall = before.as_ref().map_or(0, |before| before.score - done.score);
            stable = if before.is_some_and(|before| before.pv.first() == done.pv.first()) { stable + 1 } else { 0 };
            if self.is_enough(&done, Seen { stable, fall, effort: self.effort() }) {
                break;
            }
            before = Some(done);
        }
        if let Some(means) = self.job.means
            && self.is_first()
            && let Some(line) = self.choose_weaker(means, &compared)
        {
            self.desk.lay_out(line);
        }
    }

    /// Whether an iteration is not worth beginning. Helpers that all did the same would find the same: half of them look a
    /// ply further ahead, where their entries serve the others in the next iteration. Where iterations are shared, the first
    /// thread does so too, and nobody does what is done: two threads climb past each other, each on every other step.
    fn leaves_to_others(&self, depth: i32) -> bool {
        let job = self.job;
        // The first thread must have something to say soon.
        let must = self.is_first() && (depth == 1 || !job.shares_iterations());
        !must && (job.is_finished(depth) || job.is_crowded(depth))
    }

    /// Whether another thread has finished the iteration that this one is in.
    pub(super) fn is_overtaken(&self) -> bool {
        self.job.is_finished(self.root_depth)
    }

    /// Breaks off an iteration that another thread has finished, and goes on from what that one found; `None` where its
    /// line cannot be had at once.
    fn take_over(&mut self) -> Option<Line> {
        self.return_to_root();
        let line = self.job.deepest_line()?;
        let index = self.roots.iter().position(|root| Some(&root.mv) == line.pv.first())?;
        self.roots[..=index].rotate_right(1);
        self.roots[0].score = line.score;
        self.roots[0].pv.clone_from(&line.pv);
        self.desk.lay_out(line.clone());
        Some(line)
    }

    /// The depth of the last iteration.
    pub(super) fn deepest(&self) -> i32 {
        let deepest = self.job.limits.depth.map_or(MAX_DEPTH, |depth| (depth.min(MAX_DEPTH as u32) as i32).max(1));
        self.job.means.map_or(deepest, |means| deepest.min(means.depth as i32))
    }

    /// One iteration, laid out and told. What one that is cut short found is laid out already.
    pub(super) fn deepen(&mut self, depth: i32) -> Result<Line, Stopped> {
        self.root_depth = depth;
        self.desk.begin(depth);
        self.one_iteration(depth)?;
        let done = self.line(0, depth);
        self.desk.lay_out(done.clone());
        let is_news = self.job.finish(depth);
        let tells = if self.job.shares_iterations() { is_news } else { self.is_first() };
        if tells {
            self.report_all(depth);
        }
        Ok(done)
    }

    pub(super) fn is_first(&self) -> bool {
        self.index == 0
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

    /// One line: first in a narrow window around its last score, which costs less, then in wider ones as needed. In races
    /// that gains 82 ± 53 Elo (3000 nodes a move).
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

    /// The line that somebody with these means might play, out of those that the last whole iteration compared: what a
    /// shorter one had time for does not narrow the choice. The dice are thrown anew each time, so that games differ.
    fn choose_weaker(&self, means: Means, compared: &[RootMove]) -> Option<Line> {
        let scores: Vec<_> = compared.iter().map(|root| root.score.raw()).collect();
        let dice = stirred(self.job.game.position().key() ^ self.job.elapsed().as_nanos() as u64);
        let root = means.choose(&scores, dice).and_then(|index| compared.get(index))?;
        Some(Line { depth: self.root_depth, seldepth: root.seldepth, score: root.score, pv: root.pv.clone() })
    }

    fn report_all(&self, depth: i32) {
        for index in 0..self.job.multi_pv {
            self.report(&self.line(index, depth), index + 1, Bound::Exact);
        }
    }

    pub(super) fn report(&self, line: &Line, multi_pv: usize, bound: Bound) {
        // What is told costs as much as a hundred nodes.
        if self.job.is_heard() {
            self.job.say(Event::Info(info(self.job, line, multi_pv, bound)));
        }
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
        if self.is_first() && self.job.is_heard() && self.job.elapsed() >= MOVES_AFTER {
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
        // What an iteration finds is good at once if its first move was searched: another than the old best only
        // replaces it by beating it. So an iteration that is cut short is not lost, and nobody need wait for its end.
        if news.is_some() && root.holds && self.first_root == 0 && self.root_depth > 1 {
            let line = Line { depth: self.root_depth, seldepth: root.seldepth, score: root.score, pv: root.pv.clone() };
            self.desk.lay_out(line);
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
        source: if job.known.is_empty() { Source::Search } else { Source::Exact },
        nodes: job.nodes(),
        time: job.elapsed(),
        hashfull: job.table.hashfull(),
        table_hits: job.table_hits(),
        pv: playable(job, line),
    }
}

/// The line as far as the game goes: nothing after its end, and nothing that is not legal. A mate that exact tables know
/// of is told to its end.
pub(super) fn playable(job: &Job, line: &Line) -> Vec<Move> {
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
        if game.push(mv).is_err() {
            return false;
        }
        played.push(mv);
        if game.outcome().is_some() {
            return false;
        }
    }
    true
}

/// Something to play where no thread got to searching: what an earlier search left in the table, or any move.
pub(super) fn guess(job: &Job) -> Line {
    let entry = job.table.probe(job.game.position().key());
    let known = entry.and_then(|entry| Some((entry.mv.filter(|mv| job.root_moves.contains(mv))?, entry.score)));
    let (mv, score) = known.map_or((job.root_moves.first().copied(), Score::DRAW), |(mv, score)| (Some(mv), score));
    Line { depth: 1, seldepth: 1, score: score.from_table(0), pv: mv.into_iter().collect() }
}

/// The answer to think about after the first move of a line: the line's, or else the table's.
pub(super) fn expected_answer(job: &Job, pv: &[Move]) -> Option<Move> {
    let mut game = job.game.clone();
    game.push(*pv.first()?).ok()?;
    if game.outcome().is_some() {
        return None;
    }
    let position = *game.position();
    let from_table = || job.table.probe(position.key()).and_then(|entry| entry.mv);
    let answer = pv.get(1).copied().or_else(from_table)?;
    game.push(answer).ok()?;
    game.outcome().is_none().then_some(answer)
}

impl RootMove {
    pub(super) fn new(mv: Move) -> Self {
        Self { mv, score: Score::MIN, holds: false, nodes: 0, seldepth: 0, pv: vec![mv] }
    }
}
