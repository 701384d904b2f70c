//! A report, from its document to the authority's decision.

use access::OrganizationId;
use events::{Data, Event, NewEvent, ReportData, ReportIssue, Unwritable};
use peppol_connector::identifiers::{Network, ParticipantId};
use peppol_messages::mls::{MessageStatus, ResponseCode, main_id_of};
use time::OffsetDateTime;

pub use events::ReportedDocument;
pub use persistence::ids::{ReportedDocumentId, TaxReportId as ReportId};

/// The scheme of a provider's identifiers (SPIS 1.0.0).
const PROVIDER_SCHEME: &str = "0242";

persistence::named! {
    /// How far a report is.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ReportState {
        /// The authority has not decided yet.
        Queued = "queued",
        /// The authority's access point has it.
        Sent = "sent",
        /// The authority accepted it.
        Accepted = "accepted",
        /// The authority rejected it.
        Rejected = "rejected",
    }
}

impl ReportState {
    /// Whether the authority has decided.
    #[must_use]
    pub const fn is_decided(self) -> bool {
        matches!(self, ReportState::Accepted | ReportState::Rejected)
    }
}

/// A report of a document that was sent or received.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaxReport {
    /// The id of the report.
    pub id: ReportId,
    /// Over which network the document went, and the report goes.
    pub network: Network,
    /// The reported document.
    pub document: ReportedDocument,
    /// The document that it is about, as the authority knows it.
    pub original: ReportedDocumentId,
    /// The state of the report.
    pub state: ReportState,
    /// Why it was rejected, or given up.
    pub issues: Vec<ReportIssue>,
    /// The time of the authority's decision.
    pub decided_at: Option<OffsetDateTime>,
    /// The deadline by which the authority must have the report.
    pub due_at: OffsetDateTime,
    /// Whether it deletes what an earlier one reported (code D).
    pub deletes: bool,
}

/// Why an answer has no effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AnswerRefused {
    /// It is about another message.
    #[error("the status is about another message")]
    OtherMessage,
    /// It does not come from the authority.
    #[error("the status does not come from the provider that reports go to")]
    OtherSender,
    /// The authority has decided before. The first decision stands, and no event is repeated.
    #[error("the report is decided")]
    Decided,
}

/// A decision of the authority, to be stored in one transaction with its event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    /// The report after the decision.
    pub report: TaxReport,
    /// The event `peppol.document.fs_report_accepted` or `_rejected`. Its id is derived from the report's, so that it
    /// is stored once.
    pub event: NewEvent,
}

/// Why an answer brings no decision.
#[derive(Debug, thiserror::Error)]
pub enum NotDecided {
    /// The answer is refused.
    #[error(transparent)]
    Refused(#[from] AnswerRefused),
    /// The event cannot be written.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
}

impl TaxReport {
    /// The network and the id by which the authority knows the document: the same for all its reports.
    #[must_use]
    pub const fn subject(&self) -> (Network, ReportedDocumentId) {
        (self.network, self.original)
    }

    /// The report after the authority's access point has accepted it. A decided report does not change: the answer
    /// may arrive before the receipt.
    #[must_use]
    pub fn sent(self) -> Self {
        if self.state.is_decided() {
            return self;
        }
        Self { state: ReportState::Sent, issues: Vec::new(), ..self }
    }

    /// The report after a message level status. `authority` is the participant that receives reports.
    ///
    /// # Errors
    /// [`NotDecided`]; nothing changes then.
    pub fn answered(
        &self,
        organization: OrganizationId,
        status: &MessageStatus,
        authority: &ParticipantId,
        now: OffsetDateTime,
    ) -> Result<Decided, NotDecided> {
        self.check_answer(status, authority)?;
        let (state, issues) = match status.response {
            ResponseCode::Delivered | ResponseCode::Accepted => (ReportState::Accepted, Vec::new()),
            ResponseCode::Rejected => (ReportState::Rejected, issues(status)),
        };
        let report = Self { state, issues, decided_at: Some(now), ..self.clone() };
        let event = NewEvent::once(&report.event(organization, now), &report.id.to_string())?;
        Ok(Decided { report, event })
    }

    fn check_answer(
        &self,
        status: &MessageStatus,
        authority: &ParticipantId,
    ) -> Result<(), AnswerRefused> {
        if !status.about.eq_ignore_ascii_case(&self.id.to_string()) {
            return Err(AnswerRefused::OtherMessage);
        }
        // reports may go to one of the provider's identifiers, and it answers by another, usually the main one
        let sender = format!("{PROVIDER_SCHEME}:{}", status.sender);
        if main_id_of(&sender) != main_id_of(&authority.to_string()) {
            return Err(AnswerRefused::OtherSender);
        }
        if self.state.is_decided() { Err(AnswerRefused::Decided) } else { Ok(()) }
    }

    fn event(&self, organization: OrganizationId, at: OffsetDateTime) -> Event {
        let data = ReportData {
            document: self.document,
            original_document_id: self.original.to_string(),
            state: self.state.name().to_owned(),
            issues: self.issues.clone(),
            decided_at: at,
            deletes: self.deletes,
            mode: self.network.tier(),
        };
        let data = match self.state {
            ReportState::Rejected => Data::PeppolDocumentFsReportRejected(data),
            _ => Data::PeppolDocumentFsReportAccepted(data),
        };
        Event { organization, at, data }
    }
}

/// The reasons of a rejection: those of its places, or its description where it names none.
fn issues(status: &MessageStatus) -> Vec<ReportIssue> {
    let of_places = status.issues.iter().map(|issue| ReportIssue {
        code: Some(issue.reason.code().to_owned()),
        message: match &issue.location {
            Some(place) => format!("{} ({place})", issue.description),
            None => issue.description.clone(),
        },
        rules: None,
    });
    let of_places: Vec<_> = of_places.collect();
    if !of_places.is_empty() {
        return of_places;
    }
    let description = status.description.clone().into_iter();
    description.map(|message| ReportIssue { code: None, message, rules: None }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use peppol_messages::mls::{Issue, ReasonCode};
    use time::macros::datetime;
    use uuid::Uuid;

    const NOW: OffsetDateTime = datetime!(2027-01-05 10:00 UTC);

    fn authority() -> ParticipantId {
        "0242:000099".parse().expect("an SPID")
    }

    fn report() -> TaxReport {
        TaxReport {
            id: ReportId(Uuid::from_u128(7)),
            network: Network::Test,
            document: ReportedDocument::Sent {
                invoice_id: peppol_connector::identifiers::InvoiceId(Uuid::from_u128(1)),
            },
            original: ReportedDocumentId(Uuid::from_u128(2)),
            state: ReportState::Queued,
            issues: Vec::new(),
            decided_at: None,
            due_at: NOW,
            deletes: false,
        }
    }

    fn status(response: ResponseCode) -> MessageStatus {
        let issue = Issue {
            location: Some("/TaxData".to_owned()),
            description: "the period is closed".to_owned(),
            reason: ReasonCode::Rule,
        };
        let rejected = response == ResponseCode::Rejected;
        MessageStatus {
            id: "1".to_owned(),
            issued: NOW,
            sender: "000099".to_owned(),
            receiver: "000028".to_owned(),
            response,
            description: rejected.then(|| "rejected".to_owned()),
            about: report().id.to_string(),
            issues: if rejected { vec![issue] } else { Vec::new() },
        }
    }

    fn answered(report: &TaxReport, status: &MessageStatus) -> Result<Decided, NotDecided> {
        report.answered(OrganizationId(Uuid::from_u128(9)), status, &authority(), NOW)
    }

    #[test]
    fn the_authority_decides_with_an_event() {
        for (response, state, name) in [
            (ResponseCode::Delivered, ReportState::Accepted, "peppol.document.fs_report_accepted"),
            (ResponseCode::Accepted, ReportState::Accepted, "peppol.document.fs_report_accepted"),
            (ResponseCode::Rejected, ReportState::Rejected, "peppol.document.fs_report_rejected"),
        ] {
            let decided = answered(&report().sent(), &status(response)).expect("decided");
            assert_eq!((decided.report.state, decided.report.decided_at), (state, Some(NOW)));
            assert_eq!(decided.event.name.as_str(), name);
            let again = answered(&report(), &status(response)).expect("decided");
            assert_eq!(decided.event.id, again.event.id, "it is kept once");
            assert!(decided.event.body.as_str().contains(r#""mode":"test""#));
            let issues = &decided.report.issues;
            assert_eq!(issues.len(), usize::from(state == ReportState::Rejected));
            assert!(issues.iter().all(|issue| issue.message.contains("/TaxData")));
        }
        let mut without_places = status(ResponseCode::Rejected);
        without_places.issues.clear();
        let decided = answered(&report(), &without_places).expect("decided");
        assert_eq!(decided.report.issues[0].message, "rejected");
    }

    #[test]
    fn what_the_authority_did_not_say_changes_nothing() {
        let accepted = status(ResponseCode::Accepted);
        let other = MessageStatus { about: Uuid::nil().to_string(), ..accepted.clone() };
        let stranger = MessageStatus { sender: "000001".to_owned(), ..accepted.clone() };
        let malformed = MessageStatus { sender: "a b".to_owned(), ..accepted.clone() };
        for (status, refused) in [
            (other, AnswerRefused::OtherMessage),
            (stranger, AnswerRefused::OtherSender),
            (malformed, AnswerRefused::OtherSender),
        ] {
            let error = answered(&report(), &status).expect_err("refused");
            assert!(matches!(error, NotDecided::Refused(found) if found == refused), "{error}");
        }
        // a second answer, whatever it says
        let decided = answered(&report(), &accepted).expect("decided").report;
        let again = answered(&decided, &status(ResponseCode::Rejected)).expect_err("refused");
        assert!(matches!(again, NotDecided::Refused(AnswerRefused::Decided)));
        assert_eq!(decided.clone().sent(), decided, "a receipt that comes late");
    }

    #[test]
    fn the_authority_answers_by_any_of_its_identifiers() {
        for (authority, sender, is_its) in [
            ("0242:000099-TDD", "000099", true),
            ("0242:000099-TDD", "000099-MLS", true),
            ("0242:000099", "000099-TDD", true),
            ("0242:000099-TDD", "000098", false),
            ("0242:000099", "0000991", false),
            ("0088:000099", "000099", false),
        ] {
            let authority = authority.parse().expect("an id");
            let status =
                MessageStatus { sender: sender.to_owned(), ..status(ResponseCode::Accepted) };
            let organization = OrganizationId(Uuid::from_u128(9));
            let decided = report().answered(organization, &status, &authority, NOW);
            assert_eq!(decided.is_ok(), is_its, "{sender} for {authority}");
        }
    }
}
