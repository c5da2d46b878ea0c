//! The count as players read it.

use wasm_bindgen::JsValue;

use khun_board::position::Position;
use khun_board::rules::Choice;
use khun_board::rules::counting::{Honour, honour};

use crate::object::object;

/// The count that stands here; nothing where none does.
pub fn count(position: &Position) -> Option<JsValue> {
    let (counting, count) = (position.rules().counting?, position.count()?);
    let men = position.board().men();
    let honour = honour(&men);
    let left = counting.plies_left(count);
    let words = position.explain_count().unwrap_or_else(|| counting.describe(count, &men));
    let plies = counting.unit.plies();
    let unit = if plies == 1 { "half-moves" } else { "moves" };
    let (limit, done) = (count.limit.div_ceil(plies), count.ply.div_ceil(plies));
    let (name, whose) = match honour {
        Honour::Board => ("board", JsValue::NULL),
        Honour::Pieces(bare) => ("pieces", bare.to_string().into()),
    };
    Some(object([
        ("honour", name.into()),
        ("whose", whose),
        ("behind", position.leader().map_or(JsValue::NULL, |leader| (!leader).to_string().into())),
        ("unit", unit.into()),
        ("limit", limit.into()),
        ("done", done.into()),
        ("left", limit.saturating_sub(done).into()),
        ("limitPlies", count.limit.into()),
        ("donePlies", count.ply.into()),
        ("leftPlies", left.map_or(JsValue::NULL, JsValue::from)),
        ("running", left.is_some().into()),
        ("basis", counting.basis(count, &men).map_or(JsValue::NULL, |basis| basis.name().into())),
        ("words", words.into()),
    ]))
}
