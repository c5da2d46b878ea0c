//! Work shared among threads.

use std::sync::{Mutex, PoisonError};
use std::thread;

/// Does something for each of many things, on so many threads together with the caller's. Where the system refuses a
/// thread, those that there are do its part.
pub fn for_each<T: Send>(threads: usize, work: impl Iterator<Item = T> + Send, doing: impl Fn(T) + Sync) {
    let work = Mutex::new(work);
    let next = || work.lock().unwrap_or_else(PoisonError::into_inner).next();
    let serve = || {
        while let Some(thing) = next() {
            doing(thing);
        }
    };
    if threads < 2 {
        return serve();
    }
    thread::scope(|scope| {
        for _ in 1..threads {
            if thread::Builder::new().spawn_scoped(scope, serve).is_err() {
                break;
            }
        }
        serve();
    });
}
