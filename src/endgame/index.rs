//! Which endings there are, and where each of their positions stands in its table.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

use khun_board::board::{Kind, placement};
use khun_board::geometry::{Bitboard, Color, Square, attacks};

/// The most men that the stronger side has beside its king.
pub const MOST_MEN: usize = 3;

/// Number of squares where the stronger side's king may stand once the board is mirrored: files a to d.
pub const KING_SQUARES: usize = 32;

/// The kinds that occur, in the order in which an army names its men.
const ORDER: [Kind; 4] = [Kind::Rook, Kind::Khon, Kind::Knight, Kind::Met];
const LETTERS: [char; 4] = ['R', 'S', 'N', 'M'];

/// The squares of the stronger side's men, kind by kind in the army's order, ascending within a kind.
pub type MenSquares = ArrayVec<Square, MOST_MEN>;

/// What the stronger side has beside its king: one to three of rook, khon, knight and met.
///
/// ```
/// use khun::endgame::Army;
/// let army: Army = "NSR".parse().unwrap();
/// assert_eq!(army.to_string(), "RSN");
/// assert!("RP".parse::<Army>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Army([u8; 4]);

/// A text that names no army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAnArmy(String);

impl fmt::Display for NotAnArmy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no ending: one to three letters of R, S, N, M are, such as RS or SMM", self.0)
    }
}

impl std::error::Error for NotAnArmy {}

impl Army {
    /// Number of values of [`Army::slot`].
    pub const SLOTS: usize = 256;

    /// The army with so many rooks, khons, knights and mets; `None` unless they are one to three men together.
    #[must_use]
    pub fn new(counts: [u8; 4]) -> Option<Self> {
        let total: usize = counts.iter().map(|&count| usize::from(count)).sum();
        (1..=MOST_MEN).contains(&total).then_some(Self(counts))
    }

    /// Every army of this many men, R before S before N before M.
    #[must_use]
    pub fn all_of(size: usize) -> Vec<Self> {
        fn extend(counts: [u8; 4], first: usize, left: usize, found: &mut Vec<Army>) {
            if left == 0 {
                found.extend(Army::new(counts));
                return;
            }
            for kind in first..4 {
                let mut more = counts;
                more[kind] += 1;
                extend(more, kind, left - 1, found);
            }
        }
        let mut found = Vec::new();
        extend([0; 4], 0, size.min(MOST_MEN), &mut found);
        found
    }

    /// Number of men beside the king, 1 to 3.
    #[must_use]
    pub fn size(self) -> usize {
        self.0.iter().map(|&count| usize::from(count)).sum()
    }

    /// The men's kinds in order.
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        ORDER.into_iter().zip(self.0).flat_map(|(kind, count)| std::iter::repeat_n(kind, usize::from(count)))
    }

    /// The army without its n-th man; `None` when that leaves a bare king.
    #[must_use]
    pub fn without(self, man: usize) -> Option<Self> {
        let mut counts = self.0;
        let kind = self.kinds().nth(man)?;
        let place = ORDER.iter().position(|&other| other == kind)?;
        counts[place] -= 1;
        Self::new(counts)
    }

    /// A number below [`Army::SLOTS`] that no other army has.
    #[must_use]
    pub const fn slot(self) -> usize {
        let [rooks, khons, knights, mets] = self.0;
        (rooks as usize & 3) << 6 | (khons as usize & 3) << 4 | (knights as usize & 3) << 2 | (mets as usize & 3)
    }

    /// Rooks, khons, knights, mets.
    #[must_use]
    pub const fn counts(self) -> [u8; 4] {
        self.0
    }

    /// Number of placements of the stronger side, its king on files a to d, men of one kind not told apart.
    #[must_use]
    pub fn placements(self) -> usize {
        self.0.iter().fold(KING_SQUARES, |total, &count| total * choose(64, usize::from(count)))
    }

    /// The number of a placement, below [`Army::placements`]. The king stands on files a to d.
    #[must_use]
    pub fn index(self, king: Square, men: &[Square]) -> usize {
        let mut index = king_number(king);
        let mut men = men;
        for &count in &self.0 {
            let (group, rest) = men.split_at(usize::from(count).min(men.len()));
            men = rest;
            // The combinatorial number system: ascending squares a < b < c number C(a,1) + C(b,2) + C(c,3).
            let rank: usize = group.iter().enumerate().map(|(i, square)| choose(square.index(), i + 1)).sum();
            index = index * choose(64, group.len()) + rank;
        }
        index
    }

    /// The placement that a number below [`Army::placements`] stands for.
    #[must_use]
    pub fn placement(self, index: usize) -> (Square, MenSquares) {
        let mut index = index;
        let mut ranks = [0; 4];
        for (rank, &count) in ranks.iter_mut().zip(&self.0).rev() {
            let size = choose(64, usize::from(count));
            *rank = index % size;
            index /= size;
        }
        let mut men = MenSquares::new();
        for (mut rank, &count) in ranks.into_iter().zip(&self.0) {
            let start = men.len();
            for place in (1..=usize::from(count)).rev() {
                let square = (0..64).rev().find(|&square| choose(square, place) <= rank).unwrap_or(0);
                rank -= choose(square, place);
                men.insert(start, Square::masked(square as u32));
            }
        }
        (king_square(index), men)
    }
}

/// Binomial coefficient of small numbers.
fn choose(from: usize, taken: usize) -> usize {
    match taken {
        0 => 1,
        1 => from,
        2 => from * from.saturating_sub(1) / 2,
        _ => from * from.saturating_sub(1) * from.saturating_sub(2) / 6,
    }
}

/// The number, below 32, of a square on files a to d.
pub(crate) fn king_number(square: Square) -> usize {
    square.rank().index() * 4 + (square.file().index() & 3)
}

/// The square on files a to d with this number.
pub(crate) fn king_square(number: usize) -> Square {
    Square::masked((number / 4 * 8 + number % 4) as u32)
}

/// Whether a king there makes its table look at the board in the mirror.
pub(crate) fn is_mirrored(king: Square) -> bool {
    king.file().index() > 3
}

impl fmt::Display for Army {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (letter, &count) in LETTERS.iter().zip(&self.0) {
            for _ in 0..count {
                write!(f, "{letter}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for Army {
    type Err = NotAnArmy;

    fn from_str(text: &str) -> Result<Self, NotAnArmy> {
        let mut counts = [0u8; 4];
        for letter in text.chars() {
            let place = LETTERS.iter().position(|&known| known == letter.to_ascii_uppercase());
            let place = place.ok_or_else(|| NotAnArmy(text.to_owned()))?;
            counts[place] = counts[place].saturating_add(1);
        }
        Self::new(counts).ok_or_else(|| NotAnArmy(text.to_owned()))
    }
}

/// A bare-king position as the tables see it: the stronger side is White and its king stands on files a to d.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What the stronger side has beside its king.
    pub army: Army,
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
        let army = Army::new(men.map(|set| set.len().min(255) as u8))?;
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
        Some(Self { army, king: seen(king), men: squares, bare: seen(bare) })
    }

    /// What is left when the bare king captures the n-th man; `None` when that is the last one.
    #[must_use]
    pub fn capture(&self, man: usize) -> Option<Self> {
        let army = self.army.without(man)?;
        let mut men = self.men.clone();
        let bare = men.remove(man);
        Some(Self { army, king: self.king, men, bare })
    }

    /// The position in Makruk FEN, with no count.
    #[must_use]
    pub fn fen(&self, to_move: Color) -> String {
        let mut board = [None; 64];
        board[self.king.index()] = Some('K');
        board[self.bare.index()] = Some('k');
        for (kind, square) in self.army.kinds().zip(&self.men) {
            let place = ORDER.iter().position(|&other| other == kind).unwrap_or(0);
            board[square.index()] = Some(LETTERS[place]);
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
pub(crate) struct Grip {
    /// Squares that they attack, their own men (whom they so protect) among them.
    pub attacked: Bitboard,
    /// Squares where the bare king may be with itself to move: free and not beside the other king.
    pub standing: Bitboard,
    /// Squares where it may be with the stronger side to move: free and not attacked.
    pub resting: Bitboard,
    /// Unprotected men, which it may capture if it gets there.
    pub loose: Bitboard,
}

impl Grip {
    /// Of a placement whose men all stand on squares of their own; `None` where two share one.
    pub fn new(army: Army, king: Square, men: &[Square]) -> Option<Self> {
        let occupied = men.iter().fold(Bitboard::of(king), |set, &man| set.with(man));
        if occupied.len() as usize != men.len() + 1 {
            return None;
        }
        let beside = attacks::king(king);
        let attacked = army.kinds().zip(men).fold(beside, |set, (kind, &man)| set | attacks_of(kind, man, occupied));
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
    fn there_are_as_many_armies_as_issue_6_counts() {
        assert_eq!([1, 2, 3].map(|size| Army::all_of(size).len()), [4, 10, 20]);
    }

    #[test]
    fn placements_and_their_numbers_answer_each_other() {
        for army in ["R", "SM", "NN", "RSM", "SMM", "RRN", "MMM"].map(|text| text.parse::<Army>().unwrap()) {
            for index in (0..army.placements()).step_by(997).chain([army.placements() - 1]) {
                let (king, men) = army.placement(index);
                assert_eq!(army.index(king, &men), index, "{army}");
            }
        }
    }

    #[test]
    fn king_reach_is_the_union_of_the_king_steps() {
        for square in Square::all() {
            let set = Bitboard::of(square).with(Square::masked(square.index() as u32 * 37 + 11));
            let expected = set.fold(Bitboard::EMPTY, |all, from| all | attacks::king(from));
            assert_eq!(king_reach(set), expected);
        }
    }
}
