//! The limits of the counts, and what they go by.

use std::fmt;

use crate::board::{Kind, Men};
use crate::geometry::Color;
use crate::rules::choice::Choice;

/// Which limits hold, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Table {
    /// 64 moves under board's honour; 8, 16, 22, 32, 44 or 64 against a bare king.
    Makruk,
    /// One lower each; board's honour only for a side with at most three men, but then pawns or not.
    Cambodian,
    /// Only against a bare king: 16 with a rook, 44 with a khon, 64 with a knight.
    Asean,
}

/// A rule set may go without any count.
impl Choice for Option<Table> {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("none", None),
        ("makruk", Some(Table::Makruk)),
        ("cambodian", Some(Table::Cambodian)),
        ("asean", Some(Table::Asean)),
    ];
}

/// What the limit of a count goes by: what was on the board when it began. Later captures do not change a standing count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Basis {
    /// Board's honour: no pawn is left.
    NoPawn,
    /// Board's honour of Ouk: a side has at most three men.
    ThreeMen,
    /// Two rooks.
    TwoRooks,
    /// One rook.
    Rook,
    /// Two khons and no rook.
    TwoKhons,
    /// Two knights and no rook.
    TwoKnights,
    /// One khon and no rook.
    Khon,
    /// A knight and neither rook nor khon.
    Knight,
    /// Neither rook nor khon: at most one knight, and mets.
    Rest,
}

impl Choice for Basis {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("no-pawn", Self::NoPawn),
        ("three-men", Self::ThreeMen),
        ("two-rooks", Self::TwoRooks),
        ("rook", Self::Rook),
        ("two-khons", Self::TwoKhons),
        ("two-knights", Self::TwoKnights),
        ("khon", Self::Khon),
        ("knight", Self::Knight),
        ("rest", Self::Rest),
    ];
}

/// In words: what is on the board under board's honour, what the stronger side has under pieces' honour.
impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoPawn => "no pawn is left",
            Self::ThreeMen => "a side has at most three men",
            Self::TwoRooks => "two rooks",
            Self::Rook => "one rook",
            Self::TwoKhons => "two khons and no rook",
            Self::TwoKnights => "two knights and no rook",
            Self::Khon => "one khon and no rook",
            Self::Knight => "a knight and neither rook nor khon",
            Self::Rest => "neither rook nor khon",
        })
    }
}

/// A row of the limits against a bare king: the limit in [`Unit`]s, what the stronger side has, and whether so many rooks,
/// khons and knights are that.
type Row = (u16, Basis, fn(rooks: u8, khons: u8, knights: u8) -> bool);

/// Makruk's limits against a bare king: the first row that fits holds.
const MAKRUK_ROWS: [Row; 6] = [
    (8, Basis::TwoRooks, |rooks, _, _| rooks >= 2),
    (16, Basis::Rook, |rooks, _, _| rooks == 1),
    (22, Basis::TwoKhons, |_, khons, _| khons >= 2),
    (32, Basis::TwoKnights, |_, _, knights| knights >= 2),
    (44, Basis::Khon, |_, khons, _| khons == 1),
    (64, Basis::Rest, |_, _, _| true),
];

/// The ASEAN limits against a bare king: more than one rook or khon counts as one.
const ASEAN_ROWS: [Row; 3] = [
    (16, Basis::Rook, |rooks, _, _| rooks >= 1),
    (44, Basis::Khon, |_, khons, _| khons >= 1),
    (64, Basis::Knight, |_, _, knights| knights >= 1),
];

impl Table {
    /// The limits against a bare king, in [`Unit`](super::Unit)s, and what each goes by, which is what the stronger side
    /// has: the first that fits holds.
    pub fn bare_king_limits(self) -> impl Iterator<Item = (Basis, u16)> {
        self.rows().iter().map(move |&(limit, basis, _)| (basis, limit - self.shortening()))
    }

    const fn rows(self) -> &'static [Row] {
        match self {
            Self::Makruk | Self::Cambodian => &MAKRUK_ROWS,
            Self::Asean => &ASEAN_ROWS,
        }
    }

    /// By how much the limits are lower than the rows say.
    const fn shortening(self) -> u16 {
        match self {
            Self::Makruk | Self::Asean => 0,
            Self::Cambodian => 1,
        }
    }

    /// The limit against a bare king, in [`Unit`]s.
    pub(super) fn against_bare_king(self, men: &Men, stronger: Color) -> Option<u16> {
        let [rooks, khons, knights] = [Kind::Rook, Kind::Khon, Kind::Knight].map(|kind| men.of(stronger, kind));
        let row = self.rows().iter().find(|(_, _, fits)| fits(rooks, khons, knights));
        row.map(|(limit, ..)| limit - self.shortening())
    }

    /// The limit under board's honour, in [`Unit`]s, where there is such a count.
    pub(super) const fn longest_on_board(self) -> Option<u16> {
        match self {
            Self::Makruk | Self::Cambodian => Some(64 - self.shortening()),
            Self::Asean => None,
        }
    }

    /// The limit under board's honour, in [`Unit`]s, where the side to move may count.
    pub(super) fn board_honour(self, men: &Men, to_move: Color) -> Option<u16> {
        let may_count = match self {
            Self::Makruk => !men.has_pawns(),
            Self::Cambodian => men.side(to_move) <= 3,
            Self::Asean => false,
        };
        self.longest_on_board().filter(|_| may_count)
    }

    /// The longest limit there is, in [`Unit`]s.
    pub(super) const fn longest(self) -> u16 {
        64 - self.shortening()
    }
}
