//! Attempts that come too late, or for an organization that is gone.

use crate::common::case::Case;
use crate::common::{organization, sandbox};
use peppol_connector::{
    identifiers::Network,
    registration::{CannotSend, PeppolAccount},
    sending::{OrganizationFacts, SendWrites, Submission},
    submissions::{CannotLeave, RetryClass},
};
use time::{
    Date, OffsetDateTime,
    macros::{date, datetime},
};

fn issued(issue_date: Option<Date>) -> Submission {
    let SendWrites::Queue(send) = Case::default().decide().commit else { panic!("queued") };
    assert_eq!(send.submission.issue_date, Some(date!(2026 - 11 - 21)), "of the document");
    Submission { issue_date, ..send.submission }
}

#[test]
fn from_2027_an_attempt_of_another_day_is_the_last() {
    for (day, at, late) in [
        (date!(2027 - 01 - 05), datetime!(2027-01-05 20:45 +1), false),
        (date!(2027 - 01 - 05), datetime!(2027-01-05 22:59:59 UTC), false),
        (date!(2027 - 01 - 05), datetime!(2027-01-05 23:00 UTC), true),
        (date!(2027 - 01 - 05), datetime!(2027-01-06 07:00 +1), true),
        (date!(2027 - 01 - 06), datetime!(2027-01-05 20:45 +1), true),
        // of the last year's days the attempt of the first day of the new one
        (date!(2026 - 12 - 31), datetime!(2026-12-31 22:59 UTC), false),
        (date!(2026 - 12 - 31), datetime!(2026-12-31 23:00 UTC), true),
        // until then a document leaves late
        (date!(2026 - 11 - 21), datetime!(2026-11-22 07:00 +1), false),
        (date!(2026 - 11 - 21), datetime!(2026-12-20 07:00 +1), false),
    ] {
        for organization in [organization(), sandbox()] {
            let left = issued(Some(day)).may_leave(&organization, at);
            assert_eq!(left.is_err(), late, "{day} {at}");
            let Err(refusal) = left else { continue };
            assert!(refusal.to_string().starts_with("INVOICE_ISSUE_DATE_NOT_SEND_DATE"));
            assert_eq!(refusal.class(), RetryClass::Permanent);
        }
    }
    let ages = datetime!(2030-01-01 12:00 UTC);
    assert_eq!(issued(None).may_leave(&organization(), ages), Ok(()), "no date, no rule");
}

#[test]
fn who_is_not_registered_any_more_sends_nothing() {
    let now: OffsetDateTime = datetime!(2026-11-21 12:00 UTC);
    for (account, refusal) in [
        (PeppolAccount::Enrolled(Network::Live), None),
        (PeppolAccount::SendOnly(Network::Live), None),
        (PeppolAccount::Deactivated(Network::Live), Some(CannotSend::NoAccount)),
        (PeppolAccount::None, Some(CannotSend::NoAccount)),
    ] {
        let organization = OrganizationFacts { account, ..organization() };
        let left = issued(None).may_leave(&organization, now);
        assert_eq!(left, refusal.map_or(Ok(()), |why| Err(CannotLeave::Account(why))));
    }
}
