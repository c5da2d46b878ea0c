//! One position of an ending, as the tables see it.

use arrayvec::ArrayVec;

use crate::endgame::material::{MOST_MEN, Material, MenSquares, is_mirrored, letter};
use khun_board::board::{Kind, placement};
use khun_board::geometry::{Bitboard, Color, Square, attacks};

/// A bare-king position as the tables see it: the stronger side is White and its king stands on files a to d.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What the stronger side has beside its king.
    pub material: Material,
    /// The stronger side's king.
    pub king: Square,
    /// The stronger side's men.
    pub men: MenSquares,
    /// The bare king.
    pub bare: Square,
}

impl Setup {
    /// The position with these men, looked at so that the stronger side is White with its king on files a to d.
    /// `men` holds the stronger side's rooks, khons, knights and mets.
    #[must_use]
    pub fn new(stronger: Color, king: Square, men: [Bitboard; 4], bare: Square) -> Option<Self> {
        let material = Material::new(men.map(|set| set.len().min(255) as u8))?;
        let mirrored = is_mirrored(king);
        let seen = |square: Square| {
            let square = square.relative_to(stronger);
            if mirrored { square.flip_file() } else { square }
        };
        let mut squares = MenSquares::new();
        for set in men {
            let set = if stronger == Color::Black { set.flip_rank() } else { set };
            let set = if mirrored { set.flip_file() } else { set };
            squares.try_extend_from_slice(&set.collect::<ArrayVec<Square, MOST_MEN>>()).ok()?;
        }
        Some(Self { material, king: seen(king), men: squares, bare: seen(bare) })
    }

    /// What is left when the bare king captures the n-th man; `None` when that is the last one.
    #[must_use]
    pub fn capture(&self, man: usize) -> Option<Self> {
        let material = self.material.without(man)?;
        let mut men = self.men.clone();
        let bare = men.remove(man);
        Some(Self { material, king: self.king, men, bare })
    }

    /// The position in Makruk FEN, with no count.
    #[must_use]
    pub fn fen(&self, to_move: Color) -> String {
        let mut board = [None; 64];
        board[self.king.index()] = Some('K');
        board[self.bare.index()] = Some('k');
        for (kind, square) in self.material.kinds().zip(&self.men) {
            board[square.index()] = Some(letter(kind));
        }
        format!("{} {} - - 0 1", placement(|square| board[square.index()]), to_move.letter())
    }
}

/// Where a man of the stronger side, seen as White, attacks.
#[inline]
pub(crate) fn attacks_of(kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        Kind::Rook => attacks::rook(from, occupied),
        Kind::Khon => attacks::silver(Color::White, from),
        Kind::Knight => attacks::knight(from),
        Kind::Met => attacks::fers(from),
        Kind::Pawn | Kind::King => attacks::king(from),
    }
}

/// What the stronger side's placement says about the squares of the bare king, whose own square does not shade the
/// squares behind it: it cannot flee along the line of its checker.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Control {
    /// Squares that they attack, their own men (whom they so protect) among them.
    pub attacked: Bitboard,
    /// Squares where the bare king may be with itself to move: free and not beside the other king.
    pub standing: Bitboard,
    /// Squares where it may be with the stronger side to move: free and not attacked.
    pub resting: Bitboard,
    /// Unprotected men, which it may capture if it gets there.
    pub loose: Bitboard,
}

impl Control {
    /// Of a placement whose men all stand on squares of their own; `None` where two share one.
    pub fn new(material: Material, king: Square, men: &[Square]) -> Option<Self> {
        let occupied = men.iter().fold(Bitboard::of(king), |set, &man| set.with(man));
        if occupied.len() as usize != men.len() + 1 {
            return None;
        }
        let beside = attacks::king(king);
        let mut attacked = beside;
        let mut rest = men;
        for (kind, count) in material.groups() {
            let (group, others) = rest.split_at(count);
            rest = others;
            attacked |= group.iter().fold(Bitboard::EMPTY, |set, &man| set | attacks_of(kind, man, occupied));
        }
        Some(Self {
            attacked,
            standing: !(occupied | beside),
            resting: !(occupied | attacked),
            loose: (occupied & !attacked).without(king),
        })
    }
}

/// The squares from which a king steps onto one of the set.
#[inline]
pub(crate) fn king_reach(set: Bitboard) -> Bitboard {
    let row = set | set.east() | set.west();
    set.east() | set.west() | row.north() | row.south()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn king_reach_is_the_union_of_the_king_steps() {
        for square in Square::all() {
            let set = Bitboard::of(square).with(Square::masked(square.index() as u32 * 37 + 11));
            let expected = set.fold(Bitboard::EMPTY, |all, from| all | attacks::king(from));
            assert_eq!(king_reach(set), expected);
        }
    }
}
