//! Positions as text: every form that is in use in, Fairy-Stockfish's form out.

use std::fmt;

use bitflags::bitflags;

use crate::geometry::{Bitboard, Color, File, Rank, Square};
use crate::position::army::{Army, with_army};
use crate::position::{Board, Position, Unmoved};
use crate::rules::counting::Count;
use crate::rules::{Checks, Kind, Leaps, Piece, Rules};

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
    words: Vec<String>,
}

impl FenError {
    const NONE: Self = Self { faults: Faults::empty(), words: vec![] };

    fn add(&mut self, fault: Faults, words: impl Into<String>) {
        self.faults |= fault;
        self.words.push(words.into());
    }
}

impl fmt::Display for FenError {
    /// All faults on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bad FEN: {}", self.words.join("; "))
    }
}

impl std::error::Error for FenError {}

/// A word of the user's, fit for one line of an answer.
fn quoted(word: &str) -> String {
    let mut letters = word.chars().filter(|letter| !letter.is_control());
    let head: String = letters.by_ref().take(24).collect();
    if letters.next().is_some() { format!("'{head}…'") } else { format!("'{head}'") }
}

impl Position {
    /// The position a game of these rules begins with.
    #[must_use]
    pub fn start(rules: Rules) -> Self {
        // A rule set is only ever made with a start position that stands.
        Self::from_fen(rules, &rules.start_fen).unwrap_or_else(|error| unreachable!("{rules}: {error}"))
    }

    /// The position that a FEN or an EPD line describes, in any of the forms in use:
    ///
    /// | after the side to move | means |
    /// |---|---|
    /// | `- - 0 1`, `- 0 0 1` | no count stands |
    /// | `- 128 37 20` | limit 128 plies, count 37 |
    /// | `0 1` | XBoard's four fields |
    /// | `- -`, nothing, EPD operations | clock 0, move 1 |
    ///
    /// # Errors
    ///
    /// All faults together.
    pub fn from_fen(rules: Rules, fen: &str) -> Result<Self, FenError> {
        let mut error = FenError::NONE;
        let mut words = fen.split([' ', '\t', '\r', '\n', ';']).filter(|word| !word.is_empty()).peekable();
        let Some(placement) = words.next() else {
            error.add(Faults::EMPTY, "no position given");
            return Err(error);
        };
        let board = read_board(rules, placement, &mut error);
        let to_move = match words.next() {
            Some("w" | "W") | None => Color::White,
            Some("b" | "B") => Color::Black,
            Some(word) => {
                error.add(Faults::SIDE, format!("side to move {} is neither w nor b", quoted(word)));
                Color::White
            }
        };
        // XBoard leaves privileges and limit out: a number in their place is the clock.
        let mut unmoved = Unmoved::NONE;
        let mut limit = None;
        if words.peek().is_some_and(|word| !is_number(word)) {
            unmoved = words.next().map_or(Unmoved::NONE, |word| read_privileges(rules, &board, word, &mut error));
            limit = words.next_if(|word| !is_operation(word)).and_then(|word| read_limit(rules, word, &mut error));
        }
        let mut number = |fault: Faults, what: &str, or: u16| match words.next_if(|word| !is_operation(word)) {
            None => or,
            Some(word) => word.parse().unwrap_or_else(|_| {
                error.add(fault, format!("{what} {} is not a number up to 65535", quoted(word)));
                or
            }),
        };
        let mut clock = number(Faults::CLOCK, "half-move clock", 0);
        let mut fullmove = number(Faults::MOVE_NUMBER, "move number", 1).max(1);
        read_operations(words, &mut clock, &mut fullmove);
        let count = limit.map(|limit| Count { limit, ply: clock });
        let clock = if count.is_some() { 0 } else { clock };

        if error.faults.is_empty() {
            check_kings(rules, &board, to_move, &mut error);
        }
        if error.faults.is_empty() {
            Ok(Self::assemble(rules, board, to_move, unmoved, count, clock, fullmove))
        } else {
            Err(error)
        }
    }

    /// The position in Fairy-Stockfish's form of FEN.
    #[must_use]
    pub fn fen(&self) -> String {
        let letter_at =
            |square| self.board.piece_at(square).and_then(|piece| self.rules.letter(piece.kind, piece.color));
        let placement = placement(letter_at);
        let privileges = self.privileges_text();
        let (limit, ply) = match self.count {
            Some(count) => (count.limit.to_string(), count.ply),
            None => ("-".to_owned(), self.clock),
        };
        format!("{placement} {} {privileges} {limit} {ply} {}", self.to_move.letter(), self.fullmove)
    }

    fn privileges_text(&self) -> String {
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

/// FEN's first field: rank by rank from the eighth, the letters of the men and the numbers of empty squares between them.
#[must_use]
pub fn placement(letter_at: impl Fn(Square) -> Option<char>) -> String {
    let ranks = Rank::ALL.into_iter().rev().map(|rank| {
        let mut text = String::new();
        let mut empty = 0;
        for letter in File::ALL.map(|file| letter_at(Square::at(file, rank))) {
            let Some(letter) = letter else {
                empty += 1;
                continue;
            };
            push_gap(&mut text, &mut empty);
            text.push(letter);
        }
        push_gap(&mut text, &mut empty);
        text
    });
    ranks.collect::<Vec<_>>().join("/")
}

/// Writes how many squares were empty, if any were, and begins to count anew.
fn push_gap(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        *text += &empty.to_string();
    }
    *empty = 0;
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

fn read_board(rules: Rules, placement: &str, error: &mut FenError) -> Board {
    let mut board = Board::EMPTY;
    let mut unknown: Vec<char> = vec![];
    let ranks: Vec<&str> = placement.split('/').collect();
    if ranks.len() != 8 {
        error.add(Faults::RANKS, format!("the board has {} ranks instead of 8", ranks.len()));
    }
    for (text, rank) in ranks.iter().zip(Rank::ALL.into_iter().rev()) {
        let mut file = 0;
        for letter in text.chars() {
            if let Some(gap) = letter.to_digit(10) {
                file += gap as usize;
            } else if letter != '~' {
                match (rules.kind_of(letter), File::ALL.get(file)) {
                    (Some(kind), Some(at)) => board.put(Square::at(*at, rank), Piece { color: color_of(letter), kind }),
                    (Some(_), None) => {}
                    (None, _) if unknown.contains(&letter) => {}
                    (None, _) => unknown.push(letter),
                }
                file += 1;
            }
        }
        if file != 8 {
            error.add(Faults::FILES, format!("rank {rank} has {file} files instead of 8"));
        }
    }
    if !unknown.is_empty() {
        let known: String = rules.letters.iter().flatten().collect();
        let named: Vec<String> = unknown.iter().take(12).map(|letter| letter.escape_default().to_string()).collect();
        let named = named.join(", ");
        error.add(Faults::LETTERS, format!("unknown letters {named} (the men of {rules} are {known})"));
    }
    check_men(rules, &board, error);
    board
}

fn color_of(letter: char) -> Color {
    if letter.is_ascii_uppercase() { Color::White } else { Color::Black }
}

fn check_men(rules: Rules, board: &Board, error: &mut FenError) {
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

fn check_kings(rules: Rules, board: &Board, to_move: Color, error: &mut FenError) {
    let attacked = |color: Color| {
        with_army!(rules, Color::White, |army, _S| {
            army.attackers_to(board, !color, board.king(color), board.occupied()) != Bitboard::EMPTY
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
fn read_privileges(rules: Rules, board: &Board, word: &str, error: &mut FenError) -> Unmoved {
    if word == "-" || rules.leaps.is_empty() {
        return Unmoved::NONE;
    }
    let mut squares = Bitboard::EMPTY;
    for letter in word.chars() {
        let Some(file) = File::from_letter(letter.to_ascii_lowercase()) else {
            error.add(Faults::PRIVILEGES, format!("{} in {} is no file", letter.escape_default(), quoted(word)));
            return Unmoved::NONE;
        };
        let color = color_of(letter);
        let home = Unmoved::home(color, file);
        let may_leap = match board.piece_at(home) {
            Some(piece) if piece.color == color => match piece.kind {
                Kind::King => rules.leaps.intersects(Leaps::KING_ASIDE | Leaps::SUT_KHUN),
                Kind::Met => rules.leaps.intersects(Leaps::MET_AHEAD | Leaps::SUT_MET),
                _ => false,
            },
            _ => false,
        };
        if may_leap {
            squares = squares.with(home);
        }
    }
    Unmoved::from_squares(squares)
}

/// The count's limit in plies. A square (chess's en passant field) and a nought mean none.
fn read_limit(rules: Rules, word: &str, error: &mut FenError) -> Option<u16> {
    if word == "-" || word.parse::<Square>().is_ok() {
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
