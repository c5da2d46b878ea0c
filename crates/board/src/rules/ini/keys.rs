//! The keys of the rules file: one row a key, with its name, what it takes, what it means, its parser and its printer.

use crate::geometry::{Bitboard, File, Rank, Square};
use crate::rules::choice::Choice;
use crate::rules::counting::{
    BoardHonour, BoardStart, Counting, DrawAt, LastPawn, LateMate, Start, Table, Uncounted, Unit,
};
use crate::rules::dead::DeadMaterial;
use crate::rules::ini::draft::{Draft, Man};
use crate::rules::ruleset::{Leaps, Profile, Stalemate};
use crate::text::quoted;

/// A key as its documentation shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyInfo {
    /// Its name.
    pub name: &'static str,
    /// What may stand behind the `=`.
    pub takes: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// What holds where neither a section nor its parents set it; empty where nothing does.
    pub default: String,
}

/// Every key, in the order in which a section's settings are applied.
pub fn key_infos() -> impl Iterator<Item = KeyInfo> {
    let template = Draft::default();
    KEYS.iter().map(move |key| {
        let default = (key.show)(&template);
        KeyInfo { name: key.name, takes: key.takes, meaning: key.meaning, default }
    })
}

/// A key and what it does to a rule set in the making.
pub struct Key {
    pub name: &'static str,
    takes: &'static str,
    meaning: &'static str,
    pub set: fn(&mut Draft, &str) -> Result<(), String>,
    /// The value as a file would write it; empty for a key that changes nothing.
    pub show: fn(&Draft) -> String,
}

/// A piece's letter.
macro_rules! man {
    ($man:ident, $meaning:literal) => {
        Key {
            name: Man::$man.key(),
            takes: "a letter, or - for none",
            meaning: $meaning,
            set: |draft, text| letter(draft, Man::$man, text),
            show: |draft| draft.letters[Man::$man as usize].map_or("-".into(), |l| l.to_ascii_lowercase().to_string()),
        }
    };
}

/// One field, by a word of its type.
macro_rules! word {
    ($name:literal, $takes:literal, $meaning:literal, $type:ty, $field:ident) => {
        Key {
            name: $name,
            takes: $takes,
            meaning: $meaning,
            set: |draft, text| <$type>::from_name(text).map(|value| draft.$field = value),
            show: |draft| draft.$field.name().into(),
        }
    };
}

/// One field of the counting rule, by a word of its type.
macro_rules! counting {
    ($name:literal, $takes:literal, $meaning:literal, $type:ty, $field:ident) => {
        Key {
            name: $name,
            takes: $takes,
            meaning: $meaning,
            set: |draft, text| {
                let value = <$type>::from_name(text)?;
                let counting = draft.counting.as_mut().ok_or("there is no count to read: `countingRule` is none")?;
                counting.$field = value;
                Ok(())
            },
            show: |draft| draft.counting.map_or("", |counting| counting.$field.name()).into(),
        }
    };
}

/// A first-move privilege.
macro_rules! leap {
    ($name:literal, $meaning:literal, $leaps:expr) => {
        Key {
            name: $name,
            takes: "true | false",
            meaning: $meaning,
            set: |draft, text| bool::from_name(text).map(|value| draft.leaps.set($leaps, value)),
            show: |draft| draft.leaps.contains($leaps).name().into(),
        }
    };
}

/// A set of squares.
macro_rules! region {
    ($name:literal, $meaning:literal, |$draft:ident| $field:expr) => {
        Key {
            name: $name,
            takes: "squares (d4), ranks (*6), files (a*), or -",
            meaning: $meaning,
            set: |$draft, text| region(text).map(|squares| $field = squares),
            show: |$draft| show_region($field),
        }
    };
}

/// A key of Fairy-Stockfish's that can have only one value here, or changes nothing here: it may stand in a file that
/// both programs read.
macro_rules! fixed {
    ($name:literal, $takes:literal, $meaning:literal, $accepts:expr) => {
        Key {
            name: $name,
            takes: $takes,
            meaning: $meaning,
            set: |_, text| {
                let accepts: fn(&str) -> bool = $accepts;
                if accepts(text) {
                    Ok(())
                } else {
                    Err(format!("only {} is possible here, not {}", $takes, quoted(text)))
                }
            },
            show: |_| String::new(),
        }
    };
}

/// See [`Key`]. Pieces come first, since other keys name them by letter, and `countingRule` before the keys that change
/// parts of it.
pub static KEYS: [Key; 48] = [
    man!(Pawn, "bia: one step ahead, captures one step diagonally ahead"),
    man!(Knight, "ma: the (1,2) leap"),
    man!(Rook, "rua: any distance on rank or file"),
    man!(King, "khun: one step any way; each side has one"),
    man!(Fers, "met: one step diagonally"),
    man!(Queen, "any distance diagonally or straight; in the met's place"),
    man!(Aiwok, "as rook, knight and met together; in the met's place"),
    man!(Silver, "khon: one step diagonally or one straight ahead"),
    man!(Bishop, "any distance diagonally; in the khon's place"),
    Key {
        name: "startFen",
        takes: "a FEN of six fields",
        meaning: "the start position; field 3 holds the first-move rights, if the game has any",
        set: |draft, text| {
            draft.start_fen = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
            Ok(())
        },
        show: |draft| draft.start_fen.clone(),
    },
    region!("promotionRegionWhite", "where White's pawns promote, at once and always: whole ranks", |draft| draft
        .promotion_region[0]),
    region!("promotionRegionBlack", "where Black's pawns promote", |draft| draft.promotion_region[1]),
    Key {
        name: "promotionPieceTypes",
        takes: "letters",
        meaning: "what a pawn may become",
        set: promotion_types,
        show: |draft| {
            let men = Man::ALL.into_iter().filter(|man| draft.promotes_to[*man as usize]);
            let letters: String = men.filter_map(|man| draft.letters[man as usize]).collect();
            if letters.is_empty() { "-".into() } else { letters.to_ascii_lowercase() }
        },
    },
    word!("checking", "true | false", "whether a move may give check", bool, checking),
    word!(
        "makpongRule",
        "true | false",
        "a king in check may not step away, only capture the checker or be covered",
        bool,
        makpong
    ),
    Key {
        name: "flagPiece",
        takes: "the king's letter, or -",
        meaning: "the game is a race of this piece to flagRegion",
        set: |draft, text| {
            let is_king = text.parse::<char>().is_ok_and(|letter| man_of(draft, letter) == Some(Man::King));
            if !is_king && text != "-" {
                return Err(format!("only a king can run here, not {}", quoted(text)));
            }
            draft.king_is_flag = is_king;
            Ok(())
        },
        show: |draft| {
            let letter = draft.letters[Man::King as usize].filter(|_| draft.king_is_flag);
            letter.map_or("-".into(), |letter| letter.to_ascii_lowercase().to_string())
        },
    },
    Key {
        name: "flagRegion",
        takes: "squares (d4), ranks (*6), files (a*), or -",
        meaning: "where both sides' kings run; whose king first stands there wins",
        set: |draft, text| region(text).map(|squares| draft.flag_region = [squares; 2]),
        show: |_| String::new(),
    },
    region!("flagRegionWhite", "the same for White alone; both must be equal in the end", |draft| draft.flag_region[0]),
    region!("flagRegionBlack", "the same for Black alone", |draft| draft.flag_region[1]),
    word!(
        "flagMove",
        "true | false",
        "when White has arrived Black has one more move, and draws by arriving too",
        bool,
        flag_move
    ),
    leap!(
        "cambodianMoves",
        "while unmoved, the king, not in check, may leap once to the next rank two files aside, and the met two squares \
         ahead, onto an empty square",
        Leaps::KING_ASIDE.union(Leaps::MET_AHEAD)
    ),
    leap!(
        "sutKhun",
        "while unmoved, the king, not in check, may leap once like a knight to an empty square of the next rank",
        Leaps::SUT_KHUN
    ),
    leap!(
        "sutMet",
        "the unmoved met may go two squares ahead while the unmoved pawn before it steps one, both onto empty squares",
        Leaps::SUT_MET
    ),
    Key {
        name: "countingRule",
        takes: "none | makruk | cambodian | asean",
        meaning: "the count once pawns are gone; sets the keys below to that rule's own values",
        set: |draft, text| {
            let table = Option::<Table>::from_name(text)?;
            draft.counting = table.map(Counting::of);
            Ok(())
        },
        show: |draft| draft.counting.map(|counting| counting.table).name().into(),
    },
    counting!(
        "countingUnit",
        "move | ply",
        "what limits count: moves of both sides (64 is 128 plies) or of either",
        Unit,
        unit
    ),
    counting!(
        "countingStart",
        "men | one | zero",
        "where the count against a bare king begins: at the number of men on the board, at 1 or at 0",
        Start,
        start
    ),
    counting!(
        "boardHonourStart",
        "zero | one | men",
        "where the count while both sides have pieces begins",
        BoardStart,
        board_start
    ),
    counting!("countingDraw", "past | at", "the count draws when it is past its limit, or already at it", DrawAt, draw),
    counting!(
        "countingLateMate",
        "wins | draws",
        "what a mate is worth that is given once the count draws",
        LateMate,
        late_mate
    ),
    counting!(
        "countingLastPawn",
        "own | longest | later",
        "a bare king takes the last pawn: its own count starts (one ply short), or one with the longest limit, or none \
         before the next move",
        LastPawn,
        last_pawn
    ),
    counting!(
        "countingUncounted",
        "starts | stays",
        "a FEN with a bare king and no count: the next move starts it, or it stays uncounted",
        Uncounted,
        uncounted
    ),
    counting!(
        "boardHonour",
        "automatic | called | never",
        "the count while both sides have pieces: automatic, only as the FEN brings it along (at 0 it stands), or none",
        BoardHonour,
        board
    ),
    word!(
        "deadMaterial",
        "exact | cutechess | never",
        "which material draws at once: what cannot mate in any way, Cute Chess's list for Makruk, or none",
        DeadMaterial,
        dead
    ),
    Key {
        name: "nMoveRule",
        takes: "a number, 0 for none",
        meaning: "moves by each side without a capture or a pawn's move that draw",
        set: |draft, text| number(text, 1..=1000).map(|moves| draft.n_move = moves),
        show: |draft| draft.n_move.unwrap_or(0).to_string(),
    },
    Key {
        name: "nFoldRule",
        takes: "a number, 0 for none",
        meaning: "how often a position occurs until it draws",
        set: |draft, text| number(text, 2..=100).map(|times| draft.n_fold = times.map(|times| times as u8)),
        show: |draft| draft.n_fold.unwrap_or(0).to_string(),
    },
    word!(
        "stalemateValue",
        "draw | loss | win",
        "what a stalemate is worth for the side that has no move",
        Stalemate,
        stalemate
    ),
    word!("profile", "mate | race", "which network and which search numbers play the game", Profile, profile),
    fixed!("castling", "false", "there is none", is_false),
    fixed!("doubleStep", "false", "pawns have none", is_false),
    fixed!("mandatoryPawnPromotion", "true", "it always is", |text| text == "true"),
    fixed!("maxRank", "8", "the board", |text| text == "8"),
    fixed!("maxFile", "8", "the board", |text| matches!(text, "8" | "h")),
    fixed!("gating", "true or false", "cambodianMoves needs it in Fairy-Stockfish", |text| bool::from_name(text)
        .is_ok()),
    fixed!("variantTemplate", "a name", "for XBoard", |text| !text.is_empty()),
    fixed!("pieceToCharTable", "letters", "for XBoard", |text| !text.is_empty()),
    fixed!("nnueAlias", "a name", "a network of Fairy-Stockfish's", |_| true),
    fixed!("pocketSize", "0", "nothing is dropped", |text| text == "0"),
    fixed!("pieceDrops", "false", "nothing is dropped", is_false),
];

fn is_false(text: &str) -> bool {
    text == "false"
}

/// Gives a man its letter. As in Fairy-Stockfish, a letter that a man had by inheritance goes over to the new one.
fn letter(draft: &mut Draft, man: Man, text: &str) -> Result<(), String> {
    draft.lettered_here[man as usize] = true;
    if text == "-" {
        draft.letters[man as usize] = None;
        return Ok(());
    }
    let Some(letter) = text.parse::<char>().ok().filter(char::is_ascii_alphabetic) else {
        let own_moves =
            if text.contains(':') { " (moves of one's own, in Betza notation, are not possible here)" } else { "" };
        return Err(format!("a single letter or `-` is wanted, not {}{own_moves}", quoted(text)));
    };
    let letter = letter.to_ascii_uppercase();
    if let Some(other) = man_of(draft, letter).filter(|other| *other != man) {
        if draft.lettered_here[other as usize] {
            return Err(format!("`{}` is the {}'s letter already", letter.to_ascii_lowercase(), other.key()));
        }
        draft.letters[other as usize] = None;
    }
    draft.letters[man as usize] = Some(letter);
    Ok(())
}

fn man_of(draft: &Draft, letter: char) -> Option<Man> {
    let letter = Some(letter.to_ascii_uppercase());
    Man::ALL.into_iter().find(|man| draft.letters[*man as usize] == letter)
}

fn promotion_types(draft: &mut Draft, text: &str) -> Result<(), String> {
    let mut targets = [false; 9];
    for letter in text.chars().filter(|letter| !letter.is_whitespace() && *letter != '-') {
        match man_of(draft, letter) {
            Some(Man::King | Man::Pawn) => return Err("a pawn can become neither king nor pawn".into()),
            Some(man) => targets[man as usize] = true,
            None => return Err(format!("no piece here has the letter `{}`", letter.escape_default())),
        }
    }
    draft.promotes_to = targets;
    Ok(())
}

/// A number in a range, or `None` for 0.
fn number(text: &str, range: std::ops::RangeInclusive<u16>) -> Result<Option<u16>, String> {
    match text.parse::<u16>() {
        Ok(0) => Ok(None),
        Ok(number) if range.contains(&number) => Ok(Some(number)),
        _ => {
            let (low, high) = (range.start(), range.end());
            Err(format!("a number from {low} to {high}, or 0 for none, is wanted, not {}", quoted(text)))
        }
    }
}

fn region(text: &str) -> Result<Bitboard, String> {
    let mut squares = Bitboard::EMPTY;
    for word in text.split_ascii_whitespace().filter(|word| *word != "-") {
        squares |=
            squares_of(word).ok_or_else(|| format!("{} is no square (d4), rank (*6) or file (a*)", quoted(word)))?;
    }
    Ok(squares)
}

fn squares_of(word: &str) -> Option<Bitboard> {
    if let Some(rank) = word.strip_prefix('*') {
        return rank.parse().ok().and_then(Rank::from_letter).map(Bitboard::rank);
    }
    if let Some(file) = word.strip_suffix('*') {
        let file: char = file.parse().ok()?;
        return File::from_letter(file.to_ascii_lowercase()).map(Bitboard::file);
    }
    word.to_ascii_lowercase().parse::<Square>().ok().map(Bitboard::of)
}

fn show_region(squares: Bitboard) -> String {
    let whole = Rank::ALL.into_iter().filter(|rank| Bitboard::rank(*rank).is_subset(squares));
    let rest = whole.clone().fold(squares, |rest, rank| rest & !Bitboard::rank(rank));
    let words: Vec<String> =
        whole.map(|rank| format!("*{rank}")).chain(rest.map(|square| square.to_string())).collect();
    if words.is_empty() { "-".into() } else { words.join(" ") }
}
