//! The games that are known, and what is wrong with FENs and rules files.

use std::cell::RefCell;

use js_sys::Array;
use wasm_bindgen::prelude::*;

use khun_board::board::{Gait, Kind};
use khun_board::geometry::{Bitboard, Color};
use khun_board::position::Position;
use khun_board::rules::{Catalogue, Choice, Faults, Reading, Rules, Ruleset};

use crate::object::{error, object, texts};

thread_local! {
    /// What ships, and what was loaded since.
    static CATALOGUE: RefCell<Catalogue> = RefCell::new(Catalogue::builtin().clone());
}

/// The rules of a game by its name; the first game's without one.
pub fn find(variant: Option<&str>) -> Result<Rules, JsValue> {
    CATALOGUE.with_borrow(|catalogue| match variant {
        None | Some("") => Ok(catalogue.default_rules()),
        Some(name) => catalogue.find(name).map_err(error),
    })
}

/// Does something with the games that are known.
pub fn with_catalogue<T>(work: impl FnOnce(&Catalogue) -> T) -> T {
    CATALOGUE.with_borrow(work)
}

#[wasm_bindgen]
pub fn variants() -> String {
    CATALOGUE.with_borrow(|catalogue| catalogue.names().collect::<Vec<_>>().join(" "))
}

#[wasm_bindgen(js_name = startingFen)]
pub fn starting_fen(variant: &str) -> Result<String, JsValue> {
    Ok(Position::start(find(Some(variant))?).fen())
}

#[wasm_bindgen(js_name = validateFen)]
pub fn validate_fen(fen: &str, variant: Option<String>) -> i32 {
    find(variant.as_deref()).is_ok_and(|rules| Position::from_fen(rules, fen).is_ok()).into()
}

#[wasm_bindgen(js_name = fenFaults)]
pub fn fen_faults(fen: &str, variant: Option<String>) -> Result<Array, JsValue> {
    let Err(error) = Position::from_fen(find(variant.as_deref())?, fen) else { return Ok(Array::new()) };
    let fault = |(kind, words): (Faults, &str)| object([("kind", fault_name(kind).into()), ("words", words.into())]);
    Ok(error.messages().map(fault).collect())
}

/// A kind of fault as programs name it: `move number`.
fn fault_name(kind: Faults) -> String {
    kind.iter_names().map(|(name, _)| name.to_lowercase().replace('_', " ")).collect()
}

#[wasm_bindgen(js_name = loadVariantConfig)]
pub fn load_variant_config(text: &str) -> JsValue {
    let (catalogue, faults) = CATALOGUE.with_borrow(|catalogue| catalogue.with_file(text));
    CATALOGUE.set(catalogue);
    texts(faults.iter().map(ToString::to_string))
}

#[wasm_bindgen]
pub fn countings() -> JsValue {
    texts(Reading::NAMES.iter().map(|(word, _)| (*word).to_owned()))
}

#[wasm_bindgen(js_name = variantInfo)]
pub fn variant_info(variant: &str) -> Result<JsValue, JsValue> {
    let rules = find(Some(variant))?;
    let pieces = Kind::ALL.into_iter().filter_map(|kind| {
        let letter = rules.letters.of(kind, Color::Black)?;
        Some(object([("letter", letter.to_string().into()), ("kind", kind_name(rules, kind).into())]))
    });
    let limits = rules.counting.iter().flat_map(|counting| counting.table.bare_king_limits());
    let limits = limits.map(|(basis, limit)| object([("basis", basis.name().into()), ("limit", limit.into())]));
    let promotion = |color: Color| squares(rules.promotion_region[color.index()]);
    Ok(object([
        ("name", rules.name.as_str().into()),
        ("startFen", Position::start(rules).fen().into()),
        ("pieces", pieces.collect::<Array>().into()),
        ("promotion", object([("white", promotion(Color::White)), ("black", promotion(Color::Black))])),
        ("goal", squares(rules.goal.map_or(Bitboard::EMPTY, |goal| goal.region))),
        ("counting", rules.counting.is_some().into()),
        ("limits", limits.collect::<Array>().into()),
        ("checks", rules.allows_checks().into()),
    ]))
}

fn squares(squares: Bitboard) -> JsValue {
    texts(squares.map(|square| square.to_string()))
}

/// What stands in a role, as people call it.
fn kind_name(rules: &Ruleset, kind: Kind) -> &'static str {
    let gait = match kind {
        Kind::Pawn => return "pawn",
        Kind::Knight => return "knight",
        Kind::Rook => return "rook",
        Kind::King => return "king",
        Kind::Met => rules.met,
        Kind::Khon => rules.khon,
    };
    match gait {
        Gait::Fers => "met",
        Gait::Silver => "khon",
        Gait::Bishop => "bishop",
        Gait::Queen => "queen",
        Gait::RookKnightFers => "aiwok",
    }
}
