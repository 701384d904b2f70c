use time::{Duration, OffsetDateTime};

/// The wait after each failed attempt (specification, Retries).
pub const WAITS: [Duration; 10] = [
    Duration::seconds(5),
    Duration::minutes(1),
    Duration::minutes(5),
    Duration::minutes(30),
    Duration::hours(2),
    Duration::hours(5),
    Duration::hours(10),
    Duration::hours(10),
    Duration::hours(14),
    Duration::hours(24),
];

/// Attempts of a delivery: the first and ten retries, over about 2.7 days.
pub const ATTEMPTS: u32 = 11;

/// The time of the retry after `failures` failed attempts, the last of them at `failed_at`; `None` when no attempt is
/// left.
#[must_use]
pub(crate) fn retry_at(failures: u32, failed_at: OffsetDateTime) -> Option<OffsetDateTime> {
    let wait = WAITS.get(usize::try_from(failures).ok()?.checked_sub(1)?)?;
    Some(failed_at.saturating_add(*wait))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schedule_is_that_of_the_specification() {
        let start = OffsetDateTime::UNIX_EPOCH;
        let wait = |failures| retry_at(failures, start).map(|at| (at - start).whole_seconds());
        let table = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 36_000, 50_400, 86_400];
        for (failures, seconds) in (1..).zip(table) {
            assert_eq!(wait(failures), Some(seconds), "attempt {}", failures + 1);
        }
        assert_eq!(wait(ATTEMPTS), None);
        assert_eq!(wait(0), None);
        assert_eq!(wait(u32::MAX), None);
        let all: Duration = WAITS.iter().sum();
        assert_eq!(all.whole_minutes(), 3_936, "2.73 days");
    }
}
