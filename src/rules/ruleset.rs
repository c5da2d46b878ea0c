//! What a variant is: one immutable, validated value that every floor above asks.

use std::fmt;

use bitflags::bitflags;

use crate::geometry::{Bitboard, Color};
use crate::rules::counting::Counting;
use crate::rules::piece::{Gait, Kind, Kinds};

/// A rule set: everything in which the variants differ. Made from a rules file by [`crate::rules::ini`], never changed
/// after, and handed around as [`Rules`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruleset {
    /// The section's name, as `UCI_Variant` gives it.
    pub name: String,
    /// The letter of each kind (White's, upper case), by [`Kind::index`]; `None` where the game has no such kind.
    pub letters: [Option<char>; 6],
    /// How the man in the met's role moves.
    pub met: Gait,
    /// How the man in the khon's role moves.
    pub khon: Gait,
    /// The start position, in Fairy-Stockfish's FEN form.
    pub start_fen: String,
    /// Squares on which a pawn of each colour promotes, at once and always. A pawn may never stand on or beyond them.
    pub promotion_region: [Bitboard; 2],
    /// What a pawn may become.
    pub promotion_targets: Kinds,
    /// Whether checks may be given and how they are answered.
    pub checks: Checks,
    /// The race, if the game is one.
    pub goal: Option<Goal>,
    /// First-move privileges of kings and mets.
    pub leaps: Leaps,
    /// The counting rule, if there is one.
    pub counting: Option<Counting>,
    /// Moves by each side without a capture or a pawn move after which the game is drawn.
    pub n_move: Option<u16>,
    /// How often a position must have occurred for a draw (3: threefold).
    pub n_fold: Option<u8>,
    /// What a stalemate is worth for the side that is stalemated.
    pub stalemate: Stalemate,
    /// When neither side can win any more.
    pub dead: DeadMaterial,
    /// Which numbers search and evaluation use.
    pub profile: Profile,
}

/// A rule set that lives as long as the program: cheap to copy into every position. See [`crate::rules::intern`].
pub type Rules = &'static Ruleset;

/// Whether checks may be given and how they are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Checks {
    /// As in chess.
    Allowed,
    /// No move may attack the enemy king (Racing Kings).
    Forbidden,
    /// A king in check may not step away: only capture the checker (the king may do that) or interpose (Makpong).
    NoFlight,
}

/// A race: whose king first stands in the region wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Goal {
    /// Where the kings run.
    pub region: Bitboard,
    /// Whether Black, when White has arrived, has one more move, and draws if that brings his king home too.
    pub last_move: bool,
}

bitflags! {
    /// First-move privileges: each may be used once, by a man that has not moved.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Leaps: u8 {
        /// Ouk: the king, not in check, leaps to an empty square of the next rank, two files aside.
        const KING_ASIDE = 1;
        /// Ouk: the met jumps two squares straight ahead onto an empty square.
        const MET_AHEAD = 2;
        /// Sut khun: the king, not in check, leaps like a knight onto an empty square of the next rank.
        const SUT_KHUN = 4;
        /// Sut met: the met goes two squares straight ahead while the unmoved pawn before it steps one; both squares
        /// empty; one move, written as the met's.
        const SUT_MET = 8;
    }
}

/// What a stalemate is worth for the side that has no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stalemate {
    /// Half a point.
    Draw,
    /// Lost.
    Loss,
    /// Won.
    Win,
}

/// Which material ends the game at once, because no mate is possible or because an arbiter says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeadMaterial {
    /// Nothing is ever dead (Racing Kings).
    Never,
    /// Exactly what no play can mate (`docs/RULES.md` of the project, section 4).
    Exact,
    /// Cute Chess's list for Makruk.
    CuteChess,
}

/// Which network and which tunables a rule set is played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Profile {
    /// Games won by mate.
    Mate,
    /// Games won by arriving.
    Race,
}

impl Ruleset {
    /// The letter of a man in FEN: upper case for White.
    #[must_use]
    pub fn letter(&self, kind: Kind, color: Color) -> Option<char> {
        let letter = self.letters[kind.index()]?;
        Some(match color {
            Color::White => letter,
            Color::Black => letter.to_ascii_lowercase(),
        })
    }

    /// The kind that a letter names, in either case.
    #[must_use]
    pub fn kind_of(&self, letter: char) -> Option<Kind> {
        let letter = letter.to_ascii_uppercase();
        Kind::ALL.into_iter().find(|kind| self.letters[kind.index()] == Some(letter))
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
