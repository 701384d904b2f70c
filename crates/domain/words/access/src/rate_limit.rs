use crate::{ApiKeyId, ConnectionId, CountedId, OrganizationId, UserId};
use persistence::ids::InvoiceId;
use std::num::NonZeroU32;
use time::OffsetDateTime;
use uuid::Uuid;

/// Length of a window, in seconds.
pub const WINDOW_SECONDS: i64 = 60;

/// The subject whose requests are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Counted {
    /// All calls with a key.
    Key(ApiKeyId),
    /// An operation of an organization that has a limit of its own.
    Operation(OrganizationId, &'static str),
    /// The public link of an invoice.
    Link(InvoiceId),
    /// All calls with tokens of a connection.
    Connection(ConnectionId),
    /// All calls of a person with a session, where programs would have a key.
    Person(UserId),
    /// Something that anybody may try: what is tried, and on what or from where.
    Attempt(&'static str, AttemptHash),
}

/// The target or the origin of attempts, as the first half of its SHA-256. It is as long as an id, and is stored like
/// one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AttemptHash(pub [u8; 16]);

impl Counted {
    /// The id under which it is kept,
    #[must_use]
    pub const fn subject(self) -> CountedId {
        CountedId(match self {
            Counted::Key(id) => id.0,
            Counted::Operation(organization, _) => organization.0,
            Counted::Link(invoice) => invoice.0,
            Counted::Connection(id) => id.0,
            Counted::Person(id) => id.0,
            Counted::Attempt(_, AttemptHash(hash)) => Uuid::from_bytes(hash),
        })
    }

    /// and the name.
    #[must_use]
    pub const fn operation(self) -> &'static str {
        match self {
            Counted::Key(_) => "key",
            Counted::Operation(_, name) | Counted::Attempt(name, _) => name,
            Counted::Link(_) => "link",
            Counted::Connection(_) => "connection",
            Counted::Person(_) => "person",
        }
    }
}

/// How many requests came in the window that began at `start` (Unix seconds).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Window {
    /// When the window began, Unix seconds.
    pub start: i64,
    /// Requests in it, refused ones included.
    pub count: u32,
}

/// Too many requests: retry after the given number of seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[error("too many requests: at most {limit} a minute; retry after {retry_after} s")]
pub struct RateLimited {
    /// Requests allowed a minute.
    pub limit: u32,
    /// Whole seconds until the window ends, at least 1.
    pub retry_after: u32,
}

impl Window {
    /// The window after one more request at `now` (Unix seconds).
    #[must_use]
    pub const fn with_request(self, now: i64) -> Self {
        if now - self.start >= WINDOW_SECONDS || now < self.start {
            Self { start: now, count: 1 }
        } else {
            Self { start: self.start, count: self.count.saturating_add(1) }
        }
    }

    /// Whether the request that was counted last may go on.
    ///
    /// # Errors
    /// [`RateLimited`] when it is one too many.
    pub fn check(self, now: i64, limit: NonZeroU32) -> Result<(), RateLimited> {
        if self.count <= limit.get() {
            return Ok(());
        }
        let left = (self.start + WINDOW_SECONDS - now).clamp(1, WINDOW_SECONDS);
        Err(RateLimited { limit: limit.get(), retry_after: u32::try_from(left).unwrap_or(1) })
    }
}

/// Whole seconds until then, rounded up so that nobody comes a moment early; none when it is over.
#[must_use]
pub fn seconds_until(then: OffsetDateTime, now: OffsetDateTime) -> Option<u32> {
    let left = then - now;
    let whole = left.whole_seconds() + i64::from(left.subsec_nanoseconds() > 0);
    left.is_positive().then(|| u32::try_from(whole).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::Duration;

    #[test]
    fn who_comes_back_after_these_seconds_is_not_early() {
        let now = OffsetDateTime::UNIX_EPOCH;
        for (left, expected) in [
            (Duration::ZERO, None),
            (-Duration::SECOND, None),
            (Duration::MICROSECOND, Some(1)),
            (Duration::SECOND, Some(1)),
            (Duration::milliseconds(1_001), Some(2)),
            (Duration::DAY, Some(86_400)),
        ] {
            assert_eq!(seconds_until(now + left, now), expected, "{left}");
        }
    }

    #[test]
    fn the_31st_request_of_a_minute_waits() {
        let limit = NonZeroU32::new(30).expect("not zero");
        let mut window = Window::default();
        for i in 0..30 {
            window = window.with_request(1000 + i);
            assert_eq!(window.check(1000 + i, limit), Ok(()));
        }
        window = window.with_request(1030);
        assert_eq!(window.check(1030, limit), Err(RateLimited { limit: 30, retry_after: 30 }));
        window = window.with_request(1060);
        assert_eq!(window.check(1060, limit), Ok(()));
        assert_eq!(window.count, 1);
    }
}
