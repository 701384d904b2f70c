//! A client is an API key of an organization: its id, with its text as the secret.

use access::seconds_until;
use time::{Duration, OffsetDateTime};

/// Wrong secrets after which a client is locked.
pub const MAX_FAILURES: u32 = 5;

/// The time within which they count together.
pub const FAILURES_WITHIN: Duration = Duration::minutes(10);

/// How long a client is locked: as one provider documents it, the contract does not say.
pub const LOCKED_FOR: Duration = Duration::minutes(10);

/// How often a client's secret was wrong lately.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Failures {
    /// The number of failures.
    pub count: u32,
    /// The first time of them.
    pub since: Option<OffsetDateTime>,
    /// The end of the lock; until then secrets are not checked.
    pub locked_until: Option<OffsetDateTime>,
}

impl Failures {
    /// Whole seconds, at least one, for which the client is still locked.
    #[must_use]
    pub fn locked_for(&self, now: OffsetDateTime) -> Option<u32> {
        seconds_until(self.locked_until?, now)
    }

    /// The failures after one more. While a client is locked no failures are counted, so that the lock is not extended.
    #[must_use]
    pub fn with_failure(self, now: OffsetDateTime) -> Self {
        if self.locked_for(now).is_some() {
            return self;
        }
        let is_recent = |since: OffsetDateTime| now - since < FAILURES_WITHIN;
        let since = self.since.filter(|since| self.locked_until.is_none() && is_recent(*since));
        let count = if since.is_some() { self.count.saturating_add(1) } else { 1 };
        let locked_until = (count >= MAX_FAILURES).then(|| now + LOCKED_FOR);
        Self { count, since: since.or(Some(now)), locked_until }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(times: &[i64]) -> Failures {
        times.iter().fold(Failures::default(), |failures, seconds| {
            failures.with_failure(OffsetDateTime::UNIX_EPOCH + Duration::seconds(*seconds))
        })
    }

    fn locked(failures: Failures, seconds: i64) -> Option<u32> {
        failures.locked_for(OffsetDateTime::UNIX_EPOCH + Duration::seconds(seconds))
    }

    #[test]
    fn five_failures_lock_for_ten_minutes() {
        assert_eq!(locked(failed(&[0, 1, 2, 3]), 3), None);
        let five = failed(&[0, 1, 2, 3, 4]);
        assert_eq!(locked(five, 4), Some(600));
        assert_eq!(locked(five, 603), Some(1));
        assert_eq!(locked(five, 604), None);
        // what comes meanwhile does not prolong it, what comes later begins a new count
        assert_eq!(failed(&[0, 1, 2, 3, 4, 300]), five);
        assert_eq!(failed(&[0, 1, 2, 3, 4, 604]).count, 1);
    }

    #[test]
    fn failures_far_apart_do_not_add_up() {
        assert_eq!(failed(&[0, 200, 400, 599, 600]).count, 1);
        assert_eq!(locked(failed(&[0, 200, 400, 598, 599]), 599), Some(600));
    }
}
