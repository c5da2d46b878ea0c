//! How much less deep, or deeper, a move is searched.

use crate::search::tree::node::{Expected, Trend};
use crate::search::tune::Tunables;

/// A quiet or a noisy move, as far as reductions care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveClass {
    /// Changes little.
    Quiet,
    /// A capture, a promotion, in a race a king's advance.
    Noisy,
}

/// What is known of a late move when it is to be reduced.
#[derive(Clone, Copy)]
pub struct LateMove {
    pub class: MoveClass,
    pub expected: Expected,
    pub trend: Trend,
    pub gives_check: bool,
    pub table_move_is_noisy: bool,
    /// Whether the next ply has seen many cuts.
    pub child_cuts_often: bool,
    pub history: i32,
    /// Whether a thread searches it that only helps the first.
    pub by_helper: bool,
}

/// Basic reductions, in hundredths of a ply: `[class][depth][move number]`.
pub struct Reductions(Box<[[[i16; 64]; 64]; 2]>);

impl Reductions {
    pub fn new(tune: &Tunables) -> Self {
        let mut table = Box::new([[[0; 64]; 64]; 2]);
        let curves = [
            (tune.reduce_base_percent, tune.reduce_divisor_percent),
            (tune.reduce_noisy_base_percent, tune.reduce_noisy_divisor_percent),
        ];
        for (rows, (base, divisor)) in table.iter_mut().zip(curves) {
            for (depth, row) in rows.iter_mut().enumerate().skip(1) {
                for (number, cell) in row.iter_mut().enumerate().skip(1) {
                    let product = (depth as f64).ln() * (number as f64).ln();
                    *cell = (f64::from(base) + product * 10_000.0 / f64::from(divisor)).max(0.0) as i16;
                }
            }
        }
        Self(table)
    }

    /// The basic reduction in hundredths of a ply.
    pub fn basic(&self, class: MoveClass, depth: i32, number: i32) -> i32 {
        let [depth, number] = [depth, number].map(|index| index.clamp(0, 63) as usize);
        i32::from(self.0[class as usize][depth][number])
    }

    /// The reduction in plies, all things considered; negative for a move that looks better than late.
    ///
    /// Helpers reduce more, because threads that search alike find alike: in games two threads gain by it. It is nothing for
    /// one thread alone, which in races loses by a third of it already (`docs/strength.md`, "Threads and clocks").
    pub fn of(&self, late: &LateMove, depth: i32, number: i32, tune: &Tunables) -> i32 {
        let when = |condition: bool, hundredths: i32| if condition { hundredths } else { 0 };
        let reduction = self.basic(late.class, depth, number)
            - when(late.expected == Expected::Pv, tune.reduce_pv_percent)
            + when(late.expected == Expected::Cut, tune.reduce_cut_percent)
            + when(late.trend == Trend::Worsening, tune.reduce_worsening_percent)
            - when(late.gives_check, tune.reduce_check_percent)
            + when(late.table_move_is_noisy, tune.reduce_noisy_table_percent)
            + when(late.child_cuts_often, tune.reduce_cutoffs_percent)
            + when(late.by_helper, tune.reduce_helper_percent)
            - late.history * 100 / tune.reduce_history;
        reduction.div_euclid(100)
    }
}
