//! The transposition table: what earlier searches found out about positions, shared by all threads without locks.
//!
//! An entry is two words. The first is the position's key xored with the second, so that an entry torn between two
//! writers fails the comparison and is simply not found.

use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use std::thread;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::arch;
use crate::eval::Score;
use crate::search::event::Bound;
use khun_board::position::Move;

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, if one was found.
    pub mv: Option<Move>,
    /// Score from the side to move's view, in the table's form ([`Score::to_table`]).
    pub score: Score,
    /// The static evaluation, before corrections; `None` in check.
    pub eval: Option<Score>,
    /// Plies searched below the position.
    pub depth: i32,
    /// What the score is to the true one.
    pub bound: Bound,
    /// The node lay in the principal variation: it is kept a little longer.
    pub pv: bool,
}

/// A generation lasts one search; entries of older ones are replaced first.
const GENERATIONS: u8 = 32;
/// Added to stored depths so that quiescence's fit, and no entry is all zeros.
const DEPTH_OFFSET: i32 = 2;
/// Bits that stand for "no static evaluation": no score has them.
const NO_EVAL: u16 = 0x8000;
/// The bits of a word that is no entry: where entries have move, score and evaluation.
const PROOF: u64 = (1 << 48) - 1;

impl Entry {
    const fn bound_of(word: u64) -> Bound {
        match word >> 56 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        }
    }

    const fn generation_of(word: u64) -> u8 {
        (word >> 59) as u8
    }

    const fn depth_of(word: u64) -> i32 {
        (word >> 48 & 0xFF) as i32 - DEPTH_OFFSET
    }

    const fn move_of(word: u64) -> u16 {
        word as u16
    }

    fn pack(&self, mv: u16, generation: u8) -> u64 {
        let eval = self.eval.map_or(NO_EVAL, Score::bits);
        let depth = (self.depth + DEPTH_OFFSET).clamp(0, 0xFF) as u64;
        u64::from(mv)
            | u64::from(self.score.bits()) << 16
            | u64::from(eval) << 32
            | depth << 48
            | (self.bound as u64) << 56
            | u64::from(self.pv) << 58
            | u64::from(generation) << 59
    }

    fn unpack(word: u64) -> Self {
        let eval = (word >> 32) as u16;
        Self {
            mv: Move::from_bits(Self::move_of(word)),
            score: Score::from_bits((word >> 16) as u16),
            eval: (eval != NO_EVAL).then(|| Score::from_bits(eval)),
            depth: Self::depth_of(word),
            bound: Self::bound_of(word),
            pv: word >> 58 & 1 == 1,
        }
    }
}

/// The key of a position whose entry must not answer for another count: the plies left are part of it.
#[must_use]
pub fn key_with_count(key: u64, left: u16) -> u64 {
    key ^ (u64::from(left) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    word: AtomicU64,
}

/// One cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// The transposition table.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

/// The machine refused memory for the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashError {
    /// What was asked for, in megabytes.
    pub megabytes: usize,
}

impl fmt::Display for HashError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for a hash table of {} MB", self.megabytes)
    }
}

impl std::error::Error for HashError {}

/// Threads that fill a table of so many buckets: one for each 16 MB, which one thread fills sooner than another starts.
/// `None` where one is enough or the system gives no more. They are gone afterwards: an engine on one thread must not
/// keep a thread for each processor of a large machine.
fn helpers(buckets: usize) -> Option<ThreadPool> {
    const ALONE: usize = 1 << 18;
    let threads = thread::available_parallelism().map_or(1, usize::from).min(buckets / ALONE);
    if threads < 2 {
        return None;
    }
    ThreadPoolBuilder::new().num_threads(threads).build().ok()
}

impl TranspositionTable {
    /// A table of this size in megabytes (at least one bucket), empty.
    ///
    /// # Errors
    /// [`HashError`] when the memory is not to be had.
    pub fn new(megabytes: usize) -> Result<Self, HashError> {
        let refused = HashError { megabytes };
        let bytes = megabytes.checked_mul(1 << 20).ok_or(refused)?;
        let count = (bytes / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| refused)?;
        // Random access all over the table: with small pages half of it misses the TLB too.
        arch::prefer_huge_pages(buckets.spare_capacity_mut());
        // Every page is touched here, by all cores, and not by the first search.
        match helpers(count) {
            Some(pool) => {
                pool.install(|| buckets.par_extend((0..count).into_par_iter().map(|_| Bucket::default())));
            }
            None => buckets.resize_with(count, Bucket::default),
        }
        Ok(Self { buckets, generation: AtomicU8::new(0) })
    }

    /// The smallest table: a place holder while another is made.
    #[must_use]
    pub fn smallest() -> Self {
        Self { buckets: vec![Bucket::default()], generation: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        let wipe = |bucket: &Bucket| {
            for slot in &bucket.0 {
                slot.check.store(0, Relaxed);
                slot.word.store(0, Relaxed);
            }
        };
        match helpers(self.buckets.len()) {
            Some(pool) => pool.install(|| self.buckets.par_iter().with_min_len(1 << 12).for_each(wipe)),
            None => self.buckets.iter().for_each(wipe),
        }
        self.generation.store(0, Relaxed);
    }

    /// A new search begins: what is there grows older.
    pub fn age(&self) {
        let generation = self.generation.load(Relaxed);
        self.generation.store((generation + 1) % GENERATIONS, Relaxed);
    }

    fn bucket(&self, key: u64) -> &Bucket {
        // The high half of the product spreads keys over any number of buckets.
        let index = ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize;
        &self.buckets[index]
    }

    /// The position with this key will be looked up soon. Without this a third of all time was spent waiting for memory.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        arch::prefetch(self.bucket(key));
    }

    /// What is known about the position with this key.
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        for slot in &self.bucket(key).0 {
            let word = slot.word.load(Relaxed);
            if slot.check.load(Relaxed) ^ word == key && word != 0 {
                return Some(Entry::unpack(word));
            }
        }
        None
    }

    /// Remembers an entry, at the cost of the least valuable one in its bucket.
    pub fn store(&self, key: u64, entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let slots = &self.bucket(key).0;
        let mut victim = &slots[0];
        let mut least = i32::MAX;
        let mut mv = entry.mv.map_or(0, Move::bits);
        for slot in slots {
            let word = slot.word.load(Relaxed);
            if slot.check.load(Relaxed) ^ word == key {
                if !replaces(&entry, word, generation) {
                    return;
                }
                // A search that found no best move keeps the one that an earlier search found.
                if mv == 0 {
                    mv = Entry::move_of(word);
                }
                victim = slot;
                break;
            }
            let worth = worth(word, generation);
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        let word = entry.pack(mv, generation);
        victim.word.store(word, Relaxed);
        victim.check.store(key ^ word, Relaxed);
    }

    /// What [`TranspositionTable::store_proof`] kept under this key.
    #[must_use]
    pub fn proof(&self, key: u64) -> Option<u64> {
        for slot in &self.bucket(key).0 {
            let word = slot.word.load(Relaxed);
            if slot.check.load(Relaxed) ^ word == key && word != 0 {
                return Some(word & PROOF);
            }
        }
        None
    }

    /// Remembers 48 bits that are no entry, worth keeping like an entry of this depth. Their key must not be a
    /// position's.
    pub fn store_proof(&self, key: u64, proof: u64, depth: u8) {
        let generation = self.generation.load(Relaxed);
        let slots = &self.bucket(key).0;
        let same = |slot: &&Slot| slot.check.load(Relaxed) ^ slot.word.load(Relaxed) == key;
        let worth = |slot: &&Slot| worth(slot.word.load(Relaxed), generation);
        let Some(victim) = slots.iter().find(same).or_else(|| slots.iter().min_by_key(worth)) else { return };
        let word = proof & PROOF | u64::from(depth.max(1)) << 48 | u64::from(generation) << 59;
        victim.word.store(word, Relaxed);
        victim.check.store(key ^ word, Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths, from a sample.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(1000)];
        let used = sample
            .iter()
            .flat_map(|bucket| &bucket.0)
            .filter(|slot| {
                let word = slot.word.load(Relaxed);
                word != 0 && Entry::generation_of(word) == generation
            })
            .count();
        (used * 1000 / (sample.len() * 4)) as u32
    }
}

/// Whether a new entry for the same position is worth more than the old one: always when exact or of another search,
/// and else when not much shallower.
fn replaces(new: &Entry, old: u64, generation: u8) -> bool {
    new.bound == Bound::Exact
        || Entry::generation_of(old) != generation
        || new.depth + 4 + 2 * i32::from(new.pv) > Entry::depth_of(old)
}

/// What an entry is worth keeping for: its depth, less eight plies for every search since.
fn worth(word: u64, generation: u8) -> i32 {
    if word == 0 {
        return i32::MIN;
    }
    let age = (GENERATIONS + generation - Entry::generation_of(word)) % GENERATIONS;
    Entry::depth_of(word) - 8 * i32::from(age)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn entry(depth: i32, score: i32, eval: Option<i32>, mv: u16) -> Entry {
        Entry {
            mv: Move::from_bits(mv),
            score: Score::cp(score),
            eval: eval.map(Score::cp),
            depth,
            bound: Bound::Lower,
            pv: true,
        }
    }

    proptest! {
        #[test]
        fn what_is_stored_is_found(key: u64, depth in -1..254i32, score in -30_000..30_000i32,
                                   eval in proptest::option::of(-30_000..30_000i32), mv in 0x8000..0xCFFFu16) {
            let table = TranspositionTable::new(1).unwrap();
            let entry = entry(depth, score, eval, mv);
            table.store(key, entry);
            prop_assert_eq!(table.probe(key), Some(entry));
            prop_assert_eq!(table.probe(key ^ 1), None);
        }
    }

    #[test]
    fn old_entries_go_first() {
        let table = TranspositionTable::new(1).unwrap();
        for key in 0..4 {
            table.store(key, entry(5, 0, None, 0));
        }
        table.age();
        table.store(4, entry(1, 0, None, 0));
        table.store(5, entry(2, 0, None, 0));
        assert!(table.probe(4).is_some() && table.probe(5).is_some());
    }

    #[test]
    fn a_missing_move_keeps_the_earlier_one() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(9, entry(5, 0, None, 0x8123));
        table.store(9, entry(6, 0, None, 0));
        assert_eq!(table.probe(9).and_then(|entry| entry.mv), Move::from_bits(0x8123));
    }

    /// Each key has one entry that belongs to it: whatever is found must be that, whoever writes meanwhile.
    #[test]
    fn threads_that_write_at_once_never_make_up_an_entry() {
        let table = TranspositionTable::smallest();
        let of = |key: u64| entry((key % 60) as i32, (key % 997) as i32, Some((key % 89) as i32), 0x8000 | key as u16);
        thread::scope(|scope| {
            for thread in 0..4_u64 {
                let table = &table;
                scope.spawn(move || {
                    for turn in 0..300_u64 {
                        let key = (turn * (thread + 3)) % 11;
                        table.store(key, of(key));
                        for key in 0..11 {
                            assert!(table.probe(key).is_none_or(|found| found == of(key)), "key {key}");
                        }
                    }
                });
            }
        });
    }

    #[test]
    fn impossible_sizes_are_refused() {
        assert!(TranspositionTable::new(usize::MAX).is_err());
        assert!(TranspositionTable::new(usize::MAX >> 21).is_err());
    }

    #[test]
    fn hashfull_counts_this_search_only() {
        let table = TranspositionTable::smallest();
        table.store(1, entry(5, 0, None, 0));
        assert_eq!(table.hashfull(), 250);
        table.age();
        assert_eq!(table.hashfull(), 0);
    }
}
