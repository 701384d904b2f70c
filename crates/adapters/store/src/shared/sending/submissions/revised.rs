//! Stores another document under the number of a recorded invoice, if its notes are the same as when it was checked.
//! The credit notes among them follow its new total, as after an edit.

use super::super::super::{
    super::run_mutations,
    invoicing::invoices::{lock::lock, note_effect::keep_shares, state::standing_notes},
    ledger::bank::due::match_what_waits,
    sql::*,
};
use access::OrganizationId;
use invoicing::{
    AnyInvoice, Invoice, corrections::StandingNote, recording::RecordedDocument,
    states::ChangeMoment,
};
use peppol_connector::sending::{RecordedInvoice, SendWrites};

/// A recorded invoice before and after another document replaces it.
pub(super) struct Revised<'a> {
    before: AnyInvoice,
    after: AnyInvoice,
    notes: &'a [StandingNote],
    moment: Option<&'a ChangeMoment>,
}

impl<'a> Revised<'a> {
    /// The change that a commit makes to a record, if it makes one.
    pub(super) fn of(organization: OrganizationId, commit: &'a SendWrites) -> Option<Self> {
        let SendWrites::Queue(send) = commit else { return None };
        let RecordedInvoice { invoice, before, notes, moment, .. } = send.invoice.as_ref()?;
        let own =
            |invoice: Invoice<RecordedDocument>| AnyInvoice { organization, ..invoice.into() };
        let (before, after) = (own(before.as_deref()?.clone()), own(invoice.clone()));
        Some(Self { before, after, notes, moment: moment.as_ref() })
    }

    /// Stores the commit, and the changes of the notes.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the record or the notes to it have changed since it was checked.
    pub(super) async fn keep(&self, conn: &mut Conn, mutations: Vec<Mutation<'_>>) -> Result<()> {
        let AnyInvoice { organization, id, .. } = self.before;
        lock(conn, organization, list([id.0])).await?;
        if standing_notes(read_conn!(conn), organization, id).await? != self.notes {
            return Err(StoreError::Conflict);
        }
        run_mutations(conn, mutations).await?;
        match self.moment {
            Some(moment) => {
                match_what_waits(conn, Some(&self.before), &self.after, moment.now).await?;
                keep_shares(conn, &self.before, &self.after, moment).await
            }
            None => Ok(()),
        }
    }
}
