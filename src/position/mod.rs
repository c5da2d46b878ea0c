//! Floor 3: the board in play. (API draft; bodies come with the generator.)

mod moves;

pub use moves::{MAX_MOVES, Move, MoveList};

use crate::geometry::{Bitboard, Color, Square};
use crate::rules::counting::{Count, Men};
use crate::rules::{Kind, Piece, Rules};

/// The men on the board and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    kinds: [Bitboard; 6],
    colors: [Bitboard; 2],
}

/// A position: board, side to move, count, clocks, privileges, keys. `Copy`; a move makes a new one.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    board: Board,
    to_move: Color,
    rules: Rules,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won, or `None` of a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: Reason,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// A king reached the goal (and the answer, if the rules grant one, did not).
    Arrival,
    /// Both kings reached the goal.
    BothArrived,
    /// The count went past its limit.
    Counting,
    /// The n-fold rule.
    Repetition,
    /// The n-move rule.
    MoveRule,
    /// Neither side can win any more.
    DeadMaterial,
}

#[allow(clippy::todo, unused_variables, missing_docs)]
impl Board {
    pub fn kind(&self, kind: Kind) -> Bitboard {
        todo!()
    }
    pub fn color(&self, color: Color) -> Bitboard {
        todo!()
    }
    pub fn of(&self, color: Color, kind: Kind) -> Bitboard {
        todo!()
    }
    pub fn occupied(&self) -> Bitboard {
        todo!()
    }
    pub fn kind_at(&self, square: Square) -> Option<Kind> {
        todo!()
    }
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        todo!()
    }
    pub fn king(&self, color: Color) -> Square {
        todo!()
    }
    pub fn men(&self) -> Men {
        todo!()
    }
}

#[allow(clippy::todo, unused_variables, missing_docs)]
impl Position {
    /// The start position of a rule set.
    pub fn start(rules: Rules) -> Self {
        todo!()
    }
    // ---- FEN (position/fen.rs). FenError lists *all* faults, in words (Display).
    // pub fn from_fen(rules: Rules, fen: &str) -> Result<Self, FenError>
    // pub fn fen(&self) -> String           // Fairy-Stockfish's form
    pub fn rules(&self) -> Rules {
        todo!()
    }
    pub fn board(&self) -> &Board {
        todo!()
    }
    pub fn to_move(&self) -> Color {
        todo!()
    }
    pub fn count(&self) -> Option<Count> {
        todo!()
    }
    /// Plies since the last capture or pawn move.
    pub fn clock(&self) -> u16 {
        todo!()
    }
    pub fn fullmove(&self) -> u16 {
        todo!()
    }
    /// Zobrist key of board, side and privileges (the count is not in it).
    pub fn key(&self) -> u64 {
        todo!()
    }
    /// Key of pawns only, and of each side's other men (for correction histories).
    pub fn pawn_key(&self) -> u64 {
        todo!()
    }
    pub fn men_key(&self, color: Color) -> u64 {
        todo!()
    }
    /// Men that give check to the side to move (always empty where checks are forbidden).
    pub fn checkers(&self) -> Bitboard {
        todo!()
    }
    pub fn in_check(&self) -> bool {
        todo!()
    }
    /// All legal moves; in a finished race none. Draws by count, repetition, dead material do not stop them.
    pub fn legal_moves(&self) -> MoveList {
        todo!()
    }
    /// Appends captures, promotions, in a race also king moves that come nearer the goal region (noisy), or all the others (quiet).
    pub fn noisy_moves(&self, list: &mut MoveList) {
        todo!()
    }
    pub fn quiet_moves(&self, list: &mut MoveList) {
        todo!()
    }
    pub fn is_noisy(&self, mv: Move) -> bool {
        todo!()
    }
    pub fn is_legal(&self, mv: Move) -> bool {
        todo!()
    }
    /// For a legal move.
    pub fn gives_check(&self, mv: Move) -> bool {
        todo!()
    }
    pub fn captured(&self, mv: Move) -> Option<Kind> {
        todo!()
    }
    /// The position after a legal move.
    #[must_use]
    pub fn play(&self, mv: Move) -> Self {
        todo!()
    }
    /// The position with the other side to move (not in check); the count moves on as for a move.
    #[must_use]
    pub fn pass(&self) -> Self {
        todo!()
    }
    /// Whether the move cannot be undone in the sense of repetition (capture, pawn move, privilege lost): `clock` restarts.
    pub fn move_text(&self, mv: Move) -> String {
        todo!()
    }
    /// The legal move that a UCI text names (`d5c6m`).
    // pub fn parse_move(&self, text: &str) -> Result<Move, MoveError>
    /// Outcome without looking at the past: mate, stalemate, arrival, count, move rule, dead material.
    pub fn outcome(&self) -> Option<Outcome> {
        todo!()
    }
    /// The parts of `outcome` that need no move generation, cheap enough for every search node:
    /// a finished race; otherwise None. Drawn by count/n-move/dead (check mates first!) via the next one.
    pub fn race_outcome(&self) -> Option<Outcome> {
        todo!()
    }
    /// Whether count, move rule or dead material draw here, if the side to move is not mated.
    pub fn is_drawn_by_rule(&self) -> bool {
        todo!()
    }
    /// All men of both colours that attack a square, given the occupied squares (for static exchange).
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        todo!()
    }
    /// Squares a man of this kind and colour attacks from a square.
    pub fn attacks_from(&self, piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
        todo!()
    }
    /// Squares where the king of `color` may not be disturbed: used by evaluation. All squares attacked by `color`.
    pub fn attacked_by(&self, color: Color) -> Bitboard {
        todo!()
    }
    pub fn perft(&self, depth: u32) -> u64 {
        todo!()
    }
}

/// A game: the positions from its start to now, for repetition and for the moves played. Owned by UCI sessions, arena, datagen.
/// `Game::new(start: Position)`, `.position() -> &Position`, `.push(mv)`, `.pop()`, `.moves() -> &[Move]`,
/// `.outcome() -> Option<Outcome>` (including repetition), `.keys() -> impl Iterator` of the earlier keys, oldest first.
#[derive(Clone, Debug)]
pub struct Game {}
