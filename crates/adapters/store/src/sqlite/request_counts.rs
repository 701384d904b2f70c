//! Counts requests in memory, because one process serves an SQLite file. The counts are written to the file a moment
//! later, so that a restart does not reset them.

use super::{
    request_windows::{Name, WindowRow, keep_at_once},
    shared::sql::Result,
    writing::Writing,
};
use crate::error::require_known;
use access::{Counted, CountedId, WINDOW_SECONDS, Window};
use futures_util::FutureExt;
use std::{
    collections::{HashMap, HashSet},
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::OnceCell;

/// The number of windows beyond which old ones are removed.
const SWEPT_AT: usize = 10_000;

/// The counts of this process.
pub(super) struct RequestCounts {
    counts: Mutex<Counts>,
    /// Set once the counts of the former process are loaded.
    pub(super) loaded: OnceCell<()>,
    writing: Arc<tokio::sync::Mutex<Writing>>,
}

#[derive(Default)]
struct Counts {
    windows: HashMap<Name, Window>,
    /// The windows that are not in the file yet.
    changed: HashSet<Name>,
    /// Whether a task is scheduled that will write them.
    is_scheduled: bool,
}

impl RequestCounts {
    pub(super) fn new(writing: &Arc<tokio::sync::Mutex<Writing>>) -> Self {
        let (counts, loaded) = Default::default();
        Self { counts, loaded, writing: Arc::clone(writing) }
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a request. Returns the window, and whether a task must be spawned that writes it.
    pub(super) fn count(&self, counted: Counted, now: i64) -> (Window, bool) {
        let name: Name = (counted.subject(), counted.operation().into());
        let mut counts = self.counts();
        if counts.windows.len() >= SWEPT_AT {
            counts.windows.retain(|_, window| now - window.start < WINDOW_SECONDS);
        }
        let window = counts.windows.entry(name.clone()).or_default();
        *window = window.with_request(now);
        let window = *window;
        counts.changed.insert(name);
        (window, !mem::replace(&mut counts.is_scheduled, true))
    }

    /// The windows to write now.
    pub(super) fn take_changed(&self) -> Vec<(Name, Window)> {
        let mut counts = self.counts();
        counts.is_scheduled = false;
        let changed = mem::take(&mut counts.changed);
        let window = |name: Name| counts.windows.get(&name).map(|window| (name, *window));
        changed.into_iter().filter_map(window).collect()
    }

    /// Windows that could not be written: a later task tries again.
    pub(super) fn still_changed(&self, changed: Vec<(Name, Window)>) {
        self.counts().changed.extend(changed.into_iter().map(|(name, _)| name));
    }

    /// Loads the windows of the former process; windows that this process has counted already are newer.
    pub(super) fn load(&self, rows: Vec<WindowRow>) -> Result<()> {
        let mut counts = self.counts();
        for WindowRow { subject_id, operation, window_start: start, count } in rows {
            let count = require_known("count", &count.to_string(), u32::try_from(count).ok())?;
            let name = (CountedId(subject_id), operation.into());
            counts.windows.entry(name).or_insert(Window { start, count });
        }
        Ok(())
    }
}

/// Writes the latest counts when the process ends normally. Calls run in place, so nothing waits.
impl Drop for RequestCounts {
    fn drop(&mut self) {
        let changed = self.take_changed();
        if changed.is_empty() {
            return;
        }
        if let Ok(mut writing) = self.writing.try_lock() {
            writing.commit_batch();
            _ = keep_at_once(writing.async_commit(), &changed).now_or_never();
        }
    }
}
