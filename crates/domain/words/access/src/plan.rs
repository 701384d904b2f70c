use serde::{Deserialize, Serialize};
use std::{fmt, num::NonZeroU32, str::FromStr};

/// A text that names no plan.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("is not a plan")]
pub struct UnknownPlan;

persistence::named! {
    /// The plan of an organization. A later plan includes all features of the earlier ones.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Plan {
        /// The plan without payment.
        Free = "free",
        /// Issuing and sending.
        Basic = "basic",
        /// Webhooks and more.
        Pro = "pro",
        /// Everything.
        Enterprise = "enterprise",
    }
}

impl Plan {
    /// How many times the requests of the smallest plan a key may make a minute. Ours: the specification
    /// does not show it (Limits, "Global key rate limit").
    #[must_use]
    pub const fn request_factor(self) -> NonZeroU32 {
        const fn times(factor: u32) -> NonZeroU32 {
            NonZeroU32::MIN.saturating_add(factor - 1)
        }
        match self {
            Plan::Free | Plan::Basic => times(1),
            Plan::Pro => times(2),
            Plan::Enterprise => times(5),
        }
    }

    /// Keys that an organization may have at most that can be used (403 `PLAN_LIMIT_REACHED`). Ours.
    #[must_use]
    pub const fn max_keys(self) -> u32 {
        match self {
            Plan::Free => 5,
            Plan::Basic => 10,
            Plan::Pro => 50,
            Plan::Enterprise => 200,
        }
    }

    /// Invoices that an organization may issue a month (403 `PLAN_LIMIT_REACHED`); none: any number. Ours.
    #[must_use]
    pub const fn monthly_invoices(self) -> Option<u64> {
        match self {
            Plan::Free => Some(200),
            Plan::Basic => Some(5_000),
            Plan::Pro | Plan::Enterprise => None,
        }
    }

    /// Transactions over Peppol that the plan includes a month: the first beyond them publishes
    /// `usage.limit_exceeded`, and nothing stops; none: any number. The specification names this volume, and shows no
    /// figure.
    #[must_use]
    pub const fn monthly_transactions(self) -> Option<u64> {
        match self {
            Plan::Free => Some(100),
            Plan::Basic => Some(1_000),
            Plan::Pro => Some(10_000),
            Plan::Enterprise => None,
        }
    }

    /// Seats that the plan has for people of an organization; none: for any number. One more is paid for by the month
    /// (402 `SEAT_PAYMENT_FAILED` when that fails). Ours.
    #[must_use]
    pub const fn seats(self) -> Option<u32> {
        match self {
            Plan::Free => Some(2),
            Plan::Basic => Some(5),
            Plan::Pro => Some(20),
            Plan::Enterprise => None,
        }
    }

    /// Mails about invoices that an organization may send a day (403 `PLAN_LIMIT_REACHED`). Ours: nobody
    /// shall send unwanted mail through the service.
    #[must_use]
    pub const fn mails_a_day(self) -> u32 {
        match self {
            Plan::Free => 100,
            Plan::Basic => 1_000,
            Plan::Pro => 10_000,
            Plan::Enterprise => 100_000,
        }
    }

    /// Bytes of documents that an organization receives from other access points a day. Ours: anybody may send.
    #[must_use]
    pub const fn received_bytes_a_day(self) -> u64 {
        let gibibytes = match self {
            Plan::Free => 1,
            Plan::Basic => 2,
            Plan::Pro => 8,
            Plan::Enterprise => 32,
        };
        gibibytes << 30
    }

    /// Webhooks need the Pro plan or higher.
    #[must_use]
    pub fn has_webhooks(self) -> bool {
        self >= Plan::Pro
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Plan {
    type Err = UnknownPlan;

    fn from_str(text: &str) -> Result<Self, UnknownPlan> {
        Self::of_name(text).ok_or(UnknownPlan)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_larger_plan_allows_no_less() {
        for two in Plan::ALL.windows(2) {
            assert!(two[0].request_factor() <= two[1].request_factor());
            assert!(two[0].max_keys() < two[1].max_keys());
            assert!(two[0].mails_a_day() < two[1].mails_a_day());
            assert!(two[0].received_bytes_a_day() < two[1].received_bytes_a_day());
            let bound = |limit: Option<u64>| limit.unwrap_or(u64::MAX);
            let [less, more] = [two[0], two[1]].map(|plan| bound(plan.monthly_invoices()));
            assert!(less <= more);
            let [less, more] = [two[0], two[1]].map(|plan| bound(plan.monthly_transactions()));
            assert!(less < more);
            let [less, more] = [two[0], two[1]].map(|plan| plan.seats().unwrap_or(u32::MAX));
            assert!(less < more);
        }
        let factors = Plan::ALL.map(|plan| plan.request_factor().get());
        assert_eq!(factors, [1, 1, 2, 5]);
    }
}
