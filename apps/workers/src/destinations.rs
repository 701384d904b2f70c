//! The destinations of jobs, with what this process knows of their availability.

use jobs::{Destination, Heard};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use time::OffsetDateTime;

/// Largest number of destinations in memory; beyond it, those without open attempts or failures are dropped.
const MANY: usize = 1_000;

/// The destinations by name.
#[derive(Debug, Default)]
pub(super) struct Destinations(Mutex<HashMap<String, Destination>>);

/// A running attempt at a destination. When it is dropped without [`Attempt::ended`] (the attempt panicked), it counts
/// as no answer.
#[derive(Debug)]
pub(super) struct Attempt {
    of: Arc<Destinations>,
    name: String,
    began: OffsetDateTime,
    is_over: bool,
}

impl Destinations {
    /// Begins an attempt at a destination, which may have at most this many at a time.
    ///
    /// # Errors
    /// The time at which the attempt may be tried again.
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

    fn leave(&self, name: &str, heard: Heard, now: OffsetDateTime) {
        if let Some(place) = self.places().get_mut(name) {
            place.leave(heard, now);
        }
    }

    /// Locks the map. Every change of it is complete, so a panic of another thread leaves it consistent.
    fn places(&self) -> MutexGuard<'_, HashMap<String, Destination>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Attempt {
    /// Ends the attempt with what was heard from the destination.
    pub(super) fn ended(mut self, heard: Heard, now: OffsetDateTime) {
        self.is_over = true;
        self.of.leave(&self.name, heard, now);
    }
}

impl Drop for Attempt {
    fn drop(&mut self) {
        if !self.is_over {
            self.of.leave(&self.name, Heard::Nothing, self.began);
        }
    }
}
