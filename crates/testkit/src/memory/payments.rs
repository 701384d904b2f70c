use super::store::{Data, MemoryStore};
use access::OrganizationId;
use idempotency::{Answer, Lease};
use invoicing::{
    InvoiceId,
    paying::{PaymentChange, PaymentError, PaymentStore, Settlement},
    states::{InvoiceState, LiveSend},
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
        copy.invoices.insert((organization, invoice), change.after);
        copy.add_history((organization, invoice), &change.entry);
        copy.add_events(&change.events);
        if let Some((lease, now)) = answered {
            copy.complete((organization.into(), now), lease, &answer)?;
        }
        *data = copy;
        Ok(answer)
    }
}

impl Data {
    pub(super) fn settlement(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
    ) -> Result<Settlement, StoreError> {
        let InvoiceState { invoice, live_send, .. } = self.state((organization, invoice))?;
        Ok(Settlement { invoice, was_sent: live_send == LiveSend::Taken })
    }
}
