//! A game as JavaScript holds it.

use std::collections::BTreeMap;

use wasm_bindgen::prelude::*;

use khun_board::geometry::{Color, Square};
use khun_board::position::pgn::GameResult;
use khun_board::position::{Game, Move, Position, Reason, UciError};
use khun_board::rules::{Choice, Reading, Rules, intern};

use crate::count::count;
use crate::object::{error, object, texts};
use crate::pgn;
use crate::refusal::Refusal;
use crate::variants::find;

#[wasm_bindgen]
pub struct Board {
    game: Game,
    /// The game's rules as its file has them; those that are played by may read the count another way.
    variant: Rules,
    reading: Reading,
}

#[wasm_bindgen]
impl Board {
    #[wasm_bindgen(constructor)]
    pub fn new(variant: Option<String>, fen: Option<String>) -> Result<Self, JsValue> {
        let variant = find(variant.as_deref())?;
        let mut board = Self { game: Game::new(Position::start(variant)), variant, reading: Reading::Variant };
        if let Some(fen) = fen.filter(|fen| !fen.is_empty()) {
            board.set_fen(&fen)?;
        }
        Ok(board)
    }

    pub fn variant(&self) -> String {
        self.variant.name.clone()
    }

    pub fn fen(&self) -> String {
        self.position().fen()
    }

    #[wasm_bindgen(js_name = setFen)]
    pub fn set_fen(&mut self, fen: &str) -> Result<(), JsValue> {
        self.game = Game::new(Position::from_fen(self.rules(), fen).map_err(error)?);
        Ok(())
    }

    pub fn reset(&mut self) {
        self.game = Game::new(Position::start(self.rules()));
    }

    pub fn turn(&self) -> bool {
        self.position().to_move() == Color::White
    }

    #[wasm_bindgen(js_name = fullmoveNumber)]
    pub fn fullmove_number(&self) -> u32 {
        self.position().fullmove().into()
    }

    #[wasm_bindgen(js_name = halfmoveClock)]
    pub fn halfmove_clock(&self) -> u32 {
        self.position().count().map_or(self.position().clock(), |count| count.ply).into()
    }

    #[wasm_bindgen(js_name = gamePly)]
    pub fn game_ply(&self) -> u32 {
        2 * (self.fullmove_number() - 1) + u32::from(!self.turn())
    }

    #[wasm_bindgen(js_name = toString)]
    pub fn display(&self) -> String {
        format!("{}: {}", self.variant.name, self.fen())
    }

    #[wasm_bindgen(js_name = legalMoves)]
    pub fn legal_moves(&self) -> String {
        self.joined(Position::uci)
    }

    #[wasm_bindgen(js_name = legalMovesSan)]
    pub fn legal_moves_san(&self) -> String {
        self.joined(Position::san)
    }

    #[wasm_bindgen(js_name = numberLegalMoves)]
    pub fn number_legal_moves(&self) -> usize {
        self.moves().len()
    }

    pub fn destinations(&self) -> JsValue {
        let mut targets: BTreeMap<Square, Vec<Square>> = BTreeMap::new();
        for mv in self.moves() {
            let targets = targets.entry(mv.from()).or_default();
            // Promotions to several kinds are one target.
            if !targets.contains(&mv.to()) {
                targets.push(mv.to());
            }
        }
        let map = js_sys::Object::new();
        for (from, targets) in targets {
            let targets = texts(targets.iter().map(ToString::to_string));
            js_sys::Reflect::set(&map, &from.to_string().into(), &targets).expect("a new object takes any field");
        }
        map.into()
    }

    pub fn push(&mut self, text: &str) -> bool {
        self.find_move(text).is_ok_and(|mv| self.game.push(mv).is_ok())
    }

    #[wasm_bindgen(js_name = pushSan)]
    pub fn push_san(&mut self, san: &str) -> bool {
        self.position().parse_san(san).is_ok_and(|mv| self.game.push(mv).is_ok())
    }

    #[wasm_bindgen(js_name = pushMoves)]
    pub fn push_moves(&mut self, moves: &str) {
        moves.split_whitespace().all(|text| self.push(text));
    }

    #[wasm_bindgen(js_name = pushSanMoves)]
    pub fn push_san_moves(&mut self, moves: &str) {
        moves.split_whitespace().all(|san| self.push_san(san));
    }

    pub fn pop(&mut self) {
        self.game.pop();
    }

    #[wasm_bindgen(js_name = moveStack)]
    pub fn move_stack(&self) -> String {
        let positions = self.game.earlier().iter().zip(self.game.moves());
        positions.map(|(before, &mv)| before.uci(mv)).collect::<Vec<_>>().join(" ")
    }

    #[wasm_bindgen(js_name = sanMove)]
    pub fn san_move(&self, text: &str) -> String {
        self.find_move(text).map(|mv| self.position().san(mv)).unwrap_or_default()
    }

    #[wasm_bindgen(js_name = parseSan)]
    pub fn parse_san(&self, san: &str) -> Result<String, JsValue> {
        self.position().parse_san(san).map(|mv| self.position().uci(mv)).map_err(error)
    }

    #[wasm_bindgen(js_name = variationSan)]
    pub fn variation_san(&self, moves: &str) -> String {
        let mut position = *self.position();
        let mut words = Vec::new();
        for text in moves.split_whitespace() {
            let Ok(mv) = position.parse_uci(text) else { return String::new() };
            match position.to_move() {
                Color::White => words.push(format!("{}.", position.fullmove())),
                Color::Black if words.is_empty() => words.push(format!("{}...", position.fullmove())),
                Color::Black => {}
            }
            words.push(position.san(mv));
            position = position.play_unchecked(mv);
        }
        words.join(" ")
    }

    #[wasm_bindgen(js_name = isCapture)]
    pub fn is_capture(&self, text: &str) -> bool {
        self.find_move(text).is_ok_and(|mv| self.position().captured(mv).is_some())
    }

    #[wasm_bindgen(js_name = whyNot)]
    pub fn why_not(&self, text: &str) -> JsValue {
        let Some(refusal) = Refusal::of(&self.game, text) else { return JsValue::NULL };
        object([("kind", refusal.kind().into()), ("words", refusal.words().into())])
    }

    #[wasm_bindgen(js_name = isCheck)]
    pub fn is_check(&self) -> bool {
        self.position().in_check()
    }

    #[wasm_bindgen(js_name = checkedPieces)]
    pub fn checked_pieces(&self) -> String {
        let position = self.position();
        if position.in_check() { position.board().king(position.to_move()).to_string() } else { String::new() }
    }

    #[wasm_bindgen(js_name = isGameOver)]
    pub fn is_game_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    pub fn result(&self) -> String {
        GameResult::from(self.game.outcome()).text().to_owned()
    }

    #[wasm_bindgen(js_name = isInsufficientMaterial)]
    pub fn is_insufficient_material(&self) -> bool {
        self.position().rule_draw() == Some(Reason::DeadMaterial)
    }

    pub fn outcome(&self) -> JsValue {
        let Some(outcome) = self.game.outcome() else { return JsValue::NULL };
        object([
            ("winner", outcome.winner.map_or(JsValue::NULL, |color| color.to_string().into())),
            ("reason", outcome.reason.to_string().into()),
            ("words", outcome.to_string().into()),
        ])
    }

    pub fn count(&self) -> JsValue {
        count(self.position()).unwrap_or(JsValue::NULL)
    }

    pub fn counting(&self) -> String {
        self.reading.name().to_owned()
    }

    #[wasm_bindgen(js_name = setCounting)]
    pub fn set_counting(&mut self, reading: &str) -> Result<(), JsValue> {
        self.reading = Reading::from_name(reading).map_err(error)?;
        let start = Position::from_fen(self.rules(), &self.game.start().fen());
        let mut game = Game::new(start.expect("another reading of the count refuses no position"));
        for &mv in self.game.moves() {
            game.push(mv).expect("another reading of the count forbids no move");
        }
        self.game = game;
        Ok(())
    }
}

#[wasm_bindgen]
impl Board {
    #[wasm_bindgen(js_name = startCount)]
    pub fn start_count(&mut self) -> bool {
        self.game.call_count()
    }

    #[wasm_bindgen(js_name = stopCount)]
    pub fn stop_count(&mut self) -> bool {
        self.game.stop_count()
    }

    /// The game as PGN, with these tags (names and values in turn) beside those that it needs.
    #[wasm_bindgen(js_name = pgnWith)]
    pub fn pgn_with(&self, tags: Vec<String>) -> String {
        pgn::write(&self.game, &tags)
    }
}

impl Board {
    fn position(&self) -> &Position {
        self.game.position()
    }

    fn rules(&self) -> Rules {
        match self.reading {
            Reading::Variant => self.variant,
            reading => intern(self.variant.clone().with_reading(reading)),
        }
    }

    fn moves(&self) -> Vec<Move> {
        self.position().legal_moves().into_iter().collect()
    }

    fn joined(&self, text: impl Fn(&Position, Move) -> String) -> String {
        self.moves().into_iter().map(|mv| text(self.position(), mv)).collect::<Vec<_>>().join(" ")
    }

    fn find_move(&self, text: &str) -> Result<Move, UciError> {
        self.position().parse_uci(text)
    }
}
