//! Answers that are kept for a while, within bounds.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// Kept answers by URL. The oldest go first when there are too many, or too many bytes.
pub(crate) struct Cache {
    keep: Duration,
    most_entries: usize,
    most_bytes: usize,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    entries: HashMap<String, Entry>,
    /// Keys from the oldest on; those that were put again stand twice, with their own instant.
    order: VecDeque<(String, Instant)>,
    bytes: usize,
}

struct Entry {
    since: Instant,
    body: Arc<Vec<u8>>,
}

impl Cache {
    pub(crate) fn new(keep: Duration, most_entries: usize, most_bytes: usize) -> Self {
        Self { keep, most_entries, most_bytes, kept: Mutex::default() }
    }

    /// What is kept, if it is fresh at an instant.
    pub(crate) fn fresh(&self, key: &str, now: Instant) -> Option<Arc<Vec<u8>>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = kept.entries.get(key)?;
        let is_fresh = now.saturating_duration_since(entry.since) < self.keep;
        is_fresh.then(|| entry.body.clone())
    }

    /// Forgets all whose key holds this text.
    pub(crate) fn forget(&self, part: &str) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let Kept { entries, bytes, .. } = &mut *kept;
        entries.retain(|key, entry| {
            let is_kept = !key.contains(part);
            *bytes -= if is_kept { 0 } else { entry.body.len() };
            is_kept
        });
    }

    pub(crate) fn put(&self, key: &str, body: Arc<Vec<u8>>, now: Instant) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.bytes += body.len();
        kept.order.push_back((key.to_owned(), now));
        if let Some(before) = kept.entries.insert(key.to_owned(), Entry { since: now, body }) {
            kept.bytes -= before.body.len();
        }
        while kept.order.len() > self.most_entries || kept.bytes > self.most_bytes {
            let Some((oldest, since)) = kept.order.pop_front() else { return };
            if kept.entries.get(&oldest).is_some_and(|entry| entry.since == since)
                && let Some(gone) = kept.entries.remove(&oldest)
            {
                kept.bytes -= gone.body.len();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(length: usize) -> Arc<Vec<u8>> {
        Arc::new(vec![b'x'; length])
    }

    #[test]
    fn what_is_old_is_not_fresh() {
        let cache = Cache::new(Duration::from_secs(10), 4, 100);
        let start = Instant::now();
        cache.put("a", body(1), start);
        assert!(cache.fresh("a", start + Duration::from_secs(9)).is_some());
        assert!(cache.fresh("a", start + Duration::from_secs(10)).is_none());
        assert!(cache.fresh("b", start).is_none());
    }

    #[test]
    fn the_oldest_go_first() {
        let cache = Cache::new(Duration::from_secs(10), 3, 100);
        let start = Instant::now();
        let at = |second| start + Duration::from_secs(second);
        for (second, key) in (0..).zip(["a", "b", "c", "d"]) {
            cache.put(key, body(10), at(second));
        }
        assert!(cache.fresh("a", at(6)).is_none());
        assert!(["b", "c", "d"].iter().all(|key| cache.fresh(key, at(6)).is_some()));
        cache.put("e", body(85), at(5));
        assert!(["b", "c"].iter().all(|key| cache.fresh(key, at(6)).is_none()));
        assert!(["d", "e"].iter().all(|key| cache.fresh(key, at(6)).is_some()));
        cache.put("f", body(101), at(6));
        assert!(["d", "e", "f"].iter().all(|key| cache.fresh(key, at(6)).is_none()));
    }

    #[test]
    fn what_is_forgotten_is_gone() {
        let cache = Cache::new(Duration::from_secs(10), 4, 100);
        let start = Instant::now();
        for key in ["x/a", "x/a/services/1", "x/b"] {
            cache.put(key, body(30), start);
        }
        cache.forget("/a");
        assert!(["x/a", "x/a/services/1"].iter().all(|key| cache.fresh(key, start).is_none()));
        assert!(cache.fresh("x/b", start).is_some());
        cache.put("x/a", body(70), start);
        assert!(["x/a", "x/b"].iter().all(|key| cache.fresh(key, start).is_some()), "room");
    }

    #[test]
    fn what_is_put_again_counts_once() {
        let cache = Cache::new(Duration::from_secs(10), 100, 100);
        let start = Instant::now();
        for second in 0..90 {
            cache.put("a", body(60), start + Duration::from_secs(second));
        }
        cache.put("b", body(40), start + Duration::from_secs(91));
        let end = start + Duration::from_secs(92);
        assert!(cache.fresh("a", end).is_some() && cache.fresh("b", end).is_some());
    }
}
