//! A counting rule with its reading, and the counts that it sets.

use std::fmt;

use crate::board::Men;
use crate::geometry::Color;
use crate::rules::choice::Choice;
use crate::rules::counting::table::{Basis, Table};

/// A count that stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Count {
    /// The limit in plies (FEN field 4).
    pub limit: u16,
    /// Plies counted (FEN field 5).
    pub ply: u16,
}

/// What the last move did, as far as the count cares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// It captured something.
    pub capture: bool,
    /// It captured a pawn.
    pub took_pawn: bool,
    /// It promoted a pawn.
    pub promotion: bool,
}

/// A counting rule with its reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counting {
    /// Which limits hold, and when.
    pub table: Table,
    /// What the limits count.
    pub unit: Unit,
    /// Where a count begins.
    pub start: Start,
    /// Where board's honour begins.
    pub board_start: BoardStart,
    /// When the count draws.
    pub draw: DrawAt,
    /// What a mate is worth that is given once the count draws.
    pub late_mate: LateMate,
    /// Whether board's honour is counted.
    pub board: BoardHonour,
    /// What happens when a bare king takes the last pawn.
    pub last_pawn: LastPawn,
    /// Whether a bare king that no count runs against (a FEN without one) is counted from the next move on.
    pub uncounted: Uncounted,
}

/// What the limits count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Moves of both sides: a limit of 64 is 128 plies.
    Move,
    /// Moves of either side: a limit of 64 is 64 plies.
    Ply,
}

impl Choice for Unit {
    const NAMES: &'static [(&'static str, Self)] = &[("move", Self::Move), ("ply", Self::Ply)];
}

impl Unit {
    /// How many plies it is.
    #[must_use]
    pub const fn plies(self) -> u16 {
        match self {
            Self::Move => 2,
            Self::Ply => 1,
        }
    }
}

/// Where pieces' honour begins, in [`Unit`]s.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// At the number of men on the board.
    Men,
    /// At one.
    One,
    /// At nought.
    Zero,
}

impl Choice for Start {
    const NAMES: &'static [(&'static str, Self)] = &[("men", Self::Men), ("one", Self::One), ("zero", Self::Zero)];
}

/// Where board's honour begins, in [`Unit`]s.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoardStart {
    /// At nought.
    Zero,
    /// At one.
    One,
    /// At the number of men on the board.
    Men,
}

impl Choice for BoardStart {
    const NAMES: &'static [(&'static str, Self)] = &[("zero", Self::Zero), ("one", Self::One), ("men", Self::Men)];
}

/// What a mate is worth that is given once the count draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LateMate {
    /// It wins: mate comes before any draw.
    Wins,
    /// It comes too late: the game was drawn already.
    Draws,
}

impl Choice for LateMate {
    const NAMES: &'static [(&'static str, Self)] = &[("wins", Self::Wins), ("draws", Self::Draws)];
}

/// When the count draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawAt {
    /// When it has gone past its limit.
    Past,
    /// When it has reached its limit.
    Limit,
}

impl Choice for DrawAt {
    const NAMES: &'static [(&'static str, Self)] = &[("past", Self::Past), ("at", Self::Limit)];
}

/// Whether board's honour is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoardHonour {
    /// From the move on that leaves no pawn.
    Automatic,
    /// Only if a player called it: a count that stands at nought stays there, one that the FEN brings along runs on.
    Called,
    /// Not at all.
    Never,
}

impl Choice for BoardHonour {
    const NAMES: &'static [(&'static str, Self)] =
        &[("automatic", Self::Automatic), ("called", Self::Called), ("never", Self::Never)];
}

/// What happens when a bare king takes the last pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LastPawn {
    /// Its own count starts, for what the other side has, with this ply yet to come (one less than the men).
    Own,
    /// Its own count starts at once and with the longest limit, whatever the other side has (Cute Chess).
    Longest,
    /// Nothing yet; the other side's next move starts the count.
    Later,
}

impl Choice for LastPawn {
    const NAMES: &'static [(&'static str, Self)] =
        &[("own", Self::Own), ("longest", Self::Longest), ("later", Self::Later)];
}

/// Whether a bare king that no count runs against (a FEN without one) is counted from the next move on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Uncounted {
    /// The next move starts the count.
    Starts,
    /// It stays uncounted for good (Cute Chess).
    Stays,
}

impl Choice for Uncounted {
    const NAMES: &'static [(&'static str, Self)] = &[("starts", Self::Starts), ("stays", Self::Stays)];
}

/// Under which of the two counts a position stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Honour {
    /// Both sides have something beside the king (sak kradan).
    Board,
    /// One side, this one, has a bare king and counts (sak mak).
    Pieces(Color),
}

impl fmt::Display for Honour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "board's honour",
            Self::Pieces(_) => "pieces' honour",
        })
    }
}

impl Counting {
    /// A table's own rule, as Fairy-Stockfish reads it.
    #[must_use]
    pub const fn of(table: Table) -> Self {
        let makruk = Self {
            table,
            unit: Unit::Move,
            start: Start::Men,
            board_start: BoardStart::Zero,
            draw: DrawAt::Past,
            late_mate: LateMate::Wins,
            board: BoardHonour::Automatic,
            last_pawn: LastPawn::Own,
            uncounted: Uncounted::Starts,
        };
        match table {
            Table::Makruk | Table::Cambodian => makruk,
            Table::Asean => {
                Self { start: Start::Zero, board: BoardHonour::Never, last_pawn: LastPawn::Later, ..makruk }
            }
        }
    }

    /// Whether no move can start a count while a pawn is left, so that [`Counting::next`] need not be asked where a
    /// pawn lives and no count stands.
    #[must_use]
    pub const fn sleeps_with_pawns(&self) -> bool {
        !matches!(self.table, Table::Cambodian)
    }

    /// The count after a move. `men` as they stand after it; `to_move` is the side now to move.
    #[must_use]
    pub fn next(&self, before: Option<Count>, men: &Men, to_move: Color, played: Played) -> Option<Count> {
        let mover = !to_move;
        let running = before.map(|count| self.tick(count, men));
        if played.took_pawn && men.is_bare(mover) && !men.has_pawns() && !men.is_bare(to_move) {
            match self.last_pawn {
                LastPawn::Own => return self.own_count(men, to_move).or(running),
                LastPawn::Longest => return Some(self.started(self.table.longest(), self.pieces_start(men))),
                LastPawn::Later => {}
            }
        }
        let bares = (played.capture || played.promotion) && men.is_bare(to_move);
        if running.is_some() && !bares {
            return running;
        }
        if !bares && self.uncounted == Uncounted::Stays && men.is_bare(to_move) {
            return None;
        }
        self.fresh(men, to_move).or(running)
    }

    /// The count that the rule sets for the side to move where none stands.
    fn fresh(&self, men: &Men, to_move: Color) -> Option<Count> {
        let other = !to_move;
        if men.is_bare(other) {
            return None;
        }
        if men.is_bare(to_move) {
            let limit = if men.has_pawns() { None } else { self.table.against_bare_king(men, other) };
            return limit.map(|limit| self.begun(limit, men));
        }
        let limit = self.table.board_honour(men, to_move)?;
        match self.board {
            BoardHonour::Automatic => Some(self.started(limit, self.board_begin(men))),
            BoardHonour::Called => Some(self.started(limit, 0)),
            BoardHonour::Never => None,
        }
    }

    /// A count of pieces' honour that begins. Where a mate may come too late, one that begins with as many men as the
    /// limit allows is over at once.
    fn begun(&self, limit: u16, men: &Men) -> Count {
        let count = self.started(limit, self.pieces_start(men));
        if self.late_mate == LateMate::Draws && count.ply >= count.limit {
            return Count { ply: count.limit + 1, ..count };
        }
        count
    }

    /// The count of a bare king that has just taken the last pawn; `stronger` is to move.
    fn own_count(&self, men: &Men, stronger: Color) -> Option<Count> {
        let limit = self.table.against_bare_king(men, stronger)?;
        let start = self.pieces_start(men);
        let start = if self.start == Start::Men { start - 1 } else { start };
        Some(self.started(limit, start))
    }

    /// Where pieces' honour begins, in plies.
    fn pieces_start(&self, men: &Men) -> u16 {
        match self.start {
            Start::Men => men.total() * self.unit.plies(),
            Start::One => self.unit.plies(),
            Start::Zero => 0,
        }
    }

    /// Where board's honour begins, in plies.
    fn board_begin(&self, men: &Men) -> u16 {
        match self.board_start {
            BoardStart::Zero => 0,
            BoardStart::One => self.unit.plies(),
            BoardStart::Men => men.total() * self.unit.plies(),
        }
    }

    const fn started(&self, limit: u16, ply: u16) -> Count {
        Count { limit: limit * self.unit.plies(), ply }
    }

    /// A standing count, one ply later.
    fn tick(&self, count: Count, men: &Men) -> Count {
        if self.is_uncalled(count) && honour(men) == Honour::Board {
            return count;
        }
        Count { ply: count.ply.saturating_add(1), ..count }
    }

    /// Whether this is a board's-honour count that nobody called, which stands still.
    #[must_use]
    pub fn is_uncalled(&self, count: Count) -> bool {
        self.board == BoardHonour::Called && count.ply == 0
    }

    /// Whether the count draws the game (unless the side to move is mated).
    #[must_use]
    pub const fn draws(&self, count: Count) -> bool {
        match self.draw {
            DrawAt::Past => count.ply > count.limit,
            DrawAt::Limit => count.ply >= count.limit,
        }
    }

    /// Whether the count draws the game even where the side to move is mated.
    #[must_use]
    pub const fn draws_before_mate(&self, count: Count) -> bool {
        matches!(self.late_mate, LateMate::Draws) && self.draws(count)
    }

    /// How many plies may still be played so that a mate by the last of them wins: 0 when the next ply's mate comes too
    /// late, `None` when the count stands still because nobody called it.
    ///
    /// Where a mate counts before the draw does, the ply that makes the count draw may still mate.
    #[must_use]
    pub fn plies_left(&self, count: Count) -> Option<u16> {
        if self.is_uncalled(count) {
            return None;
        }
        let last = match (self.draw, self.late_mate) {
            (DrawAt::Past, LateMate::Wins) => count.limit.saturating_add(1),
            (DrawAt::Past, LateMate::Draws) | (DrawAt::Limit, LateMate::Wins) => count.limit,
            (DrawAt::Limit, LateMate::Draws) => count.limit.saturating_sub(1),
        };
        Some(last.saturating_sub(count.ply))
    }

    /// Whether a ply is played after the limit has been reached, which may still mate: not every arbiter grants it.
    #[must_use]
    pub fn grants_a_last_ply(&self) -> bool {
        self.draw == DrawAt::Past && self.late_mate == LateMate::Wins
    }

    /// The limit of board's honour in plies, where it is counted.
    #[must_use]
    pub fn board_honour_limit(&self) -> Option<u16> {
        self.table.longest_on_board().map(|limit| limit * self.unit.plies())
    }

    /// What a count's limit goes by. It is read from the limit, for the stronger side may have lost men since; `None` of a limit
    /// that no men of its would have set: one that the rule does not know, that a FEN brought along, or Cute Chess's after
    /// the last pawn.
    #[must_use]
    pub fn basis(&self, count: Count, men: &Men) -> Option<Basis> {
        let limit = count.limit / self.unit.plies();
        match honour(men) {
            Honour::Board => match self.table {
                Table::Makruk => Some(Basis::NoPawn),
                Table::Cambodian => Some(Basis::ThreeMen),
                Table::Asean => None,
            },
            // Who loses men is granted more: what stands now sets no lower limit.
            Honour::Pieces(bare) if self.table.against_bare_king(men, !bare).is_some_and(|now| now < limit) => None,
            Honour::Pieces(_) => {
                let mut limits = self.table.bare_king_limits();
                limits.find_map(|(basis, granted)| (granted == limit).then_some(basis))
            }
        }
    }

    /// Why a count has its limit, in words: `no pawn is left`, `white has one rook`.
    #[must_use]
    pub fn reason(&self, count: Count, men: &Men) -> Option<String> {
        let basis = self.basis(count, men)?;
        Some(match honour(men) {
            Honour::Board => basis.to_string(),
            Honour::Pieces(bare) => format!("{} has {basis}", !bare),
        })
    }

    /// A standing count in words for people: `pieces' honour, 12 of 44 moves (ply 23 of 88)`.
    #[must_use]
    pub fn describe(&self, count: Count, men: &Men) -> String {
        let Count { limit, ply } = count;
        let honour = honour(men);
        if self.is_uncalled(count) && honour == Honour::Board {
            return format!("{honour}, not called (limit {limit} plies)");
        }
        match self.unit {
            Unit::Move => {
                format!("{honour}, {} of {} moves (ply {ply} of {limit})", ply.div_ceil(2), limit.div_ceil(2))
            }
            Unit::Ply => format!("{honour}, {ply} of {limit} half-moves"),
        }
    }
}

/// Which count these men fall under: pieces' honour where one side is bare and no pawn is left.
#[must_use]
pub fn honour(men: &Men) -> Honour {
    let bare = Color::ALL.into_iter().find(|color| men.is_bare(*color));
    bare.filter(|_| !men.has_pawns()).map_or(Honour::Board, Honour::Pieces)
}
