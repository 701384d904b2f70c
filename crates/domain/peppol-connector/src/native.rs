//! The decision to send an invoice that was issued here (`POST …/peppol/send/{invoiceId}`).

use crate::send::queue;
use crate::{
    DocumentBytes, DocumentFacts, NewIds, NumberUse, OrganizationFacts, QueuedSend,
    RecordedInvoiceId, Refusal, Release, State, admit,
};
use time::OffsetDateTime;

/// What counts of the invoice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NativeInvoice {
    /// Its id.
    pub id: RecordedInvoiceId,
    /// A proforma cannot be sent over Peppol.
    pub proforma: bool,
    /// Whether it is issued: no draft, not waiting for approval, not cancelled.
    pub issued: bool,
    /// Where its latest submission stands.
    pub latest: Option<State>,
}

/// Why an invoice is not sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NativeRefusal {
    /// `type` proforma.
    #[error("a proforma cannot be sent over Peppol; issue the final invoice and send that")]
    Proforma,
    /// A draft, or cancelled.
    #[error("only an issued invoice can be sent")]
    NotIssued,
    /// It went out before, or is about to.
    #[error("the invoice is {} already", .0.name())]
    UnderWay(State),
    /// The organization cannot send it now.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl NativeRefusal {
    /// The code in the flat form (Errors, "Non-standard shapes" 1): with 402 for credit, with 422
    /// for the dates. `None`: the refusal is answered in the standard envelope.
    #[must_use]
    pub const fn flat_code(&self) -> Option<&'static str> {
        match self {
            NativeRefusal::Refused(Refusal::Credit) => Some("INSUFFICIENT_CREDIT"),
            NativeRefusal::Refused(Refusal::Date(date)) => Some(date.code()),
            _ => None,
        }
    }
}

/// Decides on the send of an invoice whose document, as it would go out, is right. `release` is when
/// the send settings let it leave ([`crate::release_time`]); the send date is that of leaving.
///
/// # Errors
/// [`NativeRefusal`]. A failed send may be tried again; one that is under way or arrived may not.
pub fn decide_native_send(
    invoice: NativeInvoice,
    document: &DocumentFacts,
    bytes: &DocumentBytes,
    organization: &OrganizationFacts,
    ids: NewIds,
    release: Release,
) -> Result<QueuedSend, NativeRefusal> {
    if invoice.proforma {
        return Err(NativeRefusal::Proforma);
    }
    if !invoice.issued {
        return Err(NativeRefusal::NotIssued);
    }
    match invoice.latest {
        Some(state @ (State::Queued | State::Sending | State::Sent | State::Delivered)) => {
            return Err(NativeRefusal::UnderWay(state));
        }
        None | Some(State::Validated | State::Staged | State::Failed | State::Rejected) => {}
    }
    let leaves: OffsetDateTime = release.at;
    // the number is this invoice's own
    let organization =
        OrganizationFacts { number: NumberUse::Recorded(invoice.id), ..organization.clone() };
    let admission = admit(&organization, document, None, leaves)?;
    let mut send = queue(admission, document, &organization, bytes, ids, leaves);
    send.submission.native = true;
    send.job.held = release.held;
    Ok(send)
}
