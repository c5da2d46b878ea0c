//! Where a man attacks: leapers from const tables, sliders without magic multiplications.
//!
//! Sliders come in two forms with one meaning. [`hyperbola`] needs no memory to speak of (o ^ (o − 2r) along the file,
//! a 512-byte table along the rank); `pext` looks up tables that the CPU's bit extraction indexes. Where the build
//! has BMI2 the second serves, elsewhere the first.

use crate::geometry::{Bitboard, Color, Square};

pub mod hyperbola;
#[cfg(target_feature = "bmi2")]
pub mod pext;
pub mod walk;

use walk::{BISHOP_STEPS, ROOK_STEPS, walk};

/// The slider attacks in use: `pext` where the build has BMI2, else [`hyperbola`]. With the second in its place perft
/// took 1.2 times as long in Makruk and 1.5 times in Racing Kings (AMD Zen 5); `benches/attacks.rs` compares them alone.
#[cfg(not(target_feature = "bmi2"))]
use hyperbola as slider;
#[cfg(target_feature = "bmi2")]
use pext as slider;

type Table = [Bitboard; 64];

/// Steps (files, ranks) of each leaper, White's where the sides differ.
const KING: [(i8, i8); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
const KNIGHT: [(i8, i8); 8] = [(-1, -2), (1, -2), (-2, -1), (2, -1), (-2, 1), (2, 1), (-1, 2), (1, 2)];
const FERS: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
const SILVER: [(i8, i8); 5] = [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, 1)];
const PAWN: [(i8, i8); 2] = [(-1, 1), (1, 1)];

const fn leaper(steps: &[(i8, i8)], color: Color) -> Table {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut step = 0;
        while step < steps.len() {
            let (files, ranks) = steps[step];
            let ranks = match color {
                Color::White => ranks,
                Color::Black => -ranks,
            };
            if let Some(to) = Square::masked(from as u32).offset(files, ranks) {
                table[from] = table[from].with(to);
            }
            step += 1;
        }
        from += 1;
    }
    table
}

const fn both(steps: &[(i8, i8)]) -> [Table; 2] {
    [leaper(steps, Color::White), leaper(steps, Color::Black)]
}

static KING_ATTACKS: Table = leaper(&KING, Color::White);
static KNIGHT_ATTACKS: Table = leaper(&KNIGHT, Color::White);
static FERS_ATTACKS: Table = leaper(&FERS, Color::White);
static SILVER_ATTACKS: [Table; 2] = both(&SILVER);
static PAWN_ATTACKS: [Table; 2] = both(&PAWN);

/// Squares one step away.
#[must_use]
#[inline]
pub fn king(from: Square) -> Bitboard {
    KING_ATTACKS[from.index()]
}

/// Squares a (1,2) leap away.
#[must_use]
#[inline]
pub fn knight(from: Square) -> Bitboard {
    KNIGHT_ATTACKS[from.index()]
}

/// Squares one diagonal step away.
#[must_use]
#[inline]
pub fn fers(from: Square) -> Bitboard {
    FERS_ATTACKS[from.index()]
}

/// Squares one diagonal step or one step straight ahead away, as `color` sees it. A silver general of `color` on `a`
/// attacks `b` exactly when one of the other colour on `b` attacks `a`.
#[must_use]
#[inline]
pub fn silver(color: Color, from: Square) -> Bitboard {
    SILVER_ATTACKS[color.index()][from.index()]
}

/// Squares one diagonal step ahead, as `color` sees it.
#[must_use]
#[inline]
pub fn pawn(color: Color, from: Square) -> Bitboard {
    PAWN_ATTACKS[color.index()][from.index()]
}

/// Squares that a rook attacks: along rank and file up to and including the first occupied one.
#[must_use]
#[inline]
pub fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    slider::rook(from, occupied)
}

/// Squares that a bishop attacks: along the diagonals up to and including the first occupied one.
#[must_use]
#[inline]
pub fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    slider::bishop(from, occupied)
}

/// [`rook`] and [`bishop`] together.
#[must_use]
#[inline]
pub fn queen(from: Square, occupied: Bitboard) -> Bitboard {
    rook(from, occupied) | bishop(from, occupied)
}

const fn rays(steps: &[(i8, i8); 4]) -> Table {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        table[from] = walk(Square::masked(from as u32), Bitboard::EMPTY, steps);
        from += 1;
    }
    table
}

static ROOK_RAYS: Table = rays(&ROOK_STEPS);
static BISHOP_RAYS: Table = rays(&BISHOP_STEPS);

/// Squares that a rook attacks on an empty board.
#[must_use]
#[inline]
pub fn rook_rays(from: Square) -> Bitboard {
    ROOK_RAYS[from.index()]
}

/// Squares that a bishop attacks on an empty board.
#[must_use]
#[inline]
pub fn bishop_rays(from: Square) -> Bitboard {
    BISHOP_RAYS[from.index()]
}

/// For each pair of squares on one rank, file or diagonal: those strictly between, or the whole line.
const fn pairs(whole_line: bool) -> [Table; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let a = Square::masked(from as u32);
        let mut direction = 0;
        while direction < 8 {
            let (files, ranks) = if direction < 4 { ROOK_STEPS[direction] } else { BISHOP_STEPS[direction - 4] };
            let mut line = Bitboard::of(a);
            let mut square = a;
            while let Some(next) = square.offset(files, ranks) {
                line = line.with(next);
                square = next;
            }
            square = a;
            while let Some(next) = square.offset(-files, -ranks) {
                line = line.with(next);
                square = next;
            }
            let mut between = Bitboard::EMPTY;
            square = a;
            while let Some(next) = square.offset(files, ranks) {
                table[from][next.index()] = if whole_line { line } else { between };
                between = between.with(next);
                square = next;
            }
            direction += 1;
        }
        from += 1;
    }
    table
}

static BETWEEN: [Table; 64] = pairs(false);
static LINE: [Table; 64] = pairs(true);

/// Squares strictly between two squares of one rank, file or diagonal; none of any other pair.
#[must_use]
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole rank, file or diagonal through two squares; none of a pair that shares none.
#[must_use]
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

/// Squares that a set of knights attacks.
#[must_use]
#[inline]
pub const fn knights(set: Bitboard) -> Bitboard {
    let (one, two) = (Bitboard(set.east().0 | set.west().0), Bitboard(set.east().east().0 | set.west().west().0));
    Bitboard(one.0 << 16 | one.0 >> 16 | two.0 << 8 | two.0 >> 8)
}

/// Squares that a set of mets attacks.
#[must_use]
#[inline]
pub const fn ferses(set: Bitboard) -> Bitboard {
    let sides = set.east().0 | set.west().0;
    Bitboard(sides << 8 | sides >> 8)
}

/// Squares that a set of khons attacks.
#[must_use]
#[inline]
pub const fn silvers(color: Color, set: Bitboard) -> Bitboard {
    Bitboard(ferses(set).0 | set.ahead(color).0)
}

/// Squares that a set of pawns attacks.
#[must_use]
#[inline]
pub const fn pawns(color: Color, set: Bitboard) -> Bitboard {
    Bitboard(set.east().0 | set.west().0).ahead(color)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sliders_reach_what_walking_reaches(from in 0u8..64, a: u64, b: u64) {
            let from = Square::new(from).expect("on the board");
            for occupied in [Bitboard(a), Bitboard(a & b), Bitboard(a | b)] {
                let rook_walk = walk(from, occupied, &ROOK_STEPS);
                let bishop_walk = walk(from, occupied, &BISHOP_STEPS);
                prop_assert_eq!(rook(from, occupied), rook_walk);
                prop_assert_eq!(bishop(from, occupied), bishop_walk);
                prop_assert_eq!(hyperbola::rook(from, occupied), rook_walk);
                prop_assert_eq!(hyperbola::bishop(from, occupied), bishop_walk);
            }
        }

        #[test]
        fn a_set_attacks_what_its_members_attack(set: u64, thin: u64) {
            let set = Bitboard(set & thin);
            let union = |attack: &dyn Fn(Square) -> Bitboard| set.fold(Bitboard::EMPTY, |all, from| all | attack(from));
            prop_assert_eq!(knights(set), union(&knight));
            prop_assert_eq!(ferses(set), union(&fers));
            for color in Color::ALL {
                prop_assert_eq!(silvers(color, set), union(&|from| silver(color, from)));
                prop_assert_eq!(pawns(color, set), union(&|from| pawn(color, from)));
            }
        }
    }

    #[test]
    fn between_and_line_agree_with_rays() {
        for (a, b) in Square::all().flat_map(|a| Square::all().map(move |b| (a, b))) {
            let aligned = a != b && (rook_rays(a) | bishop_rays(a)).has(b);
            assert_eq!(!line(a, b).is_empty(), aligned);
            if aligned {
                let blocked = Bitboard::of(a).with(b);
                let meet = if rook_rays(a).has(b) {
                    rook(a, blocked) & rook(b, blocked)
                } else {
                    bishop(a, blocked) & bishop(b, blocked)
                };
                assert_eq!(between(a, b), meet & line(a, b));
            }
        }
    }
}
