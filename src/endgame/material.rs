//! Which endings there are, and where each of their placements stands in its table.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

use khun_board::board::Kind;
use khun_board::geometry::Square;

/// The most men that the stronger side has beside its king.
pub const MOST_MEN: usize = 3;

/// Number of squares where the stronger side's king may stand once the board is mirrored: files a to d.
pub const KING_SQUARES: usize = 32;

/// The kinds that occur, in the order in which a material names its men.
const ORDER: [Kind; 4] = [Kind::Rook, Kind::Khon, Kind::Knight, Kind::Met];
const LETTERS: [char; 4] = ['R', 'S', 'N', 'M'];

/// The squares of the stronger side's men, kind by kind in the material's order, ascending within a kind.
pub type MenSquares = ArrayVec<Square, MOST_MEN>;

/// What the stronger side has beside its king: one to three of rook, khon, knight and met.
///
/// ```
/// use khun::endgame::Material;
/// let material: Material = "NSR".parse().unwrap();
/// assert_eq!(material.to_string(), "RSN");
/// assert!("RP".parse::<Material>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material([u8; 4]);

/// A text that names no material.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaterialError(String);

impl fmt::Display for MaterialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no ending: one to three letters of R, S, N, M are, such as RS or SMM", self.0)
    }
}

impl std::error::Error for MaterialError {}

impl Material {
    /// Number of values of [`Material::slot`].
    pub const SLOTS: usize = 256;

    /// The material with so many rooks, khons, knights and mets; `None` unless they are one to three men together.
    #[must_use]
    pub fn new(counts: [u8; 4]) -> Option<Self> {
        let total: usize = counts.iter().map(|&count| usize::from(count)).sum();
        (1..=MOST_MEN).contains(&total).then_some(Self(counts))
    }

    /// Every material of this many men, R before S before N before M.
    #[must_use]
    pub fn all_of(size: usize) -> Vec<Self> {
        fn extend(counts: [u8; 4], first: usize, left: usize, found: &mut Vec<Material>) {
            if left == 0 {
                found.extend(Material::new(counts));
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
        self.groups().flat_map(|(kind, count)| std::iter::repeat_n(kind, count))
    }

    /// The kinds in order, and how many men of each there are.
    pub(crate) fn groups(self) -> impl Iterator<Item = (Kind, usize)> {
        ORDER.into_iter().zip(self.0.map(usize::from))
    }

    /// The material without its n-th man; `None` when that leaves a bare king.
    #[must_use]
    pub fn without(self, man: usize) -> Option<Self> {
        let mut counts = self.0;
        let kind = self.kinds().nth(man)?;
        let place = ORDER.iter().position(|&other| other == kind)?;
        counts[place] -= 1;
        Self::new(counts)
    }

    /// A number below [`Material::SLOTS`] that no other material has.
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

    /// The number of a placement, below [`Material::placements`]. The king stands on files a to d.
    #[must_use]
    pub fn index(self, king: Square, men: &[Square]) -> usize {
        king_number(king) * (self.placements() / KING_SQUARES) + self.men_index(men)
    }

    /// The number of a placement among those with the king on the same square.
    pub(crate) fn men_index(self, men: &[Square]) -> usize {
        let mut men = men;
        let mut index = 0;
        for &count in &self.0 {
            let (group, rest) = men.split_at(usize::from(count));
            men = rest;
            // The combinatorial number system: ascending squares a < b < c number C(a,1) + C(b,2) + C(c,3).
            let rank: usize = group.iter().enumerate().map(|(i, square)| choose(square.index(), i + 1)).sum();
            index = index * choose(64, group.len()) + rank;
        }
        index
    }

    /// Whether the squares of a placement are as tables name them: ascending within a kind.
    #[must_use]
    pub fn names_in_order(self, men: &[Square]) -> bool {
        self.0
            .iter()
            .scan(men, |men, &count| {
                let (group, rest) = men.split_at(usize::from(count));
                *men = rest;
                Some(group.is_sorted_by(|one, other| one < other))
            })
            .all(|ordered| ordered)
    }

    /// The placement that a number below [`Material::placements`] stands for.
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
                let square =
                    (0..64).rev().find(|&square| choose(square, place) <= rank).expect("no square is above rank 0");
                rank -= choose(square, place);
                men.insert(start, Square::masked(square as u32));
            }
        }
        (king_square(index), men)
    }
}

/// The letter by which a material's name calls a kind.
pub(crate) fn letter(kind: Kind) -> char {
    let place = ORDER.iter().position(|&other| other == kind);
    LETTERS[place.expect("endings have rooks, khons, knights and mets only")]
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

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (letter, &count) in LETTERS.iter().zip(&self.0) {
            for _ in 0..count {
                write!(f, "{letter}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<Self, MaterialError> {
        let mut counts = [0u8; 4];
        for letter in text.chars() {
            let place = LETTERS.iter().position(|&known| known == letter.to_ascii_uppercase());
            let place = place.ok_or_else(|| MaterialError(text.to_owned()))?;
            counts[place] = counts[place].saturating_add(1);
        }
        Self::new(counts).ok_or_else(|| MaterialError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_armies_as_issue_6_counts() {
        assert_eq!([1, 2, 3].map(|size| Material::all_of(size).len()), [4, 10, 20]);
    }

    #[test]
    fn placements_and_their_numbers_answer_each_other() {
        for material in ["R", "SM", "NN", "RSM", "SMM", "RRN", "MMM"].map(|text| text.parse::<Material>().unwrap()) {
            for index in (0..material.placements()).step_by(997).chain([material.placements() - 1]) {
                let (king, men) = material.placement(index);
                assert_eq!(material.index(king, &men), index, "{material}");
            }
        }
    }
}
