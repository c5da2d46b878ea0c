//! What one thread holds while it searches.

use arrayvec::ArrayVec;

use crate::eval::{Evaluation, Score, count};
use crate::search::desk::Desk;
use crate::search::history::{EARLIER, Earlier, Histories, PieceTo};
use crate::search::job::{Job, Stopped};
use crate::search::reduce::Reductions;
use crate::search::tt::Entry;
use crate::search::tune::Tunables;
use khun_board::position::{Move, Outcome, Position};

/// No line gets longer than this, in plies.
pub(super) const MAX_PLY: usize = 240;
/// Frames before the root's, so that earlier moves can be asked for without a question.
const BEFORE_ROOT: usize = 4;
/// Nodes between two looks at the clock: 0.1 ms or less.
const LOOK_EVERY: u64 = 256;

/// What a node leaves for its neighbours on the line of play.
#[derive(Clone, Copy, Default)]
pub(super) struct Frame {
    /// The move that is being searched; `None` for a pass.
    pub(super) played: Option<PieceTo>,
    /// Static evaluation as it was computed; `None` in check.
    pub(super) raw_eval: Option<Score>,
    /// Static evaluation, corrected; `None` in check.
    pub(super) static_eval: Option<Score>,
    /// The move that a singular search leaves out.
    pub(super) excluded: Option<Move>,
    /// The side to move passed here.
    pub(super) passed: bool,
    /// Cuts at this ply since its grandparent was entered.
    pub(super) cuts: u32,
}

/// The best lines found below each ply of the line being searched.
pub(super) struct Lines(Vec<ArrayVec<Move, { MAX_PLY + 1 }>>);

impl Lines {
    fn new() -> Self {
        Self((0..MAX_PLY + 2).map(|_| ArrayVec::new()).collect())
    }

    pub(super) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// A better line at `ply`: the move, and what was found below it.
    pub(super) fn improve(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        let room = line.remaining_capacity();
        line.extend(lower[0].iter().copied().take(room));
    }

    pub(super) fn at(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }
}

/// What a thread keeps from one search to the next.
pub(super) struct Memory {
    pub(super) histories: Histories,
    frames: Vec<Frame>,
    lines: Lines,
    reductions: Option<(Tunables, Reductions)>,
    used: bool,
}

impl Memory {
    pub(super) fn new() -> Self {
        let mut histories = Histories::new();
        histories.clear();
        Self {
            histories,
            frames: vec![Frame::default(); BEFORE_ROOT + MAX_PLY + 4],
            lines: Lines::new(),
            reductions: None,
            used: false,
        }
    }

    /// Forgets what it learned.
    pub(super) fn clear(&mut self) {
        if self.used {
            self.histories.clear();
            self.used = false;
        }
    }
}

/// A root move and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// Its score in this iteration, `Score::MIN` when it only failed to beat a better one.
    pub(super) score: Score,
    /// It is worth its score or more: it did not fall out of the window below.
    pub(super) holds: bool,
    /// Nodes spent on it in this search.
    pub(super) nodes: u64,
    pub(super) seldepth: usize,
    pub(super) pv: Vec<Move>,
}

/// One thread at work on one job.
pub(super) struct Worker<'a> {
    pub(super) job: &'a Job,
    pub(super) index: usize,
    /// What the others see of this thread.
    pub(super) desk: &'a Desk,
    pub(super) tune: Tunables,
    pub(super) reductions: &'a Reductions,
    pub(super) histories: &'a mut Histories,
    pub(super) lines: &'a mut Lines,
    pub(super) evaluation: Evaluation<'a>,
    pub(super) roots: Vec<RootMove>,
    /// The first root move that the present line may begin with; the ones before have lines already.
    pub(super) first_root: usize,
    pub(super) root_depth: i32,
    pub(super) seldepth: usize,
    /// Nodes of this thread.
    pub(super) nodes: u64,
    /// Positions that exact tables answered for this thread.
    pub(super) table_hits: u64,
    /// No null move above this ply: a null move's answer is being verified.
    pub(super) no_pass_before: usize,
    frames: &'a mut [Frame],
    /// Keys of the game's positions and of the line's, the present one last.
    keys: Vec<u64>,
    next_look: u64,
    allowance: u64,
}

impl<'a> Worker<'a> {
    pub(super) fn new(job: &'a Job, index: usize, memory: &'a mut Memory) -> Self {
        memory.used = true;
        memory.frames.fill(Frame::default());
        if memory.reductions.as_ref().is_none_or(|(tune, _)| *tune != job.tune) {
            memory.reductions = None;
        }
        let (_, reductions) = memory.reductions.get_or_insert_with(|| (job.tune, Reductions::new(&job.tune)));
        let root = job.game.position();
        let mut keys: Vec<u64> = job.game.earlier().iter().map(Position::key).collect();
        keys.push(root.key());
        Self {
            job,
            index,
            desk: job.desk(index),
            tune: job.tune,
            reductions,
            histories: &mut memory.histories,
            lines: &mut memory.lines,
            evaluation: Evaluation::new(&job.networks, root),
            roots: job.root_moves.iter().copied().map(RootMove::new).collect(),
            first_root: 0,
            root_depth: 0,
            seldepth: 0,
            nodes: 0,
            table_hits: 0,
            no_pass_before: 0,
            frames: &mut memory.frames,
            keys,
            next_look: 0,
            allowance: 0,
        }
    }

    pub(super) fn frame(&self, ply: usize) -> &Frame {
        &self.frames[ply + BEFORE_ROOT]
    }

    pub(super) fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE_ROOT]
    }

    /// The frame so many plies before.
    pub(super) fn frame_before(&self, ply: usize, plies: usize) -> &Frame {
        &self.frames[ply + BEFORE_ROOT - plies]
    }

    /// The moves that led here and count in the histories.
    pub(super) fn earlier(&self, ply: usize) -> Earlier {
        EARLIER.map(|plies| self.frame_before(ply, plies).played)
    }

    /// Counts a node.
    ///
    /// # Errors
    /// [`Stopped`] when it may not be searched any more, or another thread has finished this iteration.
    #[inline]
    pub(super) fn visit(&mut self, ply: usize) -> Result<(), Stopped> {
        if self.nodes >= self.next_look {
            self.look()?;
        }
        self.nodes += 1;
        self.desk.count_nodes(self.nodes);
        self.seldepth = self.seldepth.max(ply);
        Ok(())
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        // Some move must be found: the first thread's first look at it takes well below a millisecond.
        let first_glance = self.index == 0 && self.root_depth <= 1 && self.first_root == 0;
        if !first_glance && (self.job.must_stop() || self.is_overtaken()) {
            return Err(Stopped);
        }
        if self.nodes >= self.allowance {
            match self.job.grant() {
                None => self.allowance = u64::MAX,
                Some(0) => return Err(Stopped),
                Some(more) => self.allowance += more,
            }
        }
        self.next_look = (self.nodes + LOOK_EVERY).min(self.allowance);
        Ok(())
    }

    /// Whether this thread hurries ahead for the first. Where iterations are shared none does: whoever reaches the depth
    /// asked for has searched it by the same recipe.
    pub(super) fn only_helps(&self) -> bool {
        self.index > 0 && !self.job.shares_iterations()
    }

    /// Steps back to the root, out of an iteration that was broken off.
    pub(super) fn return_to_root(&mut self) {
        let game = &self.job.game;
        self.keys.truncate(game.earlier().len() + 1);
        self.evaluation = Evaluation::new(&self.job.networks, game.position());
        self.frames.fill(Frame::default());
        self.no_pass_before = 0;
    }

    /// Steps into a position by a move.
    pub(super) fn enter(&mut self, before: &Position, mv: Move, ply: usize) -> Position {
        let after = before.play_unchecked(mv);
        self.job.table.prefetch(self.table_key(&after));
        let played = PieceTo::of(before, mv);
        let frame = self.frame_mut(ply);
        frame.played = Some(played);
        frame.passed = false;
        self.keys.push(after.key());
        self.evaluation.push(before, mv, &after);
        after
    }

    /// Steps into the position after a pass.
    pub(super) fn enter_pass(&mut self, before: &Position, ply: usize) -> Position {
        let after = before.pass();
        self.job.table.prefetch(self.table_key(&after));
        let frame = self.frame_mut(ply);
        frame.played = None;
        frame.passed = true;
        self.keys.push(after.key());
        self.evaluation.push_null();
        after
    }

    /// Steps back.
    pub(super) fn leave(&mut self) {
        self.keys.pop();
        self.evaluation.pop();
    }

    /// The score if the game is over here and the moves need not be looked at: a race is finished, or the position is
    /// drawn by count, by the move rule, by dead material or by repetition.
    #[inline]
    pub(super) fn verdict(&self, position: &Position, ply: usize) -> Option<Score> {
        if let Some(outcome) = position.race_outcome() {
            return Some(worth(outcome, position, ply));
        }
        if position.rule_draw().is_some() {
            // A mate on the board comes before every draw.
            let mated = position.in_check() && !position.has_legal_move();
            return Some(match mated {
                false => Score::DRAW,
                true if count::is_past_limit(position) => -count::LATE_MATE,
                true => self.without_moves(position, ply),
            });
        }
        self.repeats(position, ply).then_some(Score::DRAW)
    }

    /// The score of a position without legal moves.
    #[cold]
    pub(super) fn without_moves(&self, position: &Position, ply: usize) -> Score {
        worth(position.no_move_outcome(), position, ply)
    }

    /// Whether the position stood on this line before, or twice before in the game.
    fn repeats(&self, position: &Position, ply: usize) -> bool {
        let last = self.keys.len() - 1;
        let reach = usize::from(position.clock()).min(last);
        let mut before = false;
        for back in (4..=reach).step_by(2) {
            if self.keys[last - back] == self.keys[last] {
                if back < ply || before {
                    return true;
                }
                before = true;
            }
        }
        false
    }

    /// The key under which the table keeps a position. As far as this iteration can see a count's limit, the plies
    /// left are part of it; where the limit is out of sight, all counts share an entry. Exact tables see any limit.
    pub(super) fn table_key(&self, position: &Position) -> u64 {
        match count::plies_left(position) {
            Some(left) if i32::from(left) <= 2 * self.root_depth + 16 || self.hangs_by_the_count(position) => {
                position.key() ^ (u64::from(left) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
            }
            _ => position.key(),
        }
    }

    /// What the table knows about a position, its score counted from the root. A mate that comes after the count's
    /// limit is no mate.
    pub(super) fn recall(&self, position: &Position, key: u64, ply: usize) -> Option<Entry> {
        let mut entry = self.job.table.probe(key)?;
        if let (Some(plies), Some(left)) = (entry.score.mate_plies(), count::plies_left(position))
            && plies.unsigned_abs() > u32::from(left)
        {
            return None;
        }
        entry.score = entry.score.from_table(ply);
        entry.mv = entry.mv.filter(|&mv| position.is_legal(mv));
        Some(entry)
    }
}

/// What an outcome is worth for the side to move.
fn worth(outcome: Outcome, position: &Position, ply: usize) -> Score {
    match outcome.winner {
        None => Score::DRAW,
        Some(winner) if winner == position.to_move() => Score::mate_in(ply),
        Some(_) => Score::mated_in(ply),
    }
}
