//! Records that hang together with others: another document under the number of a recorded invoice, and a note to an
//! invoice. Kept when the notes to the record are those by which it was checked, and what it corrects allows it; the
//! credit notes among them follow its new total, as after an edit.

use super::super::super::{
    super::run_mutations,
    invoicing::invoices::{
        lock::lock,
        note_effect::{keep_effect, keep_shares},
        state::standing_notes,
    },
    ledger::bank::due::match_what_waits,
    sql::*,
};
use access::OrganizationId;
use invoicing::{
    AnyInvoice, Invoice,
    corrections::StandingNote,
    recording::{InvoiceContent, RecordedDocument},
    states::{ChangeMoment, NoteEffect},
};
use peppol_connector::sending::{RecordedInvoice, SendWrites};

/// A recorded invoice, and what is recorded under its number so far.
pub(super) struct Recording<'a> {
    before: Option<AnyInvoice>,
    after: AnyInvoice,
    notes: &'a [StandingNote],
    moment: Option<&'a ChangeMoment>,
}

impl<'a> Recording<'a> {
    /// What a commit records, if other records depend on it.
    pub(super) fn of(organization: OrganizationId, commit: &'a SendWrites) -> Option<Self> {
        let SendWrites::Queue(send) = commit else { return None };
        let RecordedInvoice { invoice, before, notes, moment, .. } = send.invoice.as_ref()?;
        let own =
            |invoice: Invoice<RecordedDocument>| AnyInvoice { organization, ..invoice.into() };
        let before = before.as_deref().map(|before| own(before.clone()));
        let after = own(invoice.clone());
        let is_alone = before.is_none() && after.document.header().original.is_none();
        (!is_alone).then_some(Self { before, after, notes, moment: moment.as_ref() })
    }

    /// Stores the commit, and the changes of the invoices that it corrects, and of its notes.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the record, the notes to it, or what it corrects have changed since it was checked.
    pub(super) async fn keep(&self, conn: &mut Conn, mutations: Vec<Mutation<'_>>) -> Result<()> {
        let AnyInvoice { organization, id, .. } = self.after;
        let corrects = |of: &AnyInvoice| of.document.header().original;
        let corrected = self.before.as_ref().and_then(corrects).into_iter();
        let concerned = corrected.chain(corrects(&self.after)).chain([id]);
        lock(conn, organization, list(concerned.map(|id| id.0))).await?;
        if standing_notes(read_conn!(conn), organization, id).await? != self.notes {
            return Err(StoreError::Conflict);
        }
        run_mutations(conn, mutations).await?;
        let Some(moment) = self.moment else { return Ok(()) };
        if let Some(before) = &self.before {
            match_what_waits(conn, Some(before), &self.after, moment.now).await?;
            keep_shares(conn, before, &self.after, moment).await?;
        }
        for effect in NoteEffect::of_revision(self.before.as_ref(), &self.after) {
            keep_effect(conn, organization, Some(effect), moment).await?;
        }
        Ok(())
    }
}
