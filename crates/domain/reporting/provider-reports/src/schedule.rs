//! Which month is reported, and what of it is late.

use peppol_statistics::{Month, ReportTiming};
use time::{Duration, OffsetDateTime};

/// How long after a month its last exchanges may still be on their way into the log.
const SETTLES: Duration = Duration::HOUR;

/// The last month that is over, with all its exchanges in the log.
#[must_use]
pub fn reported_month(now: OffsetDateTime) -> Month {
    Month::of(now.saturating_sub(SETTLES)).previous()
}

/// Whether an operator is warned of a report of the month that is not sent: from the day on which the network reminds.
#[must_use]
pub fn late(month: Month, now: OffsetDateTime) -> bool {
    month.standing(now) >= ReportTiming::Reminded
}

/// How many months back it is looked whether a report was missed.
const LOOKED_BACK: usize = 12;

/// The months before the last one that is over, which the network does not process any more: the last first, back to the
/// month of our first exchange, at most those of a year.
#[must_use]
pub fn closed_months(first: Month, now: OffsetDateTime) -> Vec<Month> {
    let before = |month: &Month| Some(month.previous());
    let months = std::iter::successors(before(&reported_month(now)), before);
    months.take(LOOKED_BACK).take_while(|month| *month >= first).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn a_month_is_reported_when_it_has_settled() {
        for (now, month) in [
            (datetime!(2027-02-01 00:59:59 UTC), "2026-12"),
            (datetime!(2027-02-01 01:00 UTC), "2027-01"),
            (datetime!(2027-02-01 01:30 +1), "2026-12"),
            (datetime!(2027-02-28 23:59 UTC), "2027-01"),
        ] {
            assert_eq!(reported_month(now).to_string(), month, "{now}");
        }
    }

    #[test]
    fn what_the_network_reminds_of_is_late() {
        let month: Month = "2027-01".parse().expect("a month");
        for (now, expected) in [
            (datetime!(2027-02-10 23:59 UTC), false),
            (datetime!(2027-02-11 00:00 UTC), true),
            (datetime!(2027-03-01 00:00 UTC), true),
        ] {
            assert_eq!(late(month, now), expected, "{now}");
        }
    }

    #[test]
    fn the_months_of_a_year_are_closed_from_the_first_exchange_on() {
        let month = |text: &str| text.parse::<Month>().expect("a month");
        let now = datetime!(2027-03-01 01:00 UTC);
        let closed = |first: &str| closed_months(month(first), now);
        assert_eq!(closed("2026-12"), [month("2027-01"), month("2026-12")]);
        assert_eq!(closed("2027-01"), [month("2027-01")]);
        assert_eq!(closed("2027-02"), [], "that one is the last");
        let year = closed("2020-01");
        assert_eq!((year.len(), year[11]), (12, month("2026-02")));
    }
}
