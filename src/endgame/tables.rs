//! The tables at hand: solved when a game begins that needs them, or opened from a folder.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError};

use rayon::ThreadPoolBuilder;

use crate::arch::lower_priority;
use crate::endgame::file::{EXTENSION, FileError};
use crate::endgame::index::{Army, MOST_MEN};
use crate::endgame::solve::solve;
use crate::endgame::table::{Captures, Table};

/// The three- and four-man endings, each once it is solved.
static SOLVED: [OnceLock<Arc<Table>>; Army::SLOTS] = [const { OnceLock::new() }; Army::SLOTS];
/// Set when all of them are.
static ALL_SOLVED: OnceLock<()> = OnceLock::new();

/// Men beside the king up to which endings are solved without asking.
pub const SOLVED_MEN: usize = 2;

/// The endings that a search can ask about: the three- and four-man ones, which every `Tables` shares once they are
/// solved, and those opened from a folder. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Tables {
    opened: Arc<[Option<Arc<Table>>]>,
}

/// Files of a folder that could not be used.
pub type Unusable = Vec<(PathBuf, FileError)>;

impl Default for Tables {
    fn default() -> Self {
        Self::new()
    }
}

impl Tables {
    /// The three- and four-man endings alone. They are solved by [`Tables::prepare`] or [`Tables::wait`]; until then
    /// nothing is at hand.
    #[must_use]
    pub fn new() -> Self {
        Self { opened: Arc::new([]) }
    }

    /// The three- and four-man endings and every table file in a folder, and which files there could not be used.
    ///
    /// # Errors
    ///
    /// Where the folder itself cannot be read.
    pub fn open(folder: &Path) -> Result<(Self, Unusable), FileError> {
        let mut opened = vec![None; Army::SLOTS];
        let mut unusable = Vec::new();
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_none_or(|extension| extension != EXTENSION) {
                continue;
            }
            match Table::open(&path, captures_of) {
                Ok(table) => {
                    let slot = table.army().slot();
                    opened[slot] = Some(Arc::new(table));
                }
                Err(error) => unusable.push((path, error)),
            }
        }
        Ok((Self { opened: opened.into() }, unusable))
    }

    /// Begins to solve the three- and four-man endings in the background, if nobody has: on one thread, which gives way
    /// to all others, so that no search is slower for it.
    pub fn prepare(&self) {
        static BEGUN: Once = Once::new();
        BEGUN.call_once(|| {
            let patient = ThreadPoolBuilder::new()
                .num_threads(1)
                .thread_name(|_| "endgame".to_owned())
                .start_handler(|_| lower_priority(15));
            // Where the system refuses the thread the search does without.
            if let Ok(pool) = patient.build() {
                pool.spawn(solve_all);
            }
        });
    }

    /// Waits until the three- and four-man endings are solved, and helps: for searches that must not depend on the
    /// clock.
    pub fn wait(&self) {
        wait_for_all();
    }

    /// The endings that were opened from a folder.
    pub fn opened(&self) -> impl Iterator<Item = Army> + '_ {
        self.opened.iter().flatten().map(|table| table.army())
    }

    /// The table of an ending, if it is at hand.
    #[must_use]
    #[inline]
    pub fn table(&self, army: Army) -> Option<&Table> {
        let slot = army.slot();
        let solved = SOLVED[slot].get();
        solved.or_else(|| self.opened.get(slot)?.as_ref()).map(Arc::as_ref)
    }
}

/// The endings after the captures of an army's men, for an army of at most one man more than are solved without asking.
/// Waits for them.
#[must_use]
pub fn captures_of(army: Army) -> Captures {
    wait_for_all();
    known_captures(army)
}

fn known_captures(army: Army) -> Captures {
    (0..army.size().min(MOST_MEN)).map(|man| SOLVED[army.without(man)?.slot()].get().cloned()).collect()
}

/// Solves what is not solved yet, on all processors. The threads are a pool of their own: a task of the shared pool that
/// waited here could otherwise hold up the very tasks that it waits for. For the same reason it is they who wait for
/// their turn, and not the caller.
fn wait_for_all() {
    static TURN: Mutex<()> = Mutex::new(());
    if ALL_SOLVED.get().is_some() {
        return;
    }
    match ThreadPoolBuilder::new().build() {
        Ok(pool) => pool.install(|| {
            let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
            solve_all();
        }),
        Err(_) => solve_all(),
    }
}

/// Several threads may be here at once. None waits for another to finish an ending, though two then solve the same one
/// at times: on a busy machine the patient thread of [`Tables::prepare`] hardly ever runs, and who waited for it hung
/// for minutes.
fn solve_all() {
    for army in (1..=SOLVED_MEN).flat_map(Army::all_of) {
        let place = &SOLVED[army.slot()];
        if place.get().is_none() {
            // Whoever was first has the same.
            let _ = place.set(Arc::new(solve(army, &known_captures(army), &|_| ())));
        }
    }
    let _ = ALL_SOLVED.set(());
}
