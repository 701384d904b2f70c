//! The status (MLS) owed to another access point for a message that it sent us.

use crate::{
    identifiers::{MessageId, ParticipantId, ReceivedId},
    inbox::received_message::ReceivedMessage,
    submissions::RetryClass,
};
use access::OrganizationId;
use jobs::{Jitter, JobId, JobKind, NewJob, SubjectId};
use std::{fmt, sync::Arc};
use time::{Duration, OffsetDateTime};

/// The kind of the job that answers a received message.
pub const STATUS_JOB: JobKind = JobKind("peppol.status");

/// How long after the message its status is due (Peppol Network Policy, MLS-1).
pub const STATUS_DUE: Duration = Duration::seconds(1_200);

/// The waits between attempts: the first eight attempts are made before the status is due, the others within a day.
const WAITS: [Duration; 12] = [
    Duration::seconds(5),
    Duration::seconds(15),
    Duration::seconds(30),
    Duration::minutes(1),
    Duration::minutes(2),
    Duration::minutes(4),
    Duration::minutes(8),
    Duration::minutes(30),
    Duration::hours(1),
    Duration::hours(3),
    Duration::hours(6),
    Duration::hours(12),
];

/// The most that jitter adds: a fifth of the wait.
const JITTER_DIVISOR: i32 = 5;

/// A status to be sent later, stored with its document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewStatus {
    /// The AS4 message id and the instance identifier of the status, the same in every attempt.
    pub message_id: MessageId,
    /// Our own identifier as a service provider, the sender of the status.
    pub from: ParticipantId,
    /// The id of the job that sends it.
    pub job: JobId,
}

impl NewStatus {
    /// The job, due from the moment the message is stored.
    #[must_use]
    pub const fn job(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
        now: OffsetDateTime,
    ) -> NewJob {
        NewJob::about((organization, SubjectId(id.0)), self.job, STATUS_JOB, now)
    }
}

persistence::named! {
    /// The progress of a status.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum StatusState {
        /// It is not decided or not sent yet.
        Waiting = "waiting",
        /// The other access point has accepted it.
        Sent = "sent",
        /// It cannot be sent.
        Failed = "failed",
        /// No status is owed.
        NotOwed = "not_owed",
    }
}

/// A decided status.
#[derive(Clone, PartialEq, Eq)]
pub struct OutgoingStatus {
    /// Its response code: `AP`, `AB` or `RE`.
    pub response: String,
    /// The bytes of the status document, the same in every attempt.
    pub document: Arc<[u8]>,
    /// The service provider to send it to.
    pub to: ParticipantId,
    /// An alternative receiver, if that one is not registered.
    pub otherwise: Option<ParticipantId>,
}

impl fmt::Debug for OutgoingStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { response, document, to, otherwise } = self;
        write!(f, "{response} to {to}, otherwise {otherwise:?}, {} bytes", document.len())
    }
}

/// The stored status of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwedStatus {
    /// The message id of the status itself.
    pub message_id: MessageId,
    /// Our own identifier as its sender.
    pub from: ParticipantId,
    /// The message that it answers.
    pub about: ReceivedMessage,
    /// Its progress.
    pub state: StatusState,
    /// The status document; `None` until it is decided, and when none is owed.
    pub outgoing: Option<OutgoingStatus>,
    /// The number of attempts made.
    pub attempts: u16,
    /// The error of the last failed attempt.
    pub error: Option<String>,
    /// The receipt of the other access point for it.
    pub receipt: Option<Vec<u8>>,
    /// When it is due.
    pub due_at: OffsetDateTime,
    /// When it was sent, given up, or found not to be owed.
    pub ended_at: Option<OffsetDateTime>,
    /// The version of the row, for optimistic concurrency.
    pub version: i32,
}

impl OwedStatus {
    /// The first state, stored with the message.
    #[must_use]
    pub fn new(new: &NewStatus, about: ReceivedMessage, received_at: OffsetDateTime) -> Self {
        Self {
            message_id: new.message_id,
            from: new.from.clone(),
            about,
            state: StatusState::Waiting,
            outgoing: None,
            attempts: 0,
            error: None,
            receipt: None,
            due_at: received_at.saturating_add(STATUS_DUE),
            ended_at: None,
            version: 0,
        }
    }

    /// The state after the decision; without a document when no status is owed.
    #[must_use]
    pub fn decided(self, outgoing: Option<OutgoingStatus>, now: OffsetDateTime) -> Self {
        match outgoing {
            Some(_) => Self { outgoing, version: self.version + 1, ..self },
            None => self.ended(StatusState::NotOwed, now),
        }
    }

    /// The state after an attempt that brought a receipt.
    #[must_use]
    pub fn sent(self, receipt: Vec<u8>, now: OffsetDateTime) -> Self {
        let attempts = self.attempts.saturating_add(1);
        let sent = Self { attempts, error: None, receipt: Some(receipt), ..self };
        sent.ended(StatusState::Sent, now)
    }

    /// The state after a failed attempt, with the time of the next one unless it was the last.
    ///
    /// A status for a receiver that is not registered may go to the alternative one. An attempt that may have arrived
    /// is repeated under the same message id, by which the receiver recognizes it.
    #[must_use]
    pub fn failed(
        mut self,
        class: RetryClass,
        error: String,
        now: OffsetDateTime,
        jitter: Jitter,
    ) -> (Self, Option<OffsetDateTime>) {
        let wait = WAITS.get(usize::from(self.attempts)).copied();
        self.attempts = self.attempts.saturating_add(1);
        self.error = Some(error);
        let elsewhere = self.outgoing.as_mut().and_then(|outgoing| {
            let other = outgoing.otherwise.take_if(|_| class == RetryClass::Permanent)?;
            outgoing.to = other;
            Some(now)
        });
        let later = || {
            let wait = wait.filter(|_| class != RetryClass::Permanent)?;
            now.checked_add(wait + wait / JITTER_DIVISOR * i32::from(jitter.0) / 255)
        };
        match elsewhere.or_else(later) {
            Some(at) => (Self { version: self.version + 1, ..self }, Some(at)),
            None => (self.ended(StatusState::Failed, now), None),
        }
    }

    fn ended(self, state: StatusState, now: OffsetDateTime) -> Self {
        Self { state, ended_at: Some(now), version: self.version + 1, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inbox::received_message::StatusRequest;
    use uuid::Uuid;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    fn owed() -> OwedStatus {
        let new = NewStatus {
            message_id: MessageId(Uuid::from_u128(1)),
            from: "0242:000001".parse().expect("a provider"),
            job: JobId(Uuid::from_u128(2)),
        };
        let about = ReceivedMessage {
            provider: "PSK000002".to_owned(),
            message_id: "1@x".to_owned(),
            instance: "one".to_owned(),
            status: StatusRequest::default(),
        };
        OwedStatus::new(&new, about, NOW)
    }

    fn outgoing(otherwise: Option<&str>) -> OutgoingStatus {
        OutgoingStatus {
            response: "RE".to_owned(),
            document: b"<x/>".as_slice().into(),
            to: "0242:000002-MLS".parse().expect("a provider"),
            otherwise: otherwise.map(|id| id.parse().expect("a provider")),
        }
    }

    #[test]
    fn a_status_is_tried_often_before_it_is_due_and_then_for_a_day() {
        let (mut owed, mut now, mut in_time) = (owed().decided(Some(outgoing(None)), NOW), NOW, 0);
        loop {
            in_time += usize::from(now < owed.due_at);
            let (next, at) =
                owed.failed(RetryClass::Transient, "no answer".to_owned(), now, Jitter(255));
            owed = next;
            let Some(at) = at else { break };
            assert!(at > now && owed.state == StatusState::Waiting);
            now = at;
        }
        assert_eq!((owed.state, owed.ended_at), (StatusState::Failed, Some(now)));
        assert_eq!((usize::from(owed.attempts), in_time), (WAITS.len() + 1, 8));
        assert_eq!(owed.error.as_deref(), Some("no answer"));
    }

    #[test]
    fn who_is_not_registered_gets_it_at_the_main_id_once() {
        let owed = owed().decided(Some(outgoing(Some("0242:000002"))), NOW);
        let refused = |owed: OwedStatus| {
            owed.failed(RetryClass::Permanent, "not registered".to_owned(), NOW, Jitter(0))
        };
        let (owed, at) = refused(owed);
        assert_eq!((at, owed.state), (Some(NOW), StatusState::Waiting));
        let to = owed.outgoing.as_ref().map(|outgoing| outgoing.to.to_string());
        assert_eq!(to.as_deref(), Some("0242:000002"));
        let (owed, at) = refused(owed);
        assert_eq!((at, owed.state, owed.version), (None, StatusState::Failed, 3));
    }

    #[test]
    fn what_ends_is_dated() {
        let not_owed = owed().decided(None, NOW);
        assert_eq!((not_owed.state, not_owed.ended_at), (StatusState::NotOwed, Some(NOW)));
        let sent = owed().decided(Some(outgoing(None)), NOW).sent(b"receipt".to_vec(), NOW);
        assert_eq!((sent.state, sent.attempts, sent.version), (StatusState::Sent, 1, 2));
        assert_eq!(sent.due_at, NOW + STATUS_DUE);
    }
}
