//! What of its plan an organization has used (Authentication, 6; Events, `usage.limit_exceeded`).

use access::{MonthlyLimit, OrganizationId, Plan};
use events::{Data, Event, NewEvent, Unwritable, UsageData};
use persistence::{StoreError, port};
use time::{Date, Duration, OffsetDateTime};

/// A month in Europe/Bratislava.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Month {
    first: Date,
}

impl Month {
    /// The month of a day.
    #[must_use]
    pub fn of(day: Date) -> Self {
        Self { first: day.replace_day(1).unwrap_or(day) }
    }

    /// Its first day.
    #[must_use]
    pub const fn first(self) -> Date {
        self.first
    }

    /// Its last day.
    #[must_use]
    pub fn last(self) -> Date {
        let days = self.first.month().length(self.first.year());
        self.first.saturating_add(Duration::days(i64::from(days) - 1))
    }
}

/// How an invoice that is issued counts: one more in its month.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Usage {
    pub month: Month,
    /// It is issued only while fewer were ([`StoreError::LimitReached`]).
    pub at_most: Option<u64>,
    /// `usage.limit_exceeded`, and which invoice of the month publishes it.
    pub exceeds: Option<(u64, NewEvent)>,
}

/// Why no invoice is issued: the plan's limit (403 `PLAN_LIMIT_REACHED`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the plan {plan} allows {at_most} invoices a month")]
pub struct PlanLimitReached {
    pub plan: Plan,
    pub at_most: u64,
}

impl Usage {
    /// How an invoice of an organization counts that is issued now.
    ///
    /// # Errors
    /// [`Unwritable`] for a time that no event can carry.
    pub fn of(
        organization: OrganizationId,
        plan: Plan,
        now: OffsetDateTime,
    ) -> Result<Self, Unwritable> {
        let month = Month::of(service_day::date(now));
        let MonthlyLimit { included, at_most } = plan.monthly_invoices();
        let exceeds = included.map(|included| {
            let used = included + 1;
            let data = UsageData {
                plan,
                period_start: month.first(),
                period_end: month.last(),
                included,
                used,
            };
            let event = Event { organization, at: now, data: Data::UsageLimitExceeded(data) };
            let subject = format!("{organization}:{}", month.first());
            Ok((used, NewEvent::once(&event, &subject)?))
        });
        Ok(Self { month, at_most, exceeds: exceeds.transpose()? })
    }

    /// The event that the invoice publishes which reaches this count in its month.
    #[must_use]
    pub fn event(&self, used: u64) -> Option<&NewEvent> {
        self.exceeds.as_ref().filter(|(at, _)| *at == used).map(|(_, event)| event)
    }
}

port! {
    /// Where it is counted.
    pub trait UsageStore: Send + Sync {
        /// How many invoices an organization has issued in a month.
        async fn invoices_of_month(
            &self, organization: OrganizationId, month: Month
        ) -> Result<u64, StoreError>;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::{date, datetime};
    use uuid::Uuid;

    #[test]
    fn a_month_has_its_days() {
        for (day, first, last) in [
            (date!(2026 - 11 - 22), date!(2026 - 11 - 01), date!(2026 - 11 - 30)),
            (date!(2028 - 02 - 29), date!(2028 - 02 - 01), date!(2028 - 02 - 29)),
            (date!(2026 - 12 - 31), date!(2026 - 12 - 01), date!(2026 - 12 - 31)),
        ] {
            let month = Month::of(day);
            assert_eq!((month.first(), month.last()), (first, last));
        }
    }

    #[test]
    fn the_month_is_that_of_bratislava() {
        let owner = OrganizationId(Uuid::from_u128(1));
        for (now, first) in [
            (datetime!(2026-11-30 22:59:59 UTC), date!(2026 - 11 - 01)),
            (datetime!(2026-11-30 23:00 UTC), date!(2026 - 12 - 01)),
        ] {
            let usage = Usage::of(owner, Plan::Basic, now).expect("writable");
            assert_eq!(usage.month.first(), first);
        }
    }

    #[test]
    fn the_first_beyond_what_is_included_is_reported() {
        let owner = OrganizationId(Uuid::from_u128(1));
        for plan in Plan::ALL {
            let usage = Usage::of(owner, plan, datetime!(2026-11-22 10:00 UTC)).expect("writable");
            let MonthlyLimit { included, at_most } = plan.monthly_invoices();
            assert_eq!(usage.at_most, at_most);
            match included {
                None => assert_eq!(usage.exceeds, None),
                Some(included) => {
                    assert_eq!(usage.event(included), None);
                    assert_eq!(usage.event(included + 2), None);
                    let event = usage.event(included + 1).expect("an event");
                    let body = event.body.as_str();
                    assert!(body.contains(&format!("\"used\":{}", included + 1)), "{body}");
                    assert!(body.contains("\"periodEnd\":\"2026-11-30\""), "{body}");
                }
            }
        }
    }
}
