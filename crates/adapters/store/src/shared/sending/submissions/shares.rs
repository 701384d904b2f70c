//! Updates the credit notes to a recorded invoice when another document under its number has another total, as an edit
//! does.

use super::super::super::{
    super::run_mutations, invoicing::invoices::note_effect::keep_shares, sql::*,
};
use access::OrganizationId;
use invoicing::{AnyInvoice, Invoice, recording::RecordedDocument, states::ChangeMoment};
use peppol_connector::sending::{RecordedInvoice, SendWrites};

/// A recorded invoice before and after another document replaces it, and the time.
pub(super) struct Revised<'a> {
    before: AnyInvoice,
    after: AnyInvoice,
    moment: &'a ChangeMoment,
}

impl<'a> Revised<'a> {
    /// The change that a commit makes to a record, if it affects the record's credit notes.
    pub(super) fn of(organization: OrganizationId, commit: &'a SendWrites) -> Option<Self> {
        let SendWrites::Queue(send) = commit else { return None };
        let RecordedInvoice { invoice, before, moment, .. } = send.invoice.as_ref()?;
        let own =
            |invoice: Invoice<RecordedDocument>| AnyInvoice { organization, ..invoice.into() };
        let (before, after) = (own(before.as_deref()?.clone()), own(invoice.clone()));
        let revised = Self { before, after, moment: moment.as_ref()? };
        let moves = revised.before.credit_taken_off() != revised.after.credit_taken_off();
        moves.then_some(revised)
    }

    /// Stores the commit, and the changes of the notes.
    pub(super) async fn keep(&self, conn: &mut Conn, mutations: Vec<Mutation<'_>>) -> Result<()> {
        run_mutations(conn, mutations).await?;
        keep_shares(conn, &self.before, &self.after, self.moment).await
    }
}
