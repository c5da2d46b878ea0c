//! How long to think: limits in, budgets out. Nothing here looks at a real clock.

use std::time::Duration;

use crate::geometry::Color;
use crate::position::Move;
use crate::search::tune::Tunables;

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
pub(super) struct Budget {
    /// No new iteration begins after this; stretched and shrunk by what the search sees.
    pub(super) soft: Option<Duration>,
    /// The search breaks off after this.
    pub(super) hard: Option<Duration>,
}

/// The budgets for the side to move.
pub(super) fn budget(limits: &Limits, to_move: Color, overhead: Duration, tune: &Tunables) -> Budget {
    let mut budget =
        limits.clock[to_move.index()].map_or(Budget::default(), |left| of_clock(left, limits, to_move, overhead, tune));
    if let Some(time) = limits.movetime {
        let time = time.saturating_sub(overhead.min(time / 2));
        budget.hard = Some(budget.hard.map_or(time, |hard| hard.min(time)));
    }
    budget
}

fn of_clock(left: Duration, limits: &Limits, to_move: Color, overhead: Duration, tune: &Tunables) -> Budget {
    let increment = limits.increment[to_move.index()];
    // Some of the clock is never touched: what a slow machine or a slow line may cost in this move and the next.
    let usable = left.saturating_sub(overhead).max(left / 8);
    let moves = limits.moves_to_go.map_or(tune.time_moves as u32, |moves| moves.clamp(1, tune.time_moves as u32));
    let share = percent(usable / moves, tune.time_share_percent);
    let soft = share + percent(increment, tune.time_increment_percent);
    // With one move to go the whole clock is there for it; otherwise no move takes more than a part.
    let most = if limits.moves_to_go == Some(1) { percent(usable, 85) } else { percent(usable, 40) };
    let hard = percent(soft, tune.time_hard_percent).min(most);
    Budget { soft: Some(soft.min(hard)), hard: Some(hard) }
}

fn percent(time: Duration, percent: i32) -> Duration {
    time * percent.max(0) as u32 / 100
}

/// What a search has seen of its root so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// Iterations since the best move last changed.
    pub(super) stable: u32,
    /// By how much the score fell since the last iteration, in centipawns (negative: rose).
    pub(super) fall: i32,
    /// The best move's share of this iteration's nodes, 0 to 1.
    pub(super) effort: f64,
}

/// What to multiply the soft bound with: less when one move stands out, more when the best move is new or its score
/// falls.
pub(super) fn stretch(seen: &Seen) -> f64 {
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
