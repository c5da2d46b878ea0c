//! The men on the board.

use crate::board::{Kind, Men, Piece};
use crate::geometry::{Bitboard, Color, Square};

/// The men on the board and nothing else: six sets by kind and two by colour, one cache line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(align(64))]
pub struct Board {
    kinds: [Bitboard; 6],
    colors: [Bitboard; 2],
}

impl Board {
    /// A board without men.
    pub const EMPTY: Self = Self { kinds: [Bitboard::EMPTY; 6], colors: [Bitboard::EMPTY; 2] };

    /// Where men of this kind stand, of both sides.
    #[must_use]
    #[inline]
    pub const fn kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// Where men of each kind stand, by [`Kind::index`].
    #[must_use]
    #[inline]
    pub const fn kinds(&self) -> &[Bitboard; 6] {
        &self.kinds
    }

    /// Where a side's men stand.
    #[must_use]
    #[inline]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// Where a side's men of this kind stand.
    #[must_use]
    #[inline]
    pub const fn of(&self, color: Color, kind: Kind) -> Bitboard {
        Bitboard(self.kinds[kind.index()].0 & self.colors[color.index()].0)
    }

    /// All occupied squares.
    #[must_use]
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.colors[0].0 | self.colors[1].0)
    }

    /// A side's king. (Every board that a position holds has one king a side.)
    #[must_use]
    #[inline]
    pub const fn king(&self, color: Color) -> Square {
        self.of(color, Kind::King).king_square()
    }

    /// The kind of the man on a square.
    #[must_use]
    #[inline]
    pub fn kind_at(&self, square: Square) -> Option<Kind> {
        if self.occupied().has(square) { Some(self.kind_of_man(square)) } else { None }
    }

    /// The kind of the man on a square that is known to be occupied (king of an empty square).
    #[inline]
    pub(crate) fn kind_of_man(&self, square: Square) -> Kind {
        Kind::ALL[..5].iter().copied().find(|kind| self.kind(*kind).has(square)).unwrap_or(Kind::King)
    }

    /// The man on a square.
    #[must_use]
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let kind = self.kind_at(square)?;
        let color = if self.color(Color::White).has(square) { Color::White } else { Color::Black };
        Some(Piece { color, kind })
    }

    /// All men with their squares, a1 to h8.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// How many men of each kind each side has.
    #[must_use]
    pub fn men(&self) -> Men {
        Men(Color::ALL.map(|color| Kind::ALL.map(|kind| self.of(color, kind).len() as u8)))
    }

    /// Puts a man on an empty square.
    pub const fn put(&mut self, square: Square, piece: Piece) {
        let kind = &mut self.kinds[piece.kind.index()];
        *kind = kind.with(square);
        let color = &mut self.colors[piece.color.index()];
        *color = color.with(square);
    }

    /// Takes whatever stands on a square off the board.
    #[inline]
    pub fn clear(&mut self, square: Square) {
        let others = !Bitboard::of(square);
        self.kinds.iter_mut().chain(&mut self.colors).for_each(|set| *set &= others);
    }

    /// The board after a man of `mover` and `kind` went from one square to another, takes what stands there, and
    /// becomes `becomes`.
    #[must_use]
    #[inline]
    pub fn after(&self, mover: Color, kind: Kind, from: Square, to: Square, becomes: Kind) -> Self {
        let mut board = *self;
        let arrival = Bitboard::of(to);
        if self.colors[mover.other().index()].meets(arrival) {
            board.kinds.iter_mut().for_each(|set| *set &= !arrival);
            board.colors[mover.other().index()] &= !arrival;
        }
        board.colors[mover.index()] ^= Bitboard::of(from) | arrival;
        board.kinds[kind.index()] ^= Bitboard::of(from);
        board.kinds[becomes.index()] ^= arrival;
        board
    }

    /// The board seen in a mirror: left and right changed.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self { kinds: self.kinds.map(Bitboard::flip_file), colors: self.colors.map(Bitboard::flip_file) }
    }

    /// The board turned upside down: ranks changed.
    #[must_use]
    pub fn upside_down(&self) -> Self {
        Self { kinds: self.kinds.map(Bitboard::flip_rank), colors: self.colors.map(Bitboard::flip_rank) }
    }

    /// The board with White's men made Black's and Black's White's.
    #[must_use]
    pub const fn colors_swapped(&self) -> Self {
        let [white, black] = self.colors;
        Self { kinds: self.kinds, colors: [black, white] }
    }
}
