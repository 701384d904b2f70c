use crate::{ProgramKind, ProgramUrl};
use access::{OrganizationId, Tier};
use jobs::{Backoff, Jitter, JobId, JobKind, NewJob, SubjectId};
use persistence::typed_id;
use serde::{Deserialize, Serialize};
use time::{Date, Duration, OffsetDateTime};
use uuid::Uuid;

typed_id!(
    /// The id of a link to an accounting program.
    LinkId
);

/// Writes what waits into the program of a link. Its subject is the link.
pub const POST_JOB: JobKind = JobKind("accounting.post");

/// The waits while a program does not answer: as long as the link is there, at most a quarter of an hour apart, so that
/// what waited follows soon after the program is back.
const WAITS: Backoff =
    Backoff { first: Duration::seconds(15), longest: Duration::minutes(15), attempts: u32::MAX };

/// How far back the look for what is new goes: documents by their day of issue, payments and set-offs by the time in
/// their ids, which is before that of their commit.
const DAYS: Duration = Duration::days(62);
const LATE: Duration = Duration::days(2);

/// What is looked through for what belongs into a program and has no posting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// Everything since the link's day.
    Everything,
    /// What is new; what is backdated further follows with the next look at everything.
    New {
        /// Payments and set-offs with a larger id than this one.
        after: Uuid,
        /// Documents that were issued on this day or later, and their payments.
        issued: Date,
    },
}

/// The smallest id of a time so long before that of another one.
fn id_before(id: Uuid, by: Duration) -> Option<Uuid> {
    let (seconds, _) = id.get_timestamp()?.to_unix();
    let earlier = seconds.saturating_sub(by.whole_seconds().unsigned_abs());
    let milliseconds = u128::from(earlier) * 1_000;
    Some(Uuid::from_u128(milliseconds << 80))
}

/// What is set of a link beside its address. A field of another kind of program is absent.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LinkSettings {
    /// The user name (Pohoda) or the e-mail address (SuperFaktúra) by which the program lets us in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
    /// The id of the company in the program (SuperFaktúra).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company_id: Option<String>,
    /// The abbreviation of the bank account that payments are posted to (Pohoda).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank_account: Option<String>,
    /// The abbreviation of the cash register that payments in cash are posted to (Pohoda).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cash_register: Option<String>,
    /// The account assignment of set-offs (Pohoda: predkontácia).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set_off_assignment: Option<String>,
}

/// How a link stands with its program.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Contact {
    /// Requests since the last answer that brought none.
    pub failures: u32,
    /// Why the last of them brought none.
    pub error: Option<String>,
    /// When the next one is made.
    pub retry_at: Option<OffsetDateTime>,
    /// When the program last answered.
    pub answered_at: Option<OffsetDateTime>,
}

/// A link of an organization to its accounting program, for the keys of one tier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The id of the link.
    pub id: LinkId,
    /// The tier of the key that made it. Documents that came over the other tier's network are not written.
    pub tier: Tier,
    /// Which program.
    pub kind: ProgramKind,
    /// Where it is; `None` for one that comes to us.
    pub url: Option<ProgramUrl>,
    /// What else is set.
    pub settings: LinkSettings,
    /// Documents issued on this day or later are written.
    pub from_date: Date,
    /// On which day everything since then was last looked through for what has no posting; `None` before the first time,
    /// and after a change.
    pub looked_through: Option<Date>,
    /// How it stands with the program.
    pub contact: Contact,
    /// The version, which starts at 1 and grows with each change.
    pub version: i32,
    /// When it was made.
    pub created_at: OffsetDateTime,
}

impl Link {
    /// The link after the program answered.
    #[must_use]
    pub fn reached(&self, now: OffsetDateTime) -> Self {
        let contact = Contact { answered_at: Some(now), ..Contact::default() };
        Self { contact, ..self.next() }
    }

    /// The link after a request brought no answer.
    #[must_use]
    pub fn failed(&self, error: &str, now: OffsetDateTime, jitter: Jitter) -> Self {
        let failures = self.contact.failures.saturating_add(1);
        let retry_at = WAITS.next(failures, now, jitter);
        let error = Some(crate::posting::bounded(error));
        let answered_at = self.contact.answered_at;
        Self { contact: Contact { failures, error, retry_at, answered_at }, ..self.next() }
    }

    /// The link after what held up the others was given up: the next one is sent at once, and by itself.
    #[must_use]
    pub fn passed_over(&self, error: &str) -> Self {
        let failures = self.contact.failures.saturating_add(1);
        let (error, retry_at) = (Some(crate::posting::bounded(error)), None);
        let answered_at = self.contact.answered_at;
        Self { contact: Contact { failures, error, retry_at, answered_at }, ..self.next() }
    }

    /// What is looked through now: once a day everything, else what is new. `fresh` is an id that is made now: ids are
    /// compared with ids.
    #[must_use]
    pub fn look(&self, fresh: Uuid, today: Date) -> Look {
        let issued = self.from_date.max(today - DAYS);
        match id_before(fresh, LATE).filter(|_| self.looked_through == Some(today)) {
            Some(after) => Look::New { after, issued },
            None => Look::Everything,
        }
    }

    /// The link while a request is under way: a worker with an older version makes none.
    #[must_use]
    pub fn next(&self) -> Self {
        Self { version: self.version.saturating_add(1), ..self.clone() }
    }

    /// The job that writes what waits. There is one for a link at a time.
    #[must_use]
    pub fn job(&self, id: JobId, organization: OrganizationId, now: OffsetDateTime) -> NewJob {
        NewJob {
            id,
            kind: POST_JOB,
            organization: Some(organization),
            subject: Some(SubjectId(self.id.0)),
            key: Some(format!("{}:{}", POST_JOB.0, self.id)),
            run_at: self.contact.retry_at.map_or(now, |at| at.max(now)),
        }
    }

    /// Documents in the next request at most. A program that takes several gets one while it fails, so that a document it
    /// cannot stand holds up no others in its request.
    #[must_use]
    pub const fn batch(&self) -> usize {
        match self.kind {
            ProgramKind::SuperFaktura | ProgramKind::Kros | ProgramKind::SapiSk => 1,
            _ if self.contact.failures > 0 => 1,
            ProgramKind::PohodaMserver | ProgramKind::PohodaFetch => crate::MAX_BATCH,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use time::macros::date;
    use uuid::{NoContext, Timestamp};

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    pub(crate) fn link(kind: ProgramKind) -> Link {
        Link {
            id: LinkId(Uuid::from_u128(9)),
            tier: Tier::Live,
            kind,
            url: None,
            settings: LinkSettings::default(),
            from_date: date!(2026 - 11 - 01),
            looked_through: None,
            contact: Contact::default(),
            version: 1,
            created_at: NOW,
        }
    }

    #[test]
    fn everything_is_looked_through_once_a_day() {
        let today = date!(2026 - 11 - 28);
        let id = |seconds| Uuid::new_v7(Timestamp::from_unix(NoContext, seconds, 0));
        let fresh = id(1_000_000);
        let link = link(ProgramKind::PohodaMserver);
        assert_eq!(link.look(fresh, today), Look::Everything);
        let looked = Link { looked_through: Some(today), ..link };
        let Look::New { after, issued } = looked.look(fresh, today) else { panic!("what is new") };
        assert_eq!(issued, looked.from_date);
        let two_days = 2 * 24 * 60 * 60;
        assert!(id(1_000_000 - two_days) > after && id(999_999 - two_days) < after);
        assert_eq!(looked.look(fresh, date!(2026 - 11 - 29)), Look::Everything);
        assert_eq!(looked.look(Uuid::from_u128(3), today), Look::Everything, "an id of no time");
        let old = Link { from_date: date!(2020 - 01 - 01), ..looked };
        let Look::New { issued, .. } = old.look(fresh, today) else { panic!("what is new") };
        assert_eq!(issued, date!(2026 - 09 - 27));
    }

    #[test]
    fn what_is_passed_over_lets_the_next_one_go_at_once_and_alone() {
        let down = link(ProgramKind::PohodaMserver).failed("no", NOW, Jitter(0));
        let next = down.passed_over("a document it cannot take");
        assert_eq!((next.contact.retry_at, next.batch()), (None, 1));
        assert!(next.version > down.version && next.contact.error.is_some());
    }

    #[test]
    fn a_day_of_silence_is_waited_through_and_over_at_once() {
        let mut current = link(ProgramKind::PohodaMserver);
        let mut now = NOW;
        let mut attempts = 0;
        while now < NOW + Duration::DAY {
            current = current.failed("no connection", now, Jitter(0));
            let next = current.contact.retry_at.expect("there is always a next one");
            assert!(next > now && next - now <= Duration::minutes(15));
            assert_eq!(current.batch(), 1);
            (now, attempts) = (next, attempts + 1);
        }
        assert!((96..=105).contains(&attempts), "{attempts}");
        let back = current.reached(now);
        assert_eq!(back.contact, Contact { answered_at: Some(now), ..Contact::default() });
        assert!(back.version > current.version && back.batch() > 1);
    }
}
