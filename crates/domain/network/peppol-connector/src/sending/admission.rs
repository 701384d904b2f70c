//! Whether an organization may send a document that is right: account, number, prepayment, credit.

use crate::identifiers::{DocumentTypeId, ProcessId};
use crate::{
    credit::{Credits, price},
    documents::{DateRefusal, DocumentFacts, Side, issue_date::check_issue_date},
    identifiers::{InvalidParticipant, ParticipantId, UnnamedType, route_of},
    registration::CannotSend,
    sending::{
        document_key::EarlierSend,
        organization_facts::{NumberUse, OrganizationFacts},
    },
    submissions::RejectReason,
};
use invoicing::recording::RevisionRefused;
use time::OffsetDateTime;

/// Characters of a recorded document's number at most: four times what the numbers of our own
/// invoices may have. EN 16931 names no limit.
pub const MAX_NUMBER: usize = 200;

/// A document that may go out, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Admission {
    /// `cbc:ID`.
    pub number: String,
    /// The participant that sends it.
    pub sender: ParticipantId,
    /// The participant that it is addressed to.
    pub receiver: ParticipantId,
    /// The identifier of its document type.
    pub document_type: DocumentTypeId,
    /// The identifier of its business process.
    pub process: ProcessId,
    /// Credit to reserve.
    pub reserve: Credits,
}

/// Why a document that is right is not taken on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// `credit`.
    #[error("not enough Peppol credit")]
    Credit,
    /// `prepayment_overdue`.
    #[error("a prepayment is overdue")]
    PrepaymentOverdue,
    /// `ingest`: no account, or one in the other network.
    #[error(transparent)]
    Account(#[from] CannotSend),
    /// `ingest`: the number is taken.
    #[error("the number {0} exists as an invoice issued here; send that invoice, or change cbc:ID")]
    NativeNumber(String),
    /// 409: it is this very document that was sent before.
    #[error("{0}")]
    Duplicate(EarlierSend),
    /// `ingest`: cannot happen to a document that the rules passed.
    #[error("the document has no number (cbc:ID)")]
    NoNumber,
    /// `ingest`: no ledger takes such a number.
    #[error("the document's number (cbc:ID) has more than {MAX_NUMBER} characters")]
    NumberTooLong,
    /// `ingest`: no column takes what an invoice must have.
    #[error("the document's {0} cannot be recorded: it is missing or too large")]
    Unrecordable(&'static str),
    /// `ingest`: payments or notes hang on what is recorded under its number.
    #[error(transparent)]
    Revision(#[from] RevisionRefused),
    /// `ingest`: the day has passed while the document was staged.
    #[error("{code}: {0}", code = .0.code())]
    Date(#[from] DateRefusal),
    /// `ingest`: the document names no sender.
    #[error("the organization has no DIČ to send from")]
    NoSender,
    /// `ingest`: the document names no recipient.
    #[error(
        "the document names no recipient; fill cbc:EndpointID of the recipient or receiverPeppolId"
    )]
    NoReceiver,
    /// `ingest`: the recipient's address is none of the network.
    #[error("the recipient's address cannot be used: {0}")]
    Receiver(#[from] InvalidParticipant),
    /// `ingest`: the network could not route it.
    #[error(transparent)]
    Route(#[from] UnnamedType),
}

impl Refusal {
    /// `reason` of the answer.
    #[must_use]
    pub const fn reason(&self) -> RejectReason {
        match self {
            Refusal::Credit => RejectReason::Credit,
            Refusal::PrepaymentOverdue => RejectReason::PrepaymentOverdue,
            _ => RejectReason::Ingest,
        }
    }

    /// `error` of the answer: only for `ingest`.
    #[must_use]
    pub fn detail(&self) -> Option<String> {
        (self.reason() == RejectReason::Ingest).then(|| self.to_string())
    }
}

/// Decides whether a document that is right may be sent: the one order of refusals of every send.
/// First what the document lacks, and its date; then the account and its network, and the number;
/// the money last: who lacks credit alone lacks nothing else.
///
/// # Errors
/// The first [`Refusal`].
pub fn admit(
    organization: &OrganizationFacts,
    document: &DocumentFacts,
    receiver: Option<&ParticipantId>,
    now: OffsetDateTime,
) -> Result<Admission, Refusal> {
    let number = numbered(document)?;
    let receiver = match receiver {
        Some(receiver) => receiver.clone(),
        None => addressed(document, document.sender().other())?,
    };
    let (document_type, process) =
        route_of(document.root, document.customization.as_deref(), document.profile.as_deref())?;
    if let Some(issued) = document.issue_date {
        check_issue_date(issued, organization.environment.network(), now)?;
    }
    let sender = organization.sender()?;
    if organization.number == NumberUse::Native {
        return Err(Refusal::NativeNumber(number));
    }
    if let Some(earlier) = organization.sent_before() {
        return Err(Refusal::Duplicate(earlier));
    }
    let reserve = organization.affordable()?;
    Ok(Admission { number, sender, receiver, document_type, process, reserve })
}

impl OrganizationFacts {
    /// The send of the same document that went before.
    fn sent_before(&self) -> Option<EarlierSend> {
        match &self.number {
            NumberUse::Recorded(earlier) => earlier.same,
            NumberUse::Free | NumberUse::Native => None,
        }
    }

    /// As whom it sends.
    fn sender(&self) -> Result<ParticipantId, Refusal> {
        self.account.may_send(self.environment)?;
        self.participant.clone().ok_or(Refusal::NoSender)
    }

    /// What a send costs it, if it may spend that.
    fn affordable(&self) -> Result<Credits, Refusal> {
        let price = price(self.environment.network());
        if self.prepayment_overdue && price > Credits(0) {
            return Err(Refusal::PrepaymentOverdue);
        }
        if self.available < price {
            return Err(Refusal::Credit);
        }
        Ok(price)
    }
}

/// The number that it is recorded under.
pub(crate) fn numbered(document: &DocumentFacts) -> Result<String, Refusal> {
    let number = document.number.clone().ok_or(Refusal::NoNumber)?;
    if number.chars().count() > MAX_NUMBER {
        return Err(Refusal::NumberTooLong);
    }
    Ok(number)
}

/// The participant that a document's electronic address names.
pub(crate) fn addressed(document: &DocumentFacts, side: Side) -> Result<ParticipantId, Refusal> {
    let endpoint = document.party(side).endpoint.as_ref().ok_or(Refusal::NoReceiver)?;
    let scheme = endpoint.scheme.as_deref().ok_or(Refusal::NoReceiver)?;
    Ok(ParticipantId::new(scheme, &endpoint.value)?)
}
