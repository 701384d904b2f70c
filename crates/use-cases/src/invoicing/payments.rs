use crate::{
    context::Context,
    idempotent::{IdempotencyError, with_idempotency_key},
    ports::{Ports, Runtime},
    retry::{MayConflict, retry_on_conflict},
};
use bank_statements::{PaidLine, ProposalId, StatementStore, take_back};
use idempotency::{Answer, Fingerprint, Lease, UnwritableAnswer};
use invoicing::{
    InvoiceId, PaymentId,
    paying::{
        PaymentChange, PaymentError, PaymentMoment, PaymentRequest, PaymentStore, Settlement,
    },
};

/// Why a payment was neither recorded nor undone.
#[derive(Debug, thiserror::Error)]
pub enum ChangePaymentsError {
    /// The change was refused, or storage failed.
    #[error(transparent)]
    Payment(#[from] PaymentError),
    /// The idempotency key was refused.
    #[error(transparent)]
    Key(#[from] IdempotencyError),
}

/// Records a payment of an invoice, once per idempotency key.
///
/// # Errors
/// [`ChangePaymentsError`]; nothing was stored then, and the key can be used again.
pub async fn record_payment<P: Ports>(
    context: &Context<'_, P>,
    invoice: InvoiceId,
    request: PaymentRequest,
    lease: Option<(Lease, Fingerprint)>,
    respond: impl Fn(&PaymentChange) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, ChangePaymentsError> {
    let lease = lease.as_ref();
    let decide = |settlement: &Settlement, moment: &_| settlement.record(request, moment);
    let work = change(context, invoice, lease.map(|(lease, _)| lease), decide, respond);
    with_idempotency_key(context.ports, context.organization.into(), lease, work).await
}

/// Undoes a payment of an invoice. The line of a bank statement that it was made from waits for an answer again.
///
/// # Errors
/// [`ChangePaymentsError`].
pub async fn take_payment_back<P: Ports>(
    context: &Context<'_, P>,
    invoice: InvoiceId,
    payment: PaymentId,
    respond: impl Fn(&PaymentChange) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, ChangePaymentsError> {
    let (database, owner) = (context.database(), context.organization);
    let (moment, proposal) = (moment(context), ProposalId(context.ports.runtime().new_id()));
    let decide = |paid: Option<&PaidLine>, settlement: &Settlement| {
        let mut taken_back = take_back(payment, (paid, settlement), proposal, &moment)?;
        taken_back.payment.entry = taken_back.payment.entry.by(context.actor);
        let answer = respond(&taken_back.payment)?;
        Ok((taken_back, answer))
    };
    let taken_back = || database.take_payment_back(owner, (payment, invoice), decide);
    let answer = retry_on_conflict(taken_back).await?;
    tracing::info!(org.id = %owner, invoice.id = %invoice, "payment taken back");
    Ok(answer)
}

impl MayConflict for PaymentError {
    fn is_conflict(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_conflict())
    }
}

fn moment<P: Ports>(context: &Context<'_, P>) -> PaymentMoment {
    let runtime = context.ports.runtime();
    PaymentMoment {
        id: PaymentId(runtime.new_id()),
        now: runtime.now(),
        today: runtime.today(),
        links: context.links(),
    }
}

async fn change<P: Ports>(
    context: &Context<'_, P>,
    invoice: InvoiceId,
    lease: Option<&Lease>,
    decide: impl Fn(&Settlement, &PaymentMoment) -> Result<PaymentChange, PaymentError> + Send + Sync,
    respond: impl Fn(&PaymentChange) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, ChangePaymentsError> {
    let (organization, moment) = (context.organization, moment(context));
    let decide = |settlement: &Settlement| {
        let mut change = decide(settlement, &moment)?;
        change.entry = change.entry.by(context.actor);
        let answer = respond(&change)?;
        Ok((change, answer))
    };
    let answered = lease.map(|lease| (lease, moment.now));
    let store = context.database();
    let answer = store.change_payments(organization, invoice, answered, decide).await?;
    tracing::info!(org.id = %organization, invoice.id = %invoice, "invoice payments changed");
    Ok(answer)
}
