//! Dead positions: material with which nobody can win any more, or with which an arbiter says so.

use bitflags::bitflags;

use crate::board::Kind;
use crate::geometry::Bitboard;
use crate::rules::choice::Choice;

/// Which material ends the game at once, because no mate is possible or because an arbiter says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeadMaterial {
    /// Nothing is ever dead (Racing Kings).
    Never,
    /// Exactly what no play can mate: never a draw where a helpmate exists.
    Exact,
    /// Cute Chess's list for Makruk: it draws some material that can still mate (two mets on both colours), and calls
    /// a lone pawn alive.
    CuteChess,
}

impl Choice for DeadMaterial {
    const NAMES: &'static [(&'static str, Self)] =
        &[("never", Self::Never), ("exact", Self::Exact), ("cutechess", Self::CuteChess)];
}

bitflags! {
    /// The sorts of dead material that a rule set knows, worked out from its men's gaits once.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub(in crate::rules) struct DeadSets: u8 {
        /// Two kings.
        const BARE_KINGS = 1;
        /// A knight and nothing else beside the kings.
        const LONE_KNIGHT = 2;
        /// A pawn and nothing else beside the kings.
        const LONE_PAWN = 4;
        /// Mets of either side that all stand on squares of one colour, and nothing else beside the kings.
        const METS_OF_ONE_COLOUR = 8;
        /// [`DeadMaterial::CuteChess`].
        const CUTE_CHESS = 16;
    }
}

impl DeadSets {
    /// Whether the men on the board are one of these sets.
    #[inline]
    pub(in crate::rules) fn hold(self, kinds: &[Bitboard; 6]) -> bool {
        let of = |kind: Kind| kinds[kind.index()];
        if !(of(Kind::Rook) | of(Kind::Khon)).is_empty() {
            return false;
        }
        let (pawns, mets, knights) = (of(Kind::Pawn), of(Kind::Met), of(Kind::Knight));
        if self.contains(Self::CUTE_CHESS) {
            return pawns.is_empty() && cute_chess_points(mets, knights) < CUTE_CHESS_ENOUGH;
        }
        let set = match (pawns.len(), mets.len(), knights.len()) {
            (0, 0, 0) => Self::BARE_KINGS,
            (0, 0, 1) => Self::LONE_KNIGHT,
            (1, 0, 0) => Self::LONE_PAWN,
            (0, _, 0) if mets.is_subset(Bitboard::DARK) || mets.is_subset(Bitboard::LIGHT) => Self::METS_OF_ONE_COLOUR,
            _ => return false,
        };
        self.contains(set)
    }
}

/// From this many points on Cute Chess takes the material for enough.
const CUTE_CHESS_ENOUGH: u32 = 7;

/// Cute Chess's measure, of both sides together: a knight 4, a met 1, and 2 for each colour of square with mets on it.
fn cute_chess_points(mets: Bitboard, knights: Bitboard) -> u32 {
    let colours = u32::from(mets.meets(Bitboard::DARK)) + u32::from(mets.meets(Bitboard::LIGHT));
    4 * knights.len() + mets.len() + 2 * colours
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Catalogue;

    /// The men of a FEN's first field by kind, of both sides.
    fn kinds(board: &str) -> [Bitboard; 6] {
        let rules = Catalogue::builtin().default_rules();
        let read = crate::board::Placement::read(board, &rules.letters);
        assert_eq!(read.faults, [], "{board}");
        *read.board.kinds()
    }

    fn dead(variant: &str, board: &str) -> bool {
        Catalogue::builtin().find(variant).expect(variant).is_dead(&kinds(board))
    }

    #[test]
    fn makruk_is_dead_exactly_where_enumeration_found_no_mate() {
        for board in [
            "8/8/8/2k5/8/4K3/8/8",
            "8/8/1k6/3K4/8/3N4/8/8",
            "8/8/1k6/3K4/3n4/8/8/8",
            "8/8/1k6/3K4/8/3P4/8/8",
            "8/8/1k6/3K4/8/3M4/8/8",
            "8/8/1k6/3K4/8/3M4/2M~5/3m4",
        ] {
            assert!(dead("makruk", board), "{board}");
        }
        for board in [
            "8/8/1k6/3K4/8/3S4/8/8",
            "8/8/1k6/3K4/8/3MM3/8/8",
            "8/8/1k6/3K4/8/3m1N2/8/8",
            "8/8/1k6/3K4/8/3n1N2/8/8",
            "8/8/1k6/3K4/8/3NN3/8/8",
            "8/8/1k6/3K4/8/3Mm3/8/8",
            "8/8/1k6/3K4/8/3PM3/8/8",
            "8/8/1k6/3K4/8/3PP3/8/8",
            "8/8/1k6/3K4/8/3R4/8/8",
        ] {
            assert!(!dead("makruk", board), "{board}");
        }
    }

    /// Positions and verdicts of Cute Chess's own tests, and its source's examples.
    #[test]
    fn cute_chess_has_its_own_list() {
        for board in ["8/8/6MM/8/8/2K5/k7/8", "8/8/1k6/3K4/8/3N4/8/8", "8/8/1k6/3K4/8/3Mm3/8/8"] {
            assert!(dead("makruk-cutechess", board), "{board}");
        }
        for board in ["8/8/1k6/3K4/8/3P4/8/8", "8/8/1k6/3K4/8/3MMM2/8/8", "8/8/1k6/3K4/8/3mN3/8/8"] {
            assert!(!dead("makruk-cutechess", board), "{board}");
        }
    }

    #[test]
    fn rules_that_mate_more_easily_keep_their_material_alive() {
        let lone_pawn = "8/8/1k6/3K4/8/3P4/8/8";
        assert!(!dead("asean", lone_pawn), "it may become a rook");
        assert!(!dead("ai-wok", lone_pawn), "it becomes an ai-wok");
        assert!(dead("cambodian", lone_pawn));
        for board in ["8/8/1k6/3K4/8/3N4/8/8", "8/8/1k6/3K4/8/3M4/8/8", lone_pawn] {
            assert!(!dead("makpong", board), "{board}");
        }
        assert!(!dead("ai-wok", "8/8/1k6/3K4/8/3M4/8/8"));
        assert!(!dead("racingkings", "8/8/1k6/3K4/8/8/8/8"), "two bare kings race on");
        assert!(dead("makpong", "8/8/1k6/3K4/8/8/8/8"));
    }
}
