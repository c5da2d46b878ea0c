//! Who says how a search ended: the pool's own thread while the caller does something else, or the caller.

use crate::search::event::{Bound, Info, Report, Source};
use crate::search::shared::report::{guess, info, report, score_of_finished};
use crate::search::shared::search::Search;
use crate::search::shared::thread_status::Line;
use khun_board::position::Move;

/// Waits until the answer is due, and gives it unless somebody else has.
pub fn wait_and_answer(search: &Search) {
    search.signals.wait_until_due();
    answer(search);
}

/// The last word, once: stops all threads and says the best line.
pub fn answer(search: &Search) {
    search.signals.stop();
    let has_moves = !search.question.root_moves.is_empty();
    search.answer.conclude(|| if has_moves { best(search) } else { game_over(search) });
}

fn best(search: &Search) -> (Vec<Info>, Report) {
    let lines = search.lines();
    let question = &search.question;
    let line = match lines.first() {
        // The first thread has searched as deep as was asked for, or compared as many lines.
        Some(first) if question.multi_pv > 1 || question.limits.depth.is_some() => Some(first),
        _ => best_of(&lines),
    };
    let line = line.cloned().unwrap_or_else(|| guess(search));
    (vec![info(search, &line, 1, Bound::Exact)], report(search, &line))
}

/// There is nothing to search: how the game ended.
fn game_over(search: &Search) -> (Vec<Info>, Report) {
    let score = score_of_finished(&search.question.game);
    let last = Info {
        depth: 0,
        seldepth: 0,
        multi_pv: 1,
        score,
        bound: Bound::Exact,
        source: Source::Exact,
        nodes: 0,
        time: search.signals.elapsed(),
        hashfull: 0,
        table_hits: 0,
        pv: Vec::new(),
    };
    (vec![last], Report::without_moves(score))
}

/// The line to play: the shortest proven win, or else the one whose first move has the most votes.
fn best_of(lines: &[Line]) -> Option<&Line> {
    let worst = lines.iter().map(|line| line.score).min()?;
    let vote = |line: &Line| i64::from(line.score - worst + 20) * i64::from(line.depth);
    let mut votes: Vec<(Option<&Move>, i64)> = Vec::new();
    for line in lines {
        let mv = line.pv.first();
        match votes.iter_mut().find(|(other, _)| *other == mv) {
            Some((_, sum)) => *sum += vote(line),
            None => votes.push((mv, vote(line))),
        }
    }
    let votes_for = |mv: Option<&Move>| votes.iter().find(|(other, _)| *other == mv).map_or(0, |(_, sum)| *sum);
    // A proven win, the shortest, needs no votes; a proven loss is left to those who see a way out.
    let shortest_win = lines.iter().filter(|line| line.score.is_win()).max_by_key(|line| line.score);
    shortest_win.or_else(|| {
        lines
            .iter()
            .rev()
            .filter(|line| !line.score.is_loss() || worst == line.score)
            .max_by_key(|line| (!line.score.is_loss(), votes_for(line.pv.first()), vote(line)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Score;

    fn line(mv: u16, score: Score, depth: i32) -> Line {
        Line { depth, seldepth: 1, score, pv: Move::from_bits(0x8000 + mv).into_iter().collect() }
    }

    fn chosen(lines: &[Line]) -> usize {
        let best = best_of(lines).unwrap();
        lines.iter().position(|line| std::ptr::eq(line, best)).unwrap()
    }

    #[test]
    fn the_move_with_the_most_votes_is_played() {
        let lines = [line(1, Score::cp(30), 9), line(2, Score::cp(20), 9), line(2, Score::cp(25), 9)];
        assert_eq!(chosen(&lines), 2);
        let lines = [line(1, Score::cp(30), 20), line(2, Score::cp(20), 5), line(2, Score::cp(25), 5)];
        assert_eq!(chosen(&lines), 0);
    }

    #[test]
    fn the_shortest_win_needs_no_votes() {
        let lines = [line(1, Score::cp(900), 20), line(2, Score::mate_in(9), 5), line(3, Score::mate_in(5), 5)];
        assert_eq!(chosen(&lines), 2);
    }

    #[test]
    fn who_sees_a_loss_leaves_the_choice_to_who_does_not() {
        let lines = [line(1, Score::mated_in(4), 20), line(1, Score::mated_in(4), 20), line(2, Score::cp(-500), 5)];
        assert_eq!(chosen(&lines), 2);
    }

    #[test]
    fn the_first_thread_wins_a_tie() {
        let lines = [line(1, Score::cp(5), 9), line(2, Score::cp(5), 9)];
        assert_eq!(chosen(&lines), 0);
    }
}
