//! A report as answers show it.

use crate::{KeptReport, ReportState};
use events::ReportIssue;
use time::OffsetDateTime;

persistence::named! {
    /// How far a report is, as it is shown.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ShownState {
        /// Not decided yet.
        Queued = "queued",
        /// It was given up: the authority does not have it, and no attempt follows by itself.
        Failed = "failed",
        /// The authority's access point has it.
        Sent = "sent",
        /// The authority accepted it.
        Accepted = "accepted",
        /// The authority rejected it.
        Rejected = "rejected",
    }
}

/// `fs_report` of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FsReport {
    /// How far it is.
    pub state: ShownState,
    /// Why it was rejected, or given up; empty otherwise.
    pub issues: Vec<ReportIssue>,
    /// When the authority decided; null until then.
    pub decided_at: Option<OffsetDateTime>,
    /// Until when the authority must have it.
    pub due_at: OffsetDateTime,
    /// Whether it deletes what an earlier one reported.
    pub deletes: bool,
}

impl From<&KeptReport> for FsReport {
    fn from(kept: &KeptReport) -> Self {
        let state = match kept.report.state {
            ReportState::Queued if kept.given_up_at.is_some() => ShownState::Failed,
            ReportState::Queued => ShownState::Queued,
            ReportState::Sent => ShownState::Sent,
            ReportState::Accepted => ShownState::Accepted,
            ReportState::Rejected => ShownState::Rejected,
        };
        Self {
            state,
            issues: kept.report.issues.clone(),
            decided_at: kept.report.decided_at,
            due_at: kept.report.due_at,
            deletes: kept.report.deletes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ReportId, ReportSource, ReportedDocument, ReportedDocumentId, TaxReport};
    use peppol_connector::identifiers::{Network, SubmissionId};
    use time::macros::datetime;
    use uuid::Uuid;

    const NOW: OffsetDateTime = datetime!(2027-01-05 10:00 UTC);

    fn kept(state: ReportState, given_up_at: Option<OffsetDateTime>) -> KeptReport {
        let report = TaxReport {
            id: ReportId(Uuid::from_u128(7)),
            network: Network::Test,
            document: ReportedDocument::Sent {
                invoice_id: peppol_connector::identifiers::InvoiceId(Uuid::from_u128(1)),
            },
            original: ReportedDocumentId(Uuid::from_u128(2)),
            state,
            issues: Vec::new(),
            decided_at: None,
            due_at: NOW,
            deletes: false,
        };
        let source = ReportSource::Sent(SubmissionId(Uuid::from_u128(3)));
        let counterparty = "0245:2020202020".parse().expect("an id");
        KeptReport {
            report,
            source,
            counterparty,
            made: None,
            sent_at: None,
            attempts: 1,
            given_up_at,
        }
    }

    #[test]
    fn it_is_shown_as_it_stands() {
        let mut kept = kept(ReportState::Rejected, None);
        kept.report.decided_at = Some(NOW);
        let message = "the period is closed".to_owned();
        kept.report.issues =
            vec![ReportIssue { code: Some("BV".to_owned()), message, rules: None }];
        let FsReport { state, issues, decided_at, due_at, deletes } = FsReport::from(&kept);
        assert_eq!((state, issues), (ShownState::Rejected, kept.report.issues));
        assert_eq!((decided_at, due_at, deletes), (Some(NOW), NOW, false));
    }

    #[test]
    fn one_that_was_given_up_is_not_on_its_way() {
        for (state, given_up, expected) in [
            (ReportState::Queued, None, ShownState::Queued),
            (ReportState::Queued, Some(NOW), ShownState::Failed),
            (ReportState::Sent, None, ShownState::Sent),
            (ReportState::Accepted, None, ShownState::Accepted),
        ] {
            assert_eq!(FsReport::from(&kept(state, given_up)).state, expected, "{state:?}");
        }
    }
}
