//! Positions as text: every form that is in use in, Fairy-Stockfish's form out.

use std::fmt;

use bitflags::bitflags;

use crate::board::{Board, Kind, Placement, PlacementFault, Unmoved, placement};
use crate::geometry::{Bitboard, Color, File, Square};
use crate::rules::counting::Count;
use crate::rules::pieces::{Pieces, with_pieces};
use crate::rules::ruleset::{Checks, Ruleset};
use crate::text::quoted;

/// A side has at most as many men as it began with.
const MEN_A_SIDE: u32 = 16;

bitflags! {
    /// What is wrong with a FEN.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Faults: u16 {
        /// There is no text.
        const EMPTY = 1;
        /// The board has not eight ranks.
        const RANKS = 1 << 1;
        /// A rank has not eight files.
        const FILES = 1 << 2;
        /// A letter that the game does not know.
        const LETTERS = 1 << 3;
        /// A side has no king, or several.
        const KINGS = 1 << 4;
        /// A side has more than sixteen men.
        const MEN = 1 << 5;
        /// A pawn on or beyond the rank on which it promotes.
        const PAWNS = 1 << 6;
        /// The side to move is neither `w` nor `b`.
        const SIDE = 1 << 7;
        /// The side that is not to move is in check, or a side is where checks are forbidden.
        const CHECK = 1 << 8;
        /// The privileges are no letters of files.
        const PRIVILEGES = 1 << 9;
        /// The count's limit is no number.
        const LIMIT = 1 << 10;
        /// The count or the clock is no number.
        const CLOCK = 1 << 11;
        /// The move number is no number.
        const MOVE_NUMBER = 1 << 12;
    }
}

/// Everything that is wrong with a FEN, in words too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// The faults.
    pub faults: Faults,
    messages: Vec<(Faults, String)>,
}

impl FenError {
    const NONE: Self = Self { faults: Faults::empty(), messages: vec![] };

    /// What is wrong, one message for each fault with the kind of fault that it is.
    #[must_use]
    pub fn messages(&self) -> impl ExactSizeIterator<Item = (Faults, &str)> {
        self.messages.iter().map(|(fault, message)| (*fault, message.as_str()))
    }

    fn add(&mut self, fault: Faults, message: impl Into<String>) {
        self.faults |= fault;
        self.messages.push((fault, message.into()));
    }
}

impl fmt::Display for FenError {
    /// All faults on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let messages: Vec<&str> = self.messages().map(|(_, message)| message).collect();
        write!(f, "bad FEN: {}", messages.join("; "))
    }
}

impl std::error::Error for FenError {}

/// What a FEN says: a position without what is worked out from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fen {
    /// The men.
    pub board: Board,
    /// Whose move it is.
    pub to_move: Color,
    /// The men whose first-move privilege still stands.
    pub unmoved: Unmoved,
    /// The count, where one stands.
    pub count: Option<Count>,
    /// Plies since the last capture or pawn move. Where a count stands it takes the clock's place in most texts, and
    /// the clock is 0.
    pub clock: u16,
    /// The number of the move to come, from 1.
    pub fullmove: u16,
}

impl Fen {
    /// Reads a FEN or an EPD line in any of the forms in use:
    ///
    /// | after the side to move | means |
    /// |---|---|
    /// | `- - 0 1`, `- 0 0 1` | no count stands |
    /// | `- 128 37 20`, `- - 128 37 20` | limit 128 plies, count 37, move 20 |
    /// | `- 128 37 5 20` | the same with a clock of 5 beside it |
    /// | `- 7 9`, `7 9` | XBoard's forms: clock 7, move 9 |
    /// | `- -`, nothing, EPD operations | clock 0, move 1 |
    ///
    /// # Errors
    ///
    /// All faults together.
    pub fn read(rules: &Ruleset, text: &str) -> Result<Self, FenError> {
        let mut error = FenError::NONE;
        let mut words = text.split([' ', '\t', '\r', '\n', ';']).filter(|word| !word.is_empty()).peekable();
        let Some(first) = words.next() else {
            error.add(Faults::EMPTY, "no position given");
            return Err(error);
        };
        let board = read_board(rules, first, &mut error);
        let to_move = match words.next() {
            Some("w" | "W") | None => Color::White,
            Some("b" | "B") => Color::Black,
            Some(word) => {
                error.add(Faults::SIDE, format!("side to move {} is neither w nor b", quoted(word)));
                Color::White
            }
        };
        // XBoard may leave the privileges out: a number in their place is the clock.
        let privileges = words.next_if(|word| !is_number(word) && !is_operation(word));
        let unmoved = privileges.map_or(Unmoved::NONE, |word| read_privileges(rules, &board, word, &mut error));
        let mut fields = vec![];
        while fields.len() < 4 {
            let Some(word) = words.next_if(|word| !is_operation(word)) else { break };
            fields.push(word);
        }
        let [limit, ply, clock, fullmove] = clocks(&fields, privileges.is_none());
        let limit = limit.and_then(|word| read_limit(rules, word, &mut error));
        let mut number = |fault: Faults, what: &str, word: Option<&str>, or: u16| {
            let read = word.map_or(Ok(or), str::parse);
            read.unwrap_or_else(|_| {
                let message = format!("{what} {} is not a number up to 65535", quoted(word.unwrap_or_default()));
                error.add(fault, message);
                or
            })
        };
        let ply = number(Faults::CLOCK, "count or half-move clock", ply, 0);
        let clock = number(Faults::CLOCK, "half-move clock", clock, 0);
        let mut fullmove = number(Faults::MOVE_NUMBER, "move number", fullmove, 1).max(1);
        // One field is the count where a limit stands before it, else the clock.
        let (mut ply, mut clock) = if limit.is_some() { (ply, clock) } else { (0, ply.max(clock)) };
        read_operations(words, if limit.is_some() { &mut ply } else { &mut clock }, &mut fullmove);
        let count = limit.map(|limit| Count { limit, ply });

        if error.faults.is_empty() {
            check_kings(rules, &board, to_move, &mut error);
        }
        if error.faults.is_empty() { Ok(Self { board, to_move, unmoved, count, clock, fullmove }) } else { Err(error) }
    }

    /// The text in Fairy-Stockfish's form: six fields, the fourth the count's limit or `-`, the fifth the count or the
    /// clock.
    #[must_use]
    pub fn text(&self, rules: &Ruleset) -> String {
        let men = placement(|square| {
            let piece = self.board.piece_at(square)?;
            rules.letters.of(piece.kind, piece.color)
        });
        let privileges = self.privileges_text();
        let (limit, ply) = match self.count {
            Some(count) => (count.limit.to_string(), count.ply),
            None => ("-".to_owned(), self.clock),
        };
        format!("{men} {} {privileges} {limit} {ply} {}", self.to_move.letter(), self.fullmove)
    }

    /// The files of men that may still leap, White's in capitals; `-` for none.
    pub(in crate::rules) fn privileges_text(&self) -> String {
        if self.unmoved.is_empty() {
            return "-".to_owned();
        }
        let unmoved = self.unmoved.squares();
        let of = |color: Color| {
            (unmoved & self.board.color(color)).map(move |square| match color {
                Color::White => square.file().letter().to_ascii_uppercase(),
                Color::Black => square.file().letter(),
            })
        };
        of(Color::White).chain(of(Color::Black)).collect()
    }
}

/// The fields behind the privileges by what they mean: the count's limit; the count, or the clock where no limit
/// stands; the clock beside a count; the move number.
fn clocks<'a>(fields: &[&'a str], without_privileges: bool) -> [Option<&'a str>; 4] {
    let numbers = fields.iter().all(|field| is_number(field));
    match *fields {
        [clock] if without_privileges => [None, Some(clock), None, None],
        [clock, fullmove] if numbers => [None, Some(clock), None, Some(fullmove)],
        [clock, fullmove, ..] if without_privileges => [None, Some(clock), None, Some(fullmove)],
        [limit, ply, clock, fullmove] if numbers => [Some(limit), Some(ply), Some(clock), Some(fullmove)],
        [none, limit, ply, fullmove] if is_no_limit(none) && fields[1..].iter().all(|field| is_number(field)) => {
            [Some(limit), Some(ply), None, Some(fullmove)]
        }
        _ => [fields.first().copied(), fields.get(1).copied(), None, fields.get(2).copied()],
    }
}

/// A dash, or a square: chess's en passant field.
fn is_no_limit(word: &str) -> bool {
    word == "-" || word.parse::<Square>().is_ok()
}

fn is_number(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_digit())
}

/// An EPD operation code, where a number or a dash would be a field.
fn is_operation(word: &str) -> bool {
    matches!(
        word,
        "hmvc" | "fmvn" | "id" | "bm" | "am" | "ce" | "acd" | "acn" | "c0" | "c1" | "c9" | "eco" | "sm" | "pv"
    )
}

/// The two EPD operations that a position has: `hmvc` (clock) and `fmvn` (move number).
fn read_operations<'a>(mut words: impl Iterator<Item = &'a str>, clock: &mut u16, fullmove: &mut u16) {
    while let Some(word) = words.next() {
        let field = match word {
            "hmvc" => &mut *clock,
            "fmvn" => &mut *fullmove,
            _ => continue,
        };
        if let Some(value) = words.next().and_then(|word| word.parse().ok()) {
            *field = value;
        }
    }
    *fullmove = (*fullmove).max(1);
}

fn read_board(rules: &Ruleset, text: &str, error: &mut FenError) -> Board {
    let Placement { board, faults } = Placement::read(text, &rules.letters);
    for fault in faults {
        let kind = match fault {
            PlacementFault::Ranks(_) => Faults::RANKS,
            PlacementFault::Files(..) => Faults::FILES,
            PlacementFault::Letters(..) => Faults::LETTERS,
        };
        error.add(kind, fault.to_string());
    }
    check_men(rules, &board, error);
    board
}

fn check_men(rules: &Ruleset, board: &Board, error: &mut FenError) {
    for color in Color::ALL {
        match board.of(color, Kind::King).len() {
            1 => {}
            0 => error.add(Faults::KINGS, format!("{color} has no king")),
            kings => error.add(Faults::KINGS, format!("{color} has {kings} kings")),
        }
        let men = board.color(color).len();
        if men > MEN_A_SIDE {
            error.add(Faults::MEN, format!("{color} has {men} men, more than {MEN_A_SIDE}"));
        }
        for pawn in board.of(color, Kind::Pawn) & rules.promotion_region[color.index()] {
            error.add(Faults::PAWNS, format!("the {color} pawn on {pawn} should have been promoted"));
        }
    }
}

fn check_kings(rules: &Ruleset, board: &Board, to_move: Color, error: &mut FenError) {
    let attacked = |color: Color| {
        with_pieces!(rules, Color::White, |pieces, _S| {
            pieces.attackers_to(board, !color, board.king(color), board.occupied()) != Bitboard::EMPTY
        })
    };
    if attacked(!to_move) {
        error.add(Faults::CHECK, format!("{} is in check but {to_move} is to move", !to_move));
    }
    if rules.checks == Checks::Forbidden && attacked(to_move) {
        error.add(Faults::CHECK, format!("{to_move} is in check, which these rules forbid"));
    }
}

/// Files of the men that have not moved, upper case for White. Only kings and mets that the rules let leap count.
fn read_privileges(rules: &Ruleset, board: &Board, word: &str, error: &mut FenError) -> Unmoved {
    if word == "-" || rules.leaps.is_empty() {
        return Unmoved::NONE;
    }
    let mut squares = Bitboard::EMPTY;
    for letter in word.chars() {
        let Some(file) = File::from_letter(letter.to_ascii_lowercase()) else {
            error.add(Faults::PRIVILEGES, format!("{} in {} is no file", letter.escape_default(), quoted(word)));
            return Unmoved::NONE;
        };
        let color = Color::of_case(letter);
        let home = Unmoved::home(color, file);
        if rules.leaps.leapers().any(|kind| board.of(color, kind).has(home)) {
            squares = squares.with(home);
        }
    }
    Unmoved::from_squares(squares)
}

/// The count's limit in plies. A nought means none too.
fn read_limit(rules: &Ruleset, word: &str, error: &mut FenError) -> Option<u16> {
    if is_no_limit(word) {
        return None;
    }
    match word.parse() {
        Ok(0) => None,
        Ok(limit) => rules.counting.is_some().then_some(limit),
        Err(_) => {
            error.add(Faults::LIMIT, format!("counting limit {} is not a number up to 65535", quoted(word)));
            None
        }
    }
}
