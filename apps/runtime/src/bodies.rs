//! Bounds the request bodies in memory, by the bytes received so far. Each kind of sender has a bound of its own, so a
//! sender that is slow or announces a large body takes no memory from the others.

use crate::{
    gate::MAX_BODY,
    room::{Place, Room},
};
use std::{net::IpAddr, time::Duration};
use uuid::Uuid;

/// How long a body may pause, and how long it may take before its rate counts.
const SILENCE: Duration = Duration::from_secs(10);

/// The lowest rate after that, in bytes a second.
const LEAST_RATE: u64 = 16 * 1024;

/// For customers, in bytes: ten of the largest bodies, six of them of one customer.
const CUSTOMERS: (usize, usize) = (10 * MAX_BODY, 6 * MAX_BODY);

/// For other access points, in bytes: eight of the largest bodies, four of them of one address.
const ACCESS_POINTS: (usize, usize) = (8 * MAX_BODY, 4 * MAX_BODY);

/// For all others, whose bodies are small, in bytes: a quarter of it for one address.
const STRANGERS: (usize, usize) = (MAX_BODY, MAX_BODY / 4);

/// The sender of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sender {
    /// An organization, a partner or a person, whose key, token or session is known.
    Customer(Uuid),
    /// A sender to the AS4 endpoint, by its address; nothing proves yet that it is an access point.
    AccessPoint(IpAddr),
    /// Any other sender, by its address.
    Stranger(IpAddr),
}

/// The bounds on request bodies in memory.
#[derive(Debug)]
pub struct Bodies {
    customers: Room<Sender>,
    access_points: Room<Sender>,
    strangers: Room<Sender>,
}

/// The memory of one body, counted until it is dropped.
pub type BodyPlace = Place<Sender>;

impl Default for Bodies {
    fn default() -> Self {
        let room = |(all, each)| Room::new(all, each);
        Self {
            customers: room(CUSTOMERS),
            access_points: room(ACCESS_POINTS),
            strangers: room(STRANGERS),
        }
    }
}

impl Bodies {
    /// A place for a body of which no byte has arrived yet.
    #[must_use]
    pub fn place(&self, sender: Sender) -> BodyPlace {
        self.room(sender).place(sender)
    }

    /// The bytes in memory of senders of this kind.
    #[must_use]
    pub fn held(&self, sender: Sender) -> usize {
        self.room(sender).held()
    }

    const fn room(&self, sender: Sender) -> &Room<Sender> {
        match sender {
            Sender::Customer(_) => &self.customers,
            Sender::AccessPoint(_) => &self.access_points,
            Sender::Stranger(_) => &self.strangers,
        }
    }
}

/// How long to wait for the next bytes of a body, of which `received` bytes arrived in `elapsed`: it may pause for a
/// while, and must keep a rate. `whole` is the time that it may take in all.
#[must_use]
pub fn patience(received: usize, elapsed: Duration, whole: Duration) -> Duration {
    let received = u64::try_from(received).unwrap_or(u64::MAX);
    let earned = SILENCE.saturating_add(Duration::from_secs(received / LEAST_RATE));
    earned.min(whole).saturating_sub(elapsed).min(SILENCE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    fn address(n: u32) -> IpAddr {
        Ipv4Addr::from_bits(n).into()
    }

    #[test]
    fn who_is_silent_or_slow_is_waited_for_no_longer() {
        let minute = Duration::from_secs(60);
        for (kib, elapsed, whole, left) in [
            (0, 0, minute, 10),
            (0, 9, minute, 1),
            (0, 10, minute, 0),
            // 300 KiB at once, then a pause: ten seconds at a time, and 28 in all
            (300, 0, minute, 10),
            (300, 20, minute, 8),
            (300, 28, minute, 0),
            // a slow connection that continues to send
            (16 * 50, 50, minute, 10),
            (16 * 1024, 30, minute, 10),
            (16 * 1024, 59, minute, 1),
            (16 * 1024, 60, minute, 0),
            (0, 0, Duration::from_secs(1), 1),
        ] {
            let waits = patience(kib * 1024, Duration::from_secs(elapsed), whole);
            assert_eq!(waits.as_secs(), left, "{kib} KiB in {elapsed} s");
        }
    }

    /// For each kind of sender, fifty connections announce the largest body, send 300 KB and pause. There is still
    /// room for a customer.
    #[test]
    fn what_is_announced_takes_no_room_and_strangers_take_none_of_customers() {
        let bodies = Bodies::default();
        let mut stalled = Vec::new();
        for n in 0..50 {
            for sender in [
                Sender::Stranger(address(1)),
                Sender::Stranger(address(n)),
                Sender::AccessPoint(address(n)),
                Sender::Customer(Uuid::from_u128(7)),
            ] {
                let mut place = bodies.place(sender);
                let _ = place.grow(300 * 1024);
                stalled.push(place);
            }
        }
        let mut customers = bodies.place(Sender::Customer(Uuid::from_u128(1)));
        assert!(customers.grow(10 * 1024 * 1024).is_ok());
        // a sender that sends all that it announced takes no more than one may
        let greedy: Vec<_> = (0..50)
            .map(|_| bodies.place(Sender::Customer(Uuid::from_u128(9))))
            .map(|mut place| (place.grow(MAX_BODY).is_ok(), place))
            .collect();
        assert!(greedy.iter().filter(|(taken, _)| *taken).count() <= 6);
        assert!(bodies.place(Sender::Customer(Uuid::from_u128(2))).grow(MAX_BODY).is_ok());
    }
}
