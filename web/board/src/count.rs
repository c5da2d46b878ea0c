//! The count as players read it.

use wasm_bindgen::JsValue;

use khun_board::position::Position;
use khun_board::rules::counting::{Counting, Honour, honour};

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
        ("why", why(&counting, honour, limit).into()),
        ("words", words.into()),
    ]))
}

/// What the limit is for. It is read from the limit, not from the men: later captures do not change a standing count.
fn why(counting: &Counting, honour: Honour, limit: u16) -> &'static str {
    use khun_board::rules::counting::Table::{Asean, Cambodian, Makruk};
    if honour == Honour::Board {
        return match counting.table {
            Cambodian => "a side has three men or fewer",
            Makruk | Asean => "no pawns are left",
        };
    }
    match (counting.table, limit) {
        (Makruk, 8) | (Cambodian, 7) => "two rooks",
        (Makruk | Asean, 16) | (Cambodian, 15) => "a rook",
        (Makruk, 22) | (Cambodian, 21) => "two khons",
        (Makruk, 32) | (Cambodian, 31) => "two knights",
        (Makruk | Asean, 44) | (Cambodian, 43) => "a khon",
        (Asean, 64) => "a knight",
        (Makruk, 64) | (Cambodian, 63) => "a knight, or mets only",
        _ => "the limit that the position came with",
    }
}
