use crate::{ProgramKind, ProgramUrl};
use access::{OrganizationId, Tier};
use jobs::{Backoff, Jitter, JobId, JobKind, NewJob, SubjectId};
use persistence::typed_id;
use serde::{Deserialize, Serialize};
use time::{Date, Duration, OffsetDateTime};

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
            ProgramKind::SuperFaktura | ProgramKind::SapiSk => 1,
            _ if self.contact.failures > 0 => 1,
            ProgramKind::PohodaMserver | ProgramKind::PohodaFetch => crate::MAX_BATCH,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use time::macros::date;
    use uuid::Uuid;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    pub(crate) fn link(kind: ProgramKind) -> Link {
        Link {
            id: LinkId(Uuid::from_u128(9)),
            tier: Tier::Live,
            kind,
            url: None,
            settings: LinkSettings::default(),
            from_date: date!(2026 - 11 - 01),
            contact: Contact::default(),
            version: 1,
            created_at: NOW,
        }
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
