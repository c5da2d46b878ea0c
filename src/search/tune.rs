//! Every number of the search, one row each: what it is, its value in games of mate and in races, and its range.
//!
//! Margins are hundredths of a pawn, depths are plies, and rows that end in `_percent` are hundredths. Ranges reach far
//! enough that a tuning build can switch each feature off, which is how `docs/strength.md` measured them. What SPSA tuned,
//! and between which bounds, is in `tools/spsa/`.

use khun_board::rules::Profile;

/// A row of the table, for whoever lists or sets the numbers.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The number's name; a tuning build's option is this with `Mate` or `Race` before it.
    pub name: &'static str,
    /// Its value in games of mate and in races.
    pub defaults: [i32; 2],
    /// The least and the greatest value that makes sense.
    pub range: (i32, i32),
}

macro_rules! tunables {
    ($($(#[doc = $doc:literal])+ $name:ident: $mate:literal, $race:literal, $low:literal, $high:literal;)*) => {
        /// The numbers that one search runs with.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Tunables {
            $($(#[doc = $doc])+ pub $name: i32,)*
        }

        impl Tunables {
            /// The values for games of mate.
            pub const MATE: Self = Self { $($name: $mate,)* };
            /// The values for races.
            pub const RACE: Self = Self { $($name: $race,)* };
            /// All rows, in the order of the table.
            pub const ROWS: &[Row] = &[
                $(Row { name: stringify!($name), defaults: [$mate, $race], range: ($low, $high) },)*
            ];

            /// The number with this name.
            pub fn get_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

tunables! {
    // name: mate, race, least, greatest
    // In a race men are worth what its network says (docs/strength-diary.md, "Sequential tests").
    /// What a pawn is worth in exchanges.
    exchange_pawn: 90, 90, 50, 150;
    /// What the man in the met's place is worth in exchanges (in a race, the queen).
    exchange_met: 170, 855, 100, 1500;
    /// What the man in the khon's place is worth in exchanges (in a race, the bishop).
    exchange_khon: 280, 414, 150, 600;
    /// What a knight is worth in exchanges.
    exchange_knight: 320, 260, 150, 600;
    /// What a rook is worth in exchanges.
    exchange_rook: 580, 637, 300, 900;
    /// 1 where a recapture may not attack the enemy king, so that static exchange leaves such recaptures out.
    exchange_without_checks: 0, 1, 0, 1;

    /// A king on this rank index or beyond makes the position too sharp for speculative cuts (8: never).
    full_width_rank: 8, 6, 4, 8;
    /// A window whose upper end lies so far from zero asks for the game's end, not for the better game: no node is pruned
    /// by judgement there, no move by futility, and checks are followed (32767: never).
    decided: 1200, 32767, 300, 32767;
    /// So few plies left in a count, if the search reaches its limit, forbid every cut by judgement (-1: never).
    full_width_plies: 16, -1, -1, 40;

    /// Half-width of the first aspiration window.
    aspiration: 15, 23, 5, 60;
    /// Depth from which windows are narrowed.
    aspiration_depth: 4, 4, 2, 250;

    /// Greatest depth of razoring (0: never).
    razor_depth: 4, 3, 0, 8;
    /// Razoring: margin at depth 0.
    razor_base: 260, 320, 50, 600;
    /// Razoring: margin for depth squared.
    razor_slope: 116, 191, 30, 400;
    /// Greatest depth of reverse futility (0: never).
    reverse_depth: 9, 7, 0, 14;
    /// Reverse futility: margin a ply.
    reverse_slope: 67, 74, 30, 200;
    /// Reverse futility: taken off when the position improves.
    reverse_improving: 59, 81, 0, 200;

    /// Null move: least depth.
    null_depth: 3, 3, 2, 250;
    /// Null move: reduction at depth 0, in hundredths of a ply.
    null_base_percent: 364, 335, 150, 600;
    /// Null move: reduction for each ply, in hundredths of a ply.
    null_slope_percent: 33, 19, 10, 60;
    /// Null move: how far the evaluation must lie above the bound for one more ply of reduction.
    null_excess: 194, 257, 80, 500;
    /// Null move: how far, less this for each ply, the static evaluation may lie below the bound.
    null_margin: 194, 163, 0, 400;
    /// Null move: what each ply takes off that margin.
    null_margin_slope: 18, 16, 0, 50;
    /// Null move: from this depth on its answer is verified by a search without null moves.
    null_verify_depth: 14, 12, 4, 250;
    /// Null move: with so few men beside king and pawns its answer is always verified.
    null_verify_men: 2, 0, 0, 6;

    /// ProbCut: least depth.
    probcut_depth: 5, 5, 3, 250;
    /// ProbCut: how far above the bound the shallow search must land.
    probcut_margin: 197, 210, 60, 500;
    /// ProbCut: by how much the shallow search is shallower.
    probcut_reduction: 4, 4, 2, 6;
    /// Internal iterative reduction: least depth.
    iir_depth: 4, 4, 2, 250;

    /// Late-move pruning: moves at depth 0, in hundredths.
    late_base_percent: 419, 485, 100, 100000;
    /// Late-move pruning: moves for depth squared, in hundredths.
    late_slope_percent: 130, 153, 30, 300;
    /// 1 where quiet checks and quiet ways out of a check are not left out: mates are made of them.
    spare_checks: 1, 0, 0, 1;
    /// Futility: greatest reduced depth (-1: never).
    futility_depth: 8, 7, -1, 14;
    /// Futility: margin at depth 0.
    futility_base: 90, 104, 30, 400;
    /// Futility: margin a ply of reduced depth.
    futility_slope: 82, 110, 30, 250;
    /// History pruning: greatest reduced depth (-1: never).
    history_prune_depth: 4, 4, -1, 8;
    /// History pruning: threshold a ply.
    history_prune: -3750, -4293, -9000, -1000;
    /// Exchange pruning of quiet moves: loss allowed for reduced depth squared.
    exchange_quiet: -15, -29, -10000, -5;
    /// Exchange pruning of noisy moves: loss allowed a ply.
    exchange_noisy: -90, -144, -10000, -20;

    /// Singular extension: least depth.
    singular_depth: 6, 6, 4, 250;
    /// Singular extension: margin a ply below the table's score, in hundredths.
    singular_percent: 155, 190, 50, 500;
    /// Double extension: further margin.
    double_margin: 21, 27, 0, 30000;

    /// Late-move reductions: least depth.
    reduce_depth: 2, 2, 2, 250;
    /// Late-move reduction of quiet moves: constant, in hundredths of a ply.
    reduce_base_percent: 100, 95, -50, 200;
    /// Late-move reduction of quiet moves: divisor of the two logarithms' product, in hundredths.
    reduce_divisor_percent: 241, 187, 120, 400;
    /// Late-move reduction of noisy moves: constant, in hundredths of a ply.
    reduce_noisy_base_percent: -3, -10, -100, 150;
    /// Late-move reduction of noisy moves: divisor, in hundredths.
    reduce_noisy_divisor_percent: 292, 329, 150, 600;
    /// Reduced less in a PV node, in hundredths of a ply.
    reduce_pv_percent: 86, 25, 0, 300;
    /// Reduced more where a cut is expected, in hundredths of a ply.
    reduce_cut_percent: 130, 111, 0, 300;
    /// Reduced more when the position does not improve, in hundredths of a ply.
    reduce_worsening_percent: 95, 49, 0, 300;
    /// Reduced less when the move gives check, in hundredths of a ply.
    reduce_check_percent: 89, 0, 0, 300;
    /// Reduced more when the table's move is noisy, in hundredths of a ply.
    reduce_noisy_table_percent: 87, 88, 0, 300;
    /// Reduced more when the next ply has seen many cuts, in hundredths of a ply.
    reduce_cutoffs_percent: 83, 80, 0, 300;
    /// History that is worth one ply of reduction.
    reduce_history: 8396, 10252, 2000, 20000;
    /// Reduced more by every thread but the first, in hundredths of a ply.
    reduce_helper_percent: 120, 120, 0, 300;

    /// History bonus: for each ply of depth.
    bonus_slope: 171, 209, 40, 400;
    /// History bonus: taken off.
    bonus_offset: 80, 80, 0, 400;
    /// History bonus: greatest.
    bonus_max: 1700, 1700, 600, 4000;
    /// History malus: for each ply of depth.
    malus_slope: 201, 180, 40, 600;
    /// History malus: taken off.
    malus_offset: 90, 90, 0, 400;
    /// History malus: greatest.
    malus_max: 1300, 1300, 400, 4000;

    /// Correction: weight of the pawns' table, in hundredths.
    correct_pawns_percent: 65, 0, 0, 300;
    /// Correction: weight of each side's men's table, in hundredths.
    correct_men_percent: 118, 92, 0, 300;
    /// Correction: weight of the last move's table, in hundredths.
    correct_move_percent: 113, 73, 0, 300;

    /// Quiescence: margin below which a capture cannot reach the window.
    quiet_margin: 131, 197, 40, 30000;

    /// Quiescence: plies in which quiet checks are tried too.
    quiet_checks: 1, 0, 0, 4;

    /// Share of the remaining time for one move, in hundredths of one part in as many as moves are expected.
    time_share_percent: 100, 130, 40, 300;
    /// Moves that a game without `movestogo` is expected to last yet.
    time_moves: 36, 24, 15, 80;
    /// Share of the increment that is spent at once, in hundredths.
    time_increment_percent: 80, 80, 20, 100;
    /// The hard bound, in hundredths of the soft one.
    time_hard_percent: 420, 400, 150, 800;
}

impl Tunables {
    /// The numbers for a profile: the table's, or in a tuning build what the options set.
    #[must_use]
    #[cfg(not(feature = "tuning"))]
    pub const fn of(profile: Profile) -> Self {
        match profile {
            Profile::Mate => Self::MATE,
            Profile::Race => Self::RACE,
        }
    }

    /// The value in exchanges of each kind, by index; kings are never exchanged.
    #[must_use]
    pub const fn exchange_values(&self) -> [i32; 6] {
        [self.exchange_pawn, self.exchange_met, self.exchange_khon, self.exchange_knight, self.exchange_rook, 0]
    }
}

#[cfg(feature = "tuning")]
pub use live::set;

/// Numbers that options may change while the program runs.
#[cfg(feature = "tuning")]
mod live {
    use std::sync::{PoisonError, RwLock};

    use super::{Profile, Tunables};

    static LIVE: RwLock<[Tunables; 2]> = RwLock::new([Tunables::MATE, Tunables::RACE]);

    impl Tunables {
        /// The numbers for a profile, as the options set them last.
        #[must_use]
        pub fn of(profile: Profile) -> Self {
            LIVE.read().unwrap_or_else(PoisonError::into_inner)[profile as usize]
        }
    }

    /// Sets a number for searches that start from now on; false when there is no such number or it is out of range.
    pub fn set(profile: Profile, name: &str, value: i32) -> bool {
        let Some(row) = Tunables::ROWS.iter().find(|row| row.name == name) else { return false };
        if value < row.range.0 || value > row.range.1 {
            return false;
        }
        let mut live = LIVE.write().unwrap_or_else(PoisonError::into_inner);
        match live[profile as usize].get_mut(name) {
            Some(number) => *number = value,
            None => return false,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_lies_in_its_range() {
        for row in Tunables::ROWS {
            for value in row.defaults {
                assert!(row.range.0 <= value && value <= row.range.1, "{}", row.name);
            }
        }
    }
}
