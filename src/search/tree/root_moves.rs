//! The root's moves, and what a thread knows of each.

use std::cmp::Reverse;

use crate::eval::Score;
use crate::search::shared::thread_status::Line;
use khun_board::position::Move;

/// A root move and what is known of it.
#[derive(Clone, Debug)]
pub struct RootMove {
    pub mv: Move,
    /// Its score in this iteration, `Score::MIN` when it only failed to beat a better one.
    pub score: Score,
    /// Nodes spent on it in this search.
    pub nodes: u64,
    pub seldepth: usize,
    pub pv: Vec<Move>,
}

impl RootMove {
    fn new(mv: Move) -> Self {
        Self { mv, score: Score::MIN, nodes: 0, seldepth: 0, pv: vec![mv] }
    }

    /// The line that begins with it.
    pub fn line(&self, depth: i32) -> Line {
        Line { depth, seldepth: self.seldepth, score: self.score, pv: self.pv.clone() }
    }
}

/// The root's moves: those of the best lines in their order, and then all others.
pub struct RootMoves {
    moves: Vec<RootMove>,
    /// Lines that are found already in this iteration: the present one may not begin with their moves.
    found: usize,
}

impl RootMoves {
    pub fn new(moves: &[Move]) -> Self {
        Self { moves: moves.iter().copied().map(RootMove::new).collect(), found: 0 }
    }

    /// Lines that are found already in this iteration.
    pub const fn found(&self) -> usize {
        self.found
    }

    /// Goes on to the line of this rank, from 0.
    pub fn begin_line(&mut self, rank: usize) {
        self.found = rank;
    }

    /// The moves that the present line may begin with.
    fn candidates(&self) -> &[RootMove] {
        &self.moves[self.found..]
    }

    /// The score that the present line's first move had last.
    pub fn last_score(&self) -> Score {
        self.candidates().first().map_or(Score::MIN, |root| root.score)
    }

    /// The move to begin with.
    pub fn favourite(&self) -> Option<Move> {
        self.candidates().first().map(|root| root.mv)
    }

    /// Whether the present line may begin with the move.
    pub fn is_candidate(&self, mv: Move) -> bool {
        self.candidates().iter().any(|root| root.mv == mv)
    }

    /// Forgets the scores of the present line's candidates: they are searched anew.
    pub fn clear_scores(&mut self) {
        self.moves[self.found..].iter_mut().for_each(|root| root.score = Score::MIN);
    }

    /// Puts the present line's candidates in order, best first.
    pub fn sort_candidates(&mut self) {
        self.moves[self.found..].sort_by_key(|root| Reverse(root.score));
    }

    /// Puts the lines up to the present one in order: a later one can turn out better than an earlier one.
    pub fn sort_lines(&mut self) {
        self.moves[..=self.found].sort_by_key(|root| Reverse(root.score));
    }

    /// The lines of the best moves, in the order they stand in.
    pub fn best(&self, count: usize) -> &[RootMove] {
        &self.moves[..count]
    }

    /// The moves that have no score.
    pub fn unknown(&self) -> impl Iterator<Item = Move> {
        self.moves.iter().filter(|root| root.score == Score::MIN).map(|root| root.mv)
    }

    /// All moves, best first.
    pub fn sorted(&mut self) -> &[RootMove] {
        self.moves.sort_by_key(|root| Reverse(root.score));
        &self.moves
    }

    /// A move was searched with so many nodes; `news` is its score and line if it is the first or beats the others.
    pub fn note(&mut self, mv: Move, nodes: u64, news: Option<(Score, &[Move])>, seldepth: usize) -> Option<&RootMove> {
        let root = self.moves.iter_mut().find(|root| root.mv == mv)?;
        root.nodes += nodes;
        root.score = Score::MIN;
        if let Some((score, line)) = news {
            root.score = score;
            root.seldepth = seldepth.max(line.len());
            root.pv = line.to_vec();
        }
        Some(root)
    }

    /// The best move's share of so many nodes.
    pub fn effort(&self, nodes: u64) -> f64 {
        self.moves.first().map_or(1.0, |root| root.nodes as f64 / nodes.max(1) as f64)
    }
}
