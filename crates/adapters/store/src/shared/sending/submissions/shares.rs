//! What becomes of the credit notes to a recorded invoice when another document under its number says another
//! total: the same as with an edit.

use super::super::super::{
    super::run_mutations, invoicing::invoices::note_effect::keep_shares, sql::*,
};
use access::OrganizationId;
use invoicing::{AnyInvoice, Invoice, recording::RecordedDocument, states::ChangeMoment};
use peppol_connector::sending::{RecordedInvoice, SendWrites};

/// A record that another document changes, with when: before and after.
pub(super) struct Revised<'a> {
    before: AnyInvoice,
    after: AnyInvoice,
    moment: &'a ChangeMoment,
}

impl<'a> Revised<'a> {
    /// What a commit changes of a record whose credit notes take off something else then.
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

    /// Keeps all of the commit, and what follows for the notes.
    pub(super) async fn keep(&self, conn: &mut Conn, mutations: Vec<Mutation<'_>>) -> Result<()> {
        run_mutations(conn, mutations).await?;
        keep_shares(conn, &self.before, &self.after, self.moment).await
    }
}
