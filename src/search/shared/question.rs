//! What is asked of a search. Nothing in it changes while the search runs.

use std::sync::Arc;
use std::time::Instant;

use crate::endgame::Endgames;
use crate::eval::{Leads, Networks, Score};
use crate::search::clock::Limits;
use crate::search::settings::Settings;
use crate::search::strength::{Limitation, mix64};
use crate::search::transposition_table::TranspositionTable;
use crate::search::tune::Tunables;
use khun_board::geometry::Color;
use khun_board::position::{Game, Move, Position};

/// What is asked of a search, and what it is answered with.
pub struct Question {
    pub game: Game,
    /// Those that were asked for; of a limited strength, no more nodes and no deeper than it looks.
    pub limits: Limits,
    pub root_moves: Vec<Move>,
    /// Lines to find.
    pub multi_pv: usize,
    /// Lines to tell: at a limited strength more are found and compared than are told.
    pub told_lines: usize,
    pub limitation: Option<Limitation>,
    pub tune: Tunables,
    pub networks: Networks,
    /// What leads are worth in this search.
    pub leads: Leads,
    /// What a draw is worth to the side to move at the root.
    draw: Score,
    /// Tells the transposition table's entries apart by what else their scores hang by.
    salt: u64,
    pub table: Arc<TranspositionTable>,
    /// Exact tables, where they are asked.
    pub tables: Option<Endgames>,
    /// When it was asked.
    pub start: Instant,
}

impl Question {
    pub fn new(
        game: &Game,
        limits: Limits,
        settings: &Settings,
        (table, tables): (&Arc<TranspositionTable>, Option<Endgames>),
        start: Instant,
    ) -> Self {
        let position = *game.position();
        let profile = position.rules().profile;
        let mut root_moves: Vec<Move> = position.legal_moves().into_iter().collect();
        if root_moves.iter().any(|mv| limits.search_moves.contains(mv)) {
            root_moves.retain(|mv| limits.search_moves.contains(mv));
        }
        let limitation = settings.strength.map(|strength| strength.limitation(profile));
        let compared = limitation.map_or(settings.multi_pv, |limitation| limitation.candidates(settings.multi_pv));
        let most = root_moves.len().max(1);
        let leads = Leads::from(&position);
        let draw = Score::cp(if limits.infinite { 0 } else { settings.contempt.saturating_neg() });
        Self {
            game: game.clone(),
            limits: limitation.map_or_else(|| limits.clone(), |limitation| limitation.applied_to(&limits)),
            multi_pv: compared.clamp(1, most),
            told_lines: settings.multi_pv.clamp(1, most),
            root_moves,
            limitation,
            tune: Tunables::of(profile),
            networks: settings.networks.clone(),
            leads,
            draw,
            salt: salt(leads, draw, position.to_move()),
            table: Arc::clone(table),
            tables,
            start,
        }
    }

    /// What a draw is worth to the side to move in a position of this search.
    #[inline]
    pub fn draw(&self, position: &Position) -> Score {
        if position.to_move() == self.game.position().to_move() { self.draw } else { -self.draw }
    }

    /// What is told of a score that this search has found: a draw is a draw, and a lead what the count leaves of it.
    pub fn told(&self, score: Score) -> Score {
        if score == self.draw { Score::DRAW } else { self.leads.told(score, self.game.position()) }
    }

    /// The key under which the transposition table keeps the position with this key, where all counts share an entry. Scores
    /// of whole and of pressed leads are kept apart, and those that one side's contempt has coloured.
    #[inline]
    pub fn table_key(&self, key: u64) -> u64 {
        key ^ self.salt
    }
}

/// What tells entries apart; nothing where leads are pressed and a draw is half a point, as in analysis.
fn salt(leads: Leads, draw: Score, to_move: Color) -> u64 {
    let for_leads = if leads == Leads::Whole { mix64(1) } else { 0 };
    let for_draws = if draw == Score::DRAW { 0 } else { mix64(2 + to_move as u64) };
    for_leads ^ for_draws
}

/// Whether searches ask exact tables: where the rules have any and the play is at full strength.
pub fn asks_tables(settings: &Settings, game: &Game) -> bool {
    settings.strength.is_none() && game.position().rules().has_plain_endings()
}
