//! The places outside that jobs go to, as far as this process knows them.

use jobs::{Destination, Heard};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use time::OffsetDateTime;

/// Places that are remembered; then those that nothing is known of are forgotten.
const MANY: usize = 1_000;

/// What is known of places, by their names.
#[derive(Debug, Default)]
pub(super) struct Destinations(Mutex<HashMap<String, Destination>>);

/// An attempt under way at a place. Dropped without a word (the attempt panicked), nothing was heard.
#[derive(Debug)]
pub(super) struct Attempt {
    of: Arc<Destinations>,
    name: String,
    began: OffsetDateTime,
    is_over: bool,
}

impl Destinations {
    /// Begins an attempt at a place, where at most so many may be under way.
    ///
    /// # Errors
    /// When to come back.
    pub(super) fn enter(
        self: &Arc<Self>,
        name: String,
        most: usize,
        now: OffsetDateTime,
    ) -> Result<Attempt, OffsetDateTime> {
        let mut places = self.places();
        if places.len() >= MANY {
            places.retain(|_, place| !place.is_forgotten(now));
        }
        places.entry(name.clone()).or_default().enter(most, now)?;
        Ok(Attempt { of: Arc::clone(self), name, began: now, is_over: false })
    }

    fn left(&self, name: &str, heard: Heard, now: OffsetDateTime) {
        if let Some(place) = self.places().get_mut(name) {
            place.left(heard, now);
        }
    }

    /// Each change leaves it whole: a thread that panicked leaves nothing half done.
    fn places(&self) -> MutexGuard<'_, HashMap<String, Destination>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Attempt {
    /// It has ended so.
    pub(super) fn ended(mut self, heard: Heard, now: OffsetDateTime) {
        self.is_over = true;
        self.of.left(&self.name, heard, now);
    }
}

impl Drop for Attempt {
    fn drop(&mut self) {
        if !self.is_over {
            self.of.left(&self.name, Heard::Nothing, self.began);
        }
    }
}
