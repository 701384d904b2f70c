//! Limits of the rows that unauthenticated callers can create: authorization requests and clients. Both are small and
//! short-lived. The limit for one origin is lower than the total, so that one origin cannot block all others.

use crate::{authorizations::GRANT_VALID_FOR, clients::CLIENT_UNUSED_FOR};
use access::seconds_until;
use time::{Duration, OffsetDateTime};

/// The limits of one kind of row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Maximum number of rows from one origin.
    pub of_address: u64,
    /// Maximum number of rows in all.
    pub in_all: u64,
    /// How long a row counts.
    pub counts_for: Duration,
}

/// The limits of undecided authorization requests.
pub const PENDING_GRANTS: Room =
    Room { of_address: 200, in_all: 20_000, counts_for: GRANT_VALID_FOR };

/// The limits of recently registered clients.
pub const RECENT_CLIENTS: Room =
    Room { of_address: 100, in_all: 10_000, counts_for: CLIENT_UNUSED_FOR };

/// The rows that count now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Taken {
    /// Those from the caller's origin.
    pub of_address: Share,
    /// Those from all origins.
    pub in_all: Share,
}

/// A number of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Share {
    /// The number of rows that count.
    pub count: u64,
    /// When the oldest of them was created; `None` without rows.
    pub oldest: Option<OffsetDateTime>,
}

/// A limit is reached. The number is the seconds until the oldest row no longer counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoRoom {
    /// The limit of the caller's origin.
    #[error("too much was begun from this address and not finished; try again later")]
    OfAddress(u32),
    /// The limit of all origins together.
    #[error("too much was begun and not finished; try again later")]
    InAll(u32),
}

impl NoRoom {
    /// Whole seconds after which a retry may succeed, unless other callers come first.
    #[must_use]
    pub const fn retry_after(self) -> u32 {
        match self {
            Self::OfAddress(seconds) | Self::InAll(seconds) => seconds,
        }
    }
}

impl Room {
    /// The time from which rows count.
    #[must_use]
    pub fn since(self, now: OffsetDateTime) -> OffsetDateTime {
        now - self.counts_for
    }

    /// Checks whether one more row may be stored.
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
