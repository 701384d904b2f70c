//! How much strangers may leave here. Whoever has not signed in can have a request or a client kept: both are small and
//! short-lived, and so many that nobody is kept out; from one address they are fewer, so that one cannot keep out all others.

/// Room for something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// From one address,
    pub of_address: u64,
    /// and in all.
    pub in_all: u64,
}

/// Requests that nobody has decided on.
pub const PENDING_GRANTS: Room = Room { of_address: 200, in_all: 20_000 };

/// Clients that came within [`crate::client::CLIENT_UNUSED_FOR`].
pub const RECENT_CLIENTS: Room = Room { of_address: 100, in_all: 10_000 };

/// How much of it is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Taken {
    /// From the address that asks for more,
    pub of_address: u64,
    /// and in all.
    pub in_all: u64,
}

/// Nothing more is kept for now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoRoom {
    /// From this address.
    #[error("too much was begun from this address and not finished; try again later")]
    OfAddress,
    /// From anywhere.
    #[error("too much was begun and not finished; try again later")]
    InAll,
}

impl NoRoom {
    /// Whole seconds after which there may be room again.
    pub const RETRY_AFTER: u32 = 300;
}

impl Room {
    /// Whether there is room for one more.
    ///
    /// # Errors
    /// [`NoRoom`].
    pub const fn check(self, taken: Taken) -> Result<(), NoRoom> {
        if taken.of_address >= self.of_address {
            return Err(NoRoom::OfAddress);
        }
        if taken.in_all >= self.in_all {
            return Err(NoRoom::InAll);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_does_not_take_the_room_of_all() {
        for room in [PENDING_GRANTS, RECENT_CLIENTS] {
            let Room { of_address, in_all } = room;
            assert!(of_address * 50 <= in_all);
            for (taken, expected) in [
                (Taken::default(), Ok(())),
                (Taken { of_address: of_address - 1, in_all: in_all - 1 }, Ok(())),
                (Taken { of_address, in_all: of_address }, Err(NoRoom::OfAddress)),
                (Taken { of_address: 0, in_all }, Err(NoRoom::InAll)),
            ] {
                assert_eq!(room.check(taken), expected, "{taken:?}");
            }
        }
    }
}
