//! Rate limit of calls with unknown keys: each costs a query, so a client address has a limit a minute. They are
//! counted in this process. A key that was valid here once is always looked up, so that unknown callers at the same
//! address (behind the same proxy) do not lock out an existing client.

use access::{RateLimited, Window};
use std::{
    collections::{HashMap, HashSet, VecDeque},
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    num::NonZeroU32,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The most addresses that are counted; beyond that the oldest count is dropped. So no caller is refused because of
/// other addresses, and no call walks through all of them.
const MAX_ADDRESSES: usize = 10_000;

/// The part of an IPv6 address that is counted: one site may have 65,536 networks.
const IPV6_SITE: u128 = !(u128::MAX >> 48);

/// The most keys that are remembered; beyond that all are forgotten.
const MAX_KNOWN: usize = 10_000;

/// The address of all callers whose address is not known.
pub const UNKNOWN_ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// SHA-256 of a key.
type KeyHash = [u8; 32];

/// Counts calls with unknown keys by client address.
pub struct AddressLimit {
    limit: NonZeroU32,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    windows: HashMap<IpAddr, Window>,
    /// The counted addresses, the oldest first.
    by_age: VecDeque<IpAddr>,
    known: HashSet<KeyHash>,
}

impl AddressLimit {
    /// A limit of this many calls a minute for each address.
    #[must_use]
    pub fn new(limit: NonZeroU32) -> Self {
        Self { limit, seen: Mutex::default() }
    }

    /// Whether a key may be looked up at `now` (Unix seconds).
    ///
    /// # Errors
    /// [`RateLimited`] after too many unknown keys from this address.
    pub fn admit(&self, address: IpAddr, key: &KeyHash, now: i64) -> Result<(), RateLimited> {
        let seen = self.seen();
        if seen.known.contains(key) {
            return Ok(());
        }
        let window = seen.windows.get(&counted_as(address)).copied().unwrap_or_default();
        window.with_request(now).check(now, self.limit)
    }

    /// Counts a call whose key turned out to be unknown.
    pub fn count(&self, address: IpAddr, key: &KeyHash, now: i64) {
        let mut seen = self.seen();
        seen.known.remove(key);
        let window = seen.window(counted_as(address));
        *window = window.with_request(now);
    }

    /// Remembers a key that turned out to be valid.
    pub fn knows(&self, key: &KeyHash) {
        let mut seen = self.seen();
        if seen.known.len() >= MAX_KNOWN && !seen.known.contains(key) {
            seen.known.clear();
        }
        seen.known.insert(*key);
    }

    /// Locks the counts. A poisoned lock is used all the same, because each change is complete by itself.
    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seen {
    /// The window of an address, which is created when it has none.
    fn window(&mut self, address: IpAddr) -> &mut Window {
        if !self.windows.contains_key(&address) {
            if self.by_age.len() >= MAX_ADDRESSES
                && let Some(oldest) = self.by_age.pop_front()
            {
                self.windows.remove(&oldest);
            }
            self.by_age.push_back(address);
        }
        self.windows.entry(address).or_default()
    }
}

fn counted_as(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & IPV6_SITE).into(),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_795_000_000;

    fn address(n: u32) -> IpAddr {
        Ipv4Addr::from_bits(n).into()
    }

    fn limit() -> AddressLimit {
        AddressLimit::new(NonZeroU32::new(3).expect("not zero"))
    }

    #[test]
    fn an_address_has_so_many_unknown_keys_a_minute() {
        let limit = limit();
        limit.knows(&[9; 32]);
        for n in 0..3 {
            assert_eq!(limit.admit(address(1), &[n; 32], NOW), Ok(()));
            limit.count(address(1), &[n; 32], NOW);
        }
        let limited = limit.admit(address(1), &[7; 32], NOW + 20).expect_err("one too many");
        assert_eq!((limited.limit, limited.retry_after), (3, 40));
        assert_eq!(limit.admit(address(2), &[7; 32], NOW), Ok(()), "another address");
        assert_eq!(limit.admit(address(1), &[9; 32], NOW), Ok(()), "a known key");
        assert_eq!(limit.admit(address(1), &[7; 32], NOW + 60), Ok(()), "a minute later");
        // the key was revoked
        limit.count(address(2), &[9; 32], NOW);
        assert!(limit.admit(address(1), &[9; 32], NOW).is_err());
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let limit = limit();
        for n in 0..11_000_u32 {
            limit.count(address(n + 1), &[0; 32], NOW);
            let mut key = [0; 32];
            key[..4].copy_from_slice(&n.to_be_bytes());
            limit.knows(&key);
        }
        let seen = limit.seen();
        assert!(seen.windows.len() <= MAX_ADDRESSES && seen.by_age.len() <= MAX_ADDRESSES);
        assert!(seen.known.len() <= MAX_KNOWN);
    }

    /// However many addresses a caller has, a first call is looked up, and too many calls from one address are not.
    #[test]
    fn nobody_is_refused_for_what_other_addresses_did() {
        let limit = limit();
        for n in 0..(MAX_ADDRESSES as u32 * 2) {
            for _ in 0..4 {
                limit.count(address(n + 1), &[0; 32], NOW);
            }
        }
        assert_eq!(limit.admit(address(90_000), &[1; 32], NOW), Ok(()), "a new address");
        let last = address(MAX_ADDRESSES as u32 * 2);
        assert!(limit.admit(last, &[1; 32], NOW).is_err(), "one that called too often");
        let of_site =
            |network: u128| Ipv6Addr::from_bits((0x2001_0db8_0001 << 80) | (network << 64));
        for network in 0..3 {
            limit.count(of_site(network).into(), &[0; 32], NOW);
        }
        assert!(limit.admit(of_site(7).into(), &[1; 32], NOW).is_err(), "the networks of a /48");
        let other: IpAddr = Ipv6Addr::from_bits(0x2001_0db8_0002 << 80).into();
        assert_eq!(limit.admit(other, &[1; 32], NOW), Ok(()), "another site");
    }
}
