//! A rule set in the making: what the keys set, in the file's own terms, before it is checked as a whole.

use crate::board::{Gait, Kind, Kinds, Letters};
use crate::geometry::{Bitboard, Rank};
use crate::rules::counting::{BoardHonour, Counting, Start};
use crate::rules::dead::DeadMaterial;
use crate::rules::fen::Fen;
use crate::rules::ruleset::{Checks, Derived, Goal, Leaps, Profile, Ruleset, Stalemate};
use crate::text::quoted;

/// The pieces that a rules file can give a letter to, by Fairy-Stockfish's names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Man {
    Pawn,
    Knight,
    Rook,
    King,
    Fers,
    Queen,
    Aiwok,
    Silver,
    Bishop,
}

impl Man {
    pub const ALL: [Self; 9] = [
        Self::Pawn,
        Self::Knight,
        Self::Rook,
        Self::King,
        Self::Fers,
        Self::Queen,
        Self::Aiwok,
        Self::Silver,
        Self::Bishop,
    ];

    /// Its key in the rules file.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Rook => "rook",
            Self::King => "king",
            Self::Fers => "fers",
            Self::Queen => "queen",
            Self::Aiwok => "aiwok",
            Self::Silver => "silver",
            Self::Bishop => "bishop",
        }
    }

    /// The role that it plays on the board.
    const fn kind(self) -> Kind {
        match self {
            Self::Pawn => Kind::Pawn,
            Self::Knight => Kind::Knight,
            Self::Rook => Kind::Rook,
            Self::King => Kind::King,
            Self::Fers | Self::Queen | Self::Aiwok => Kind::Met,
            Self::Silver | Self::Bishop => Kind::Khon,
        }
    }

    /// How it moves, where its role alone does not say it.
    const fn gait(self) -> Option<Gait> {
        match self {
            Self::Pawn | Self::Knight | Self::Rook | Self::King => None,
            Self::Fers => Some(Gait::Fers),
            Self::Queen => Some(Gait::Queen),
            Self::Aiwok => Some(Gait::RookKnightFers),
            Self::Silver => Some(Gait::Silver),
            Self::Bishop => Some(Gait::Bishop),
        }
    }
}

/// A fault of the whole: the key to blame, and the message.
pub type Blame = (&'static str, String);

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    pub letters: [Option<char>; 9],
    /// Whose letter this section has set itself: no later key may take it away.
    pub lettered_here: [bool; 9],
    pub start_fen: String,
    pub promotion_region: [Bitboard; 2],
    pub promotes_to: [bool; 9],
    pub checking: bool,
    pub makpong: bool,
    pub king_is_flag: bool,
    pub flag_region: [Bitboard; 2],
    pub flag_move: bool,
    pub leaps: Leaps,
    pub counting: Option<Counting>,
    pub n_move: Option<u16>,
    pub n_fold: Option<u8>,
    pub stalemate: Stalemate,
    pub dead: DeadMaterial,
    pub profile: Profile,
}

impl Default for Draft {
    /// Fairy-Stockfish's template: a kind of chess without any pieces yet.
    fn default() -> Self {
        Self {
            letters: [None; 9],
            lettered_here: [false; 9],
            start_fen: String::new(),
            promotion_region: [Bitboard::rank(Rank::ALL[7]), Bitboard::rank(Rank::ALL[0])],
            promotes_to: [false; 9],
            checking: true,
            makpong: false,
            king_is_flag: false,
            flag_region: [Bitboard::EMPTY; 2],
            flag_move: false,
            leaps: Leaps::empty(),
            counting: None,
            n_move: Some(50),
            n_fold: Some(3),
            stalemate: Stalemate::Draw,
            dead: DeadMaterial::Exact,
            profile: Profile::Mate,
        }
    }
}

impl Draft {
    /// What a child starts from.
    pub fn child(&self) -> Self {
        Self { lettered_here: [false; 9], ..self.clone() }
    }

    pub fn has(&self, man: Man) -> bool {
        self.letters[man as usize].is_some()
    }

    fn men(&self) -> impl Iterator<Item = Man> {
        Man::ALL.into_iter().filter(|man| self.has(*man))
    }

    /// The rule set, if all of it fits together.
    pub fn conclude(&self, name: &str) -> Result<Ruleset, Vec<Blame>> {
        let mut faults = Vec::new();
        let (letters, met, khon) = self.pieces(&mut faults);
        let checks = self.checks(&mut faults);
        let goal = self.goal(&mut faults);
        let (promotion_region, promotion_targets) = self.promotion(&mut faults);
        if self.leaps.contains(Leaps::KING_ASIDE) && self.leaps.contains(Leaps::SUT_KHUN) {
            // The same leap under two conditions: Ouk's right is lost to a rook's attack, the house rule's is not.
            faults.push(("sutKhun", "the king leaps by `cambodianMoves` already; choose one of the two".into()));
        }
        if let Some(Counting { board: BoardHonour::Called, start: Start::Zero, .. }) = self.counting {
            // Nought means uncalled.
            faults.push(("boardHonour", "`called` cannot go with `countingStart = zero`: 0 means not called".into()));
        }
        let ruleset = Ruleset {
            name: name.into(),
            letters,
            met,
            khon,
            start_fen: self.start_fen.clone(),
            promotion_region,
            promotion_targets,
            checks,
            goal,
            leaps: self.leaps,
            counting: self.counting,
            n_move: self.n_move,
            n_fold: self.n_fold,
            stalemate: self.stalemate,
            dead: self.dead,
            profile: self.profile,
            derived: Derived::PENDING,
        };
        if self.start_fen.is_empty() {
            faults.push(("startFen", "`startFen` is missing".into()));
        } else if faults.is_empty() {
            faults.extend(start_faults(&ruleset).into_iter().map(|fault| ("startFen", format!("start FEN: {fault}"))));
        }
        if faults.is_empty() { Ok(ruleset.concluded()) } else { Err(faults) }
    }

    /// Letters by role, and the gaits of met and khon.
    fn pieces(&self, faults: &mut Vec<Blame>) -> (Letters, Gait, Gait) {
        let mut letters = [None; 6];
        let (mut met, mut khon) = (Gait::Fers, Gait::Silver);
        let mut player: [Option<Man>; 6] = [None; 6];
        for man in self.men() {
            let role = man.kind().index();
            if let Some(other) = player[role] {
                let (one, two) = (other.key(), man.key());
                faults.push((two, format!("`{one}` and `{two}` cannot both be in a game; take one out: `{one} = -`")));
            }
            player[role] = Some(man);
            letters[role] = self.letters[man as usize];
            match (man.kind(), man.gait()) {
                (Kind::Met, Some(gait)) => met = gait,
                (Kind::Khon, Some(gait)) => khon = gait,
                _ => {}
            }
        }
        if !self.has(Man::King) {
            faults.push(("king", "there is no king: `king = k`".into()));
        }
        (Letters::new(letters), met, khon)
    }

    fn checks(&self, faults: &mut Vec<Blame>) -> Checks {
        match (self.checking, self.makpong) {
            (true, false) => Checks::Allowed,
            (true, true) => Checks::NoFlight,
            (false, false) => Checks::Forbidden,
            (false, true) => {
                faults.push(("makpongRule", "`makpongRule` answers checks, which `checking = false` forbids".into()));
                Checks::Forbidden
            }
        }
    }

    fn goal(&self, faults: &mut Vec<Blame>) -> Option<Goal> {
        let [white, black] = self.flag_region;
        if white.is_empty() && black.is_empty() {
            if self.king_is_flag {
                faults.push(("flagPiece", "the king runs nowhere: `flagRegion` is missing".into()));
            }
            return None;
        }
        if white != black {
            faults.push(("flagRegionBlack", "both kings must run to the same squares here".into()));
        }
        if !self.king_is_flag {
            faults.push(("flagRegion", "only kings run here: `flagPiece = k` is missing".into()));
        }
        Some(Goal { region: white, last_move: self.flag_move })
    }

    /// Where pawns promote, made whole ranks up to the end of the board, and to what.
    fn promotion(&self, faults: &mut Vec<Blame>) -> ([Bitboard; 2], Kinds) {
        let targets = Man::ALL.into_iter().filter(|man| self.promotes_to[*man as usize]);
        if !self.has(Man::Pawn) {
            return ([Bitboard::EMPTY; 2], Kinds::empty());
        }
        for man in targets.clone() {
            if !self.has(man) {
                let key = man.key();
                faults.push(("promotionPieceTypes", format!("pawns promote to the {key}, which the game lacks")));
            }
        }
        let kinds: Kinds = targets.map(|man| Kinds::of(man.kind())).collect();
        if kinds.is_empty() {
            faults.push(("promotionPieceTypes", "pawns promote to nothing: `promotionPieceTypes` is missing".into()));
        }
        let sides =
            [("promotionRegionWhite", [0, 1, 2, 3, 4, 5, 6, 7]), ("promotionRegionBlack", [7, 6, 5, 4, 3, 2, 1, 0])];
        let mut regions = self.promotion_region;
        for (region, (key, ranks)) in regions.iter_mut().zip(sides) {
            match from_first_rank_on(*region, ranks) {
                Some(whole) => *region = whole,
                None => faults.push((key, "pawns promote on whole ranks here, such as `*6 *7 *8`".into())),
            }
        }
        (regions, kinds)
    }
}

/// Everything that is wrong with the start FEN, which must have all six fields and no right that nobody can use.
fn start_faults(rules: &Ruleset) -> Vec<String> {
    let fields: Vec<&str> = rules.start_fen.split_ascii_whitespace().collect();
    if fields.len() != 6 {
        return vec![format!("six fields are wanted (board, side, rights, `-`, 0, 1), not {}", fields.len())];
    }
    match Fen::read(rules, &rules.start_fen) {
        Err(error) => error.messages().map(|(_, message)| message.to_owned()).collect(),
        Ok(fen) => {
            let rights = fen.privileges_text();
            let stray = fields[2].chars().find(|letter| *letter != '-' && !rights.contains(*letter));
            let message = stray.map(|letter| {
                let letter = quoted(&letter.to_string());
                format!("right {letter} stands for no man on its first rank that can leap")
            });
            message.into_iter().collect()
        }
    }
}

/// The ranks from the first one in the region to the last of the board (a pawn promotes on the first it meets, so the
/// others matter to nobody); `None` if the region has no rank or parts of some.
fn from_first_rank_on(region: Bitboard, ranks: [usize; 8]) -> Option<Bitboard> {
    let ranks = ranks.map(|rank| Bitboard::rank(Rank::ALL[rank]));
    let first = ranks.iter().position(|rank| region.meets(*rank))?;
    let whole = ranks.iter().all(|rank| rank.is_subset(region) || !rank.meets(region));
    let on = ranks[first..].iter().fold(Bitboard::EMPTY, |set, rank| set | *rank);
    (whole && first > 0).then_some(on)
}
