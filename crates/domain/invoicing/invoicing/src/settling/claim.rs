//! The advances that a document settles while it is in force and not completely credited.

use crate::{
    AnyInvoice, Invoice, InvoiceId,
    corrections::StandingNote,
    settling::{Advance, AdvanceRefused},
    states::{ChangeMoment, HistoryAction, Holds, InvoiceChange, InvoiceState},
};
use events::Unwritable;

/// An advance that a document names, and whether the document settles it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    pub advance: Advance,
    /// The document.
    pub by: InvoiceId,
    pub settles: bool,
}

/// Why an advance cannot be settled when the document is stored.
#[derive(Debug, thiserror::Error)]
pub enum SettleRefused {
    /// It has changed since it was checked.
    #[error(transparent)]
    Advance(#[from] AdvanceRefused),
    /// An event cannot be written.
    #[error(transparent)]
    Event(#[from] Unwritable),
}

impl AnyInvoice {
    /// The advances that it has settled since it was issued, while it is in force. Once credit notes take it back
    /// completely, the advances that it deducted (but not payments of a proforma) are free again, so that another
    /// document may settle them or a credit note may take them back. `notes` are the notes to it that are in force.
    #[must_use]
    pub fn claims(&self, notes: &[StandingNote]) -> Vec<Claim> {
        let document = self.document.issued().filter(|_| !self.status.is_draft());
        let is_credited = notes.iter().any(StandingNote::is_credit) && self.has_nothing_left(notes);
        let claim = |advance: &Advance| Claim {
            advance: advance.clone(),
            by: self.id,
            settles: self.status.is_issued() && !(is_credited && advance.is_taxed()),
        };
        document.into_iter().flat_map(|document| &document.advances).map(claim).collect()
    }
}

/// The claims of a document that change when `before` becomes `after`.
#[must_use]
pub fn claims_between(
    before: Option<&AnyInvoice>,
    after: Option<&AnyInvoice>,
    notes: &[StandingNote],
) -> Vec<Claim> {
    let [was, is] = [before, after].map(|it| it.map(|it| it.claims(notes)).unwrap_or_default());
    is.into_iter().filter(|claim| !was.contains(claim)).collect()
}

impl InvoiceState {
    /// The decision on this advance by the claim of a document. `None` when it is so already.
    ///
    /// # Errors
    /// [`SettleRefused`] when it cannot be settled any more.
    pub fn claimed(
        &self,
        claim: &Claim,
        moment: &ChangeMoment,
    ) -> Result<Option<InvoiceChange>, SettleRefused> {
        let before = &self.invoice;
        if claim.settles == (before.holds.settled_by == Some(claim.by)) {
            return Ok(None);
        }
        if claim.settles {
            claim.advance.check_same(before)?;
        }
        let holds = Holds { settled_by: claim.settles.then_some(claim.by), ..before.holds };
        let after = Invoice { holds, version: before.version + 1, ..before.clone() };
        Ok(Some(self.changed(HistoryAction::Settled, after, moment)?))
    }
}
