//! The decision to send an invoice issued here (`POST …/peppol/send/{invoiceId}`).

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

/// The facts of the invoice that decide on a send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NativeInvoice {
    /// The id of the invoice.
    pub id: InvoiceId,
    /// The version of the invoice that its document was made from.
    pub version: i32,
    /// Whether it is a proforma, which cannot be sent over Peppol.
    pub proforma: bool,
    /// Whether it is issued: not a draft, not waiting for approval, not cancelled.
    pub issued: bool,
    /// Its latest submission to the network of the key, with its state.
    pub latest: Option<(SubmissionId, State)>,
}

impl NativeInvoice {
    /// Checks the invoice itself. A failed send may be repeated; one in progress or delivered may not.
    ///
    /// # Errors
    /// [`NativeRefusal`].
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
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("invoice_send")]
pub enum NativeRefusal {
    /// It is a proforma.
    #[error("a proforma cannot be sent over Peppol; issue the final invoice and send that")]
    Proforma,
    /// It records a document that the connector sent.
    #[error("another system issued this document; send it by POST /v1/agent/peppol/connector/send")]
    Recorded,
    /// It is a draft, or cancelled.
    #[error("only an issued invoice can be sent")]
    NotIssued,
    /// It was sent or queued before.
    #[error("the invoice is {state} already, as {submission}", state = .1.name(), submission = .0)]
    UnderWay(SubmissionId, State),
    /// The validator is unavailable, so the document's validity is unknown.
    #[error("the document cannot be checked now; try again")]
    ValidatorUnavailable,
    /// Its document breaks rules; documents made here are never repaired.
    #[error("the invoice cannot be sent: its document breaks {count} rules", count = .0.len())]
    Invalid(Vec<Finding>),
    /// The organization cannot send it now.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl NativeRefusal {
    /// The code in the flat form (Errors, "Non-standard shapes" 1): with 402 for credit and prepayment, with 422 for
    /// the dates. `None`: the refusal is answered in the standard envelope.
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

/// Decides on the send of an invoice in the order of every send: the invoice and its document, then [`admit`].
/// `release` is the time when the send settings let it leave ([`crate::sending::held::release_time`]); the date rules
/// apply to that time.
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

/// The refusal of an invoice's send for reasons other than its document's validation.
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

/// The facts with the number marked as free, because it is this invoice's own.
fn own_number(organization: &OrganizationFacts) -> OrganizationFacts {
    OrganizationFacts { number: NumberUse::Free, ..organization.clone() }
}
