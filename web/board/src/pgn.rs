//! Games from and to PGN.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::prelude::*;

use khun_board::position::Game;
use khun_board::position::pgn::{Pgn, PgnReader, Variations};

use crate::object::{error, object, texts};
use crate::variants::with_catalogue;

/// A game with its tags: `tags` are names and values in turn. What the game itself decides is not theirs to say.
pub fn write(game: &Game, tags: &[String]) -> String {
    let mut pgn = Pgn::of(game);
    for [name, value] in tags.as_chunks::<2>().0 {
        if !["Result", "Variant", "SetUp", "FEN"].contains(&name.as_str()) {
            pgn.set_tag(name, value);
        }
    }
    pgn.to_string()
}

/// All games of a text, each `{ tags, variant, startFen, moves, result }`.
#[wasm_bindgen(js_name = readGames)]
pub fn read_games(text: &str) -> Result<Array, JsValue> {
    with_catalogue(|catalogue| {
        let games = PgnReader::new(text, catalogue).variations(Variations::Skip);
        games.map(|game| game.map(|pgn| plain(&pgn)).map_err(error)).collect()
    })
}

fn plain(pgn: &Pgn) -> JsValue {
    let tags = Object::new();
    for (name, value) in &pgn.tags {
        Reflect::set(&tags, &name.into(), &value.into()).expect("a new object takes any field");
    }
    let game = pgn.game();
    let moves = game.earlier().iter().zip(game.moves()).map(|(before, &mv)| before.uci(mv));
    object([
        ("tags", tags.into()),
        ("variant", pgn.start.rules().name.as_str().into()),
        ("startFen", pgn.start.fen().into()),
        ("moves", texts(moves)),
        ("result", pgn.result.text().into()),
    ])
}
