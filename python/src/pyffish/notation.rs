//! Moves in pyffish's notations.

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use khun_board::board::{Gait, Kind};
use khun_board::position::{Move, Position};
use khun_board::rules::Rules;

use crate::errors::{bad_move, bad_value};
use crate::pyffish::promoted::Promoted;
use crate::pyffish::setup::game;

/// The notations of these games, by pyffish's numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Notation {
    San,
    Lan,
    ThaiSan,
    ThaiLan,
}

impl Notation {
    /// The notation of a number, if a game of these rules is written so.
    fn of(number: i32, rules: Rules) -> PyResult<Self> {
        let is_thai = !matches!(rules.met, Gait::Queen) && !matches!(rules.khon, Gait::Bishop);
        match number {
            0 | 1 => Ok(Self::San),
            2 => Ok(Self::Lan),
            8 if is_thai => Ok(Self::ThaiSan),
            9 if is_thai => Ok(Self::ThaiLan),
            _ => Err(bad_value("notation", format!("{rules} is not written in number {number}"))),
        }
    }

    fn text(self, position: &Position, promoted: Promoted, mv: Move) -> String {
        match self {
            Self::San => san(position, mv),
            Self::Lan => lan(position, mv),
            Self::ThaiSan => thai_san(position, promoted, mv),
            Self::ThaiLan => thai_lan(position, promoted, mv),
        }
    }
}

/// A legal move's text.
#[pyfunction]
#[pyo3(signature = (variant, fen, r#move, _chess960 = false, notation = 0, /))]
pub fn get_san(
    py: Python<'_>,
    variant: &str,
    fen: &str,
    r#move: &str,
    _chess960: bool,
    notation: i32,
) -> PyResult<String> {
    let game = game(py, variant, fen, &[])?;
    let position = game.position();
    let mv = position.parse_uci(r#move).map_err(|error| bad_move(&error))?;
    Ok(Notation::of(notation, position.rules())?.text(position, Promoted::of(fen), mv))
}

/// The texts of moves that are played one after another.
#[pyfunction]
#[pyo3(signature = (variant, fen, movelist, _chess960 = false, notation = 0, /))]
pub fn get_san_moves(
    py: Python<'_>,
    variant: &str,
    fen: &str,
    movelist: Vec<PyBackedStr>,
    _chess960: bool,
    notation: i32,
) -> PyResult<Vec<String>> {
    let game = game(py, variant, fen, &movelist)?;
    let notation = Notation::of(notation, game.position().rules())?;
    let mut promoted = Promoted::of(fen);
    let played = game.earlier().iter().zip(game.moves());
    let texts = played.map(|(before, &mv)| {
        let text = notation.text(before, promoted, mv);
        promoted = promoted.played(mv);
        text
    });
    Ok(texts.collect())
}

/// As Khun writes it, but only a mate is marked and no other end of a game.
fn san(position: &Position, mv: Move) -> String {
    let san = position.san(mv);
    match san.strip_suffix('#') {
        Some(bare) if !position.gives_check(mv) => bare.to_owned(),
        _ => san,
    }
}

/// With both squares: `Nb1-d2`, `c5xd6=M`.
fn lan(position: &Position, mv: Move) -> String {
    let san = san(position, mv);
    let letter = if position.moved(mv) == Kind::Pawn { "" } else { &san[..1] };
    format!("{letter}{}{}{}{}", mv.from(), mark(position, mv), mv.to(), ending(&san))
}

/// `ม-ง๒`, `มงxจ๗`, `จ๔`.
fn thai_san(position: &Position, promoted: Promoted, mv: Move) -> String {
    let san = san(position, mv);
    if position.moved(mv) == Kind::Pawn {
        return thai(&san);
    }
    // Between the man's letter and the square that it reaches: what tells it from its like, and the mark of a capture.
    let from = san[1..san.len() - ending(&san).len() - 2].trim_end_matches('x');
    let (man, mark) = (man(position, promoted, mv), mark(position, mv));
    format!("{man}{}{mark}{}{}", thai(from), thai(&mv.to().to_string()), ending(&san))
}

/// `ม ข๑-ง๒`, `บ จ๓-จ๔`.
fn thai_lan(position: &Position, promoted: Promoted, mv: Move) -> String {
    let lan = lan(position, mv);
    let squares = if position.moved(mv) == Kind::Pawn { &lan } else { &lan[1..] };
    format!("{} {}", man(position, promoted, mv), thai(squares))
}

fn mark(position: &Position, mv: Move) -> char {
    if position.captured(mv).is_some() { 'x' } else { '-' }
}

/// What stands behind the squares: `=M+`.
fn ending(san: &str) -> &str {
    &san[san.find(['=', '+', '#']).unwrap_or(san.len())..]
}

/// The Thai letter of the man that moves; a met that was a pawn is a bia ngai.
fn man(position: &Position, promoted: Promoted, mv: Move) -> &'static str {
    match position.moved(mv) {
        Kind::Pawn => "บ",
        Kind::Met if position.rules().met == Gait::RookKnightFers => "ว",
        Kind::Met if promoted.has(mv.from()) => "ง",
        Kind::Met => "ม็",
        Kind::Khon => "ค",
        Kind::Knight => "ม",
        Kind::Rook => "ร",
        Kind::King => "ข",
    }
}

/// The same text with the files and ranks before its ending in Thai letters.
fn thai(text: &str) -> String {
    let end = ending(text);
    let squares = text[..text.len() - end.len()].chars().map(|letter| match letter {
        'a' => 'ก',
        'b' => 'ข',
        'c' => 'ค',
        'd' => 'ง',
        'e' => 'จ',
        'f' => 'ฉ',
        'g' => 'ช',
        'h' => 'ญ',
        '1' => '๑',
        '2' => '๒',
        '3' => '๓',
        '4' => '๔',
        '5' => '๕',
        '6' => '๖',
        '7' => '๗',
        '8' => '๘',
        other => other,
    });
    squares.collect::<String>() + end
}
