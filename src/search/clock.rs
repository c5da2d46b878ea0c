//! How long to think: limits in, budgets out. Nothing here looks at a real clock.

use std::time::Duration;

use crate::search::tune::Tunables;
use khun_board::geometry::Color;
use khun_board::position::Move;

/// What bounds a search. All bounds that are given hold.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Greatest depth in plies.
    pub depth: Option<u32>,
    /// Nodes, exactly.
    pub nodes: Option<u64>,
    /// Nodes after which no new iteration begins.
    pub soft_nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// Time left on each clock, by [`Color::index`]; may be zero.
    pub clock: [Option<Duration>; 2],
    /// Time added after each move, by [`Color::index`].
    pub increment: [Duration; 2],
    /// Moves until more time is added.
    pub moves_to_go: Option<u32>,
    /// Look for a forced win in so many moves or fewer: until the shortest is proven, or that there is none.
    pub mate: Option<u32>,
    /// Until [`Engine::stop`](crate::search::Engine::stop).
    pub infinite: bool,
    /// On the opponent's time, until [`Engine::ponder_hit`](crate::search::Engine::ponder_hit) or a stop.
    pub ponder: bool,
    /// Only these root moves, if any are given.
    pub search_moves: Vec<Move>,
}

/// How long a search may take; `None` for no bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// No new iteration begins after this; stretched and shrunk by what the search sees.
    pub soft: Option<Duration>,
    /// The search breaks off after this.
    pub hard: Option<Duration>,
}

/// The budgets for the side to move.
pub fn budget(limits: &Limits, to_move: Color, overhead: Duration, tune: &Tunables) -> Budget {
    // Who asks for no end is not answered by a clock.
    if limits.infinite {
        return Budget::default();
    }
    let mut budget =
        limits.clock[to_move.index()].map_or(Budget::default(), |left| of_clock(left, limits, to_move, overhead, tune));
    if let Some(time) = limits.movetime {
        let time = time.saturating_sub(overhead.min(time / 2));
        budget.hard = Some(budget.hard.map_or(time, |hard| hard.min(time)));
    }
    budget
}

/// So long a machine with more work than processors may take the processor away, now and then: a clock that holds less
/// than this can be lost however short the thinking.
const DELAY: Duration = Duration::from_millis(80);

fn of_clock(left: Duration, limits: &Limits, to_move: Color, overhead: Duration, tune: &Tunables) -> Budget {
    let increment = limits.increment[to_move.index()];
    let usable = left.saturating_sub(overhead);
    // What a delay cannot touch.
    let free = usable.saturating_sub(DELAY);
    let moves = limits.moves_to_go.map_or(tune.time_moves as u32, |moves| moves.clamp(1, tune.time_moves as u32));
    // Far above the delay it does not matter; near it, the clock is spent the more slowly the less there is.
    let share = percent(usable / moves, tune.time_share_percent).min(free / moves.min(12)).max(left / 200);
    // With little on the clock the increment is saved instead of spent, until a delay or two fit in.
    let spare = (usable.as_secs_f64() / (2 * DELAY).as_secs_f64()).min(1.0);
    let soft = share + percent(increment, tune.time_increment_percent).mul_f64(spare);
    // With one move to go the whole clock is there for it; otherwise no move takes more than a part.
    let most = if limits.moves_to_go == Some(1) { percent(free, 85) } else { percent(usable, 40).min(free / 2) };
    let hard = percent(soft, tune.time_hard_percent).min(most.max(left / 20));
    Budget { soft: Some(soft.min(hard)), hard: Some(hard) }
}

fn percent(time: Duration, percent: i32) -> Duration {
    time * percent.max(0) as u32 / 100
}

/// What a search has seen of its root so far.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Iterations since the best move last changed.
    pub stable: u32,
    /// By how much the score fell since the last iteration, in centipawns (negative: rose).
    pub fall: i32,
    /// The best move's share of this iteration's nodes, 0 to 1.
    pub effort: f64,
}

/// What to multiply the soft bound with: less when one move stands out, more when the best move is new or its score
/// falls.
pub fn stretch(seen: &Seen) -> f64 {
    const BY_STABILITY: [f64; 7] = [1.6, 1.25, 1.05, 0.95, 0.9, 0.85, 0.8];
    let stability = BY_STABILITY[(seen.stable as usize).min(BY_STABILITY.len() - 1)];
    let fall = (1.0 + f64::from(seen.fall) / 120.0).clamp(0.85, 1.5);
    let effort = (1.6 - seen.effort) * 1.2;
    stability * fall * effort.clamp(0.65, 1.6)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn on_clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> Budget {
        let limits = Limits {
            clock: [Some(Duration::from_millis(left)); 2],
            increment: [Duration::from_millis(increment); 2],
            moves_to_go,
            ..Limits::default()
        };
        budget(&limits, Color::White, OVERHEAD, &Tunables::MATE)
    }

    proptest! {
        #[test]
        fn no_move_takes_the_clock(left in 0..10_000_000u64, increment in 0..60_000u64,
                                   moves in proptest::option::of(1..100u32)) {
            let budget = on_clock(left, increment, moves);
            let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
            prop_assert!(soft <= hard);
            prop_assert!(hard <= Duration::from_millis(left) * 9 / 10);
            if left >= 200 {
                prop_assert!(hard + OVERHEAD <= Duration::from_millis(left));
            }
        }
    }

    proptest! {
        /// Games at 0.1 s + 0.01 s on a machine with twice as many games as cores: every move may think to its hard
        /// bound, most answers are late by a millisecond or two, and every twentieth or so by 10 to 50 ms.
        #[test]
        fn no_clock_runs_out_on_a_crowded_machine(moves in proptest::collection::vec((0..20u32, 10..50u64, 0..2_000u64, 0..4u32), 200)) {
            let increment = Duration::from_millis(10);
            let mut left = Duration::from_millis(100);
            let mut calm = 20;
            for (chance, long, short, kind) in moves {
                let limits = Limits { clock: [Some(left); 2], increment: [increment; 2], ..Limits::default() };
                let budget = budget(&limits, Color::White, OVERHEAD, &Tunables::MATE);
                // Long delays come at random, but no two within six moves of each other: nothing could survive more.
                let is_long = chance == 0 && calm >= 6;
                calm = if is_long { 0 } else { calm + 1 };
                let delay = if is_long { Duration::from_millis(long) } else { Duration::from_micros(short) };
                let thought = if kind == 0 { budget.hard.unwrap() } else { budget.soft.unwrap() };
                prop_assert!(thought + delay < left, "{left:?} left, {thought:?} thought, {delay:?} late");
                left = left - thought - delay + increment;
            }
        }
    }

    #[test]
    fn a_rich_clock_is_not_spent_more_slowly_for_fear_of_delays() {
        // The bounds of the plain formula: a share of what is left, and most of the increment.
        let budget = on_clock(1_000, 10, None);
        let share =
            percent(Duration::from_millis(990) / Tunables::MATE.time_moves as u32, Tunables::MATE.time_share_percent);
        assert_eq!(
            budget.soft,
            Some(share + percent(Duration::from_millis(10), Tunables::MATE.time_increment_percent))
        );
    }

    #[test]
    fn more_clock_is_more_time() {
        let mut last = Duration::ZERO;
        for left in [0, 10, 100, 1_000, 10_000, 100_000] {
            let soft = on_clock(left, 0, None).soft.unwrap();
            assert!(soft >= last);
            last = soft;
        }
    }

    #[test]
    fn movetime_is_kept() {
        let limits = Limits { movetime: Some(Duration::from_secs(1)), ..Limits::default() };
        let budget = budget(&limits, Color::Black, OVERHEAD, &Tunables::RACE);
        assert_eq!(budget, Budget { soft: None, hard: Some(Duration::from_millis(990)) });
    }

    #[test]
    fn nothing_given_nothing_bound() {
        assert_eq!(budget(&Limits::default(), Color::White, OVERHEAD, &Tunables::MATE), Budget::default());
    }
}
