use access::{OrganizationId, WINDOW_SECONDS, Window};
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

/// Windows that are kept before old ones are swept out.
const SWEPT_AT: usize = 10_000;

/// Requests counted in memory: one process serves an SQLite file, and a count lives for a minute.
#[derive(Default)]
pub(super) struct RequestCounts(Mutex<HashMap<(OrganizationId, &'static str), Window>>);

impl RequestCounts {
    pub(super) fn count(
        &self,
        organization: OrganizationId,
        operation: &'static str,
        now: i64,
    ) -> Window {
        let mut windows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if windows.len() >= SWEPT_AT {
            windows.retain(|_, window| now - window.start < WINDOW_SECONDS);
        }
        let window = windows.entry((organization, operation)).or_default();
        *window = window.with_request(now);
        *window
    }
}
