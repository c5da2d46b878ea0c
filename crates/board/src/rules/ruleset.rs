//! What a variant is: one immutable, validated value that every floor above asks.

use std::fmt;

use bitflags::bitflags;

use crate::board::{Gait, Kind, Kinds, Letters};
use crate::geometry::Bitboard;
use crate::rules::choice::Choice;
use crate::rules::counting::Counting;
use crate::rules::dead::{DeadMaterial, DeadSets};

/// A rule set: everything in which the variants differ. Made from a rules file by [`crate::rules::ini`], never changed
/// after, and handed around as [`Rules`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruleset {
    /// The section's name, as `UCI_Variant` gives it.
    pub name: String,
    /// The letter of each kind of man.
    pub letters: Letters,
    /// How the man in the met's role moves.
    pub met: Gait,
    /// How the man in the khon's role moves.
    pub khon: Gait,
    /// The start position, in Fairy-Stockfish's FEN form.
    pub start_fen: String,
    /// Squares on which a pawn of each colour promotes, at once and always: whole ranks, from the first one where it
    /// does to the last of the board, so that no pawn may ever stand there. Empty in a game without pawns.
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
    /// What follows from all this; also keeps a rule set from being made up field by field elsewhere.
    pub(in crate::rules) derived: Derived,
}

/// What is worked out once from the other fields, when a rule set is concluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::rules) struct Derived {
    family: Family,
    dead: DeadSets,
}

impl Derived {
    /// Nothing known yet: what [`Ruleset::concluded`] replaces.
    pub(in crate::rules) const PENDING: Self = Self { family: Family::Custom, dead: DeadSets::empty() };
}

/// The families that the move generator knows by heart; everything else it looks up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Makruk's men and moves: fers and silver general, promotion on the sixth rank to a met only, checks as in chess,
    /// no privileges, no goal.
    Makruk,
    /// Racing Kings': queen and bishop, no pawns, no checks, both kings run to rank 8, Black has the last move.
    Race,
    /// Anything else.
    Custom,
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

impl Leaps {
    /// The kinds that have a privilege to lose.
    pub fn leapers(self) -> impl Iterator<Item = Kind> {
        let king = self.intersects(Self::KING_ASIDE | Self::SUT_KHUN).then_some(Kind::King);
        let met = self.intersects(Self::MET_AHEAD | Self::SUT_MET).then_some(Kind::Met);
        king.into_iter().chain(met)
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

impl Choice for Stalemate {
    const NAMES: &'static [(&'static str, Self)] = &[("draw", Self::Draw), ("loss", Self::Loss), ("win", Self::Win)];
}

/// Which network and which tunables a rule set is played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Profile {
    /// Games won by mate.
    Mate,
    /// Games won by arriving.
    Race,
}

impl Choice for Profile {
    const NAMES: &'static [(&'static str, Self)] = &[("mate", Self::Mate), ("race", Self::Race)];
}

impl Ruleset {
    /// Two kings and no other rule: what there is to play when not a single rule set is loaded.
    pub(in crate::rules) fn two_kings() -> Self {
        let mut letters = [None; 6];
        letters[Kind::King.index()] = Some('K');
        let ruleset = Self {
            name: "kings".into(),
            letters: Letters::new(letters),
            met: Gait::Fers,
            khon: Gait::Silver,
            start_fen: "4k3/8/8/8/8/8/8/4K3 w - - 0 1".into(),
            promotion_region: [Bitboard::EMPTY; 2],
            promotion_targets: Kinds::empty(),
            checks: Checks::Allowed,
            goal: None,
            leaps: Leaps::empty(),
            counting: None,
            n_move: None,
            n_fold: None,
            stalemate: Stalemate::Draw,
            dead: DeadMaterial::Exact,
            profile: Profile::Mate,
            derived: Derived::PENDING,
        };
        ruleset.concluded()
    }

    /// Which of the generator's families this is.
    #[must_use]
    pub const fn family(&self) -> Family {
        self.derived.family
    }

    /// Whether a move may attack the enemy king.
    #[must_use]
    pub fn allows_checks(&self) -> bool {
        self.checks != Checks::Forbidden
    }

    /// Whether a bare-king ending of rooks, khons, knights and mets goes as in Makruk, its count apart: the same moves
    /// and mates, a stalemate is a draw, and no other rule ends the game meanwhile.
    #[must_use]
    pub fn has_plain_endings(&self) -> bool {
        self.family() == Family::Makruk && self.stalemate == Stalemate::Draw && self.n_move.is_none()
    }

    /// Whether these men end the game at once, because nobody can win any more or because the rule set says so:
    /// `kinds[kind.index()]` are the men of a kind, of both sides. A mate on the board comes first.
    #[must_use]
    #[inline]
    pub fn is_dead(&self, kinds: &[Bitboard; 6]) -> bool {
        self.derived.dead.hold(kinds)
    }

    /// The rule set with what follows from its fields worked out.
    pub(in crate::rules) fn concluded(mut self) -> Self {
        self.derived = Derived { family: self.recognise(), dead: self.dead_sets() };
        self
    }

    /// Which material is dead under these rules.
    ///
    /// The sets hold for men that move as in Makruk and for mates as in chess; there, enumerating every position with
    /// a king in check found no mate in them and a mate in each of their neighbours. A lone pawn is dead where it can
    /// only become a fers, since it attacks less than one. A rule that mates more easily takes the sets away that it
    /// may bring to life: where a checked king may not flee, every knight's check mates, and so does a guarded met's.
    fn dead_sets(&self) -> DeadSets {
        if self.goal.is_some() {
            return DeadSets::empty();
        }
        match self.dead {
            DeadMaterial::Never => DeadSets::empty(),
            DeadMaterial::CuteChess => DeadSets::CUTE_CHESS,
            // Without a met in the way kings can neither mate nor stalemate each other, whatever those are worth.
            DeadMaterial::Exact if self.checks != Checks::Allowed || self.stalemate != Stalemate::Draw => {
                DeadSets::BARE_KINGS
            }
            DeadMaterial::Exact => {
                let mets = self.met == Gait::Fers;
                let pawn = mets && Kinds::MET.contains(self.promotion_targets);
                let mut sets = DeadSets::BARE_KINGS | DeadSets::LONE_KNIGHT;
                sets.set(DeadSets::METS_OF_ONE_COLOUR, mets);
                sets.set(DeadSets::LONE_PAWN, pawn);
                sets
            }
        }
    }

    fn recognise(&self) -> Family {
        let has_pawns = self.letters.has(Kind::Pawn);
        let makruk = self.met == Gait::Fers
            && self.khon == Gait::Silver
            && self.checks == Checks::Allowed
            && self.goal.is_none()
            && (!has_pawns || self.promotion_targets == Kinds::MET)
            && (!has_pawns || self.promotion_region == SIXTH_RANK_ON);
        let race = self.met == Gait::Queen
            && self.khon == Gait::Bishop
            && self.checks == Checks::Forbidden
            && !has_pawns
            && self.goal == Some(Goal { region: LAST_RANK, last_move: true });
        match (self.leaps.is_empty(), makruk, race) {
            (true, true, _) => Family::Makruk,
            (true, _, true) => Family::Race,
            _ => Family::Custom,
        }
    }
}

/// Rank 6 and beyond for White, rank 3 and beyond for Black.
const SIXTH_RANK_ON: [Bitboard; 2] = [Bitboard(0xFFFF_FF00_0000_0000), Bitboard(0x0000_0000_00FF_FFFF)];
/// Rank 8.
const LAST_RANK: Bitboard = Bitboard(0xFF00_0000_0000_0000);

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
