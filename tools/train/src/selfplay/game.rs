//! One game, as records.

use khun_board::geometry::Color;
use khun_board::position::{Game, Position};

use crate::data::{Flags, Labels, Packed, Verdict};
use crate::selfplay::adjudicate::{Adjudicator, Decision, Limits};
use crate::selfplay::player::{Certainty, Choice, Player};

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Every position in which a move was thought about, with all labels.
    pub records: Vec<Packed>,
    /// Who won.
    pub winner: Option<Color>,
}

/// Plays a game on from where it stands. `None` if its first position is thought to be worth more than `largest`
/// centipawns either way: such openings teach little.
pub fn play(mut game: Game, player: &mut dyn Player, limits: Limits, largest: i16) -> Option<Played> {
    player.new_game();
    let mut adjudicator = Adjudicator::new(limits);
    let mut records = Vec::new();
    let (winner, ended) = loop {
        if let Some(outcome) = game.outcome() {
            break (outcome.winner, Flags::empty());
        }
        // An unfinished game has a move; should a player not find one, the game counts as drawn.
        let Some(choice) = player.choose(&game) else { break (None, Flags::ADJUDICATED) };
        if records.is_empty() && choice.score.unsigned_abs() > largest.unsigned_abs() {
            return None;
        }
        let first = if records.is_empty() { Flags::FIRST } else { Flags::empty() };
        records.push(record(game.position(), &choice, first, game.moves().len()));
        match adjudicator.see(game.position(), &choice) {
            Decision::Continue => game.push(choice.mv).expect("a player chooses among the legal moves"),
            Decision::Win(winner) => break (Some(winner), Flags::ADJUDICATED),
            Decision::Draw => break (None, Flags::ADJUDICATED),
        }
    };
    let records = records.into_iter().map(|record: Packed| record.judged(winner).flagged(ended)).collect();
    Some(Played { records, winner })
}

fn record(position: &Position, choice: &Choice, first: Flags, ply: usize) -> Packed {
    let mut flags = first;
    flags.set(Flags::BLACK, position.to_move() == Color::Black);
    flags.set(Flags::CHECK, position.in_check());
    flags.set(Flags::NOISY, position.is_noisy(choice.mv));
    flags.set(Flags::DECIDED, choice.certainty == Certainty::Proven);
    // Limits are whole moves of at most 127, so limit and plies fit a byte; a limit of half a move rounds up.
    let count = position.count().map(|count| (count.limit.div_ceil(2).clamp(1, 255) as u8, count.ply.min(255) as u8));
    let labels = Labels { flags, verdict: Verdict::Draw, score: choice.score, ply: ply.min(65_535) as u16, count };
    Packed::new(position.board().pieces(), labels)
}
