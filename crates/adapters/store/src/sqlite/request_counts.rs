//! Requests counted in memory: one process serves an SQLite file. What was counted is kept in the file a
//! moment later, so that a restart does not begin anew.

use super::{
    request_windows::{Name, WindowRow, keep_at_once},
    shared::sql::Result,
    writing::Writing,
};
use crate::error::known;
use access::{Counted, CountedId, WINDOW_SECONDS, Window};
use futures_util::FutureExt;
use std::{
    collections::{HashMap, HashSet},
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::OnceCell;

/// Windows that are kept before old ones are swept out.
const SWEPT_AT: usize = 10_000;

/// What was counted.
pub(super) struct RequestCounts {
    counts: Mutex<Counts>,
    /// Once what the process before kept is here too.
    pub(super) loaded: OnceCell<()>,
    writing: Arc<tokio::sync::Mutex<Writing>>,
}

#[derive(Default)]
struct Counts {
    windows: HashMap<Name, Window>,
    /// Not in the file yet.
    changed: HashSet<Name>,
    /// Whether a task will put them there.
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

    /// The window, and whether a task has to be made that keeps it.
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

    /// What is to be kept now.
    pub(super) fn take_changed(&self) -> Vec<(Name, Window)> {
        let mut counts = self.counts();
        counts.is_scheduled = false;
        let changed = mem::take(&mut counts.changed);
        let window = |name: Name| counts.windows.get(&name).map(|window| (name, *window));
        changed.into_iter().filter_map(window).collect()
    }

    /// What could not be kept: a later task tries again.
    pub(super) fn still_changed(&self, changed: Vec<(Name, Window)>) {
        self.counts().changed.extend(changed.into_iter().map(|(name, _)| name));
    }

    /// Of a process that was here before; what is counted here already is newer.
    pub(super) fn load(&self, rows: Vec<WindowRow>) -> Result<()> {
        let mut counts = self.counts();
        for WindowRow { subject_id, operation, window_start: start, count } in rows {
            let count = known("count", &count.to_string(), u32::try_from(count).ok())?;
            let name = (CountedId(subject_id), operation.into());
            counts.windows.entry(name).or_insert(Window { start, count });
        }
        Ok(())
    }
}

/// The last moment's counts, when a process ends as it should. Calls run in place, so nothing waits.
impl Drop for RequestCounts {
    fn drop(&mut self) {
        let changed = self.take_changed();
        if changed.is_empty() {
            return;
        }
        if let Ok(mut writing) = self.writing.try_lock() {
            writing.commit_batch();
            _ = keep_at_once(writing.relaxed(), &changed).now_or_never();
        }
    }
}
