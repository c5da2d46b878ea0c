//! The marks of men that were pawns: `M~`. They say nothing about how a man moves, so positions do not keep them.

use khun_board::geometry::{Bitboard, Square};
use khun_board::position::{Game, Move};

const MARK: char = '~';

/// Where men that were pawns stand.
#[derive(Clone, Copy)]
pub struct Promoted(Bitboard);

impl Promoted {
    /// As a FEN marks them.
    pub fn of(fen: &str) -> Self {
        let mut marked = Bitboard::EMPTY;
        walk(fen, |letter, square| {
            if letter == MARK {
                marked = marked.with(square);
            }
        });
        Self(marked)
    }

    /// After a game that began with a FEN.
    pub fn after(fen: &str, game: &Game) -> Self {
        game.moves().iter().fold(Self::of(fen), |promoted, &mv| promoted.played(mv))
    }

    /// After a move.
    pub fn played(self, mv: Move) -> Self {
        let others = self.0.without(mv.from()).without(mv.to());
        let was_pawn = self.has(mv.from()) || mv.promotion().is_some();
        Self(if was_pawn { others.with(mv.to()) } else { others })
    }

    pub fn has(self, square: Square) -> bool {
        self.0.has(square)
    }

    /// A FEN with the marks.
    pub fn mark(self, fen: &str) -> String {
        let mut text = String::with_capacity(fen.len() + 8);
        let rest = walk(fen, |letter, square| {
            text.push(letter);
            if letter.is_ascii_alphabetic() && self.has(square) {
                text.push(MARK);
            }
        });
        text + rest
    }
}

/// Visits the letters of a FEN's first field, each with the square of the man that it or the letter before it stands for;
/// the rest of the text.
fn walk(fen: &str, mut visit: impl FnMut(char, Square)) -> &str {
    let end = fen.find(' ').unwrap_or(fen.len());
    let (mut file, mut rank) = (0, 7);
    let mut man = Square::masked(0);
    for letter in fen[..end].chars() {
        match letter {
            '/' => (file, rank) = (0, rank - 1),
            '1'..='8' => file += letter as i32 - '0' as i32,
            MARK => {}
            _ => {
                man = Square::masked((8 * rank + file).cast_unsigned());
                file += 1;
            }
        }
        visit(letter, man);
    }
    &fen[end..]
}
