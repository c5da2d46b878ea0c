//! The best lines from a root that exact tables hold, without a search.

use crate::eval::Score;
use crate::search::shared::question::Question;
use crate::search::shared::tablebase_score;
use crate::search::shared::thread_status::Line;
use khun_board::position::{Game, Move};

/// The best lines from a root that exact tables hold, best first, as many as are wanted; none of any other root.
pub fn solved_lines(question: &Question) -> Vec<Line> {
    ranked_lines(question).unwrap_or_default()
}

fn ranked_lines(question: &Question) -> Option<Vec<Line>> {
    let game = &question.game;
    let position = game.position();
    let tables = question.tables.as_ref()?;
    let (probe, ranked) = (tables.probe(position)?, tables.rank(position)?);
    let attacks = probe.stronger == position.to_move();
    let mut lines: Vec<(Repeats, Line)> = Vec::new();
    for ranked in ranked.into_iter().filter(|ranked| question.root_moves.contains(&ranked.mv)) {
        let repeats = repeats(game, ranked.mv);
        let drawn = repeats == Repeats::Now || (attacks && repeats == Repeats::IfAnswered);
        let score = if drawn { Score::DRAW } else { tablebase_score::score(ranked.verdict, attacks, 0) };
        let depth = score.mate_plies().map_or(1, |plies| plies.abs().max(1));
        lines.push((repeats, Line { depth, seldepth: depth as usize, score, pv: vec![ranked.mv] }));
    }
    // The order of the tables stays among equals, but the stronger side draws by repetition last and the bare king first.
    lines.sort_by_key(|(repeats, line)| {
        let ends = *repeats == Repeats::Now;
        (std::cmp::Reverse(line.score), ends == attacks)
    });
    let mut lines: Vec<Line> = lines.into_iter().take(question.multi_pv).map(|(_, line)| line).collect();
    // Clients collect the lines of one depth.
    let depth = lines.iter().map(|line| line.depth).max()?;
    lines.iter_mut().for_each(|line| line.depth = depth);
    for line in lines.iter_mut().filter(|line| !line.score.is_mate()) {
        // The answer, so that a client has something to ponder on; mates are told to their end elsewhere.
        let after = line.pv.first().map(|&mv| position.play_unchecked(mv));
        line.pv.extend(after.and_then(|after| Some(tables.rank(&after)?.first()?.mv)));
    }
    Some(lines)
}

/// Whether a move draws by repetition. (Whoever plays on from a win in the shortest way repeats nothing of that way, but
/// may come by positions of an earlier, aimless play.)
#[derive(Clone, Copy, PartialEq, Eq)]
enum Repeats {
    Not,
    /// The other side can draw with its answer.
    IfAnswered,
    Now,
}

fn repeats(game: &Game, mv: Move) -> Repeats {
    let Some(allowed) = game.position().rules().n_fold.map(usize::from) else { return Repeats::Not };
    let mut game = game.clone();
    game.push(mv).expect("the root's moves are legal");
    if game.occurrences() >= allowed {
        return Repeats::Now;
    }
    let mut answered = game.position().legal_moves().into_iter().map(|answer| {
        game.push(answer).expect("one of the legal moves");
        let occurrences = game.occurrences();
        game.pop();
        occurrences
    });
    if answered.any(|occurrences| occurrences >= allowed) { Repeats::IfAnswered } else { Repeats::Not }
}
