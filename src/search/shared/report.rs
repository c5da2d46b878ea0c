//! How lines of play are told: as far as the game goes, with what the search knows about them.

use std::iter;

use crate::eval::Score;
use crate::search::event::{Bound, Event, Info, Report, Source};
use crate::search::shared::question::Question;
use crate::search::shared::search::Search;
use crate::search::shared::thread_status::Line;
use crate::search::transposition_table::key_with_count;
use khun_board::position::{Game, Move, Position};

/// Tells the best lines, if anybody listens.
pub fn tell(search: &Search, lines: &[Line]) {
    if search.answer.is_heard() {
        infos(search, lines).into_iter().for_each(|info| search.answer.say(Event::Info(info)));
    }
}

/// Tells a line whose score is only a bound, if anybody listens.
pub fn tell_bound(search: &Search, line: &Line, bound: Bound) {
    if search.answer.is_heard() {
        search.answer.say(Event::Info(info(search, line, 1, bound)));
    }
}

/// The best lines as they are told: as many as are wanted.
pub fn infos(search: &Search, lines: &[Line]) -> Vec<Info> {
    let told = lines.iter().take(search.question.told_lines);
    told.zip(1..).map(|(line, rank)| info(search, line, rank, Bound::Exact)).collect()
}

/// A line as it is told.
fn info(search: &Search, line: &Line, multi_pv: usize, bound: Bound) -> Info {
    let pv = playable(search, line);
    Info {
        depth: line.depth.max(1) as u32,
        seldepth: line.seldepth as u32,
        multi_pv,
        score: shown(search.question.told(line.score), pv.len()),
        bound,
        source: if search.solved.is_empty() { Source::Search } else { Source::Exact },
        nodes: search.nodes(),
        time: search.signals.elapsed(),
        hashfull: search.question.table.hashfull(),
        table_hits: search.table_hits(),
        pv,
    }
}

/// A mate is only told with all its moves: without them (exact tables may be solved between its finding and its telling)
/// the score is the best or the worst that is no mate.
fn shown(score: Score, moves: usize) -> Score {
    match score.mate_plies() {
        Some(plies) if plies.unsigned_abs() as usize > moves => Score::cp(score.raw()),
        _ => score,
    }
}

/// The result of a search that ends with this line.
pub fn report(search: &Search, line: &Line) -> Report {
    let pv = playable(search, line);
    Report {
        best: line.pv.first().copied(),
        ponder: expected_answer(search, &pv),
        score: search.question.told(line.score),
        depth: line.depth.max(1) as u32,
        nodes: search.nodes(),
        pv,
    }
}

/// The score of a finished game for the side to move.
pub fn score_of_finished(game: &Game) -> Score {
    match game.outcome().and_then(|outcome| outcome.winner) {
        Some(winner) if winner == game.position().to_move() => Score::mate_in(0),
        Some(_) => Score::mated_in(0),
        None => Score::DRAW,
    }
}

/// Something to play where no thread got to searching: what exact tables hold, or else what an earlier search left in the
/// table, and then any moves.
pub fn guess(search: &Search) -> Vec<Line> {
    if !search.solved.is_empty() {
        return search.solved.clone();
    }
    let question = &search.question;
    let entry = question.table.probe(question.table_key(question.game.position().key()));
    let known = entry.and_then(|entry| Some((entry.mv.filter(|mv| question.root_moves.contains(mv))?, entry.score)));
    let score = known.map_or(Score::DRAW, |(_, score)| score.from_table(0));
    let others = question.root_moves.iter().filter(|&&mv| known.is_none_or(|(known, _)| known != mv));
    let moves = known.map(|(mv, _)| mv).into_iter().chain(others.copied());
    moves.take(question.told_lines).map(|mv| Line { depth: 1, seldepth: 1, score, pv: vec![mv] }).collect()
}

/// The line as far as the game goes: nothing after its end, and nothing that is not legal. A mate is told to its end.
fn playable(search: &Search, line: &Line) -> Vec<Move> {
    let mut game = search.question.game.clone();
    let mut played = Vec::with_capacity(line.pv.len());
    if play_on(&mut game, &line.pv, &mut played)
        && let Some(plies) = line.score.mate_plies()
    {
        if let Some(tables) = &search.question.tables {
            let rest = tables.line_to_mate(game.position());
            play_on(&mut game, &rest, &mut played);
        }
        while let Some(left) = plies.unsigned_abs().checked_sub(played.len() as u32)
            && let Some(mv) = mating_move(&search.question, game.position(), left)
            && play_on(&mut game, &[mv], &mut played)
        {}
    }
    played
}

/// The move that the transposition table knows on the way to a mate in exactly so many plies.
fn mating_move(question: &Question, position: &Position, plies: u32) -> Option<Move> {
    let key = question.table_key(position.key());
    let counted = position.plies_left().map(|left| key_with_count(key, left));
    let entries = iter::once(key).chain(counted).filter_map(|key| question.table.probe(key));
    let mut moves = entries.filter(|entry| entry.score.mate_plies().map(i32::unsigned_abs) == Some(plies));
    moves.find_map(|entry| entry.mv)
}

/// Plays moves on while they are legal and the game lasts; whether it can still go on after them.
fn play_on(game: &mut Game, moves: &[Move], played: &mut Vec<Move>) -> bool {
    for &mv in moves {
        if game.push(mv).is_err() {
            return false;
        }
        played.push(mv);
        if game.outcome().is_some() {
            return false;
        }
    }
    true
}

/// The answer to think about after the first move of a line: the line's, or else the table's; none to a finished game,
/// and none that ends it.
fn expected_answer(search: &Search, pv: &[Move]) -> Option<Move> {
    let mut game = search.question.game.clone();
    game.push(*pv.first()?).ok()?;
    if game.outcome().is_some() {
        return None;
    }
    let position = *game.position();
    let from_table =
        || search.question.table.probe(search.question.table_key(position.key())).and_then(|entry| entry.mv);
    let answer = pv.get(1).copied().or_else(from_table)?;
    game.push(answer).ok()?;
    game.outcome().is_none().then_some(answer)
}
