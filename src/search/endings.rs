//! Where exact tables take the search's place: at every bare-king ending below the root, and at a root that is one.

use crate::endgame::{MOST_MEN, Verdict};
use crate::eval::{Score, count};
use crate::search::desk::Line;
use crate::search::event::{Bound, Event};
use crate::search::job::Job;
use crate::search::worker::Worker;
use khun_board::geometry::Color;
use khun_board::position::{Game, Move, Position};

/// Men of a bare-king ending up to which a capture or two lead into tables, both kings included.
const NEAR_TABLES: u32 = 6;

impl Worker<'_> {
    /// The exact score of a bare-king ending under its count, if tables hold it.
    #[inline]
    pub(super) fn known(&mut self, position: &Position, ply: usize) -> Option<Score> {
        // Nearly all positions are out after this.
        if position.board().occupied().len() > MOST_MEN as u32 + 2 { None } else { self.looked_up(position, ply) }
    }

    #[cold]
    fn looked_up(&mut self, position: &Position, ply: usize) -> Option<Score> {
        let judgement = self.job.tables.as_ref()?.judge(position)?;
        self.table_hits += 1;
        self.desk.count_table_hits(self.table_hits);
        let stronger_moves = judgement.stronger == position.to_move();
        Some(match judgement.verdict {
            Verdict::Won { plies } if count::is_late(position, plies, judgement.left) => {
                if stronger_moves {
                    count::LATE_MATE
                } else {
                    -count::LATE_MATE
                }
            }
            verdict => worth(verdict, stronger_moves, ply),
        })
    }

    /// Whether exact scores, which hang by the plies left however many there are, may lie below the position.
    pub(super) fn hangs_by_the_count(&self, position: &Position) -> bool {
        let board = position.board();
        self.job.tables.is_some()
            && board.occupied().len() <= NEAR_TABLES
            && Color::ALL.into_iter().any(|color| board.color(color).len() == 1)
    }

    /// At a root that tables hold: tells the best lines and lays out the first, without a search. Whether there are any.
    pub(super) fn recite(&self) -> bool {
        let job = self.job;
        let Some(best) = job.known.first() else { return false };
        self.desk.lay_out(best.clone());
        if self.is_first() {
            self.desk.count_table_hits(job.root_moves.len() as u64);
            for (line, rank) in job.known.iter().zip(1..) {
                self.report(line, rank, Bound::Exact);
            }
            let far = |moves| !best.score.is_win() || best.score.mate_moves() > Some(moves as i32);
            if let Some(moves) = job.limits.mate.filter(|&moves| far(moves)) {
                job.say(Event::NoMate { moves });
            }
        }
        true
    }
}

/// What a verdict is worth so many plies from the root.
fn worth(verdict: Verdict, stronger_moves: bool, ply: usize) -> Score {
    match verdict {
        Verdict::Won { plies } if stronger_moves => Score::mate_in(ply + usize::from(plies)),
        Verdict::Won { plies } => Score::mated_in(ply + usize::from(plies)),
        Verdict::DrawnByCount { .. } | Verdict::Drawn => Score::DRAW,
    }
}

/// The best lines from a root that tables hold, best first, as many as are wanted; `None` of any other root.
pub(super) fn known_lines(job: &Job) -> Option<Vec<Line>> {
    let game = &job.game;
    let position = game.position();
    let tables = job.tables.as_ref()?;
    let (probe, ranked) = (tables.probe(position)?, tables.rank(position)?);
    let attacks = probe.stronger == position.to_move();
    let mut lines: Vec<(Repeats, Line)> = Vec::new();
    for ranked in ranked.into_iter().filter(|ranked| job.root_moves.contains(&ranked.mv)) {
        let repeats = repeats(game, ranked.mv);
        let drawn = repeats == Repeats::Now || (attacks && repeats == Repeats::IfAnswered);
        let score = if drawn { Score::DRAW } else { worth(ranked.verdict, attacks, 0) };
        let depth = score.mate_plies().map_or(1, |plies| plies.abs().max(1));
        lines.push((repeats, Line { depth, seldepth: depth as usize, score, pv: vec![ranked.mv] }));
    }
    // The order of the tables stays among equals, but the stronger side draws by repetition last and the bare king first.
    lines.sort_by_key(|(repeats, line)| {
        let ends = *repeats == Repeats::Now;
        (std::cmp::Reverse(line.score), ends == attacks)
    });
    let mut lines: Vec<Line> = lines.into_iter().take(job.multi_pv).map(|(_, line)| line).collect();
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
