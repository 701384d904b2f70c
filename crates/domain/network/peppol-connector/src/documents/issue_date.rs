//! The days on which a document may be sent (Limits, "Send date rules").

use crate::identifiers::Network;
use time::{Date, Duration, OffsetDateTime, macros::date};

/// From this day the issue date must be the day of sending.
pub(crate) const SEND_DATE_FROM: Date = date!(2027 - 01 - 01);

/// Before that day: the maximum age of a live document on sending.
pub(crate) const MAX_AGE: Duration = Duration::days(10);

/// Why a document is refused for its issue date (422 in flat form on `POST …/peppol/send/…`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("send_date")]
pub enum DateRefusal {
    /// The document is too old; until 2026-12-31, on live sends.
    #[error(
        "issued on {issued}, more than 10 days before today, {today} in Bratislava; issue it again under a new date"
    )]
    TooOld {
        /// Issue date (BT-2).
        issued: Date,
        /// The current day in Europe/Bratislava.
        today: Date,
    },
    /// The issue date is not the day of sending; from 2027-01-01.
    #[error(
        "issued on {issued}; the issue date (BT-2) must be the day of sending, {today} in Bratislava"
    )]
    NotSendDate {
        /// Issue date (BT-2).
        issued: Date,
        /// The current day in Europe/Bratislava.
        today: Date,
    },
}

impl DateRefusal {
    /// The code in answers.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            DateRefusal::TooOld { .. } => "INVOICE_ISSUE_DATE_TOO_OLD",
            DateRefusal::NotSendDate { .. } => "INVOICE_ISSUE_DATE_NOT_SEND_DATE",
        }
    }
}

/// Checks an issue date on the day of sending.
///
/// The rule of 2026 does not apply to test sends or to future dates; the rule of 2027 names no exemption, so it
/// applies in the sandbox too.
///
/// # Errors
/// [`DateRefusal`].
pub(crate) fn check_issue_date(
    issued: Date,
    network: Network,
    now: OffsetDateTime,
) -> Result<(), DateRefusal> {
    check_send_date(issued, now)?;
    let today = service_day::date(now);
    if today < SEND_DATE_FROM && network == Network::Live && today - issued > MAX_AGE {
        return Err(DateRefusal::TooOld { issued, today });
    }
    Ok(())
}

/// Checks an issue date on the day of an attempt: from 2027 a document must leave on its issue date. The maximum age
/// that holds before 2027 is checked only when it is queued.
///
/// # Errors
/// [`DateRefusal::NotSendDate`].
pub(crate) fn check_send_date(issued: Date, now: OffsetDateTime) -> Result<(), DateRefusal> {
    let today = service_day::date(now);
    if today < SEND_DATE_FROM || issued == today {
        return Ok(());
    }
    Err(DateRefusal::NotSendDate { issued, today })
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn each_year_has_its_rule() {
        let autumn = datetime!(2026-11-21 12:00 UTC);
        let last = datetime!(2026-12-31 22:59:59 UTC);
        let first = datetime!(2026-12-31 23:00 UTC); // 2027 in Bratislava
        let old = Some("INVOICE_ISSUE_DATE_TOO_OLD");
        let other = Some("INVOICE_ISSUE_DATE_NOT_SEND_DATE");
        for (issued, network, now, code) in [
            (date!(2026 - 11 - 21), Network::Live, autumn, None),
            (date!(2026 - 11 - 11), Network::Live, autumn, None),
            (date!(2026 - 11 - 10), Network::Live, autumn, old),
            (date!(2026 - 11 - 10), Network::Test, autumn, None),
            (date!(2026 - 12 - 24), Network::Live, autumn, None),
            (date!(2026 - 12 - 21), Network::Live, last, None),
            (date!(2026 - 12 - 20), Network::Live, last, old),
            (date!(2026 - 12 - 31), Network::Live, first, other),
            (date!(2027 - 01 - 01), Network::Live, first, None),
            (date!(2027 - 01 - 02), Network::Live, first, other),
            (date!(2026 - 12 - 31), Network::Test, first, other),
            (Date::MIN, Network::Live, autumn, old),
            (Date::MAX, Network::Live, autumn, None),
        ] {
            let found = check_issue_date(issued, network, now).err().map(DateRefusal::code);
            assert_eq!(found, code, "{issued} {network:?} {now}");
        }
    }
}
