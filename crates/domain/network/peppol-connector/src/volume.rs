//! The Peppol transactions that an organization has used of its plan in a month (Events, `usage.limit_exceeded`).
//!
//! A send counts when the network has taken it, both of invoices issued here and of other documents; a received
//! document counts when the installation is configured so. The sandbox and the test network never count.

use crate::{identifiers::Network, submissions::Effect};
use access::{OrganizationId, Plan};
use events::{Data, Event, NewEvent, Unwritable, UsageData};
use service_day::Month;
use time::OffsetDateTime;

/// The usage of a month, including the transaction being counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Volume {
    /// The number of transactions.
    pub used: u64,
    /// Whether the event for this month was published.
    pub is_reported: bool,
}

/// Whether a move of a submission counts as a transaction: when the network has taken it and its credit is captured.
#[must_use]
pub fn counts(network: Network, effects: &[Effect]) -> bool {
    network == Network::Live && effects.contains(&Effect::CaptureCredit)
}

impl Volume {
    /// The event `usage.limit_exceeded`, once a month: for the first transaction beyond the number that the current
    /// plan includes.
    ///
    /// # Errors
    /// [`Unwritable`] for a time that cannot be serialized.
    pub fn exceeded(
        self,
        organization: OrganizationId,
        plan: Plan,
        now: OffsetDateTime,
    ) -> Result<Option<NewEvent>, Unwritable> {
        let beyond = plan.monthly_transactions().filter(|included| self.used > *included);
        let Some(included) = beyond.filter(|_| !self.is_reported) else { return Ok(None) };
        let month = Month::of(service_day::date(now));
        let data = UsageData {
            plan: plan.name(),
            period_start: month.first(),
            period_end: month.last(),
            included,
            used: self.used,
        };
        let event = Event { organization, at: now, data: Data::UsageLimitExceeded(data) };
        NewEvent::once(&event, &format!("{organization}:{}", month.first())).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;
    use uuid::Uuid;

    const NOW: OffsetDateTime = datetime!(2026-11-30 23:30 UTC);

    fn exceeded(plan: Plan, used: u64, is_reported: bool) -> Option<NewEvent> {
        let owner = OrganizationId(Uuid::from_u128(1));
        Volume { used, is_reported }.exceeded(owner, plan, NOW).expect("writable")
    }

    #[test]
    fn the_first_beyond_what_the_plan_includes_is_reported() {
        for plan in Plan::ALL {
            let Some(included) = plan.monthly_transactions() else {
                assert_eq!(exceeded(plan, u64::MAX, false), None, "{plan}");
                continue;
            };
            assert_eq!(exceeded(plan, included, false), None, "{plan}");
            assert_eq!(exceeded(plan, included + 1, true), None, "{plan}");
            let event = exceeded(plan, included + 1, false).expect("an event");
            let body = event.body.as_str();
            assert!(body.contains(&format!("\"used\":{}", included + 1)), "{body}");
            assert!(body.contains(&format!("\"plan\":\"{plan}\"")), "{body}");
            // the month is the one of Bratislava
            assert!(body.contains("\"periodStart\":\"2026-12-01\""), "{body}");
        }
    }

    #[test]
    fn a_smaller_plan_is_exceeded_by_what_the_larger_included() {
        assert_eq!(exceeded(Plan::Pro, 500, false), None);
        assert!(exceeded(Plan::Free, 500, false).is_some());
    }

    #[test]
    fn what_the_live_network_has_taken_counts() {
        let taken = [Effect::CaptureCredit, Effect::EmitSent];
        assert!(counts(Network::Live, &taken));
        assert!(!counts(Network::Test, &taken));
        assert!(!counts(Network::Live, &[Effect::ReleaseCredit, Effect::EmitFailed]));
        assert!(!counts(Network::Live, &[Effect::EmitDelivered]));
    }
}
