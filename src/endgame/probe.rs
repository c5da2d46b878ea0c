//! What the tables say about a position in play.

use std::fmt;

use crate::endgame::endgames::Endgames;
use crate::endgame::material::{MOST_MEN, Material};
use crate::endgame::setup::Setup;
use crate::endgame::table::Turn;
use khun_board::board::{Kind, Men};
use khun_board::geometry::Color;
use khun_board::position::Position;
use khun_board::rules::Ruleset;
use khun_board::rules::counting::Played;

/// A bare-king ending looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The side that has more than its king.
    pub stronger: Color,
    /// Distance to mate in plies with best play by both and no count; `None` where it cannot be forced.
    pub mate: Option<u16>,
}

/// A bare-king ending under its count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The side that has more than its king.
    pub stronger: Color,
    /// How it ends.
    pub verdict: Verdict,
    /// Plies that may still be played so that a mate by the last of them wins; `None` where nothing counts.
    pub left: Option<u16>,
}

/// How a bare-king ending ends with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The stronger side mates in so many plies.
    Won {
        /// Distance to mate in plies; 0 where the bare king is mated.
        plies: u16,
    },
    /// The mate takes so many plies, and the count ends before.
    DrawnByCount {
        /// Distance to mate in plies, were there no count.
        plies: u16,
    },
    /// No mate can be forced.
    Drawn,
}

impl Probe {
    /// The verdict where a mate in at most `left` plies wins; `None`: nothing counts.
    ///
    /// Against a bare king no move resets the count, so the distance decides.
    #[must_use]
    pub fn verdict(self, left: Option<u16>) -> Verdict {
        match self.mate {
            None => Verdict::Drawn,
            Some(plies) if left.is_none_or(|left| plies <= left) => Verdict::Won { plies },
            Some(plies) => Verdict::DrawnByCount { plies },
        }
    }
}

impl Endgames {
    /// Looks a position up: `None` unless it is a bare-king ending of Makruk's men, of up to four men or in an opened file.
    #[must_use]
    #[inline]
    pub fn probe(&self, position: &Position) -> Option<Probe> {
        if position.board().occupied().len() as usize > MOST_MEN + 2 {
            return None;
        }
        let (setup, stronger) = setup_of(position)?;
        let turn = if position.to_move() == stronger { Turn::Stronger } else { Turn::Bare };
        Some(Probe { stronger, mate: self.table(setup.material)?.plies(&setup, turn) })
    }

    /// How a position ends under the count that stands, or that the next moves start; `None` as for
    /// [`Endgames::probe`].
    #[must_use]
    #[inline]
    pub fn judge(&self, position: &Position) -> Option<Judgement> {
        let probe = self.probe(position)?;
        let bare_moves = position.to_move() != probe.stronger;
        if bare_moves && position.count().is_none() && position.rules().counting.is_some() {
            return Some(self.judge_uncounted(position, probe));
        }
        let left = plies_left(position, probe.stronger);
        let counted = position.count().zip(position.rules().counting);
        let verdict = match probe.mate {
            // Even the mate that stands on the board came too late.
            Some(plies) if counted.is_some_and(|(count, by)| by.draws_before_mate(count)) => {
                Verdict::DrawnByCount { plies }
            }
            _ => probe.verdict(left),
        };
        Some(Judgement { stronger: probe.stronger, verdict, left })
    }

    /// A bare king to move before its count has begun: the count will depend on what it captures, so every move is
    /// looked at.
    fn judge_uncounted(&self, position: &Position, probe: Probe) -> Judgement {
        let stronger = probe.stronger;
        let reply = |mv| {
            self.judge(&position.play_unchecked(mv))
                .map(|reply| (reply.verdict.later(), reply.left.map(|left| left + 1)))
        };
        let replies = position.legal_moves().into_iter().map(|mv| reply(mv).unwrap_or((Verdict::Drawn, None)));
        let best = replies.max_by_key(|(verdict, _)| verdict.comfort_of_the_bare_king());
        let (verdict, left) = best.unwrap_or((probe.verdict(None), None));
        Judgement { stronger, verdict, left }
    }
}

impl Verdict {
    /// The verdict one ply earlier.
    #[must_use]
    pub const fn later(self) -> Self {
        match self {
            Self::Won { plies } => Self::Won { plies: plies + 1 },
            Self::DrawnByCount { plies } => Self::DrawnByCount { plies: plies + 1 },
            Self::Drawn => Self::Drawn,
        }
    }

    /// Orders verdicts as the bare king likes them: longer mates, draws that hang by the count, and draws.
    #[must_use]
    pub const fn comfort_of_the_bare_king(self) -> (u8, u16) {
        match self {
            Self::Won { plies } => (0, plies),
            Self::DrawnByCount { plies } => (1, plies),
            Self::Drawn => (2, 0),
        }
    }

    /// Whether the stronger side wins.
    #[must_use]
    pub const fn is_won(self) -> bool {
        matches!(self, Self::Won { .. })
    }
}

impl fmt::Display for Judgement {
    /// `mate in 14 (27 plies), 31 plies left: won`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = match self.verdict {
            Verdict::Won { plies: 0 } => return write!(f, "mated"),
            Verdict::Drawn => return write!(f, "no forced mate: drawn"),
            Verdict::Won { plies } | Verdict::DrawnByCount { plies } => plies,
        };
        let end = if self.verdict.is_won() { "won" } else { "drawn by count" };
        write!(f, "mate in {} ({plies} {})", plies.div_ceil(2), plural(plies))?;
        match self.left {
            Some(left) => write!(f, ", {left} {} left: {end}", plural(left)),
            None => write!(f, ", no count: {end}"),
        }
    }
}

const fn plural(plies: u16) -> &'static str {
    if plies == 1 { "ply" } else { "plies" }
}

/// The position as the tables see it and the stronger side, where it is a bare-king ending of their rules.
fn setup_of(position: &Position) -> Option<(Setup, Color)> {
    let board = position.board();
    if !board.kind(Kind::Pawn).is_empty() || !position.rules().has_plain_endings() {
        return None;
    }
    let stronger = Color::ALL.into_iter().find(|color| board.color(!*color).len() == 1)?;
    let men = [Kind::Rook, Kind::Khon, Kind::Knight, Kind::Met].map(|kind| board.kind(kind));
    Some((Setup::new(stronger, board.king(stronger), men, board.king(!stronger))?, stronger))
}

/// Plies that may still be played so that a mate by the last of them wins, the stronger side being to move or a count
/// standing; `None` where nothing counts.
fn plies_left(position: &Position, stronger: Color) -> Option<u16> {
    if position.count().is_some() {
        return position.plies_left();
    }
    let counting = position.rules().counting.as_ref()?;
    let begun = counting.next(None, &position.board().men(), !stronger, Played::default())?;
    counting.plies_left(begun).map(|left| left + 1)
}

/// Plies that a bare king to move must survive once the count against this material has just begun: a mate by the last of
/// them wins. `None` where nothing counts.
#[must_use]
pub fn fresh_count(ruleset: &Ruleset, material: Material) -> Option<u16> {
    let mut men = Men::default();
    for kind in material.kinds() {
        men.0[Color::White.index()][kind.index()] += 1;
    }
    for color in Color::ALL {
        men.0[color.index()][Kind::King.index()] = 1;
    }
    let counting = ruleset.counting.as_ref()?;
    counting.plies_left(counting.next(None, &men, Color::Black, Played::default())?)
}
