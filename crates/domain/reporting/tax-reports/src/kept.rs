//! A report as it is kept, and what is sent of it.

use crate::{CannotReport, ReportId, Reporting, TaxDataHead, TaxDocument, TaxReport};
use events::ReportIssue;
use peppol_connector::{
    documents::read_facts,
    identifiers::{
        DocumentTypeId, InvoiceId, MessageId, Network, ParticipantId, ProcessId, ReceivedId,
        SubmissionId,
    },
    submissions::OutgoingMessage,
};
use tax_data_document::{DOCUMENT_TYPE, PROCESS, Role};
use time::OffsetDateTime;
use xml::Parsed;

/// The scheme of document types.
const DOCUMENT_TYPE_SCHEME: &str = "busdox-docid-qns";
/// The scheme of processes.
const PROCESS_SCHEME: &str = "cenbii-procid-ubl";

/// The source of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportSource {
    /// A document that was sent, or could not be delivered.
    Sent(SubmissionId),
    /// One that came.
    Received(ReceivedId),
    /// An earlier report of ours as C2, which this one deletes.
    Withdrawn(ReportId),
}

/// The subject of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportAbout {
    /// An invoice in a network.
    Invoice(InvoiceId, Network),
    /// A received document.
    Received(ReceivedId),
}

/// The tax data document of a report, the same in each attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeDocument {
    /// The end user of the tax data.
    pub end_user: ParticipantId,
    /// The document.
    pub xml: String,
}

/// A report that is not retried automatically any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenUp {
    /// The time at which it was given up.
    pub at: OffsetDateTime,
    /// Why.
    pub issues: Vec<ReportIssue>,
}

/// A report with what is needed to send it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptReport {
    /// The report.
    pub report: TaxReport,
    /// The source of the report.
    pub source: ReportSource,
    /// The receiver of the document, or its sender when it was received.
    pub counterparty: ParticipantId,
    /// The tax data document, once it is made.
    pub made: Option<MadeDocument>,
    /// When the authority's access point gave its receipt.
    pub sent_at: Option<OffsetDateTime>,
    /// Attempts to send it that were made.
    pub attempts: u16,
    /// The time since which the report is not retried automatically.
    pub given_up_at: Option<OffsetDateTime>,
}

impl KeptReport {
    /// The tax data document of the document that it is about, for the participant that sent or received it.
    ///
    /// # Errors
    /// [`CannotReport`].
    pub fn document(
        &self,
        bytes: &[u8],
        end_user: &ParticipantId,
        head: TaxDataHead,
        reporting: &Reporting,
    ) -> Result<MadeDocument, CannotReport> {
        let document = Parsed::read(bytes).map_err(|_| CannotReport::NoInvoice)?;
        let facts = read_facts(&document).map_err(|_| CannotReport::NoInvoice)?;
        let whose = (self.role(), end_user);
        let made = TaxDocument::of(&document, &facts, whose, head, reporting)?;
        Ok(MadeDocument { end_user: end_user.clone(), xml: made.xml })
    }

    const fn role(&self) -> Role {
        match self.source {
            ReportSource::Sent(_) | ReportSource::Withdrawn(_) => Role::C2,
            ReportSource::Received(_) => Role::C3,
        }
    }

    /// The time since which the authority has decided although its receipt is missing, because a worker died or the
    /// connection broke. The same message is then sent again, and is answered with the receipt.
    #[must_use]
    pub fn receipt_missing_since(&self) -> Option<OffsetDateTime> {
        self.report.decided_at.filter(|_| self.sent_at.is_none() && self.made.is_some())
    }

    /// The report as a message to the authority; none before its document is made. Its message id is its own in each
    /// attempt, so that the authority knows a repetition. What the authority has decided on has gone out before.
    #[must_use]
    pub fn message(&self, reporting: &Reporting) -> Option<OutgoingMessage> {
        let made = self.made.as_ref()?;
        let document_type: DocumentTypeId =
            format!("{DOCUMENT_TYPE_SCHEME}::{DOCUMENT_TYPE}").parse().ok()?;
        let process: ProcessId = format!("{PROCESS_SCHEME}::{PROCESS}").parse().ok()?;
        Some(OutgoingMessage {
            network: self.report.network,
            message_id: self.report.id.into(),
            sender: made.end_user.clone(),
            receiver: reporting.authority.clone(),
            document_type,
            process,
            made_at: MessageId::from(self.report.id).made_at(self.report.due_at),
            attempt: self.attempts.saturating_add(1),
            ambiguous: self.report.state.is_decided(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ReportState, ReportedDocument, ReportedDocumentId, TaxDataId};

    use tax_data_document::TypeCode;
    use time::macros::datetime;
    use uuid::Uuid;

    const HEAD: TaxDataHead = TaxDataHead {
        id: TaxDataId(Uuid::from_u128(0x4000_8000_0000_0000_0001)),
        issued_at: datetime!(2027-01-05 10:00 UTC),
        type_code: TypeCode::Submit,
    };
    const SENT: ReportSource = ReportSource::Sent(SubmissionId(Uuid::from_u128(3)));
    const RECEIVED: ReportSource = ReportSource::Received(ReceivedId(Uuid::from_u128(4)));
    /// Who the example says that sent it.
    const SENDER: &str = "0088:9482348239847239874";

    fn kept(source: ReportSource) -> KeptReport {
        let report = TaxReport {
            id: ReportId(Uuid::from_u128(7)),
            network: Network::Test,
            document: ReportedDocument::Sent { invoice_id: InvoiceId(Uuid::from_u128(1)) },
            original: ReportedDocumentId(Uuid::from_u128(2)),
            state: ReportState::Queued,
            issues: Vec::new(),
            decided_at: None,
            due_at: datetime!(2027-01-10 10:00 UTC),
            deletes: false,
        };
        let counterparty = "0088:1234567890123".parse().expect("an id");
        KeptReport {
            report,
            source,
            counterparty,
            made: None,
            sent_at: None,
            attempts: 0,
            given_up_at: None,
        }
    }

    #[test]
    fn a_report_is_one_message_under_its_own_id() {
        let bytes = fixtures::bytes("peppol-network/tdd-build/documents/base-example.xml");
        let id = |text: &str| text.parse().expect("an SPID");
        let reporting = Reporting { authority: id("0242:000099"), provider: id("0242:000028") };
        for (source, role, end_user) in [(SENT, "C2", SENDER), (RECEIVED, "C3", "0245:2020202020")]
        {
            let end_user = id(end_user);
            let mut report = kept(source);
            assert_eq!(report.message(&reporting), None, "there is no document yet");
            let made = report.document(&bytes, &end_user, HEAD, &reporting);
            let made = made.expect("made");
            assert_eq!(made.end_user, end_user);
            assert!(made.xml.contains(&format!("<pxs:ReporterRole>{role}</pxs:ReporterRole>")));
            report.made = Some(made.clone());
            let message = report.message(&reporting).expect("a message");
            assert_eq!((message.message_id, message.attempt), (MessageId(Uuid::from_u128(7)), 1));
            assert_eq!(
                (&message.sender, &message.receiver),
                (&made.end_user, &reporting.authority)
            );
            assert_eq!(message.document_type.value(), DOCUMENT_TYPE);
            assert_eq!(message.process.value(), PROCESS);
            assert!(!message.ambiguous && report.receipt_missing_since().is_none());
            (report.report.state, report.report.decided_at) =
                (ReportState::Accepted, Some(HEAD.issued_at));
            assert_eq!(report.receipt_missing_since(), Some(HEAD.issued_at));
            let again = report.message(&reporting).expect("a message");
            assert_eq!((again.message_id, again.ambiguous), (message.message_id, true));
            report.sent_at = Some(HEAD.issued_at);
            assert_eq!(report.receipt_missing_since(), None);
            for other in [b"<Order/>".as_slice(), b"no XML"] {
                let error = report.document(other, &end_user, HEAD, &reporting);
                assert_eq!(error, Err(CannotReport::NoInvoice));
            }
        }
    }
}
