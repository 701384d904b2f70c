//! A cache of PDFs: the same invoice gives the same bytes, so its PDF need not be rendered twice.

use crate::secrets::sha256;
use bytes::Bytes;
use invoice_pdf::InvoicePage;
use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// SHA-256 of everything that a PDF depends on: the content of its page, its language, its logo and its embedded XML.
/// Another version of an invoice, or other issuer data, has another key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PdfKey([u8; 32]);

impl PdfKey {
    /// The key of a page.
    ///
    /// # Errors
    /// When the page cannot be written as JSON: then its PDF cannot be cached.
    pub fn of(page: &InvoicePage) -> Result<Self, serde_json::Error> {
        let mut all = serde_json::to_vec(page)?;
        // these two are not in the JSON; their hashes have a fixed length, so that different inputs never give the
        // same bytes
        all.extend(sha256(page.logo.as_deref().unwrap_or_default()));
        if let Some(xml) = &page.xml {
            all.extend(sha256(&xml.bytes));
        }
        Ok(Self(sha256(&all)))
    }
}

/// The most recently used PDFs, up to a limit of bytes.
#[derive(Debug)]
pub struct PdfCache {
    max_bytes: usize,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    files: HashMap<PdfKey, File>,
    bytes: usize,
    /// The number of uses, which orders the entries.
    now: u64,
}

#[derive(Debug)]
struct File {
    bytes: Bytes,
    used: u64,
}

impl PdfCache {
    /// An empty cache with a limit in bytes.
    #[must_use]
    pub fn new(max_bytes: usize) -> Self {
        Self { max_bytes, kept: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A cached PDF. Its bytes are shared, not copied.
    #[must_use]
    pub fn get(&self, key: &PdfKey) -> Option<Bytes> {
        let mut kept = self.lock();
        kept.now += 1;
        let now = kept.now;
        let file = kept.files.get_mut(key)?;
        file.used = now;
        Some(file.bytes.clone())
    }

    /// Caches a PDF and evicts the least recently used ones. One that is larger than an eighth of the limit is not
    /// cached, because it would evict too many.
    pub fn put(&self, key: PdfKey, bytes: &Bytes) {
        if bytes.len() > self.max_bytes / 8 {
            return;
        }
        let mut kept = self.lock();
        kept.now += 1;
        let file = File { bytes: bytes.clone(), used: kept.now };
        kept.bytes += bytes.len();
        if let Some(before) = kept.files.insert(key, file) {
            kept.bytes -= before.bytes.len();
        }
        while kept.bytes > self.max_bytes {
            let Some(oldest) = kept.files.iter().min_by_key(|(_, file)| file.used) else { return };
            let oldest = *oldest.0;
            if let Some(file) = kept.files.remove(&oldest) {
                kept.bytes -= file.bytes.len();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(n: u8) -> PdfKey {
        PdfKey([n; 32])
    }

    #[test]
    fn what_was_not_asked_for_the_longest_makes_room() {
        let cache = PdfCache::new(80);
        let file = Bytes::from(vec![0; 10]);
        (0..8).for_each(|n| cache.put(key(n), &file));
        assert!(cache.get(&key(0)).is_some());
        cache.put(key(8), &file);
        assert!(cache.get(&key(1)).is_none(), "the oldest went");
        assert!(cache.get(&key(0)).is_some() && cache.get(&key(8)).is_some());
        // putting the same PDF again takes no further room
        (0..100).for_each(|_| cache.put(key(8), &file));
        assert_eq!(cache.lock().bytes, 80);
        cache.put(key(9), &Bytes::from(vec![0; 11]));
        assert!(cache.get(&key(9)).is_none(), "too large");
    }
}
