//! How much strangers may leave here. Whoever has not signed in can have a request or a client kept: both are small and
//! short-lived, and so many that nobody is kept out; from one address they are fewer, so that one cannot keep out all others.

use crate::{authorizations::GRANT_VALID_FOR, clients::CLIENT_UNUSED_FOR};
use access::seconds_until;
use time::{Duration, OffsetDateTime};

/// Room for something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// From one address,
    pub of_address: u64,
    /// and in all.
    pub in_all: u64,
    /// How long each counts.
    pub counts_for: Duration,
}

/// Requests that nobody has decided on.
pub const PENDING_GRANTS: Room =
    Room { of_address: 200, in_all: 20_000, counts_for: GRANT_VALID_FOR };

/// Clients that came lately.
pub const RECENT_CLIENTS: Room =
    Room { of_address: 100, in_all: 10_000, counts_for: CLIENT_UNUSED_FOR };

/// How much of it is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Taken {
    /// From the address that asks for more,
    pub of_address: Share,
    /// and in all.
    pub in_all: Share,
}

/// What counts now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Share {
    /// How many.
    pub count: u64,
    /// When the oldest of them came.
    pub oldest: Option<OffsetDateTime>,
}

/// Nothing more is kept for so many seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoRoom {
    /// From this address.
    #[error("too much was begun from this address and not finished; try again later")]
    OfAddress(u32),
    /// From anywhere.
    #[error("too much was begun and not finished; try again later")]
    InAll(u32),
}

impl NoRoom {
    /// Whole seconds after which there is room again, if none is made before.
    #[must_use]
    pub const fn retry_after(self) -> u32 {
        match self {
            Self::OfAddress(seconds) | Self::InAll(seconds) => seconds,
        }
    }
}

impl Room {
    /// Since when what came counts.
    #[must_use]
    pub fn since(self, now: OffsetDateTime) -> OffsetDateTime {
        now - self.counts_for
    }

    /// Whether there is room for one more.
    ///
    /// # Errors
    /// [`NoRoom`].
    pub fn check(self, taken: Taken, now: OffsetDateTime) -> Result<(), NoRoom> {
        let left = |share: Share| {
            let over = share.oldest.map(|oldest| oldest.saturating_add(self.counts_for));
            over.and_then(|over| seconds_until(over, now)).unwrap_or(1)
        };
        if taken.of_address.count >= self.of_address {
            return Err(NoRoom::OfAddress(left(taken.of_address)));
        }
        if taken.in_all.count >= self.in_all {
            return Err(NoRoom::InAll(left(taken.in_all)));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_does_not_take_the_room_of_all() {
        let now = OffsetDateTime::UNIX_EPOCH + Duration::DAY;
        for room in [PENDING_GRANTS, RECENT_CLIENTS] {
            let Room { of_address, in_all, counts_for } = room;
            assert!(of_address * 50 <= in_all);
            assert_eq!(room.since(now), now - counts_for);
            let share = |count, minutes| {
                let came = (now - counts_for).saturating_add(Duration::minutes(minutes));
                Share { count, oldest: (count > 0).then_some(came) }
            };
            for (of_address, in_all, expected) in [
                (share(0, 0), share(0, 0), Ok(())),
                (share(of_address - 1, 1), share(in_all - 1, 1), Ok(())),
                (share(of_address, 3), share(of_address, 1), Err(NoRoom::OfAddress(180))),
                (share(0, 0), share(in_all, 2), Err(NoRoom::InAll(120))),
            ] {
                let taken = Taken { of_address, in_all };
                assert_eq!(room.check(taken, now), expected, "{taken:?}");
            }
        }
    }
}
