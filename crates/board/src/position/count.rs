//! The count of a position: as players call it, and in words.

use std::cmp::Ordering;

use crate::board::Kind;
use crate::geometry::Color;
use crate::position::{Outcome, Position, Reason};
use crate::rules::counting::{Count, Honour, Table, honour};

/// Since when board's honour is counted, where players call the count: `pyffish`'s `count_started`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum CountStarted {
    /// Nobody has called it: `pyffish`'s −1.
    Never,
    /// By itself, as the rules have it: `pyffish`'s 0.
    #[default]
    ByItself,
    /// Since a player called it: the ply of the claim, as [`Position::game_ply`] counts.
    At(u32),
}

impl From<i32> for CountStarted {
    /// From the number that `pyffish` has for it.
    fn from(number: i32) -> Self {
        match u32::try_from(number) {
            Err(_) => Self::Never,
            Ok(0) => Self::ByItself,
            Ok(ply) => Self::At(ply),
        }
    }
}

impl Position {
    /// Plies since move 1 of White's, by the number of the move.
    #[must_use]
    pub fn game_ply(&self) -> u32 {
        2 * (u32::from(self.fullmove()) - 1) + u32::from(self.to_move() == Color::Black)
    }

    /// The count as it stands for players who have called board's honour at a ply, or not at all. Pieces' honour counts by
    /// itself. A draw may be claimed where [`Counting::draws`](crate::rules::counting::Counting::draws) says so of it.
    ///
    /// The position's own count is what the rules make of the moves by themselves, and decides its
    /// [`outcome`](Position::outcome).
    #[must_use]
    pub fn count_started(&self, started: CountStarted) -> Option<Count> {
        let (count, counting) = (self.count()?, self.rules().counting?);
        let called = match started {
            CountStarted::ByItself => return Some(count),
            CountStarted::Never => 0,
            CountStarted::At(ply) => (1 + self.game_ply()).saturating_sub(ply),
        };
        let ply = u16::try_from(called).unwrap_or(u16::MAX);
        // In Ouk a side with three men counts on when it is bared, where that ends sooner.
        let board = counting.board_honour_limit().filter(|_| counting.table == Table::Cambodian);
        if let Some(limit) = board
            && i32::from(limit) - i32::from(ply) < i32::from(count.limit) - i32::from(count.ply)
        {
            return Some(Count { limit, ply });
        }
        match honour(&self.board().men()) {
            Honour::Pieces(_) => Some(count),
            Honour::Board => Some(Count { ply, ..count }),
        }
    }

    /// The standing count in one phrase: `pieces' honour, 12 of 44 moves (ply 23 of 88)`. `None` where none stands.
    #[must_use]
    pub fn describe_count(&self) -> Option<String> {
        Some(self.rules().counting?.describe(self.count()?, &self.board().men()))
    }

    /// The running count in words: whose honour, how far it is, why it has that limit, and what it means
    /// ([`Position::count_meaning`]). `None` where no count runs.
    #[must_use]
    pub fn explain_count(&self) -> Option<String> {
        let (described, meaning) = (self.describe_count()?, self.count_meaning()?);
        let reason = self.rules().counting?.reason(self.count()?, &self.board().men());
        let reason = reason.map_or_else(String::new, |reason| format!(": {reason}"));
        Some(format!("{described}{reason}; {meaning}"))
    }

    /// What the running count means: who counts, what is left, and what becomes of the lead. `None` where no count runs.
    #[must_use]
    pub fn count_meaning(&self) -> Option<String> {
        let (now, counting, plies) = (self.count()?, self.rules().counting?, self.plies_left()?);
        let honour = honour(&self.board().men());
        if counting.draws(now) {
            let mate = if counting.draws_before_mate(now) { "" } else { " unless this is mate" };
            return Some(format!("the count is over, the game is a draw{mate}"));
        }
        let leader = match honour {
            Honour::Pieces(bare) => Some(!bare),
            Honour::Board => self.leader(),
        };
        let Some(leader) = leader else {
            let left = plies.div_ceil(2);
            return Some(format!("neither side leads: a draw unless one of them mates within {left} moves"));
        };
        // Of the plies left, the leader plays the first if it is to move.
        let left = if self.to_move() == leader { plies.div_ceil(2) } else { plies / 2 };
        let task = match honour {
            Honour::Pieces(_) => "mate",
            Honour::Board => "mate or bare the king",
        };
        let fate = match left {
            0 => format!("{leader} can no longer mate in time: the lead is worth a draw"),
            1 => format!("{leader} must mate with the next move, or the lead is worth a draw"),
            _ => format!("{leader} must {task} within {left} moves, or the lead is worth a draw"),
        };
        Some(format!("{} counts, {fate}", !leader))
    }

    /// How a game that ended here ended, in a sentence.
    ///
    /// ```
    /// use khun_board::{Catalogue, Position};
    /// let rules = Catalogue::builtin().find("makruk")?;
    /// let mated = Position::from_fen(rules, "k5R1/7R/8/8/8/8/8/K7 b - 16 9 60")?;
    /// let outcome = mated.outcome().expect("a mate");
    /// assert_eq!(mated.explain_outcome(outcome), "White wins: Black's king is checkmated.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn explain_outcome(&self, outcome: Outcome) -> String {
        let name = |color: Color| match color {
            Color::White => "White",
            Color::Black => "Black",
        };
        let side = name(self.to_move());
        let why = match outcome.reason {
            Reason::Checkmate => format!("{side}'s king is checkmated"),
            Reason::Stalemate => format!("{side} has no legal move and is not in check"),
            Reason::Arrival => match outcome.winner {
                Some(winner) => format!("{}'s king has reached the goal", name(winner)),
                None => "a king has reached the goal".to_owned(),
            },
            Reason::BothArrived => "both kings have reached the goal".to_owned(),
            Reason::Counting => match self.describe_count() {
                Some(count) => format!("the count is over ({count})"),
                None => "the count is over".to_owned(),
            },
            Reason::Repetition => "the position has been repeated".to_owned(),
            Reason::MoveRule => match self.rules().n_move {
                Some(moves) => format!("{moves} moves by each side without a capture or a pawn's move"),
                None => "too many moves without a capture or a pawn's move".to_owned(),
            },
            Reason::DeadMaterial => "neither side has enough left to mate".to_owned(),
        };
        match outcome.winner {
            Some(winner) => format!("{} wins: {why}.", name(winner)),
            None => format!("Draw: {why}."),
        }
    }

    /// The side with more on the board, so that the other one is behind and may count; `None` when both have the same.
    #[must_use]
    pub fn leader(&self) -> Option<Color> {
        let men = self.board().men();
        let worth = |color| Kind::ALL.iter().map(|&kind| half_bias(kind) * u32::from(men.of(color, kind))).sum::<u32>();
        match worth(Color::White).cmp(&worth(Color::Black)) {
            Ordering::Greater => Some(Color::White),
            Ordering::Less => Some(Color::Black),
            Ordering::Equal => None,
        }
    }
}

/// What a man is roughly worth, in half bia: only to say which side is behind and so may count.
const fn half_bias(kind: Kind) -> u32 {
    match kind {
        Kind::King => 0,
        Kind::Pawn => 2,
        Kind::Met => 3,
        Kind::Khon => 5,
        Kind::Knight => 6,
        Kind::Rook => 10,
    }
}
