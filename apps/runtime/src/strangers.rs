//! Calls with unknown keys: each costs a look into the database, so a client address has so many a minute.
//! They are counted in this process. A key that was known here once is always looked for, so that
//! strangers at the same address (behind the same proxy) lock nobody out who works already.

use access::{RateLimited, Window};
use std::{
    collections::{HashMap, HashSet},
    net::{IpAddr, Ipv4Addr},
    num::NonZeroU32,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Addresses that are counted apart; beyond that they share a window.
const MAX_ADDRESSES: usize = 10_000;

/// Keys that are remembered; then remembering starts again.
const MAX_KNOWN: usize = 10_000;

/// What addresses share that have no window of their own, or are not known.
pub const ANYBODY: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// SHA-256 of a key.
type KeyHash = [u8; 32];

/// Counts calls with unknown keys.
pub struct Strangers {
    limit: NonZeroU32,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    windows: HashMap<IpAddr, Window>,
    known: HashSet<KeyHash>,
}

impl Strangers {
    /// So many calls a minute of each address.
    #[must_use]
    pub fn new(limit: NonZeroU32) -> Self {
        Self { limit, seen: Mutex::default() }
    }

    /// Whether a key is to be looked for at `now` (Unix seconds).
    ///
    /// # Errors
    /// [`RateLimited`] after too many unknown keys from this address.
    pub fn admit(&self, address: IpAddr, key: &KeyHash, now: i64) -> Result<(), RateLimited> {
        let seen = self.seen();
        if seen.known.contains(key) {
            return Ok(());
        }
        let window = seen.windows.get(&seen.counted_as(address)).copied().unwrap_or_default();
        window.with_request(now).check(now, self.limit)
    }

    /// The key is unknown.
    pub fn count(&self, address: IpAddr, key: &KeyHash, now: i64) {
        let mut seen = self.seen();
        seen.known.remove(key);
        if seen.windows.len() >= MAX_ADDRESSES {
            // those whose minute is over
            seen.windows.retain(|_, window| window.with_request(now).start == window.start);
        }
        let address = seen.counted_as(address);
        let window = seen.windows.entry(address).or_default();
        *window = window.with_request(now);
    }

    /// The key is known.
    pub fn knows(&self, key: &KeyHash) {
        let mut seen = self.seen();
        if seen.known.len() >= MAX_KNOWN && !seen.known.contains(key) {
            seen.known.clear();
        }
        seen.known.insert(*key);
    }

    /// Each change leaves it whole: a thread that panicked leaves nothing half done.
    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seen {
    fn counted_as(&self, address: IpAddr) -> IpAddr {
        let has_room = self.windows.len() < MAX_ADDRESSES || self.windows.contains_key(&address);
        if has_room { address } else { ANYBODY }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_795_000_000;

    fn address(n: u32) -> IpAddr {
        Ipv4Addr::from_bits(n).into()
    }

    fn strangers() -> Strangers {
        Strangers::new(NonZeroU32::new(3).expect("not zero"))
    }

    #[test]
    fn an_address_has_so_many_unknown_keys_a_minute() {
        let strangers = strangers();
        strangers.knows(&[9; 32]);
        for n in 0..3 {
            assert_eq!(strangers.admit(address(1), &[n; 32], NOW), Ok(()));
            strangers.count(address(1), &[n; 32], NOW);
        }
        let limited = strangers.admit(address(1), &[7; 32], NOW + 20).expect_err("one too many");
        assert_eq!((limited.limit, limited.retry_after), (3, 40));
        assert_eq!(strangers.admit(address(2), &[7; 32], NOW), Ok(()), "another address");
        assert_eq!(strangers.admit(address(1), &[9; 32], NOW), Ok(()), "a known key");
        assert_eq!(strangers.admit(address(1), &[7; 32], NOW + 60), Ok(()), "a minute later");
        // it was revoked
        strangers.count(address(2), &[9; 32], NOW);
        assert!(strangers.admit(address(1), &[9; 32], NOW).is_err());
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let strangers = strangers();
        for n in 0..11_000_u32 {
            strangers.count(address(n + 1), &[0; 32], NOW);
            let mut key = [0; 32];
            key[..4].copy_from_slice(&n.to_be_bytes());
            strangers.knows(&key);
        }
        let seen = strangers.seen();
        assert!(seen.windows.len() <= MAX_ADDRESSES + 1 && seen.known.len() <= MAX_KNOWN);
        drop(seen);
        assert!(strangers.admit(address(60_000), &[1; 32], NOW).is_err(), "they share a window");
        strangers.count(address(60_000), &[0; 32], NOW + 60);
        assert_eq!(strangers.seen().windows.len(), 1, "the others' minute is over");
    }
}
