//! Proof-number search: whether one side wins by force within so many of its moves.
//!
//! Every move of both sides counts and nothing is judged, so what it says is proven: wins, and that there is none. It
//! goes where least is missing to a proof: to the moves that leave the other side few replies. (Allis, van der Meulen,
//! van den Herik, "Proof-number search", 1994; depth first with thresholds: Nagai, 2002.)

use crate::endgame::Verdict;
use crate::search::shared::signals::Stopped;
use crate::search::tree::worker::{MAX_PLY, Worker};
use khun_board::geometry::Color;
use khun_board::position::{Move, Outcome, Position};
use khun_board::rules::Stalemate;

/// No proof of more moves than this is tried: what an entry can hold, and a line.
pub const MOST_MOVES: u32 = 60;

/// A node is worked on until it is this much (a quarter) harder than the next best one, so that there is less going to
/// and fro.
const PATIENCE: u32 = 4;

/// How much is missing: positions still to be decided, at least, so that the node is won (`proof`), or so that it is
/// not (`disproof`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ProofNumbers {
    proof: u32,
    disproof: u32,
}

impl ProofNumbers {
    /// It cannot come to that.
    const NEVER: u32 = 1 << 24;
    const WON: Self = Self { proof: 0, disproof: Self::NEVER };
    const REFUTED: Self = Self { proof: Self::NEVER, disproof: 0 };
    const UNBOUND: Self = Self { proof: Self::NEVER, disproof: Self::NEVER };

    const fn decided(won: bool) -> Self {
        if won { Self::WON } else { Self::REFUTED }
    }

    const fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// What is missing for the side to move, and what for the other.
    const fn seen_by(self, turn: Turn) -> (u32, u32) {
        match turn {
            Turn::Attacker => (self.proof, self.disproof),
            Turn::Defender => (self.disproof, self.proof),
        }
    }

    const fn of((own, other): (u32, u32), turn: Turn) -> Self {
        match turn {
            Turn::Attacker => Self { proof: own, disproof: other },
            Turn::Defender => Self { proof: other, disproof: own },
        }
    }
}

/// Who is to move: the side that is to win, or the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    Attacker,
    Defender,
}

/// What the table keeps of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ProofEntry {
    /// Won within so many moves.
    won: Option<u32>,
    /// Not won within so many moves.
    refuted: Option<u32>,
    /// What the numbers are about, in moves.
    asked: u32,
    numbers: ProofNumbers,
}

impl ProofEntry {
    const NONE: Self =
        Self { won: None, refuted: None, asked: MOST_MOVES + 1, numbers: ProofNumbers { proof: 1, disproof: 1 } };

    /// Three times six bits for moves, twice fifteen for the numbers.
    fn pack(self) -> u64 {
        let moves = |moves: Option<u32>| u64::from(moves.map_or(0, |moves| moves + 1));
        let number = |number: u32| u64::from(number.min(0x7FFF));
        moves(self.won)
            | moves(self.refuted) << 6
            | u64::from(self.asked) << 12
            | number(self.numbers.proof) << 18
            | number(self.numbers.disproof) << 33
    }

    fn unpack(word: u64) -> Self {
        let moves = |shift: u32| ((word >> shift & 0x3F) as u32).checked_sub(1);
        let number = |shift: u32| (word >> shift & 0x7FFF) as u32;
        Self {
            won: moves(0),
            refuted: moves(6),
            asked: (word >> 12 & 0x3F) as u32,
            numbers: ProofNumbers { proof: number(18), disproof: number(33) },
        }
    }

    /// What it says about this many moves.
    fn about(self, moves: u32) -> Option<ProofNumbers> {
        if self.won.is_some_and(|won| won <= moves) {
            Some(ProofNumbers::WON)
        } else if self.refuted.is_some_and(|refuted| refuted >= moves) {
            Some(ProofNumbers::REFUTED)
        } else {
            (self.asked == moves).then_some(self.numbers)
        }
    }

    /// With what a search about this many moves found.
    fn with(self, moves: u32, numbers: ProofNumbers) -> Self {
        let mut entry = Self { asked: moves, numbers, ..self };
        if numbers.proof == 0 {
            entry.won = Some(self.won.map_or(moves, |won| won.min(moves)));
        } else if numbers.disproof == 0 {
            entry.refuted = Some(self.refuted.map_or(moves, |refuted| refuted.max(moves)));
        }
        entry
    }
}

/// A node to be decided.
#[derive(Clone, Copy)]
struct Task<'p> {
    position: &'p Position,
    ply: usize,
    turn: Turn,
    /// Moves that the attacker may still make.
    moves: u32,
}

impl Task<'_> {
    /// The same about a position one ply on.
    const fn after<'c>(&self, child: &'c Position) -> Task<'c> {
        let (turn, moves) = match self.turn {
            Turn::Attacker => (Turn::Defender, self.moves - 1),
            Turn::Defender => (Turn::Attacker, self.moves),
        };
        Task { position: child, ply: self.ply + 1, turn, moves }
    }
}

/// A move and what is missing behind it.
struct Branch {
    mv: Move,
    numbers: ProofNumbers,
}

/// A search for a forced win of the side to move at the root.
pub struct Proof<'w, 'a> {
    worker: &'w mut Worker<'a>,
    attacker: Color,
    /// Plies that the whole proof may take: counts and clocks that end later do not matter.
    horizon: u16,
    /// Tells keys of proof entries from those of entries, and proofs of one question from those of another.
    salt: u64,
    /// Positions that have occurred so often that once more is a draw.
    spent: Vec<u64>,
    /// The move that last decided a node, by ply.
    deciding: Vec<Option<Move>>,
    /// Nodes of the thread at which the proof pauses.
    pause_at: u64,
}

/// How far a proof has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The attacker wins.
    Won,
    /// It does not.
    Refuted,
    /// Not decided; asked again, it goes on from here.
    Paused,
}

impl<'w, 'a> Proof<'w, 'a> {
    /// A search for wins in this many moves at most.
    pub fn new(worker: &'w mut Worker<'a>, moves: u32) -> Self {
        let game = &worker.question.game;
        let root = game.position();
        let attacker = root.to_move();
        let spent = spent(game.earlier(), root);
        let mut salt = if attacker == Color::White { 0x9D8A_1F6B_C3E7_2455 } else { 0x51C7_E0A9_34BD_68F3 };
        for key in &spent {
            salt = (salt ^ key).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
        let horizon = 2 * moves.min(MOST_MOVES) as u16;
        Self { worker, attacker, horizon, salt, spent, deciding: vec![None; MAX_PLY], pause_at: u64::MAX }
    }

    /// Whether the side to move at the root wins in so many moves, by one of the moves that are asked about. Pauses
    /// after so many nodes.
    ///
    /// # Errors
    /// [`Stopped`] when the search was stopped before it was decided.
    pub fn wins_in(&mut self, moves: u32, nodes: u64) -> Result<Progress, Stopped> {
        let root = *self.worker.question.game.position();
        let task = Task { position: &root, ply: 0, turn: Turn::Attacker, moves };
        self.pause_at = self.worker.nodes.saturating_add(nodes);
        let decided = self.decide(&task);
        let paused = self.worker.nodes >= self.pause_at;
        self.pause_at = u64::MAX;
        match decided {
            Ok(ProofNumbers::WON) => Ok(Progress::Won),
            Ok(_) => Ok(Progress::Refuted),
            Err(Stopped) if paused => Ok(Progress::Paused),
            Err(Stopped) => Err(Stopped),
        }
    }

    /// The winning line after [`Proof::wins_in`] found the shortest win: best play by both sides. It is shorter when the
    /// search is stopped, or where tables know the rest, but never empty.
    pub fn line(&mut self, moves: u32) -> Vec<Move> {
        let mut line: Vec<Move> = self.deciding[0].into_iter().collect();
        let mut position = *self.worker.question.game.position();
        if let Some(&mv) = line.first() {
            position = position.play_unchecked(mv);
        }
        for left in (1..moves).rev() {
            let task = Task { position: &position, ply: line.len(), turn: Turn::Defender, moves: left };
            let Ok(Some(reply)) = self.longest_defence(&task) else { break };
            let after = position.play_unchecked(reply);
            let task = task.after(&after);
            if !matches!(self.decide(&task), Ok(ProofNumbers::WON)) {
                break;
            }
            let Some(answer) = self.deciding[task.ply] else { break };
            line.extend([reply, answer]);
            position = after.play_unchecked(answer);
        }
        line
    }

    /// A reply after which the win takes all the moves that are left.
    fn longest_defence(&mut self, task: &Task) -> Result<Option<Move>, Stopped> {
        let mut longest = None;
        for mv in task.position.legal_moves() {
            let child = task.position.play_unchecked(mv);
            let shorter = Task { moves: task.moves - 1, ..task.after(&child) };
            if shorter.moves == 0 || self.decide(&shorter)? == ProofNumbers::REFUTED {
                longest = Some(mv);
                break;
            }
        }
        Ok(longest)
    }

    /// Works on a node until it is decided.
    fn decide(&mut self, task: &Task) -> Result<ProofNumbers, Stopped> {
        self.deciding[task.ply] = None;
        self.work(task, ProofNumbers::UNBOUND)
    }

    /// Works on a node until it is decided, or one of its numbers reaches its bound.
    fn work(&mut self, task: &Task, bounds: ProofNumbers) -> Result<ProofNumbers, Stopped> {
        let nodes_before = self.worker.nodes;
        let key = self.key(task);
        let mut branches = Vec::new();
        let mut numbers = self.branch_out(task, &mut branches)?;
        let (own_bound, other_bound) = bounds.seen_by(task.turn);
        loop {
            let (own, other) = numbers.seen_by(task.turn);
            if numbers.is_decided() || own >= own_bound || other >= other_bound {
                break;
            }
            // The branch that misses least for the side to move, and what the next best misses.
            let Some((best, second)) = best_two(&branches, task.turn) else { break };
            let others = other - greatest(&branches, task.turn);
            let branch = &mut branches[best];
            let own_most = own_bound.min(second.saturating_add(second / PATIENCE + 1));
            let other_most = other_bound.saturating_sub(others);
            let child = task.position.play_unchecked(branch.mv);
            branch.numbers = self.work(&task.after(&child), ProofNumbers::of((own_most, other_most), task.turn))?;
            if branch.numbers.seen_by(task.turn).0 == 0 {
                self.deciding[task.ply] = Some(branch.mv);
            }
            numbers = together(&branches, task.turn);
        }
        let table = &self.worker.question.table;
        let entry = table.proof(key).map_or(ProofEntry::NONE, ProofEntry::unpack).with(task.moves, numbers);
        let effort = 4 * (64 - (self.worker.nodes - nodes_before).leading_zeros());
        table.store_proof(key, entry.pack(), effort as u8);
        Ok(numbers)
    }

    /// The moves of a node with what is known behind each. Ends early when one decides the node.
    fn branch_out(&mut self, task: &Task, branches: &mut Vec<Branch>) -> Result<ProofNumbers, Stopped> {
        let Task { position, ply, turn, .. } = *task;
        let mut moves = position.legal_moves();
        if ply == 0 {
            moves = self.worker.question.root_moves.iter().copied().collect();
        }
        if moves.is_empty() {
            return Ok(ProofNumbers::decided(self.is_won_by(position.no_move_outcome())));
        }
        // What decided the last node at this ply often decides this one too.
        if let Some(at) = self.deciding[ply].and_then(|last| moves.iter().position(|&mv| mv == last)) {
            moves.swap(0, at);
        }
        for mv in moves {
            let child = position.play_unchecked(mv);
            let numbers = self.look(&task.after(&child))?;
            if numbers.seen_by(turn).0 == 0 {
                self.deciding[ply] = Some(mv);
                return Ok(numbers);
            }
            branches.push(Branch { mv, numbers });
        }
        Ok(together(branches, turn))
    }

    /// What is known of a node at first sight.
    fn look(&mut self, task: &Task) -> Result<ProofNumbers, Stopped> {
        let Task { position, ply, turn, moves } = *task;
        if self.worker.nodes >= self.pause_at {
            return Err(Stopped);
        }
        self.worker.visit(ply)?;
        if let Some(won) = self.ended(position) {
            return Ok(ProofNumbers::decided(won));
        }
        if turn == Turn::Defender && moves == 0 {
            return Ok(ProofNumbers::decided(self.is_beaten(position)));
        }
        if position.moves_to_goal(self.attacker).is_some_and(|steps| steps > moves) {
            return Ok(ProofNumbers::REFUTED);
        }
        if let Some(won) = self.known_ending(task) {
            return Ok(ProofNumbers::decided(won));
        }
        if turn == Turn::Attacker && moves == 1 {
            return Ok(ProofNumbers::decided(self.wins_at_once(position, ply)?));
        }
        let entry = self.worker.question.table.proof(self.key(task)).map(ProofEntry::unpack);
        if let Some(numbers) = entry.and_then(|entry| entry.about(moves)) {
            return Ok(numbers);
        }
        if turn == Turn::Attacker {
            return Ok(ProofNumbers { proof: 1, disproof: 1 });
        }
        // Every reply must be answered.
        match position.mobility() as u32 {
            0 => Ok(ProofNumbers::decided(self.is_won_by(position.no_move_outcome()))),
            replies => Ok(ProofNumbers { proof: replies, disproof: 1 }),
        }
    }

    /// Whether the attacker, to move, wins with this very move.
    fn wins_at_once(&mut self, position: &Position, ply: usize) -> Result<bool, Stopped> {
        let rules = position.rules();
        let king = position.board().king(self.attacker);
        for mv in position.legal_moves() {
            let arrives = rules.goal.is_some_and(|goal| mv.from() == king && goal.region.has(mv.to()));
            if !arrives && rules.stalemate != Stalemate::Loss && !position.gives_check(mv) {
                continue;
            }
            self.worker.visit(ply + 1)?;
            let child = position.play_unchecked(mv);
            if self.ended(&child).unwrap_or_else(|| self.is_beaten(&child)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the game is over here, other than by want of moves, and then whether the attacker has won it. Mate comes
    /// before every draw.
    fn ended(&self, position: &Position) -> Option<bool> {
        if let Some(outcome) = position.race_outcome() {
            return Some(self.is_won_by(outcome));
        }
        let drawn = position.rule_draw().is_some() || self.spent.contains(&position.key());
        drawn.then(|| position.in_check() && self.is_beaten(position))
    }

    /// Whether the defender, to move, has no move and has lost.
    fn is_beaten(&self, position: &Position) -> bool {
        let may_be = position.in_check() || position.rules().stalemate != Stalemate::Draw;
        may_be && !position.has_legal_move() && self.is_won_by(position.no_move_outcome())
    }

    fn is_won_by(&self, outcome: Outcome) -> bool {
        outcome.winner == Some(self.attacker)
    }

    /// What exact tables say, unless the game's past makes draws that they do not know of.
    fn known_ending(&mut self, task: &Task) -> Option<bool> {
        if !self.spent.is_empty() {
            return None;
        }
        let judgement = self.worker.question.tables.as_ref()?.judge(task.position)?;
        self.worker.table_hits += 1;
        Some(match judgement.verdict {
            Verdict::Won { plies } => judgement.stronger == self.attacker && u32::from(plies).div_ceil(2) <= task.moves,
            Verdict::DrawnByCount { .. } | Verdict::Drawn => false,
        })
    }

    /// The key of a node's entry. The count and the move rule's clock are in it as far as the proof can feel them.
    fn key(&self, task: &Task) -> u64 {
        const MIX: u64 = 0x9E37_79B9_7F4A_7C15;
        let position = task.position;
        let mut key = position.key() ^ self.salt;
        if let (Some(count), Some(counting)) = (position.count(), position.rules().counting) {
            let left = counting.plies_left(count).filter(|&left| left <= self.horizon);
            let felt = u64::from(count.limit) << 16 | left.map_or(0xFFFF, u64::from);
            key ^= (felt + 1).wrapping_mul(MIX);
        }
        if position.count_caller() == Some(self.attacker) {
            key = !key;
        }
        if position.rules().n_move.is_some_and(|moves| position.clock() + self.horizon >= 2 * moves) {
            key ^= (u64::from(position.clock()) + 1).wrapping_mul(MIX.rotate_left(32));
        }
        if task.ply == 0 && self.worker.question.root_moves.len() as u64 != position.mobility() {
            // The answer holds for some moves only.
            let moves = self.worker.question.root_moves.iter();
            key = moves.fold(key, |key, mv| (key ^ u64::from(mv.bits())).wrapping_mul(MIX));
        }
        key
    }
}

/// Positions of a game, the last one `root`, that have occurred so often that once more is a draw.
fn spent(earlier: &[Position], root: &Position) -> Vec<u64> {
    let Some(allowed) = root.rules().n_fold.map(usize::from) else { return Vec::new() };
    let reach = usize::from(root.clock()).min(earlier.len());
    let mut keys: Vec<u64> = earlier[earlier.len() - reach..].iter().map(Position::key).collect();
    keys.push(root.key());
    keys.sort_unstable();
    let runs = keys.chunk_by(|one, other| one == other);
    runs.filter(|run| run.len() + 1 >= allowed).map(|run| run[0]).collect()
}

/// The numbers of a node from those of its branches.
///
/// The side to move needs its best branch. The other side needs all, and to sum them up counts much twice, for most
/// ways lead to Rome: so the greatest, and one for each of the others that is still open.
fn together(branches: &[Branch], turn: Turn) -> ProofNumbers {
    let mut own = ProofNumbers::NEVER;
    let mut open: u32 = 0;
    for branch in branches {
        let (branch_own, branch_other) = branch.numbers.seen_by(turn);
        own = own.min(branch_own);
        open += u32::from(branch_other > 0);
    }
    let all = greatest(branches, turn) + open.saturating_sub(1);
    let other = if own == 0 { ProofNumbers::NEVER } else { all.min(ProofNumbers::NEVER - 1) };
    ProofNumbers::of((own, other), turn)
}

/// What the hardest of the branches misses for the other side.
fn greatest(branches: &[Branch], turn: Turn) -> u32 {
    branches.iter().map(|branch| branch.numbers.seen_by(turn).1).max().unwrap_or(0)
}

/// The branch that misses least for the side to move, and what the next best misses.
fn best_two(branches: &[Branch], turn: Turn) -> Option<(usize, u32)> {
    let mut best = None;
    let (mut least, mut second) = ((ProofNumbers::NEVER, ProofNumbers::NEVER), ProofNumbers::NEVER);
    for (index, branch) in branches.iter().enumerate() {
        let (own, other) = branch.numbers.seen_by(turn);
        if other == 0 {
            continue;
        }
        if best.is_none() || (own, other) < least {
            second = if best.is_some() { least.0 } else { second };
            least = (own, other);
            best = Some(index);
        } else {
            second = second.min(own);
        }
    }
    best.map(|best| (best, second))
}
