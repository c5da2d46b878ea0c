//! Kinds of men and how they move.

use bitflags::bitflags;

use crate::geometry::Color;

/// The six roles on the board. A rule set gives each its letter and says how the met and the khon move, so that a
/// board is six sets of squares whatever is played: Racing Kings' queen stands in the met's role and its bishop in the
/// khon's (as in the ASEAN rules, which write `Q` for the met and `B` for the khon).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Kind {
    /// Bia: one step ahead, captures one step diagonally ahead.
    Pawn,
    /// Met, or what stands in its place: see [`Gait`].
    Met,
    /// Khon, or what stands in its place: see [`Gait`].
    Khon,
    /// Ma: the (1,2) leap.
    Knight,
    /// Rua: any distance on rank or file.
    Rook,
    /// Khun: one step any way.
    King,
}

impl Kind {
    /// All six, in index order.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Met, Self::Khon, Self::Knight, Self::Rook, Self::King];

    /// 0 (pawn) to 5 (king).
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// How a man moves and captures, for the roles where variants differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gait {
    /// One step diagonally (Makruk's met).
    Fers,
    /// One step diagonally or one straight ahead (Makruk's khon).
    Silver,
    /// Any distance diagonally.
    Bishop,
    /// Any distance diagonally or straight.
    Queen,
    /// As rook, knight and fers together (Ai-Wok's piece).
    RookKnightFers,
}

/// A man: whose and of what kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// Its role.
    pub kind: Kind,
}

bitflags! {
    /// A set of kinds.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Kinds: u8 {
        /// [`Kind::Pawn`].
        const PAWN = 1 << Kind::Pawn as u8;
        /// [`Kind::Met`].
        const MET = 1 << Kind::Met as u8;
        /// [`Kind::Khon`].
        const KHON = 1 << Kind::Khon as u8;
        /// [`Kind::Knight`].
        const KNIGHT = 1 << Kind::Knight as u8;
        /// [`Kind::Rook`].
        const ROOK = 1 << Kind::Rook as u8;
        /// [`Kind::King`].
        const KING = 1 << Kind::King as u8;
    }
}

impl Kinds {
    /// The set of one kind.
    #[must_use]
    pub const fn of(kind: Kind) -> Self {
        Self::from_bits_truncate(1 << kind as u8)
    }
}
