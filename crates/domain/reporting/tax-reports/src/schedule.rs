//! When a report is tried again, when it waits for an earlier one, and until when it must be there.

use crate::ReportState;
use jobs::{Backoff, Jitter};
use tax_data_document::TypeCode;
use time::{Duration, OffsetDateTime};

/// How long after what makes it due a report must be with the authority: the days of a receiver (act 385/2025).
pub const REPORT_WITHIN: Duration = Duration::days(5);

/// How long before that an operator is warned of one that is not there.
pub const RUNNING_OUT: Duration = Duration::days(1);

/// How long the authority's answer to an earlier report is waited for.
const ANSWER_WITHIN: Duration = Duration::days(1);

/// How often one that is held back is looked at.
const LOOK_AGAIN: Duration = Duration::minutes(1);

/// The waits between attempts: some in the first minutes, then every four hours, about 38 in five days.
const WAITS: Backoff =
    Backoff { first: Duration::seconds(10), longest: Duration::hours(4), attempts: u32::MAX };

/// The time of the attempt after this many; `None` after the deadline.
#[must_use]
pub fn next_try(
    due_at: OffsetDateTime,
    attempts: u16,
    now: OffsetDateTime,
    jitter: Jitter,
) -> Option<OffsetDateTime> {
    WAITS.until(due_at, u32::from(attempts), now, jitter)
}

/// Whether the deadline of a report that is not there is near, or past.
#[must_use]
pub fn runs_out(due_at: OffsetDateTime, now: OffsetDateTime) -> bool {
    now >= due_at.saturating_sub(RUNNING_OUT)
}

/// A report of the same document that came before, and was not given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Earlier {
    /// How far it is.
    pub state: ReportState,
    /// The deadline for attempts.
    pub due_at: OffsetDateTime,
    /// The time at which the authority's access point received it.
    pub sent_at: Option<OffsetDateTime>,
    /// Whether it deletes one before it.
    pub deletes: bool,
}

impl Earlier {
    /// Whether the authority may still get it, or answer it.
    fn is_in_flight(&self, now: OffsetDateTime) -> bool {
        match self.state {
            ReportState::Queued => now < self.due_at,
            ReportState::Sent => {
                self.sent_at.is_some_and(|sent| now < sent.saturating_add(ANSWER_WITHIN))
            }
            ReportState::Accepted | ReportState::Rejected => false,
        }
    }

    /// Whether the authority has it, as far as is known.
    const fn is_known(&self) -> bool {
        matches!(self.state, ReportState::Sent | ReportState::Accepted)
    }
}

/// Whether a report may leave now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// This report leaves now, under this type code.
    Now(TypeCode),
    /// It waits for an earlier report, whose outcome decides whether this one submits or replaces.
    Held(OffsetDateTime),
    /// None is needed: the authority has no report that could be deleted.
    Needless,
}

/// Whether a report of a document, or one that deletes the document, leaves, and as what, after these, the newest first:
/// what the authority has is replaced. It is held back as long as an earlier one is under way, unless its own deadline
/// comes near.
#[must_use]
pub fn turn(
    earlier: &[Earlier],
    deletes: bool,
    due_at: OffsetDateTime,
    now: OffsetDateTime,
) -> Turn {
    let waits = earlier.iter().any(|earlier| earlier.is_in_flight(now)) && !runs_out(due_at, now);
    if waits {
        return Turn::Held(now.saturating_add(LOOK_AGAIN));
    }
    let newest = earlier.iter().find(|earlier| earlier.is_known());
    match (newest.is_some_and(|known| !known.deletes), deletes) {
        (true, true) => Turn::Now(TypeCode::Delete),
        (true, false) => Turn::Now(TypeCode::Replace),
        (false, true) => Turn::Needless,
        (false, false) => Turn::Now(TypeCode::Submit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ReportState::{Accepted, Queued, Rejected, Sent};

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    #[test]
    fn attempts_go_on_for_five_days_at_most_four_hours_apart() {
        let deadline = NOW + REPORT_WITHIN;
        for (jitter, expected) in [(Jitter(0), 38..=42), (Jitter(255), 33..=37)] {
            let (mut now, mut attempts) = (NOW, 1);
            while let Some(next) = next_try(deadline, attempts, now, jitter) {
                let wait = next - now;
                assert!(wait > Duration::ZERO && wait <= Duration::minutes(288), "{wait}");
                (now, attempts) = (next, attempts + 1);
            }
            assert_eq!(now, deadline, "the last one when the days are over");
            assert!(expected.contains(&attempts), "{attempts}");
        }
        assert_eq!(next_try(deadline, 1, deadline, Jitter(0)), None);
        assert_eq!(next_try(deadline, u16::MAX, NOW, Jitter(0)), Some(NOW + Duration::hours(4)));
    }

    #[test]
    fn time_runs_out_a_day_before_the_deadline() {
        for (left, expected) in [
            (Duration::days(2), false),
            (Duration::days(1) + Duration::SECOND, false),
            (Duration::days(1), true),
            (Duration::ZERO, true),
            (Duration::days(-9), true),
        ] {
            assert_eq!(runs_out(NOW + left, NOW), expected, "{left}");
        }
    }

    const SUBMITS: Turn = Turn::Now(TypeCode::Submit);
    const REPLACES: Turn = Turn::Now(TypeCode::Replace);

    fn held() -> Turn {
        Turn::Held(NOW + LOOK_AGAIN)
    }

    /// A report before, in hours from now.
    fn one(state: ReportState, due: i64, sent: Option<i64>) -> Earlier {
        Earlier {
            state,
            due_at: NOW + Duration::hours(due),
            sent_at: sent.map(|sent| NOW + Duration::hours(sent)),
            deletes: false,
        }
    }

    #[test]
    fn a_report_waits_for_an_earlier_one_and_replaces_what_the_authority_has() {
        let (submits, replaces, held) = (SUBMITS, REPLACES, held());
        for (earlier, hours_left, expected) in [
            (vec![], 120, submits),
            (vec![one(Queued, 96, None)], 120, held),
            (vec![one(Queued, 96, None)], 24, submits),
            (vec![one(Queued, 0, None)], 120, submits),
            (vec![one(Sent, 96, Some(-1))], 120, held),
            (vec![one(Sent, 96, Some(-1))], 23, replaces),
            (vec![one(Sent, 96, Some(-24))], 120, replaces),
            (vec![one(Sent, 96, None)], 120, replaces),
            (vec![one(Accepted, 96, Some(-1))], 120, replaces),
            (vec![one(Rejected, 96, Some(-1))], 120, submits),
            (vec![one(Rejected, 1, None), one(Accepted, 1, None)], 120, replaces),
            (vec![one(Accepted, 1, None), one(Queued, 1, None)], 120, held),
        ] {
            let turn = turn(&earlier, false, NOW + Duration::hours(hours_left), NOW);
            assert_eq!(turn, expected, "{earlier:?}, {hours_left}");
        }
    }

    #[test]
    fn what_the_authority_has_not_needs_no_deletion() {
        let (submits, replaces, held) = (SUBMITS, REPLACES, held());
        let deletion = |state| Earlier { deletes: true, ..one(state, 96, None) };
        let deletes = Turn::Now(TypeCode::Delete);
        for (earlier, expected, deleting) in [
            (vec![], submits, Turn::Needless),
            (vec![one(Accepted, 1, None)], replaces, deletes),
            (vec![one(Sent, 1, None)], replaces, deletes),
            (vec![one(Rejected, 1, None), one(Accepted, 1, None)], replaces, deletes),
            (vec![one(Queued, 1, None), one(Accepted, 1, None)], held, held),
            (vec![deletion(Accepted), one(Accepted, 1, None)], submits, Turn::Needless),
            (vec![deletion(Rejected), one(Accepted, 1, None)], replaces, deletes),
            (vec![deletion(Queued), one(Accepted, 1, None)], held, held),
        ] {
            let turn = |deletes| turn(&earlier, deletes, NOW + REPORT_WITHIN, NOW);
            assert_eq!((turn(false), turn(true)), (expected, deleting), "{earlier:?}");
        }
    }
}
