//! Checks whether an organization may send a valid document: account, number, prepayment, credit.

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

/// Maximum length of a recorded document's number in characters: four times that of an invoice issued here. EN 16931
/// sets no limit.
pub const MAX_NUMBER: usize = 200;

/// A document that may be sent, with its routing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Admission {
    /// Invoice number (BT-1), `cbc:ID`.
    pub number: String,
    /// The participant that sends it.
    pub sender: ParticipantId,
    /// The participant that it is addressed to.
    pub receiver: ParticipantId,
    /// The identifier of its document type.
    pub document_type: DocumentTypeId,
    /// The identifier of its business process.
    pub process: ProcessId,
    /// The credit to reserve.
    pub reserve: Credits,
}

/// A field of a document that has to be recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("document_field")]
pub enum Recorded {
    /// BT-112.
    #[error("total (BT-112)")]
    Total,
    /// BT-109.
    #[error("total without VAT (BT-109)")]
    Subtotal,
    /// BT-2.
    #[error("issue date (BT-2)")]
    IssueDate,
    /// BT-113.
    #[error("paid amount (BT-113)")]
    Prepaid,
    /// BT-114.
    #[error("rounding amount (BT-114)")]
    Rounding,
    /// BT-5.
    #[error("currency (BT-5)")]
    Currency,
    /// The name of the other party.
    #[error("other party")]
    OtherParty,
}

/// Why a valid document is refused. The reason in the answer comes first.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("send")]
pub enum Refusal {
    /// `credit`: too little available credit.
    #[error("not enough Peppol credit")]
    Credit,
    /// `prepayment_overdue`: a prepayment is overdue.
    #[error("a prepayment is overdue")]
    PrepaymentOverdue,
    /// `ingest`: no account, or one in the other network.
    #[error(transparent)]
    Account(#[from] CannotSend),
    /// `ingest`: an invoice issued here has the number.
    #[error("the number {number} exists as an invoice issued here; send that invoice, or change cbc:ID", number = .0)]
    NativeNumber(String),
    /// 409: the same document was sent before.
    #[error("{0}")]
    Duplicate(EarlierSend),
    /// `ingest`: no number; cannot happen to a document that passed validation.
    #[error("the document has no number (cbc:ID)")]
    NoNumber,
    /// `ingest`: the number is longer than [`MAX_NUMBER`].
    #[error("the document's number (cbc:ID) has more than {most} characters", most = MAX_NUMBER)]
    NumberTooLong,
    /// `ingest`: a value needed for the recorded invoice is missing or out of range.
    #[error("the document's {what} cannot be recorded: it is missing or too large", what = .0)]
    Unrecordable(Recorded),
    /// `ingest`: payments or notes depend on the invoice that is recorded under its number.
    #[error(transparent)]
    Revision(#[from] RevisionRefused),
    /// `ingest`: the issue date has passed while the document was staged.
    #[error("{code}: {reason}", code = .0.code(), reason = .0)]
    Date(#[from] DateRefusal),
    /// `ingest`: the document names no sender.
    #[error("the organization has no DIČ to send from")]
    NoSender,
    /// `ingest`: the document names no recipient.
    #[error(
        "the document names no recipient; fill cbc:EndpointID of the recipient or receiverPeppolId"
    )]
    NoReceiver,
    /// `ingest`: the recipient's address is no participant identifier.
    #[error("the recipient's address cannot be used: {reason}", reason = .0)]
    Receiver(#[from] InvalidParticipant),
    /// `ingest`: the document type cannot be named, so the network cannot route it.
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

    /// `error` in the answer; `None` unless the reason is `ingest`.
    #[must_use]
    pub fn detail(&self) -> Option<String> {
        (self.reason() == RejectReason::Ingest).then(|| self.to_string())
    }
}

/// Decides whether a valid document may be sent; all kinds of sends use this order of checks: missing values of the
/// document and its date; the account and its network, and the number; the credit last, so that a refusal for credit
/// means that all else is right.
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
    /// The earlier send of the same document.
    fn sent_before(&self) -> Option<EarlierSend> {
        match &self.number {
            NumberUse::Recorded(earlier) => earlier.same,
            NumberUse::Free | NumberUse::Native => None,
        }
    }

    /// The participant that the organization sends as.
    fn sender(&self) -> Result<ParticipantId, Refusal> {
        self.account.may_send(self.environment)?;
        self.participant.clone().ok_or(Refusal::NoSender)
    }

    /// The price of the send, if the credit covers it.
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

/// The number that the document is recorded under.
pub(crate) fn numbered(document: &DocumentFacts) -> Result<String, Refusal> {
    let number = document.number.clone().ok_or(Refusal::NoNumber)?;
    if number.chars().count() > MAX_NUMBER {
        return Err(Refusal::NumberTooLong);
    }
    Ok(number)
}

/// The participant in a document's electronic address.
pub(crate) fn addressed(document: &DocumentFacts, side: Side) -> Result<ParticipantId, Refusal> {
    let endpoint = document.party(side).endpoint.as_ref().ok_or(Refusal::NoReceiver)?;
    let scheme = endpoint.scheme.as_deref().ok_or(Refusal::NoReceiver)?;
    Ok(ParticipantId::new(scheme, &endpoint.value)?)
}
