//! Whether a rule set's start position is a possible one.

use crate::geometry::{Bitboard, Color, File, Rank, Square, attacks};
use crate::rules::piece::{Gait, Kind};
use crate::rules::ruleset::{Checks, Ruleset};
use crate::rules::words::shown;

/// No side can have more men than this: none of these games has more, and lists of moves are sized by it.
const MEN_A_SIDE: u32 = 16;

/// The men of a board by side and kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::rules) struct Setup([[Bitboard; 6]; 2]);

impl Setup {
    fn of(&self, color: Color, kind: Kind) -> Bitboard {
        self.0[color.index()][kind.index()]
    }

    /// The men of a kind, of both sides.
    pub(in crate::rules) fn kind(&self, kind: Kind) -> Bitboard {
        self.of(Color::White, kind) | self.of(Color::Black, kind)
    }

    fn occupied(&self) -> Bitboard {
        Kind::ALL.into_iter().fold(Bitboard::EMPTY, |set, kind| set | self.kind(kind))
    }

    /// Whether a man of `by` attacks the square.
    fn attacks(&self, rules: &Ruleset, by: Color, square: Square) -> bool {
        Kind::ALL.into_iter().any(|kind| {
            let mut men = self.of(by, kind);
            men.any(|from| self.reach(rules, by, kind, from).has(square))
        })
    }

    fn reach(&self, rules: &Ruleset, color: Color, kind: Kind, from: Square) -> Bitboard {
        let occupied = self.occupied();
        let by_gait = |gait: Gait| match gait {
            Gait::Fers => attacks::fers(from),
            Gait::Silver => attacks::silver(color, from),
            Gait::Bishop => attacks::bishop(from, occupied),
            Gait::Queen => attacks::queen(from, occupied),
            Gait::RookKnightFers => attacks::rook(from, occupied) | attacks::knight(from) | attacks::fers(from),
        };
        match kind {
            Kind::Pawn => attacks::pawn(color, from),
            Kind::Met => by_gait(rules.met),
            Kind::Khon => by_gait(rules.khon),
            Kind::Knight => attacks::knight(from),
            Kind::Rook => attacks::rook(from, occupied),
            Kind::King => attacks::king(from),
        }
    }
}

/// Everything that is wrong with the start FEN.
pub(in crate::rules) fn faults(rules: &Ruleset) -> Vec<String> {
    let fields: Vec<&str> = rules.start_fen.split_ascii_whitespace().collect();
    let &[board, side, rights, limit, ply, number] = fields.as_slice() else {
        return vec![format!("six fields are wanted (board, side, rights, `-`, 0, 1), not {}", fields.len())];
    };
    let (setup, mut faults) = men_of(rules, board);
    let to_move = Color::ALL.into_iter().find(|color| side == color.letter().to_string());
    if to_move.is_none() {
        faults.push(format!("the side to move is `w` or `b`, not `{}`", shown(side)));
    }
    if limit != "-" && limit.parse::<u16>().is_err() {
        faults.push(format!("field 4 is `-` or a counting limit, not `{}`", shown(limit)));
    }
    for (name, text) in [("field 5 (plies)", ply), ("field 6 (move number)", number)] {
        if text.parse::<u16>().is_err() {
            faults.push(format!("{name} is a number, not `{}`", shown(text)));
        }
    }
    faults.extend(rights_fault(rules, &setup, rights));
    if let (true, Some(to_move)) = (faults.is_empty(), to_move) {
        faults.extend(check_faults(rules, &setup, to_move));
    }
    faults
}

/// The men of a FEN's first field and what is wrong with it.
pub(in crate::rules) fn men_of(rules: &Ruleset, board: &str) -> (Setup, Vec<String>) {
    let mut setup = Setup::default();
    let mut faults = Vec::new();
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 8 {
        faults.push(format!("the board has {} ranks instead of 8", ranks.len()));
    }
    for (text, rank) in ranks.into_iter().zip(Rank::ALL.into_iter().rev()) {
        place_rank(rules, &mut setup, text, rank, &mut faults);
    }
    for color in Color::ALL {
        let men: u32 = Kind::ALL.into_iter().map(|kind| setup.of(color, kind).len()).sum();
        if men > MEN_A_SIDE {
            faults.push(format!("{color} has {men} men, more than {MEN_A_SIDE}"));
        }
        let kings = setup.of(color, Kind::King).len();
        if kings != 1 {
            faults.push(format!("{color} has {kings} kings instead of one"));
        }
        let stray = setup.of(color, Kind::Pawn) & rules.promotion_region[color.index()];
        if let Some(square) = stray.first() {
            faults.push(format!("{color} has a pawn on {square}, where it would have promoted"));
        }
    }
    (setup, faults)
}

fn place_rank(rules: &Ruleset, setup: &mut Setup, text: &str, rank: Rank, faults: &mut Vec<String>) {
    let mut width = 0usize;
    let mut man_before = false;
    for letter in text.chars() {
        if let Some(gap @ 1..=8) = letter.to_digit(10) {
            width += gap as usize;
        } else if letter == '~' && man_before {
            // A promoted man's mark says nothing about how it moves.
        } else if let Some(kind) = rules.kind_of(letter) {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            if let Some(file) = File::ALL.get(width) {
                let men = &mut setup.0[color.index()][kind.index()];
                *men = men.with(Square::at(*file, rank));
            }
            width += 1;
        } else {
            faults.push(format!("rank {rank} has `{}`, which names no piece here", letter.escape_default()));
        }
        man_before = letter.is_ascii_alphabetic();
    }
    if width != 8 {
        faults.push(format!("rank {rank} has {width} files instead of 8"));
    }
}

/// First-move rights are `-` or the files of men that can leap, on their own side's first rank, capitals for White.
fn rights_fault(rules: &Ruleset, setup: &Setup, rights: &str) -> Option<String> {
    if rights == "-" {
        return None;
    }
    if rules.leaps.is_empty() {
        return Some(format!("field 3 is `-` in a game without first-move privileges, not `{}`", shown(rights)));
    }
    let stray = rights.chars().find(|letter| {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let home = match color {
            Color::White => Rank::ALL[0],
            Color::Black => Rank::ALL[7],
        };
        let file = File::from_letter(letter.to_ascii_lowercase());
        !file.is_some_and(|file| {
            let square = Square::at(file, home);
            let mut kinds = rules.leaps.leapers();
            kinds.any(|kind| setup.of(color, kind).has(square))
        })
    });
    stray.map(|letter| format!("right `{}` stands for no man on its first rank that can leap", letter.escape_default()))
}

/// The side that has just moved cannot have left its king attacked; where checks are forbidden neither king is.
fn check_faults(rules: &Ruleset, setup: &Setup, to_move: Color) -> Vec<String> {
    let may_be_attacked = |color: Color| color == to_move && rules.checks != Checks::Forbidden;
    Color::ALL
        .into_iter()
        .filter(|color| !may_be_attacked(*color))
        .filter(|color| setup.attacks(rules, !*color, setup.of(*color, Kind::King).king_square()))
        .map(|color| format!("{color}'s king is attacked, which no move can have allowed"))
        .collect()
}
