//! Games from and to PGN.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::prelude::*;

use khun_board::position::pgn::{
    Comment, GameResult, Pgn, PgnError, PgnFault, PgnLine, PgnMove, PgnReader, Variations,
};
use khun_board::position::{Game, Position};

use crate::object::{error, field, list, object, texts};
use crate::variants::{find, with_catalogue};

/// A game with its tags: `tags` are names and values in turn.
pub fn write(game: &Game, tags: &[String]) -> String {
    with_tags(Pgn::of(game), tags).to_string()
}

/// A game with all that may be said of it: the moves are what [`plain_line`] makes of a line.
#[wasm_bindgen(js_name = writeGame)]
pub fn write_game(
    variant: &str,
    fen: Option<String>,
    comments: Vec<String>,
    line: &JsValue,
    tags: Vec<String>,
    result: Option<String>,
) -> Result<String, JsValue> {
    let rules = find(Some(variant))?;
    let start = match fen {
        Some(fen) => Position::from_fen(rules, &fen).map_err(error)?,
        None => Position::start(rules),
    };
    let mut pgn = Pgn::new(start);
    pgn.line = read_line(line, start)?;
    pgn.line.comments = comments.iter().map(|text| Comment::new(text)).collect();
    let by_rules = pgn.game().outcome().into();
    pgn.set_result(result.and_then(|text| GameResult::from_text(&text)).unwrap_or(by_rules));
    Ok(with_tags(pgn, &tags).to_string())
}

/// Sets tags. What the game itself decides is not theirs to say.
fn with_tags(mut pgn: Pgn, tags: &[String]) -> Pgn {
    for [name, value] in tags.as_chunks::<2>().0 {
        if !["Result", "Variant", "SetUp", "FEN"].contains(&name.as_str()) {
            pgn.set_tag(name, value);
        }
    }
    pgn
}

/// All games of a text, each `{ tags, variant, startFen, moves, comments, line, result }`. Where a variation cannot be
/// read the games are read without any.
#[wasm_bindgen(js_name = readGames)]
pub fn read_games(text: &str) -> Result<Array, JsValue> {
    with_catalogue(|catalogue| {
        let read = |variations| PgnReader::new(text, catalogue).variations(variations).collect::<Result<Vec<_>, _>>();
        let games = read(Variations::Keep).or_else(|_| read(Variations::Skip)).map_err(|error| fault(&error))?;
        Ok(games.iter().map(plain).collect())
    })
}

/// An `Error` with its place: `{ message, kind, game, line, column }`.
fn fault(error: &PgnError) -> JsValue {
    let kind = match error.fault {
        PgnFault::Tag => "tag",
        PgnFault::Variant(_) => "variant",
        PgnFault::Fen(_) => "fen",
        PgnFault::Move(_) => "move",
        PgnFault::OpenComment => "open comment",
        PgnFault::Variation => "variation",
        PgnFault::Depth => "depth",
    };
    let said: JsValue = js_sys::Error::new(&error.to_string()).into();
    let places = [("game", error.game), ("line", error.line), ("column", error.column)];
    let places = places.map(|(name, number)| (name, JsValue::from(u32::try_from(number).unwrap_or(u32::MAX))));
    for (name, value) in [("kind", kind.into())].into_iter().chain(places) {
        Reflect::set(&said, &name.into(), &value).expect("a new error takes any field");
    }
    said
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
        ("comments", plain_comments(&pgn.line.comments)),
        ("line", plain_line(&pgn.line, pgn.start).into()),
        ("result", pgn.result.text().into()),
    ])
}

/// The moves of a line, each `{ move, comments, variations }`.
fn plain_line(line: &PgnLine, start: Position) -> Array {
    let mut position = start;
    let plain_move = |played: &PgnMove| {
        let before = position;
        position = before.play_unchecked(played.mv);
        let variations = played.variations.iter().map(|variation| JsValue::from(plain_line(variation, before)));
        object([
            ("move", before.uci(played.mv).into()),
            ("comments", plain_comments(&played.comments)),
            ("variations", variations.collect::<Array>().into()),
        ])
    };
    line.moves.iter().map(plain_move).collect()
}

fn plain_comments(comments: &[Comment]) -> JsValue {
    texts(comments.iter().map(|comment| comment.text().to_owned()))
}

/// The line that [`plain_line`] made. Fails at the first move that is not legal.
fn read_line(moves: &JsValue, start: Position) -> Result<PgnLine, JsValue> {
    let mut position = start;
    let mut line = PgnLine::default();
    for said in list(moves) {
        let text = field(&said, "move").as_string().unwrap_or_default();
        let mut played = PgnMove::new(position.parse_uci(&text).map_err(error)?);
        let comments = list(&field(&said, "comments"));
        played.comments = comments.iter().filter_map(|text| text.as_string()).map(|text| Comment::new(&text)).collect();
        let variations = list(&field(&said, "variations"));
        played.variations =
            variations.iter().map(|variation| read_line(&variation, position)).collect::<Result<_, _>>()?;
        position = position.play_unchecked(played.mv);
        line.moves.push(played);
    }
    Ok(line)
}
