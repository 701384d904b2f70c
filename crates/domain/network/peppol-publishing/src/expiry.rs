use time::OffsetDateTime;

/// How urgent it is to exchange a certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Urgency {
    /// In 60 days or less.
    Soon,
    /// In 30 days or less.
    Near,
    /// In 7 days or less, or it has expired.
    Now,
}

impl Urgency {
    /// Number of days before the expiry at which the step begins.
    #[must_use]
    pub const fn days_before(self) -> i64 {
        match self {
            Self::Soon => 60,
            Self::Near => 30,
            Self::Now => 7,
        }
    }
}

/// The expiry of a certificate that must be replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expiry {
    /// How urgent it is.
    pub urgency: Urgency,
    /// Whole days that are left; negative when it has expired.
    pub days: i64,
}

impl Expiry {
    /// The expiry of a certificate with this last instant; `None` when it is far enough away.
    #[must_use]
    pub fn of(not_after: OffsetDateTime, now: OffsetDateTime) -> Option<Self> {
        let left = not_after - now;
        let days = left.whole_days() - i64::from(left.is_negative());
        let urgency = match days {
            i64::MIN..=7 => Urgency::Now,
            8..=30 => Urgency::Near,
            31..=60 => Urgency::Soon,
            _ => return None,
        };
        Some(Self { urgency, days })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::Duration;

    #[test]
    fn a_notice_is_due_60_30_and_7_days_before() {
        let now = OffsetDateTime::UNIX_EPOCH;
        for (days, urgency) in [
            (400, None),
            (61, None),
            (60, Some(Urgency::Soon)),
            (31, Some(Urgency::Soon)),
            (30, Some(Urgency::Near)),
            (8, Some(Urgency::Near)),
            (7, Some(Urgency::Now)),
            (0, Some(Urgency::Now)),
            (-5, Some(Urgency::Now)),
        ] {
            let found = Expiry::of(now + Duration::days(days), now);
            assert_eq!(found.map(|expiry| expiry.urgency), urgency, "{days} days");
        }
        let past = Expiry::of(now - Duration::hours(1), now).expect("expired");
        assert_eq!(past.days, -1);
    }
}
