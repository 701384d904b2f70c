//! A report as it is kept, and what is sent of it.

use crate::{CannotReport, ReportId, Reporting, TaxDocument, TaxReport};
use peppol_connector::{
    DocumentTypeId, InvoiceId, MessageId, Network, ParticipantId, ProcessId, Progress, ReceivedId,
    State, Submission, SubmissionId, read_facts,
};
use tax_data::{DOCUMENT_TYPE, PROCESS, Role, TypeCode, reporting_party};
use time::OffsetDateTime;
use uuid::Uuid;
use xml::Parsed;

/// The scheme of document types.
const DOCUMENT_TYPE_SCHEME: &str = "busdox-docid-qns";
/// The scheme of processes.
const PROCESS_SCHEME: &str = "cenbii-procid-ubl";

/// What a report is kept with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportSource {
    /// A document that was sent, or could not be delivered.
    Sent(SubmissionId),
    /// One that came.
    Received(ReceivedId),
    /// That of an earlier report of ours as C2, which this one deletes.
    Withdrawn(ReportId),
}

/// Whose newest report is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportAbout {
    /// That of an invoice in a network.
    Invoice(InvoiceId, Network),
    /// That of a received document.
    Received(ReceivedId),
}

/// The tax data document of a report, the same in each attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeDocument {
    /// Whose tax data these are.
    pub end_user: ParticipantId,
    /// The document.
    pub xml: String,
}

/// A report with what is needed to send it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptReport {
    /// The report.
    pub report: TaxReport,
    /// What it is kept with.
    pub source: ReportSource,
    /// Who the document was for, or came from.
    pub counterparty: ParticipantId,
    /// Its document, once it is made.
    pub made: Option<MadeDocument>,
    /// When the authority's access point gave its receipt.
    pub sent_at: Option<OffsetDateTime>,
    /// Attempts to send it that were made.
    pub attempts: u16,
    /// Since when no attempt follows by itself.
    pub given_up_at: Option<OffsetDateTime>,
}

impl KeptReport {
    /// The tax data document of the document that it is about, for the participant that sent or received it.
    /// `made` begins with the number of the tax data document, version 4.
    ///
    /// # Errors
    /// [`CannotReport`].
    pub fn document(
        &self,
        bytes: &[u8],
        end_user: &ParticipantId,
        type_code: TypeCode,
        reporting: &Reporting,
        made: (Uuid, OffsetDateTime),
    ) -> Result<MadeDocument, CannotReport> {
        let document = Parsed::read(bytes).map_err(|_| CannotReport::NoInvoice)?;
        let facts = read_facts(&document).map_err(|_| CannotReport::NoInvoice)?;
        self.check_sender(&document, end_user)?;
        let whose = (self.role(), end_user);
        let made = TaxDocument::of(&document, &facts, whose, type_code, reporting, made)?;
        Ok(MadeDocument { end_user: end_user.clone(), xml: made.xml })
    }

    /// A document that we sent names its sender; of one that came, the sender of the message wrote what it liked. In
    /// the test network a firm may go by its live identifier.
    fn check_sender(
        &self,
        document: &Parsed<'_>,
        end_user: &ParticipantId,
    ) -> Result<(), CannotReport> {
        if let ReportSource::Received(_) = self.source {
            return Ok(());
        }
        let Some((scheme, value)) = reporting_party(document, self.role()) else { return Ok(()) };
        let named = ParticipantId::new(&scheme, &value).ok();
        match named.filter(|named| named.looked_up_in(self.report.network) == *end_user) {
            Some(_) => Ok(()),
            None => Err(CannotReport::OtherSender(end_user.clone())),
        }
    }

    const fn role(&self) -> Role {
        match self.source {
            ReportSource::Sent(_) | ReportSource::Withdrawn(_) => Role::C2,
            ReportSource::Received(_) => Role::C3,
        }
    }

    /// Since when the authority has decided on it although its receipt never came: whoever had it may have vanished, or the
    /// connection broke. The same message is sent once more then, and is answered with the receipt.
    #[must_use]
    pub fn receipt_missing_since(&self) -> Option<OffsetDateTime> {
        self.report.decided_at.filter(|_| self.sent_at.is_none() && self.made.is_some())
    }

    /// The report as a message to the authority, in the words of access points; none before its document is
    /// made. Its message id is its own in each attempt, so that the authority knows a repetition. What the authority has
    /// decided on has gone out before.
    #[must_use]
    pub fn message(&self, reporting: &Reporting) -> Option<Submission> {
        let made = self.made.as_ref()?;
        let document_type: DocumentTypeId =
            format!("{DOCUMENT_TYPE_SCHEME}::{DOCUMENT_TYPE}").parse().ok()?;
        let process: ProcessId = format!("{PROCESS_SCHEME}::{PROCESS}").parse().ok()?;
        Some(Submission {
            id: SubmissionId(self.report.id.0),
            network: self.report.network,
            progress: Progress {
                attempts: self.attempts.saturating_add(1),
                ambiguous: self.report.state.is_decided(),
                ..Progress::new(State::Sending)
            },
            invoice: InvoiceId(self.report.original),
            native: false,
            number: self.report.id.to_string(),
            issue_date: None,
            message_id: MessageId(self.report.id.0),
            sender: made.end_user.clone(),
            receiver: reporting.authority.clone(),
            document_type,
            process,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ReportState, ReportedDocument};
    use time::macros::datetime;

    const SENT: ReportSource = ReportSource::Sent(SubmissionId(Uuid::from_u128(3)));
    const RECEIVED: ReportSource = ReportSource::Received(ReceivedId(Uuid::from_u128(4)));
    /// Who the example says that sent it.
    const SENDER: &str = "0088:9482348239847239874";

    fn kept(source: ReportSource) -> KeptReport {
        let report = TaxReport {
            id: ReportId(Uuid::from_u128(7)),
            network: Network::Test,
            document: ReportedDocument::Sent { invoice_id: InvoiceId(Uuid::from_u128(1)) },
            original: Uuid::from_u128(2),
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
        let now = (Uuid::from_u128(0x4000_8000_0000_0000_0001), datetime!(2027-01-05 10:00 UTC));
        for (source, role, end_user) in [(SENT, "C2", SENDER), (RECEIVED, "C3", "0245:2020202020")]
        {
            let end_user = id(end_user);
            let mut report = kept(source);
            assert_eq!(report.message(&reporting), None, "there is no document yet");
            let made = report.document(&bytes, &end_user, TypeCode::Submit, &reporting, now);
            let made = made.expect("made");
            assert_eq!(made.end_user, end_user);
            assert!(made.xml.contains(&format!("<pxs:ReporterRole>{role}</pxs:ReporterRole>")));
            report.made = Some(made.clone());
            let message = report.message(&reporting).expect("a message");
            assert_eq!(
                (message.message_id, message.progress.attempts),
                (MessageId(Uuid::from_u128(7)), 1)
            );
            assert_eq!(
                (&message.sender, &message.receiver),
                (&made.end_user, &reporting.authority)
            );
            assert_eq!(message.document_type.value(), DOCUMENT_TYPE);
            assert_eq!(message.process.value(), PROCESS);
            assert!(!message.progress.ambiguous && report.receipt_missing_since().is_none());
            (report.report.state, report.report.decided_at) = (ReportState::Accepted, Some(now.1));
            assert_eq!(report.receipt_missing_since(), Some(now.1));
            let again = report.message(&reporting).expect("a message");
            assert_eq!((again.message_id, again.progress.ambiguous), (message.message_id, true));
            report.sent_at = Some(now.1);
            assert_eq!(report.receipt_missing_since(), None);
            for other in [b"<Order/>".as_slice(), b"no XML"] {
                let error = report.document(other, &end_user, TypeCode::Submit, &reporting, now);
                assert_eq!(error, Err(CannotReport::NoInvoice));
            }
        }
    }

    #[test]
    fn a_document_is_reported_for_who_is_registered_whatever_it_says() {
        let bytes = fixtures::bytes("peppol-network/tdd-build/documents/base-example.xml");
        let text = String::from_utf8(bytes).expect("UTF-8");
        let id = |text: &str| text.parse::<ParticipantId>().expect("an id");
        let reporting = Reporting { authority: id("0242:000099"), provider: id("0242:000028") };
        let now = (Uuid::from_u128(0x4000_8000_0000_0000_0001), datetime!(2027-01-05 10:00 UTC));
        let sender = r#"<cbc:EndpointID schemeID="0088">9482348239847239874</cbc:EndpointID>"#;
        let receiver = r#"<cbc:EndpointID schemeID="0002">FR23342</cbc:EndpointID>"#;
        let ours = id("9915:2020202020");
        let refused = Err(CannotReport::OtherSender(ours.clone()));
        for (source, removed, written, expected) in [
            (RECEIVED, receiver, "9915:2020876550", Ok(())),
            (RECEIVED, receiver, "x:1", Ok(())),
            (RECEIVED, receiver, "", Ok(())),
            (SENT, sender, "9915:2020202020", Ok(())),
            (SENT, sender, "0245:2020202020", Ok(())),
            (SENT, sender, "", Ok(())),
            (SENT, sender, "9915:2020876550", refused.clone()),
            (SENT, sender, "x:2020202020", refused.clone()),
        ] {
            let endpoint = written.split_once(':').map(|(scheme, value)| {
                format!(r#"<cbc:EndpointID schemeID="{scheme}">{value}</cbc:EndpointID>"#)
            });
            let changed = text.replacen(removed, &endpoint.unwrap_or_default(), 1);
            assert_ne!(changed, text);
            let made =
                kept(source).document(changed.as_bytes(), &ours, TypeCode::Submit, &reporting, now);
            assert_eq!(made.map(|made| assert_eq!(made.end_user, ours)), expected, "{written}");
        }
    }
}
