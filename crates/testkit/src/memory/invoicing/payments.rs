use crate::memory::store::{Data, MemoryStore};
use access::OrganizationId;
use idempotency::{Answer, Lease};
use invoicing::{
    InvoiceId,
    paying::{PaymentChange, PaymentError, PaymentStore, Settlement},
    states::{InvoiceState, LiveSend, NoteEffect},
};
use persistence::StoreError;
use time::OffsetDateTime;

impl PaymentStore for MemoryStore {
    async fn change_payments<D>(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
        answered: Option<(&Lease, OffsetDateTime)>,
        decide: D,
    ) -> Result<Answer, PaymentError>
    where
        D: Fn(&Settlement) -> Result<(PaymentChange, Answer), PaymentError> + Send + Sync,
    {
        let mut data = self.data();
        let mut copy = data.clone();
        let (change, answer) = decide(&copy.settlement(organization, invoice)?)?;
        copy.keep_payment(&change)?;
        if let Some((lease, now)) = answered {
            copy.complete((organization.into(), now), lease, &answer)?;
        }
        *data = copy;
        Ok(answer)
    }
}

impl Data {
    /// What becomes of an invoice by a payment, of the invoice that it refers to, and of its notes.
    pub(in crate::memory) fn keep_payment(
        &mut self,
        change: &PaymentChange,
    ) -> Result<(), StoreError> {
        let (before, after) = (&change.before, &change.after);
        let owner = (after.organization, after.id);
        self.invoices.insert(owner, after.clone());
        self.add_history(owner, &change.entry);
        self.add_events(&change.events);
        self.keep_shares(before, after, &change.moment)?;
        let effect = NoteEffect::between(Some(before), Some(after));
        self.keep_effect(owner.0, effect, &change.moment)
    }

    pub(in crate::memory) fn settlement(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
    ) -> Result<Settlement, StoreError> {
        let InvoiceState { invoice, live_send, .. } = self.state((organization, invoice))?;
        Ok(Settlement { invoice, was_sent: live_send == LiveSend::Taken })
    }
}
