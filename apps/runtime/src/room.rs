//! Bounds the bytes that all owners hold at once, and those of each owner. Bytes count as they arrive.

use crate::gate::Busy;
use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Seconds after which a refused caller may retry.
const RETRY_AFTER: u32 = 2;

/// A bound on bytes. Clones share it.
#[derive(Debug)]
pub struct Room<K> {
    all: usize,
    each: usize,
    held: Arc<Mutex<Held<K>>>,
}

#[derive(Debug)]
struct Held<K> {
    all: usize,
    by: HashMap<K, usize>,
}

/// The bytes that one owner holds, until it is dropped.
#[derive(Debug)]
pub struct Place<K: Eq + Hash> {
    all: usize,
    each: usize,
    held: Arc<Mutex<Held<K>>>,
    whose: K,
    bytes: usize,
}

impl<K: Eq + Hash + Clone> Room<K> {
    /// A bound of `all` bytes in all, and of `each` bytes for each owner.
    #[must_use]
    pub fn new(all: usize, each: usize) -> Self {
        let held = Held { all: 0, by: HashMap::new() };
        Self { all, each: each.min(all), held: Arc::new(Mutex::new(held)) }
    }

    /// An empty place of an owner.
    #[must_use]
    pub fn place(&self, whose: K) -> Place<K> {
        let held = Arc::clone(&self.held);
        Place { all: self.all, each: self.each, held, whose, bytes: 0 }
    }

    /// A place with this many bytes. A number above the bound of one owner counts as that bound.
    ///
    /// # Errors
    /// [`Busy`].
    pub fn take(&self, whose: K, bytes: usize) -> Result<Place<K>, Busy> {
        let mut place = self.place(whose);
        place.grow(bytes.min(self.each))?;
        Ok(place)
    }

    /// The bytes that all owners hold.
    #[must_use]
    pub fn held(&self) -> usize {
        whole(&self.held).all
    }
}

impl<K: Eq + Hash + Clone> Place<K> {
    /// Adds bytes to the place.
    ///
    /// # Errors
    /// [`Busy`] when all owners, or this one, would hold more than their bound.
    pub fn grow(&mut self, bytes: usize) -> Result<(), Busy> {
        let mut held = whole(&self.held);
        let own = held.by.get(&self.whose).copied().unwrap_or_default();
        if own + bytes > self.each || held.all + bytes > self.all {
            return Err(Busy { retry_after: RETRY_AFTER });
        }
        held.all += bytes;
        held.by.insert(self.whose.clone(), own + bytes);
        self.bytes += bytes;
        Ok(())
    }
}

impl<K: Eq + Hash> Drop for Place<K> {
    fn drop(&mut self) {
        let mut held = whole(&self.held);
        held.all = held.all.saturating_sub(self.bytes);
        if let Some(own) = held.by.get_mut(&self.whose) {
            *own = own.saturating_sub(self.bytes);
            if *own == 0 {
                held.by.remove(&self.whose);
            }
        }
    }
}

/// Locks the counts. A poisoned lock is used all the same, because each change is complete by itself.
fn whole<K>(held: &Mutex<Held<K>>) -> MutexGuard<'_, Held<K>> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_has_all_of_it_and_what_is_left_is_given_back() {
        let room = Room::new(10, 6);
        let mut first = room.place("a");
        assert!(first.grow(4).is_ok() && first.grow(2).is_ok());
        assert!(first.grow(1).is_err(), "more than one may hold");
        assert!(room.take("a", 1).is_err(), "all of one's places together");
        let second = room.take("b", 4).expect("room");
        assert!(room.take("c", 1).is_err(), "no room at all");
        drop(first);
        assert!(room.take("a", 100).is_ok(), "what is larger counts as much as one may hold");
        drop(second);
        assert_eq!((room.held(), whole(&room.held).by.len()), (0, 0), "nothing is remembered");
    }

    #[test]
    fn what_was_refused_holds_nothing_more() {
        let room = Room::new(10, 10);
        let mut place = room.take("a", 8).expect("room");
        for _ in 0..5 {
            assert!(place.grow(3).is_err());
        }
        assert_eq!(room.held(), 8);
        assert!(place.grow(2).is_ok());
    }
}
