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

/// The job that writes pending postings into the program of a link. Its subject is the link.
pub const POST_JOB: JobKind = JobKind("accounting.post");

/// The delays between retries while a program does not answer. There is no limit on the number, and no delay exceeds
/// a quarter of an hour, so that postings follow soon after the program is back.
const WAITS: Backoff =
    Backoff { first: Duration::seconds(15), longest: Duration::minutes(15), attempts: u32::MAX };

/// How far back the search for new subjects goes: by the issue date of documents, and by the time in the ids of
/// payments and set-offs, which is before that of their commit.
const DAYS: Duration = Duration::days(62);
const LATE: Duration = Duration::days(2);

/// The range of a search for subjects that belong into a program and have no posting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// Everything from the link's `from_date` on.
    Everything,
    /// Only what is new. Documents that are backdated further are found by the next search for everything.
    New {
        /// Payments and set-offs with a larger id than this one.
        after: Uuid,
        /// Documents with this issue date or a later one, and their payments.
        issued: Date,
    },
}

/// The smallest id with a timestamp that is this much before that of another id.
fn id_before(id: Uuid, by: Duration) -> Option<Uuid> {
    let (seconds, _) = id.get_timestamp()?.to_unix();
    let earlier = seconds.saturating_sub(by.whole_seconds().unsigned_abs());
    let milliseconds = u128::from(earlier) * 1_000;
    Some(Uuid::from_u128(milliseconds << 80))
}

/// The settings of a link, besides its address. Fields of other programs are `None`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LinkSettings {
    /// The user name (Pohoda) or the e-mail address (SuperFaktúra) to sign in with.
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

/// The state of the connection to the program.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Contact {
    /// The number of failed requests since the last answer.
    pub failures: u32,
    /// Why the last request failed.
    pub error: Option<String>,
    /// When the next request is made.
    pub retry_at: Option<OffsetDateTime>,
    /// When the program answered last.
    pub answered_at: Option<OffsetDateTime>,
}

/// A link of an organization to its accounting program, for the keys of one tier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The id of the link.
    pub id: LinkId,
    /// The tier of the key that created it. Documents that arrived over the network of the other tier are not
    /// written.
    pub tier: Tier,
    /// The program.
    pub kind: ProgramKind,
    /// The address of the program; `None` for a program that calls us.
    pub url: Option<ProgramUrl>,
    /// The settings for the program.
    pub settings: LinkSettings,
    /// Documents with this issue date or a later one are written.
    pub from_date: Date,
    /// The day of the last complete search for subjects without a posting; `None` before the first one, and after a
    /// change of the link.
    pub looked_through: Option<Date>,
    /// The state of the connection to the program.
    pub contact: Contact,
    /// The version, which starts at 1 and grows with each change.
    pub version: i32,
    /// When it was created.
    pub created_at: OffsetDateTime,
}

impl Link {
    /// The link after an answer of the program.
    #[must_use]
    pub fn reached(&self, now: OffsetDateTime) -> Self {
        let contact = Contact { answered_at: Some(now), ..Contact::default() };
        Self { contact, ..self.next() }
    }

    /// The link after a failed request.
    #[must_use]
    pub fn failed(&self, error: &str, now: OffsetDateTime, jitter: Jitter) -> Self {
        let failures = self.contact.failures.saturating_add(1);
        let retry_at = WAITS.next(failures, now, jitter);
        let error = Some(crate::posting::bounded(error));
        let answered_at = self.contact.answered_at;
        Self { contact: Contact { failures, error, retry_at, answered_at }, ..self.next() }
    }

    /// The link after a posting that blocked the others was given up. The next posting is sent at once, in a request
    /// of its own.
    #[must_use]
    pub fn passed_over(&self, error: &str) -> Self {
        let failures = self.contact.failures.saturating_add(1);
        let (error, retry_at) = (Some(crate::posting::bounded(error)), None);
        let answered_at = self.contact.answered_at;
        Self { contact: Contact { failures, error, retry_at, answered_at }, ..self.next() }
    }

    /// The range of the next search: everything once a day, otherwise what is new. `fresh` is a new id, which the ids
    /// of subjects are compared with.
    #[must_use]
    pub fn look(&self, fresh: Uuid, today: Date) -> Look {
        let issued = self.from_date.max(today - DAYS);
        match id_before(fresh, LATE).filter(|_| self.looked_through == Some(today)) {
            Some(after) => Look::New { after, issued },
            None => Look::Everything,
        }
    }

    /// The link with the next version, stored while a request is in progress: a worker with an older version then
    /// sends none.
    #[must_use]
    pub fn next(&self) -> Self {
        Self { version: self.version.saturating_add(1), ..self.clone() }
    }

    /// The job that writes pending postings. There is at most one for a link.
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

    /// The maximum number of documents in the next request. After a failure a program gets one at a time, so that a
    /// document that it cannot process does not block others.
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
