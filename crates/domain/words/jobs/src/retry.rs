use time::{Duration, OffsetDateTime};

/// Random jitter as an argument, from 0 to 255: this many 255ths of the largest addition to a wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Jitter(pub u8);

/// The waits between the attempts of a job: each is twice as long as the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backoff {
    /// The wait before the first retry.
    pub first: Duration,
    /// The longest wait.
    pub longest: Duration,
    /// The number of attempts in all.
    pub attempts: u32,
}

impl Backoff {
    /// For work that no caller waits for: mail and recurring jobs.
    pub const MAINTENANCE: Self =
        Self { first: Duration::seconds(10), longest: Duration::hours(1), attempts: 20 };

    /// For results that a caller waits for and that could not be stored: retried until they are.
    pub const KEEPING: Self =
        Self { first: Duration::seconds(10), longest: Duration::minutes(5), attempts: u32::MAX };

    /// The time of the attempt after `attempts` failed ones; `None` when there is none left. Jitter adds up to a fifth
    /// of the wait, so that workers which failed together do not retry together.
    #[must_use]
    pub fn next(
        self,
        attempts: u32,
        now: OffsetDateTime,
        jitter: Jitter,
    ) -> Option<OffsetDateTime> {
        if attempts == 0 || attempts >= self.attempts {
            return None;
        }
        let doublings = (attempts - 1).min(30);
        let wait = self.first.saturating_mul(1 << doublings).min(self.longest);
        now.checked_add(wait + wait / 5 * i32::from(jitter.0) / 255)
    }

    /// The same for work that must succeed by a deadline: the last attempt is made at the deadline, and after it there
    /// is none left.
    #[must_use]
    pub fn until(
        self,
        deadline: OffsetDateTime,
        attempts: u32,
        now: OffsetDateTime,
        jitter: Jitter,
    ) -> Option<OffsetDateTime> {
        let next = self.next(attempts, now, jitter)?;
        (now < deadline).then(|| next.min(deadline))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_and_end() {
        let (backoff, now) = (Backoff::MAINTENANCE, OffsetDateTime::UNIX_EPOCH);
        let wait = |attempts| backoff.next(attempts, now, Jitter(0)).map(|at| at - now);
        for (attempts, seconds) in [(1, 10), (2, 20), (3, 40), (9, 2_560), (10, 3_600), (19, 3_600)]
        {
            assert_eq!(wait(attempts), Some(Duration::seconds(seconds)), "{attempts}");
        }
        let kept = |attempts| Backoff::KEEPING.next(attempts, now, Jitter(0)).map(|at| at - now);
        for (attempts, seconds) in [(1, 10), (5, 160), (6, 300), (u32::MAX - 1, 300)] {
            assert_eq!(kept(attempts), Some(Duration::seconds(seconds)), "{attempts}");
        }
        assert_eq!((wait(0), wait(20), wait(u32::MAX)), (None, None, None));
        let most = backoff.next(1, now, Jitter(255)).map(|at| at - now);
        assert_eq!(most, Some(Duration::seconds(12)));
    }
    #[test]
    fn what_has_a_deadline_is_tried_until_then() {
        let now = OffsetDateTime::UNIX_EPOCH;
        let next = |deadline, attempts| {
            let at = Backoff::KEEPING.until(now + deadline, attempts, now, Jitter(0));
            at.map(|at| at - now)
        };
        for (deadline, attempts, wait) in [
            (Duration::hours(1), 1, Some(Duration::seconds(10))),
            (Duration::hours(1), 900, Some(Duration::minutes(5))),
            (Duration::seconds(7), 9, Some(Duration::seconds(7))),
            (Duration::ZERO, 1, None),
            (Duration::seconds(-1), 1, None),
        ] {
            assert_eq!(next(deadline, attempts), wait, "{deadline}, {attempts}");
        }
    }
}
