//! Who says how a search ended: the pool's own thread while the caller does something else, or the caller.

use crate::search::event::{Bound, Info, Report, Source};
use crate::search::shared::report::{guess, infos, report, score_of_finished};
use crate::search::shared::search::Search;
use crate::search::shared::thread_status::Line;

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
    let chosen = match lines.first() {
        // The first thread has searched as deep as was asked for, or compared as many lines.
        Some(first) if question.multi_pv > 1 || question.limits.depth.is_some() => Some(first),
        _ => best_of(&lines),
    };
    let lines = chosen.cloned().unwrap_or_else(|| guess(search));
    (infos(search, &lines), report(search, &lines[0]))
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

/// The lines to play from: those with the shortest proven win, or else those whose first move has the most votes.
fn best_of(threads: &[Vec<Line>]) -> Option<&Vec<Line>> {
    let worst = threads.iter().map(|lines| lines[0].score).min()?;
    let vote = |lines: &Vec<Line>| i64::from(lines[0].score - worst + 20) * i64::from(lines[0].depth);
    let votes_for = |lines: &Vec<Line>| -> i64 {
        let mv = lines[0].pv.first();
        threads.iter().filter(|other| other[0].pv.first() == mv).map(vote).sum()
    };
    // A proven win, the shortest, needs no votes; a proven loss is left to those who see a way out.
    let shortest_win = threads.iter().filter(|lines| lines[0].score.is_win()).max_by_key(|lines| lines[0].score);
    shortest_win.or_else(|| {
        let open = threads.iter().rev().filter(|lines| !lines[0].score.is_loss() || worst == lines[0].score);
        open.max_by_key(|lines| (!lines[0].score.is_loss(), votes_for(lines), vote(lines)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Score;
    use khun_board::position::Move;

    fn line(mv: u16, score: Score, depth: i32) -> Vec<Line> {
        vec![Line { depth, seldepth: 1, score, pv: Move::from_bits(0x8000 + mv).into_iter().collect() }]
    }

    fn chosen(lines: &[Vec<Line>]) -> usize {
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
