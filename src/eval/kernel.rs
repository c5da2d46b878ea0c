//! The network's two inner loops, written once for every kind of [`Vector`].

use crate::arch::{Lanes, Vector};

/// Lines worked on at a time: as many as fit the registers of any machine with room for the operands.
pub(super) const TILE: usize = 4;

/// A table of equally long rows, one for each input.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    /// All rows, one after the other.
    pub lanes: &'a [Lanes],
    /// Lines a row.
    pub lines: usize,
}

impl<'a> Rows<'a> {
    fn tile(self, row: u16, start: usize) -> &'a [Lanes; TILE] {
        let start = usize::from(row) * self.lines + start;
        self.lanes[start..].first_chunk().expect("rows are whole tiles")
    }
}

/// `into = from + the added rows - the removed rows`. A tile stays in registers while all rows pass over it.
#[inline]
pub(super) fn update<V: Vector>(into: &mut [Lanes], from: &[Lanes], rows: Rows, added: &[u16], removed: &[u16]) {
    let (into, _) = into.as_chunks_mut::<TILE>();
    let (from, _) = from.as_chunks::<TILE>();
    for (number, (into, from)) in into.iter_mut().zip(from).enumerate() {
        let mut tile: [V; TILE] = std::array::from_fn(|i| V::load(&from[i]));
        for &row in added {
            let add = rows.tile(row, number * TILE);
            tile = std::array::from_fn(|i| tile[i].plus(V::load(&add[i])));
        }
        for &row in removed {
            let sub = rows.tile(row, number * TILE);
            tile = std::array::from_fn(|i| tile[i].minus(V::load(&sub[i])));
        }
        for (vector, line) in tile.into_iter().zip(into) {
            vector.store(line);
        }
    }
}

/// The output neuron's sum over one side's hidden layer: squared clipped activations times weights.
#[inline]
pub(super) fn output<V: Vector>(hidden: &[Lanes], weights: &[Lanes]) -> i64 {
    let sums = hidden
        .iter()
        .zip(weights)
        .fold(V::no_sums(), |sums, (hidden, weights)| V::load(hidden).add_weighted_squares(V::load(weights), sums));
    V::total(sums)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::{Native, Portable};
    use proptest::prelude::*;

    fn lines(count: usize, range: std::ops::RangeInclusive<i16>) -> impl Strategy<Value = Vec<Lanes>> {
        prop::collection::vec(prop::collection::vec(range, 32), count)
            .prop_map(|lines| lines.into_iter().map(|line| Lanes(std::array::from_fn(|i| line[i]))).collect())
    }

    proptest! {
        #[test]
        fn every_machine_updates_alike(
            table in lines(8 * 6, i16::MIN..=i16::MAX),
            added in prop::collection::vec(0u16..6, 0..5),
            removed in prop::collection::vec(0u16..6, 0..5),
        ) {
            let rows = Rows { lanes: &table, lines: 8 };
            let mut native = [Lanes::ZERO; 8];
            let mut portable = [Lanes::ZERO; 8];
            update::<Native>(&mut native, &table[..8], rows, &added, &removed);
            update::<Portable>(&mut portable, &table[..8], rows, &added, &removed);
            prop_assert_eq!(native, portable);
            let plain: i32 = i32::from(table[1].0[3])
                + added.iter().map(|&row| i32::from(table[usize::from(row) * 8 + 1].0[3])).sum::<i32>()
                - removed.iter().map(|&row| i32::from(table[usize::from(row) * 8 + 1].0[3])).sum::<i32>();
            prop_assert_eq!(native[1].0[3], plain as i16);
        }

        #[test]
        fn every_machine_sums_alike(hidden in lines(16, i16::MIN..=i16::MAX), weights in lines(16, -127..=127)) {
            let native = output::<Native>(&hidden, &weights);
            prop_assert_eq!(native, output::<Portable>(&hidden, &weights));
            let plain: i64 = hidden.iter().zip(&weights).flat_map(|(h, w)| h.0.iter().zip(&w.0))
                .map(|(&h, &w)| { let c = i64::from(h.clamp(0, 255)); c * c * i64::from(w) }).sum();
            prop_assert_eq!(native, plain);
        }
    }

    #[test]
    fn the_largest_sum_does_not_overflow() {
        let hidden = [Lanes([255; 32]); 16];
        let weights = [Lanes([127; 32]); 16];
        let largest = 16 * 32 * 255 * 255 * 127;
        assert_eq!(output::<Native>(&hidden, &weights), largest);
        assert_eq!(output::<Portable>(&hidden, &weights), largest);
    }
}
