//! The classes of failed attempts, and the time of the next attempt.

use jobs::Jitter;
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// The certainty about an attempt without a receipt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RetryClass {
    /// The document was certainly not accepted, but a retry may succeed: no connection, a DNS failure, an overloaded
    /// access point.
    Transient,
    /// It was certainly not accepted, and a retry would not help: the recipient is not registered, or not for this
    /// document type; the access point refuses it.
    Permanent,
    /// The document was sent but no receipt came back: it may have been accepted. It is retried only under the same
    /// message id, by which the receiver recognizes it.
    Unknown,
}

/// The waits between attempts of one submission: 9 attempts over about 22 hours.
pub(crate) const SEND_WAITS: [Duration; 8] = [
    Duration::seconds(10),
    Duration::minutes(1),
    Duration::minutes(5),
    Duration::minutes(15),
    Duration::hours(1),
    Duration::hours(3),
    Duration::hours(6),
    Duration::hours(12),
];

/// The maximum number of attempts.
pub const MAX_ATTEMPTS: u16 = SEND_WAITS.len() as u16 + 1;

/// The maximum jitter as a fraction of the wait: a fifth.
const JITTER_DIVISOR: i32 = 5;

/// The earliest time of the next attempt after `attempts` failed ones; `None` when none is left.
///
/// Jitter only ever adds, so the schedule gives the minimum waits.
#[must_use]
pub fn next_attempt(attempts: u16, now: OffsetDateTime, jitter: Jitter) -> Option<OffsetDateTime> {
    let index = usize::from(attempts).checked_sub(1)?;
    let wait = *SEND_WAITS.get(index)?;
    let addition = wait / JITTER_DIVISOR * i32::from(jitter.0) / 255;
    now.checked_add(wait + addition)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    #[test]
    fn waits_grow_and_end() {
        for (attempts, least, most) in [
            (1, Duration::seconds(10), Duration::seconds(12)),
            (2, Duration::minutes(1), Duration::seconds(72)),
            (8, Duration::hours(12), Duration::minutes(864)),
        ] {
            assert_eq!(next_attempt(attempts, NOW, Jitter(0)), Some(NOW + least));
            assert_eq!(next_attempt(attempts, NOW, Jitter(255)), Some(NOW + most));
        }
        for attempts in [0, MAX_ATTEMPTS, u16::MAX] {
            assert_eq!(next_attempt(attempts, NOW, Jitter(9)), None, "{attempts}");
        }
        assert!(SEND_WAITS.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
