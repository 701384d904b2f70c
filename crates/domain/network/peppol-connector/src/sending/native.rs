//! The decision to send an invoice that was issued here (`POST …/peppol/send/{invoiceId}`).

use crate::sending::decide::queued;
use crate::{
    documents::{AutoRepair, DocumentFacts, Inspection, Readiness},
    identifiers::SubmissionId,
    repair::Finding,
    sending::{
        admission::{Refusal, admit},
        held::Release,
        organization_facts::{NumberUse, OrganizationFacts},
        record::{DocumentBytes, NewIds, QueuedSend},
    },
    submissions::State,
};
use invoicing::InvoiceId;

/// What counts of the invoice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NativeInvoice {
    /// The id of the invoice.
    pub id: InvoiceId,
    /// Its version when its document was made.
    pub version: i32,
    /// A proforma cannot be sent over Peppol.
    pub proforma: bool,
    /// Whether it is issued: no draft, not waiting for approval, not cancelled.
    pub issued: bool,
    /// Its latest submission to the network of the key, and where that stands.
    pub latest: Option<(SubmissionId, State)>,
}

impl NativeInvoice {
    /// # Errors
    /// What keeps the invoice itself from being sent. A failed send may be tried again; one that is
    /// under way or arrived may not.
    const fn may_be_sent(self) -> Result<(), NativeRefusal> {
        if self.proforma {
            return Err(NativeRefusal::Proforma);
        }
        if !self.issued {
            return Err(NativeRefusal::NotIssued);
        }
        match self.latest {
            Some((
                submission,
                state @ (State::Queued | State::Sending | State::Sent | State::Delivered),
            )) => Err(NativeRefusal::UnderWay(submission, state)),
            None
            | Some((_, State::Validated | State::Staged | State::Failed | State::Rejected)) => {
                Ok(())
            }
        }
    }
}

/// Why an invoice is not sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NativeRefusal {
    /// `type` proforma.
    #[error("a proforma cannot be sent over Peppol; issue the final invoice and send that")]
    Proforma,
    /// The record of a document that the connector sent.
    #[error("another system issued this document; send it by POST /v1/agent/peppol/connector/send")]
    Recorded,
    /// A draft, or cancelled.
    #[error("only an issued invoice can be sent")]
    NotIssued,
    /// It went out before, or is about to.
    #[error("the invoice is {} already, as {}", .1.name(), .0)]
    UnderWay(SubmissionId, State),
    /// Nobody can tell whether its document is right.
    #[error("the document cannot be checked now; try again")]
    ValidatorUnavailable,
    /// Its document, as it would go out, breaks rules: our own is never repaired.
    #[error("the invoice cannot be sent: its document breaks {} rules", .0.len())]
    Invalid(Vec<Finding>),
    /// The organization cannot send it now.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl NativeRefusal {
    /// The code in the flat form (Errors, "Non-standard shapes" 1): with 402 for credit and
    /// prepayment, with 422 for the dates. `None`: the refusal is answered in the standard envelope.
    #[must_use]
    pub const fn flat_code(&self) -> Option<&'static str> {
        match self {
            NativeRefusal::Refused(Refusal::Credit) => Some("INSUFFICIENT_CREDIT"),
            NativeRefusal::Refused(Refusal::PrepaymentOverdue) => Some("PREPAYMENT_OVERDUE"),
            NativeRefusal::Refused(Refusal::Date(date)) => Some(date.code()),
            _ => None,
        }
    }
}

/// Decides on the send of an invoice, in the order of every send: the invoice and its document as it
/// would go out, then [`admit`]. `release` is when the send settings let it leave
/// ([`crate::sending::held::release_time`]); the send date is that of leaving.
///
/// # Errors
/// [`NativeRefusal`].
pub fn decide_native_send(
    invoice: NativeInvoice,
    inspection: &Inspection,
    (document, bytes): (&DocumentFacts, &DocumentBytes),
    organization: &OrganizationFacts,
    ids: NewIds,
    release: Release,
) -> Result<QueuedSend, NativeRefusal> {
    invoice.may_be_sent()?;
    match inspection.readiness(AutoRepair::Off) {
        Readiness::Ready => {}
        Readiness::Unknown => return Err(NativeRefusal::ValidatorUnavailable),
        Readiness::Broken | Readiness::NeedsRepair | Readiness::ReadyRepaired => {
            return Err(NativeRefusal::Invalid(inspection.findings(AutoRepair::Off)));
        }
    }
    let organization = own_number(organization);
    let admission = admit(&organization, document, None, release.at)?;
    let own = (invoice.id, None);
    let mut send = queued(admission, document, &organization, bytes, ids, own, release.at);
    send.submission.native = true;
    send.from_version = Some(invoice.version);
    send.job.held = release.held;
    Ok(send)
}

/// Why the send of an invoice would be refused, however its document is checked.
#[must_use]
pub fn native_refusal(
    invoice: NativeInvoice,
    document: &DocumentFacts,
    organization: &OrganizationFacts,
    release: Release,
) -> Option<NativeRefusal> {
    let organization = own_number(organization);
    let admitted = || admit(&organization, document, None, release.at).map_err(NativeRefusal::from);
    invoice.may_be_sent().and_then(|()| admitted()).err()
}

/// The number is this invoice's own.
fn own_number(organization: &OrganizationFacts) -> OrganizationFacts {
    OrganizationFacts { number: NumberUse::Free, ..organization.clone() }
}
