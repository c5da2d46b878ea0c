//! Playing weaker on purpose.

use crate::position::Move;
use crate::search::job::Line;
use crate::search::worker::Worker;

/// How strong to play, where full strength is not wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength(u16);

impl Strength {
    /// The least and the greatest level.
    pub const LEVELS: (u16, u16) = (0, 20);
    /// The least and the greatest rating that [`Strength::from_elo`] knows. The scale is rough: it only promises that
    /// more is stronger.
    pub const ELO: (u16, u16) = (600, 2400);

    /// A level; `None` for the greatest, which is full strength.
    #[must_use]
    pub fn from_level(level: u16) -> Option<Self> {
        (level < Self::LEVELS.1).then_some(Self(level * 50))
    }

    /// About so strong.
    #[must_use]
    pub fn from_elo(elo: u16) -> Self {
        let (least, greatest) = Self::ELO;
        let elo = u32::from(elo.clamp(least, greatest) - least);
        Self((elo * 1000 / u32::from(greatest - least)) as u16)
    }

    /// Lines to choose among.
    pub(super) fn candidates(self, wanted: usize) -> usize {
        wanted.max(4)
    }

    /// How far a move may seem better than it is, in centipawns: much at the weakest.
    fn blur(self) -> i32 {
        let weakness = 1000 - i32::from(self.0);
        10 + weakness * weakness / 1800
    }

    /// The deepest iteration.
    pub(super) fn depth(self) -> i32 {
        1 + i32::from(self.0) / 80
    }
}

impl Worker<'_> {
    /// A move that somebody of this strength might prefer: each seems better than it is by chance, within bounds. The
    /// chance is drawn from the position and the time, so that games differ.
    pub(super) fn choose_weaker(&self, strength: Strength, own: &Line) -> Line {
        let mut chance = self.job.game.position().key() ^ self.job.elapsed().as_nanos() as u64;
        let mut seeming = |score: i32| {
            chance = chance.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            score + (chance >> 33) as i32 % strength.blur()
        };
        let lines =
            self.roots.iter().take(self.job.multi_pv).filter(|root| root.score.is_loss() || !root.score.is_mate());
        let lines = lines.filter(|root| root.score > crate::eval::Score::MIN);
        let seen: Vec<(i32, Move)> = lines.map(|root| (seeming(root.score.raw()), root.mv)).collect();
        if own.score.is_win() {
            return own.clone();
        }
        let Some((_, mv)) = seen.into_iter().max_by_key(|(score, _)| *score) else { return own.clone() };
        self.roots.iter().find(|root| root.mv == mv).map_or_else(
            || own.clone(),
            |root| Line { depth: own.depth, seldepth: root.seldepth, score: root.score, pv: root.pv.clone() },
        )
    }
}
