//! Typed ids of the connector's rows.

pub use persistence::ids::{ReceivedId, SubmissionId};

use persistence::ids::TaxReportId;
use persistence::{same_id, typed_id};
use time::OffsetDateTime;

typed_id!(
    /// A message between access points: its AS4 message id and the instance identifier of its envelope. It stays the
    /// same in every attempt, so that the receiver recognizes a repetition.
    MessageId,
    /// A staged document (`staged_id`).
    StagedId,
    /// A line of the audit log.
    AuditEntryId,
    /// A line of the credit ledger.
    LedgerLineId,
    /// A document in the audit log: a submission, a staged or a received document.
    DocumentId,
);

impl MessageId {
    /// The time when a message was made: the one in its id (UUID version 7), else the given stored time. Either stays
    /// the same in every attempt.
    #[must_use]
    pub fn made_at(self, kept: OffsetDateTime) -> OffsetDateTime {
        let of_id = || {
            let (seconds, nanoseconds) = self.0.get_timestamp()?.to_unix();
            let at = OffsetDateTime::from_unix_timestamp(i64::try_from(seconds).ok()?).ok()?;
            at.replace_nanosecond(nanoseconds).ok()
        };
        of_id().unwrap_or(kept)
    }
}

same_id!(
    TaxReportId => MessageId,
    /// The tax report that a message id belongs to, if it is one of ours.
    MessageId => TaxReportId,
    SubmissionId => DocumentId,
    StagedId => DocumentId,
    ReceivedId => DocumentId,
);

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;
    use uuid::Uuid;

    #[test]
    fn the_time_of_a_message_is_its_ids_else_the_one_that_is_kept() {
        let kept = datetime!(2026-11-28 11:20:51 UTC);
        // the form of ids that the product makes for submissions
        let random = Uuid::parse_str("5f0c8c9a-3a53-4d55-9d4e-6b1f0a2f7c11").expect("an id");
        assert_eq!(MessageId(random).made_at(kept), kept);
        let of_id = Uuid::parse_str("019ac9a8-5c00-7000-8000-000000000000").expect("an id");
        assert_eq!(MessageId(of_id).made_at(kept), datetime!(2025-11-28 08:50:45.376 UTC));
    }
}
