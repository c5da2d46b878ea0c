//! What one thread holds while it searches.

use std::time::Duration;

use arrayvec::ArrayVec;

use crate::endgame::MOST_MEN;
use crate::eval::{Evaluation, Score};
use crate::search::event::Event;
use crate::search::order::history::{Context, EARLIER, Histories, PieceTo};
use crate::search::shared::question::Question;
use crate::search::shared::search::Search;
use crate::search::shared::signals::Stopped;
use crate::search::shared::tablebase_score;
use crate::search::shared::thread_status::ThreadStatus;
use crate::search::transposition_table::{Entry, key_with_count};
use crate::search::tree::node::Window;
use crate::search::tree::reduce::Reductions;
use crate::search::tree::root_moves::RootMoves;
use crate::search::tune::Tunables;
use khun_board::geometry::Bitboard;
use khun_board::position::{Move, Outcome, Position, Reason};

/// Bytes of stack that the deepest search needs, also in a debug build. WebAssembly keeps only what has an address there:
/// 4.1 KB a ply were measured on a line of fifty, which makes 1 MB at [`MAX_PLY`], and phones have no memory to waste.
pub const STACK_BYTES: usize = if cfg!(target_family = "wasm") { 3 << 19 } else { 16 << 20 };
/// No line gets longer than this, in plies.
pub const MAX_PLY: usize = 240;
/// Frames before the root's, so that earlier moves can be asked for without a question.
const BEFORE_ROOT: usize = 4;
/// Nodes between two looks at the clock: 0.1 ms or less.
const LOOK_EVERY: u64 = 256;
/// This part of a lead remains where the count draws, and this much in centipawns at most.
const LEAD_IN_DRAW: i32 = 40;
const MOST_IN_DRAW: i32 = 20;
/// The root move being searched is told after this long.
const MOVES_AFTER: Duration = Duration::from_secs(3);

/// What a node leaves for its neighbours on the line of play.
#[derive(Clone, Copy, Default)]
pub struct Frame {
    /// The move that is being searched; `None` for a pass.
    pub played: Option<PieceTo>,
    /// Static evaluation as it was computed; `None` in check.
    pub raw_eval: Option<Score>,
    /// Static evaluation, corrected; `None` in check.
    pub static_eval: Option<Score>,
    /// The move that a singular search leaves out.
    pub excluded: Option<Move>,
    /// The side to move passed here.
    pub passed: bool,
    /// Cuts at this ply since its grandparent was entered.
    pub cuts: u32,
}

/// The best lines found below each ply of the line being searched.
pub struct Lines(Vec<ArrayVec<Move, { MAX_PLY + 1 }>>);

impl Lines {
    fn new() -> Self {
        Self((0..MAX_PLY + 2).map(|_| ArrayVec::new()).collect())
    }

    pub fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// A better line at `ply`: the move, and what was found below it.
    pub fn improve(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        let room = line.remaining_capacity();
        line.extend(lower[0].iter().copied().take(room));
    }

    pub fn at(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }
}

/// What a thread keeps from one search to the next.
pub struct Memory {
    pub histories: Histories,
    frames: Vec<Frame>,
    lines: Lines,
    reductions: Option<(Tunables, Reductions)>,
    used: bool,
}

impl Memory {
    pub fn new() -> Self {
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
    pub fn clear(&mut self) {
        if self.used {
            self.histories.clear();
            self.used = false;
        }
    }
}

/// One thread at work on one search.
pub struct Worker<'a> {
    pub search: &'a Search,
    pub question: &'a Question,
    pub index: usize,
    /// What the others see of this thread.
    pub status: &'a ThreadStatus,
    pub tune: &'a Tunables,
    pub reductions: &'a Reductions,
    pub histories: &'a mut Histories,
    pub lines: &'a mut Lines,
    pub evaluation: Evaluation<'a>,
    pub root: RootMoves,
    pub root_depth: i32,
    pub seldepth: usize,
    /// Nodes of this thread.
    pub nodes: u64,
    /// Positions that exact tables answered for this thread.
    pub table_hits: u64,
    /// No null move above this ply: a null move's answer is being verified.
    pub no_pass_before: usize,
    frames: &'a mut [Frame],
    /// Keys of the game's positions and of the line's, the present one last.
    keys: Vec<u64>,
    next_look: u64,
    allowance: u64,
}

impl<'a> Worker<'a> {
    pub fn new(search: &'a Search, index: usize, memory: &'a mut Memory) -> Self {
        let question = &search.question;
        let tune = &question.tune;
        memory.used = true;
        memory.frames.fill(Frame::default());
        if memory.reductions.as_ref().is_none_or(|(made_with, _)| made_with != tune) {
            memory.reductions = None;
        }
        let (_, reductions) = memory.reductions.get_or_insert_with(|| (*tune, Reductions::new(tune)));
        let root = question.game.position();
        let mut keys: Vec<u64> = question.game.earlier().iter().map(Position::key).collect();
        keys.push(root.key());
        Self {
            search,
            question,
            index,
            status: &search.threads[index],
            tune,
            reductions,
            histories: &mut memory.histories,
            lines: &mut memory.lines,
            evaluation: Evaluation::new(&question.networks, root, question.leads),
            root: RootMoves::new(&question.root_moves),
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

    pub fn is_first(&self) -> bool {
        self.index == 0
    }

    pub fn frame(&self, ply: usize) -> &Frame {
        &self.frames[ply + BEFORE_ROOT]
    }

    pub fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE_ROOT]
    }

    /// The frame so many plies before.
    pub fn frame_before(&self, ply: usize, plies: usize) -> &Frame {
        &self.frames[ply + BEFORE_ROOT - plies]
    }

    /// What the histories judge moves by: those that led here, and the squares that the opponent attacks.
    pub fn context(&self, ply: usize, attacked: Bitboard) -> Context {
        Context { earlier: EARLIER.map(|plies| self.frame_before(ply, plies).played), attacked }
    }

    /// Whether lines may still be extended at this ply: not for ever, twice the root's depth at most.
    pub const fn may_extend(&self, ply: usize) -> bool {
        (ply as i32) < 2 * self.root_depth
    }

    /// Counts a node.
    ///
    /// # Errors
    /// [`Stopped`] when it may not be searched any more.
    #[inline]
    pub fn visit(&mut self, ply: usize) -> Result<(), Stopped> {
        if self.nodes >= self.next_look {
            self.look()?;
        }
        self.nodes += 1;
        self.status.count_nodes(self.nodes);
        self.seldepth = self.seldepth.max(ply);
        Ok(())
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        // Some move must be found: the first thread's first look at it takes well below a millisecond.
        let first_glance = self.is_first() && self.root_depth <= 1 && self.root.found() == 0;
        if !first_glance && self.search.signals.must_stop() {
            return Err(Stopped);
        }
        if self.nodes >= self.allowance {
            match self.search.signals.grant() {
                None => self.allowance = u64::MAX,
                Some(0) => return Err(Stopped),
                Some(more) => self.allowance += more,
            }
        }
        self.next_look = (self.nodes + LOOK_EVERY).min(self.allowance);
        Ok(())
    }

    /// Steps back to the root, out of an iteration that was broken off.
    pub fn return_to_root(&mut self) {
        let game = &self.question.game;
        self.keys.truncate(game.earlier().len() + 1);
        self.evaluation = Evaluation::new(&self.question.networks, game.position(), self.question.leads);
    }

    /// Steps into a position by a move.
    pub fn enter(&mut self, before: &Position, mv: Move, ply: usize) -> Position {
        let after = before.play_unchecked(mv);
        self.question.table.prefetch(self.table_key(&after));
        let played = PieceTo::of(before, mv);
        let frame = self.frame_mut(ply);
        frame.played = Some(played);
        frame.passed = false;
        self.keys.push(after.key());
        self.evaluation.push(before, mv, &after);
        after
    }

    /// Steps into the position after a pass.
    pub fn enter_pass(&mut self, before: &Position, ply: usize) -> Position {
        let after = before.pass();
        self.question.table.prefetch(self.table_key(&after));
        let frame = self.frame_mut(ply);
        frame.played = None;
        frame.passed = true;
        self.keys.push(after.key());
        self.evaluation.push_null();
        after
    }

    /// Steps back.
    pub fn leave(&mut self) {
        self.keys.pop();
        self.evaluation.pop();
    }

    /// The score if nothing is left to search here: the game is over, exact tables know how it will end, or the line is
    /// as long as lines get.
    #[inline]
    pub fn settled(&mut self, position: &Position, ply: usize) -> Option<Score> {
        if let Some(score) = self.verdict(position, ply) {
            return Some(score);
        }
        // Nearly all positions are out after this.
        if position.board().occupied().len() <= MOST_MEN as u32 + 2
            && let Some(score) = self.looked_up(position, ply)
        {
            return Some(score);
        }
        (ply >= MAX_PLY).then(|| self.evaluation.score(position))
    }

    /// The exact score of a bare-king ending under its count, if tables hold it.
    #[cold]
    fn looked_up(&mut self, position: &Position, ply: usize) -> Option<Score> {
        let judgement = self.question.tables.as_ref()?.judge(position)?;
        self.table_hits += 1;
        self.status.count_table_hits(self.table_hits);
        Some(tablebase_score::in_tree(judgement, position, ply))
    }

    /// The score if the game is over here and the moves need not be looked at: a race is finished, or the position is
    /// drawn by count, by the move rule, by dead material or by repetition.
    #[inline]
    fn verdict(&mut self, position: &Position, ply: usize) -> Option<Score> {
        if let Some(outcome) = position.race_outcome() {
            return Some(self.worth(outcome, position, ply));
        }
        if let Some(reason) = position.rule_draw() {
            // A mate on the board comes before every draw.
            let mated = position.in_check() && !position.has_legal_move();
            return Some(match reason {
                _ if mated => self.without_moves(position, ply),
                Reason::Counting => self.drawn_by_count(position),
                _ => self.question.draw(position),
            });
        }
        self.repeats(position, ply).then(|| self.question.draw(position))
    }

    /// A draw by the count is worth a little to the side that was better when it fell, so that this side keeps what may
    /// still win against a slip, and the other takes what it can; far less than any judgement of a lead.
    #[cold]
    fn drawn_by_count(&mut self, position: &Position) -> Score {
        let lead = self.evaluation.unpressed(position).raw();
        Score::cp((lead / LEAD_IN_DRAW).clamp(-MOST_IN_DRAW, MOST_IN_DRAW))
    }

    /// The score of a position without legal moves.
    #[cold]
    pub fn without_moves(&self, position: &Position, ply: usize) -> Score {
        self.worth(position.no_move_outcome(), position, ply)
    }

    /// What an outcome is worth for the side to move.
    fn worth(&self, outcome: Outcome, position: &Position, ply: usize) -> Score {
        match outcome.winner {
            None => self.question.draw(position),
            Some(winner) if winner == position.to_move() => Score::mate_in(ply),
            Some(_) => Score::mated_in(ply),
        }
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
    /// Whoever has called the count may not mate, so it is part of the key too.
    pub fn table_key(&self, position: &Position) -> u64 {
        let mut key = self.question.table_key(position.key());
        if let Some(left) = position.plies_left()
            && (i32::from(left) <= 2 * self.root_depth + 16 || self.is_near_tables(position))
        {
            key = key_with_count(key, left);
        }
        position.count_caller().map_or(key, |caller| key ^ (caller as u64 + 1).rotate_right(8))
    }

    /// A move will be played soon. Where its position is kept by its count, another bucket is fetched for nothing.
    #[inline]
    pub fn prefetch_after(&self, position: &Position, mv: Move) {
        self.question.table.prefetch(self.question.table_key(position.key_after(mv)));
    }

    fn is_near_tables(&self, position: &Position) -> bool {
        self.question.tables.is_some() && tablebase_score::is_near(position)
    }

    /// What the table knows about a position, its score counted from the root. A mate that comes after the count's
    /// limit is no mate.
    pub fn recall(&self, position: &Position, key: u64, ply: usize) -> Option<Entry> {
        let mut entry = self.question.table.probe(key)?;
        if let (Some(plies), Some(left)) = (entry.score.mate_plies(), position.plies_left())
            && plies.unsigned_abs() > u32::from(left)
        {
            return None;
        }
        entry.score = entry.score.from_table(ply);
        entry.mv = entry.mv.filter(|&mv| position.is_legal(mv));
        Some(entry)
    }

    /// Says which root move is next, when people have waited long enough to want to know.
    pub fn announce(&self, mv: Move, number: i32) {
        let answer = &self.search.answer;
        if self.is_first() && answer.is_heard() && self.search.signals.elapsed() >= MOVES_AFTER {
            let number = self.root.found() + number as usize;
            answer.say(Event::CurrentMove { depth: self.root_depth as u32, mv, number });
        }
    }

    /// A root move was searched; `news` is its score if it is the first or beats the others.
    pub fn note_root_move(&mut self, mv: Move, news: Option<Score>, window: Window, nodes_before: u64) {
        if news.is_some() {
            self.lines.improve(0, mv);
        }
        let news = news.map(|score| (score, self.lines.at(0)));
        let Some(root) = self.root.note(mv, self.nodes - nodes_before, news, self.seldepth + 1) else { return };
        // What an iteration finds is good at once if its first move was searched: another than the old best only
        // replaces it by beating it. So an iteration that is cut short is not lost, and its end need not be waited for.
        // Only exact scores are good for that; and several lines are compared at one depth.
        let is_exact = root.score > window.alpha && root.score < window.beta;
        if is_exact && self.question.multi_pv == 1 && self.root_depth > 1 {
            let line = root.line(self.root_depth);
            self.status.publish(vec![line]);
        }
    }

    /// What a root move looks like without a search.
    pub fn sight(&mut self, root: &Position, mv: Move) -> Score {
        let child = self.enter(root, mv, 0);
        let score = match self.settled(&child, 1) {
            Some(score) => score,
            None if !child.has_legal_move() => self.without_moves(&child, 1),
            None => self.evaluation.score(&child),
        };
        self.leave();
        -score
    }
}
