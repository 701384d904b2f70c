use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};
use time::OffsetDateTime;

/// An estimate of how fast this process sends, from its recent sends.
#[derive(Debug)]
pub struct ThroughputEstimate {
    /// The smoothed duration of one send, in microseconds.
    micros: AtomicU64,
    /// The number of sends at the same time.
    slots: u64,
}

impl ThroughputEstimate {
    /// The estimate before any send: half a second each.
    #[must_use]
    pub fn new(slots: usize) -> Self {
        let slots = u64::try_from(slots.max(1)).unwrap_or(u64::MAX);
        Self { micros: AtomicU64::new(500_000), slots }
    }

    /// Adds the duration of a send.
    pub fn observe(&self, duration: Duration) {
        let new = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
        let old = self.micros.load(Ordering::Relaxed);
        // a race loses one of two samples, which does not harm an estimate
        self.micros.store(old - old / 8 + new / 8, Ordering::Relaxed);
    }

    /// The time when a send that may begin at `due`, behind `ahead` others, has probably ended.
    #[must_use]
    pub fn estimate(&self, due: OffsetDateTime, ahead: u64) -> OffsetDateTime {
        let rounds = ahead / self.slots + 1;
        let micros = self.micros.load(Ordering::Relaxed).saturating_mul(rounds);
        due.saturating_add(Duration::from_micros(micros).try_into().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_follow_what_was_seen() {
        let throughput = ThroughputEstimate::new(10);
        let due = OffsetDateTime::UNIX_EPOCH;
        assert_eq!(throughput.estimate(due, 0) - due, time::Duration::milliseconds(500));
        assert_eq!(throughput.estimate(due, 25) - due, time::Duration::milliseconds(1_500));
        for _ in 0..200 {
            throughput.observe(Duration::from_secs(2));
        }
        let seen = throughput.estimate(due, 0) - due;
        assert!(seen > time::Duration::milliseconds(1_990), "{seen}");
        assert!(throughput.estimate(due, u64::MAX) > due, "no overflow");
    }
}
