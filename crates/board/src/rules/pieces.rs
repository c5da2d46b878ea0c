//! What the generator must know of a rule set, as types: so that the two main games pay for nothing they lack.
//!
//! [`Makruk`] and [`Race`] answer with constants, which the compiler folds into the generator; [`Custom`] reads the
//! rule set. Makruk played as a custom rule set (a section that only adds `sutKhun`) runs perft a quarter as fast,
//! Racing Kings half as fast; some of that is counting by changes, which first-move privileges rule out.

use crate::board::{Board, Gait, Kind, Kinds};
use crate::geometry::{Bitboard, Color, Rank, Square, attacks};
use crate::rules::ruleset::{Checks, Goal, Leaps, Ruleset};

/// How a man that does not slide goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Pawn,
    Diagonal,
    DiagonalOrAhead,
    Leap,
}

/// The men of a rule set and what they may do.
pub trait Pieces: Copy {
    fn met(self) -> Gait;
    fn khon(self) -> Gait;
    fn has_pawns(self) -> bool;
    fn checks(self) -> Checks;
    fn leaps(self) -> Leaps;
    fn goal(self) -> Option<Goal>;
    fn promotion_region(self, color: Color) -> Bitboard;
    fn promotion_targets(self) -> Kinds;

    /// Whether moves may not attack the enemy king.
    #[inline(always)]
    fn forbids_checks(self) -> bool {
        matches!(self.checks(), Checks::Forbidden)
    }

    /// The men whose first-move privilege still stands after a move.
    ///
    /// An enemy rook that comes to stand on the king's rank or file ends the king's leap aside for good, whatever
    /// stands between (as `pyffish` has it).
    #[inline(always)]
    fn still_unmoved(
        self,
        after: &Board,
        unmoved: Bitboard,
        mover: Color,
        kind: Kind,
        from: Square,
        to: Square,
    ) -> Bitboard {
        if self.leaps().is_empty() || unmoved.is_empty() {
            return Bitboard::EMPTY;
        }
        let mut still = unmoved.without(from).without(to);
        let king = after.king(!mover);
        if self.leaps().contains(Leaps::KING_ASIDE) && kind == Kind::Rook && attacks::rook_rays(to).has(king) {
            still = still.without(king);
        }
        still
    }

    /// A side's men that slide along ranks and files.
    #[inline(always)]
    fn straight_sliders(self, board: &Board, color: Color) -> Bitboard {
        let rooks = board.of(color, Kind::Rook);
        match self.met() {
            Gait::Queen | Gait::RookKnightFers => rooks | board.of(color, Kind::Met),
            _ => rooks,
        }
    }

    /// Of squares seen along ranks and files and along diagonals, those that a slider of this kind would attack from.
    #[inline(always)]
    fn slider_part(self, kind: Kind, straight: Bitboard, diagonal: Bitboard) -> Bitboard {
        let gait = match kind {
            Kind::Rook => return straight,
            Kind::Met => self.met(),
            Kind::Khon => self.khon(),
            Kind::Pawn | Kind::Knight | Kind::King => return Bitboard::EMPTY,
        };
        match gait {
            Gait::Queen => straight | diagonal,
            Gait::Bishop => diagonal,
            Gait::RookKnightFers => straight,
            Gait::Fers | Gait::Silver => Bitboard::EMPTY,
        }
    }

    /// How men of a kind go, if they do not slide.
    #[inline(always)]
    fn step(self, kind: Kind) -> Option<Step> {
        let gait = match kind {
            Kind::Pawn => return Some(Step::Pawn),
            Kind::Knight => return Some(Step::Leap),
            Kind::Rook | Kind::King => return None,
            Kind::Met => self.met(),
            Kind::Khon => self.khon(),
        };
        match gait {
            Gait::Fers => Some(Step::Diagonal),
            Gait::Silver => Some(Step::DiagonalOrAhead),
            Gait::Bishop | Gait::Queen | Gait::RookKnightFers => None,
        }
    }

    /// Whether men of a kind slide.
    #[inline(always)]
    fn slides(self, kind: Kind) -> bool {
        let gait = match kind {
            Kind::Rook => return true,
            Kind::Met => self.met(),
            Kind::Khon => self.khon(),
            Kind::Pawn | Kind::Knight | Kind::King => return false,
        };
        matches!(gait, Gait::Queen | Gait::Bishop | Gait::RookKnightFers)
    }

    /// Whether any man slides along diagonals.
    #[inline(always)]
    fn has_diagonal_sliders(self) -> bool {
        [self.met(), self.khon()].iter().any(|gait| matches!(gait, Gait::Queen | Gait::Bishop))
    }

    /// A side's men that slide along diagonals.
    #[inline(always)]
    fn diagonal_sliders(self, board: &Board, color: Color) -> Bitboard {
        let mut sliders = Bitboard::EMPTY;
        if matches!(self.met(), Gait::Queen | Gait::Bishop) {
            sliders |= board.of(color, Kind::Met);
        }
        if matches!(self.khon(), Gait::Queen | Gait::Bishop) {
            sliders |= board.of(color, Kind::Khon);
        }
        sliders
    }

    /// Squares that a man attacks.
    #[inline(always)]
    fn attacks(self, kind: Kind, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
        match kind {
            Kind::Pawn => attacks::pawn(color, from),
            Kind::Met => gait_attacks(self.met(), color, from, occupied),
            Kind::Khon => gait_attacks(self.khon(), color, from, occupied),
            Kind::Knight => attacks::knight(from),
            Kind::Rook => attacks::rook(from, occupied),
            Kind::King => attacks::king(from),
        }
    }

    /// Men of `color` that attack a square by a leap or a step.
    #[inline(always)]
    fn leapers_to(self, board: &Board, color: Color, to: Square) -> Bitboard {
        let mut found = attacks::knight(to) & board.of(color, Kind::Knight);
        found |= attacks::king(to) & board.of(color, Kind::King);
        if self.has_pawns() {
            found |= attacks::pawn(!color, to) & board.of(color, Kind::Pawn);
        }
        for (gait, kind) in [(self.met(), Kind::Met), (self.khon(), Kind::Khon)] {
            found |= match gait {
                Gait::Fers => attacks::fers(to),
                Gait::Silver => attacks::silver(!color, to),
                Gait::RookKnightFers => attacks::knight(to) | attacks::fers(to),
                Gait::Bishop | Gait::Queen => Bitboard::EMPTY,
            } & board.of(color, kind);
        }
        found
    }

    /// Men of `color` that attack a square, with these squares taken as occupied.
    #[inline(always)]
    fn attackers_to(self, board: &Board, color: Color, to: Square, occupied: Bitboard) -> Bitboard {
        let mut found = self.leapers_to(board, color, to);
        found |= attacks::rook(to, occupied) & self.straight_sliders(board, color);
        if self.has_diagonal_sliders() {
            found |= attacks::bishop(to, occupied) & self.diagonal_sliders(board, color);
        }
        found
    }

    /// Squares that sets of sliders attack, with these squares taken as occupied.
    #[inline(always)]
    fn slider_reach(self, straight: Bitboard, diagonal: Bitboard, occupied: Bitboard) -> Bitboard {
        let mut reached = Bitboard::EMPTY;
        for from in straight {
            reached |= attacks::rook(from, occupied);
        }
        if self.has_diagonal_sliders() {
            for from in diagonal {
                reached |= attacks::bishop(from, occupied);
            }
        }
        reached
    }

    /// Squares that a man of this kind attacks as a leaper, for all of them on these squares: none of a mere slider.
    #[inline(always)]
    fn leaper_reach(self, kind: Kind, color: Color, men: Bitboard) -> Bitboard {
        let gait = match kind {
            Kind::Pawn => return attacks::pawns(color, men),
            Kind::Knight => return attacks::knights(men),
            Kind::Rook => return Bitboard::EMPTY,
            Kind::King => return attacks::king(men.king_square()),
            Kind::Met => self.met(),
            Kind::Khon => self.khon(),
        };
        match gait {
            Gait::Fers => attacks::ferses(men),
            Gait::Silver => attacks::silvers(color, men),
            Gait::RookKnightFers => attacks::knights(men) | attacks::ferses(men),
            Gait::Bishop | Gait::Queen => Bitboard::EMPTY,
        }
    }

    /// Squares that a side attacks, with these squares taken as occupied.
    #[inline(always)]
    fn attacked_by(self, board: &Board, color: Color, occupied: Bitboard) -> Bitboard {
        let mut knights = board.of(color, Kind::Knight);
        let mut diagonal = Bitboard::EMPTY;
        let mut ahead = Bitboard::EMPTY;
        for (gait, kind) in [(self.met(), Kind::Met), (self.khon(), Kind::Khon)] {
            let men = board.of(color, kind);
            match gait {
                Gait::Fers => diagonal |= men,
                Gait::Silver => {
                    diagonal |= men;
                    ahead |= men;
                }
                Gait::RookKnightFers => {
                    diagonal |= men;
                    knights |= men;
                }
                Gait::Bishop | Gait::Queen => {}
            }
        }
        let mut reached = attacks::king(board.king(color)) | attacks::knights(knights);
        // All that steps diagonally goes sideways once, then up and down.
        let sideways = diagonal.east() | diagonal.west();
        let mut upward = sideways | ahead;
        if self.has_pawns() {
            let pawns = board.of(color, Kind::Pawn);
            upward |= pawns.east() | pawns.west();
        }
        reached |= upward.ahead(color) | sideways.ahead(!color);
        reached | self.slider_reach(self.straight_sliders(board, color), self.diagonal_sliders(board, color), occupied)
    }
}

#[inline(always)]
fn gait_attacks(gait: Gait, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    match gait {
        Gait::Fers => attacks::fers(from),
        Gait::Silver => attacks::silver(color, from),
        Gait::Bishop => attacks::bishop(from, occupied),
        Gait::Queen => attacks::queen(from, occupied),
        Gait::RookKnightFers => attacks::rook(from, occupied) | attacks::knight(from) | attacks::fers(from),
    }
}

/// Makruk's men, whatever the count and the other rules that the generator does not see.
#[derive(Clone, Copy)]
pub struct Makruk;

impl Pieces for Makruk {
    #[inline(always)]
    fn met(self) -> Gait {
        Gait::Fers
    }
    #[inline(always)]
    fn khon(self) -> Gait {
        Gait::Silver
    }
    #[inline(always)]
    fn has_pawns(self) -> bool {
        true
    }
    #[inline(always)]
    fn checks(self) -> Checks {
        Checks::Allowed
    }
    #[inline(always)]
    fn leaps(self) -> Leaps {
        Leaps::empty()
    }
    #[inline(always)]
    fn goal(self) -> Option<Goal> {
        None
    }
    #[inline(always)]
    fn promotion_region(self, color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard::rank(Rank::ALL[5]),
            Color::Black => Bitboard::rank(Rank::ALL[2]),
        }
    }
    #[inline(always)]
    fn promotion_targets(self) -> Kinds {
        Kinds::MET
    }
}

/// Racing Kings' men.
#[derive(Clone, Copy)]
pub struct Race;

impl Pieces for Race {
    #[inline(always)]
    fn met(self) -> Gait {
        Gait::Queen
    }
    #[inline(always)]
    fn khon(self) -> Gait {
        Gait::Bishop
    }
    #[inline(always)]
    fn has_pawns(self) -> bool {
        false
    }
    #[inline(always)]
    fn checks(self) -> Checks {
        Checks::Forbidden
    }
    #[inline(always)]
    fn leaps(self) -> Leaps {
        Leaps::empty()
    }
    #[inline(always)]
    fn goal(self) -> Option<Goal> {
        Some(Goal { region: Bitboard::rank(Rank::ALL[7]), last_move: true })
    }
    #[inline(always)]
    fn promotion_region(self, _: Color) -> Bitboard {
        Bitboard::EMPTY
    }
    #[inline(always)]
    fn promotion_targets(self) -> Kinds {
        Kinds::empty()
    }
}

/// Any other rule set's men.
#[derive(Clone, Copy)]
pub struct Custom<'a>(pub &'a Ruleset);

impl Pieces for Custom<'_> {
    fn met(self) -> Gait {
        self.0.met
    }
    fn khon(self) -> Gait {
        self.0.khon
    }
    fn has_pawns(self) -> bool {
        self.0.letters.has(Kind::Pawn)
    }
    fn checks(self) -> Checks {
        self.0.checks
    }
    fn leaps(self) -> Leaps {
        self.0.leaps
    }
    fn goal(self) -> Option<Goal> {
        self.0.goal
    }
    fn promotion_region(self, color: Color) -> Bitboard {
        self.0.promotion_region[color.index()]
    }
    fn promotion_targets(self) -> Kinds {
        self.0.promotion_targets
    }
}

/// A side to move, as a type.
pub trait Side: Copy {
    type Other: Side<Other = Self>;
    const COLOR: Color;
}

#[derive(Clone, Copy)]
pub struct White;
#[derive(Clone, Copy)]
pub struct Black;

impl Side for White {
    type Other = Black;
    const COLOR: Color = Color::White;
}

impl Side for Black {
    type Other = White;
    const COLOR: Color = Color::Black;
}

/// Runs an expression with `$pieces` and `$side` bound to the types of a rule set and a side to move: the one place
/// where the generator's variants are told apart.
macro_rules! with_pieces {
    ($rules:expr, $to_move:expr, |$pieces:ident, $side:ident| $body:expr) => {{
        use $crate::rules::pieces::{Black, Custom, Makruk, Race, White};
        macro_rules! with_side {
            ($value:expr) => {{
                let $pieces = $value;
                match $to_move {
                    $crate::geometry::Color::White => {
                        type $side = White;
                        $body
                    }
                    $crate::geometry::Color::Black => {
                        type $side = Black;
                        $body
                    }
                }
            }};
        }
        match $rules.family() {
            $crate::rules::Family::Makruk => with_side!(Makruk),
            $crate::rules::Family::Race => with_side!(Race),
            $crate::rules::Family::Custom => with_side!(Custom($rules)),
        }
    }};
}
pub(crate) use with_pieces;
