//! The number of invoices that an organization has issued of its plan (Authentication, 6).

use access::{OrganizationId, Plan};
use persistence::{StoreError, port};
use service_day::Month;
use time::OffsetDateTime;

/// How an issued invoice counts: one more in its month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    pub month: Month,
    /// The limit: it is issued only while fewer were ([`StoreError::LimitReached`]); `None` for no limit.
    pub at_most: Option<u64>,
}

/// Why no invoice is issued: the plan's limit (403 `PLAN_LIMIT_REACHED`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[error("the plan {plan} allows {at_most} invoices a month")]
pub struct PlanLimitReached {
    pub plan: Plan,
    pub at_most: u64,
}

impl Usage {
    /// How an invoice counts that is issued now.
    #[must_use]
    pub fn of(plan: Plan, now: OffsetDateTime) -> Self {
        Self { month: Month::of(service_day::date(now)), at_most: plan.monthly_invoices() }
    }
}

port! {
    /// The store of these counts.
    pub trait UsageStore: Send + Sync {
        /// The number of invoices that an organization has issued in a month.
        async fn invoices_of_month(
            &self, organization: OrganizationId, month: Month
        ) -> Result<u64, StoreError>;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::{date, datetime};

    #[test]
    fn the_month_is_that_of_bratislava() {
        for (now, first) in [
            (datetime!(2026-11-30 22:59:59 UTC), date!(2026 - 11 - 01)),
            (datetime!(2026-11-30 23:00 UTC), date!(2026 - 12 - 01)),
        ] {
            let usage = Usage::of(Plan::Basic, now);
            assert_eq!((usage.month.first(), usage.at_most), (first, Some(5_000)));
        }
    }
}
