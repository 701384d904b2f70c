use crate::memory::{
    Result,
    store::{Data, MemoryStore},
};
use access::OrganizationId;
use idempotency::{Answer, Lease};
use invoicing::{
    InvoiceId,
    paying::{PaymentChange, PaymentError, PaymentStore, Settlement},
    states::{InvoiceState, LiveSend, NoteEffect},
};
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
        self.change(|data| {
            let (change, answer) = decide(&data.settlement(organization, invoice)?)?;
            data.keep_payment(&change)?;
            Ok(data.decided(organization, answered, answer)?)
        })
    }
}

impl Data {
    /// Stores the change of an invoice by a payment, and those of the invoice that it refers to and of its notes.
    pub(in crate::memory) fn keep_payment(&mut self, change: &PaymentChange) -> Result<()> {
        let (before, after) = (&change.before, &change.after);
        let owner = (after.organization, after.id);
        self.invoices.put(owner.0, after.clone());
        self.add_history(owner, &change.entry);
        self.add_events(&change.events);
        self.match_what_waits(Some(before), after, change.entry.at)?;
        self.keep_shares(before, after, &change.moment)?;
        let effect = NoteEffect::between(Some(before), Some(after));
        self.keep_effect(owner.0, effect, &change.moment)
    }

    pub(in crate::memory) fn settlement(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
    ) -> Result<Settlement> {
        let InvoiceState { invoice, live_send, .. } = self.state((organization, invoice))?;
        Ok(Settlement { invoice, was_sent: live_send == LiveSend::Taken })
    }
}
