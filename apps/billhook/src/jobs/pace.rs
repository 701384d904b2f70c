use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};
use time::OffsetDateTime;

/// How long a send takes, as this process has seen it lately: for estimates.
#[derive(Debug)]
pub struct Pace {
    /// Microseconds that one send took, smoothed.
    micros: AtomicU64,
    /// Sends at the same time.
    lanes: u64,
}

impl Pace {
    /// Before any send: half a second each.
    #[must_use]
    pub fn new(lanes: usize) -> Self {
        let lanes = u64::try_from(lanes.max(1)).unwrap_or(u64::MAX);
        Self { micros: AtomicU64::new(500_000), lanes }
    }

    /// Learns from a send.
    pub fn took(&self, duration: Duration) {
        let new = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
        let old = self.micros.load(Ordering::Relaxed);
        // a race loses one of two samples, which an estimate can bear
        self.micros.store(old - old / 8 + new / 8, Ordering::Relaxed);
    }

    /// When a send that may leave at `due`, behind `ahead` others, is likely to have left.
    #[must_use]
    pub fn estimate(&self, due: OffsetDateTime, ahead: u64) -> OffsetDateTime {
        let rounds = ahead / self.lanes + 1;
        let micros = self.micros.load(Ordering::Relaxed).saturating_mul(rounds);
        due.saturating_add(Duration::from_micros(micros).try_into().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_follow_what_was_seen() {
        let pace = Pace::new(10);
        let due = OffsetDateTime::UNIX_EPOCH;
        assert_eq!(pace.estimate(due, 0) - due, time::Duration::milliseconds(500));
        assert_eq!(pace.estimate(due, 25) - due, time::Duration::milliseconds(1_500));
        for _ in 0..200 {
            pace.took(Duration::from_secs(2));
        }
        let seen = pace.estimate(due, 0) - due;
        assert!(seen > time::Duration::milliseconds(1_990), "{seen}");
        assert!(pace.estimate(due, u64::MAX) > due, "no overflow");
    }
}
