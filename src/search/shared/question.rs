//! What is asked of a search. Nothing in it changes while the search runs.

use std::sync::Arc;
use std::time::Instant;

use crate::endgame::Endgames;
use crate::eval::{Leads, Networks};
use crate::search::clock::Limits;
use crate::search::settings::Settings;
use crate::search::strength::Limitation;
use crate::search::transposition_table::TranspositionTable;
use crate::search::tune::Tunables;
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
        Self {
            game: game.clone(),
            limits: limitation.map_or_else(|| limits.clone(), |limitation| limitation.applied_to(&limits)),
            multi_pv: compared.clamp(1, most),
            told_lines: settings.multi_pv.clamp(1, most),
            root_moves,
            limitation,
            tune: Tunables::of(profile),
            networks: settings.networks.clone(),
            leads: Leads::from(&position),
            table: Arc::clone(table),
            tables,
            start,
        }
    }

    /// The key under which the transposition table keeps a position where all counts share an entry. Scores of whole and of
    /// pressed leads are kept apart.
    pub fn table_key(&self, position: &Position) -> u64 {
        const WHOLE_LEADS: u64 = 0x8E51_7A1D_39C6_02BF;
        match self.leads {
            Leads::Pressed => position.key(),
            Leads::Whole => position.key() ^ WHOLE_LEADS,
        }
    }
}

/// Whether searches ask exact tables: where the rules have any and the play is at full strength.
pub fn asks_tables(settings: &Settings, game: &Game) -> bool {
    settings.strength.is_none() && game.position().rules().has_plain_endings()
}
