//! Mutual set-off of an invoice and an expense.

use crate::{
    context::Context,
    idempotent::{IdempotencyError, with_idempotency_key},
    ports::{Ports, Runtime},
    retry::{MayConflict, retry_on_conflict},
};
use ::expenses::ExpenseStore;
use ::offsets::{
    Missing, Offset, OffsetError, OffsetId, OffsetMoment, OffsetRecord, OffsetRefused,
    OffsetRequest, OffsetStore, Pair, supported,
};
use idempotency::{Answer, Fingerprint, Lease, UnwritableAnswer};
use invoicing::{AnyInvoice, InvoiceRequest, InvoiceStore, Organization, PaymentId};
use persistence::StoreError;

/// Why a set-off was not made or undone.
#[derive(Debug, thiserror::Error)]
pub enum OffsetFailure {
    /// The set-off was refused, or storage failed.
    #[error(transparent)]
    Offset(#[from] OffsetError),
    /// The idempotency key was refused.
    #[error(transparent)]
    Key(#[from] IdempotencyError),
}

/// Sets an invoice off against an expense, once per idempotency key.
///
/// # Errors
/// [`OffsetFailure`]. Nothing was stored then, and the key can be used again.
pub async fn set_off<P: Ports>(
    context: &Context<'_, P>,
    request: &OffsetRequest,
    lease: Option<(Lease, Fingerprint)>,
    respond: impl Fn(&OffsetRecord) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, OffsetFailure> {
    let lease = lease.as_ref();
    let work = async {
        let firm = organization(context).await.map_err(OffsetError::from)?;
        supported(&firm).map_err(OffsetError::from)?;
        let moment = moment(context);
        let decide = |pair: &Pair| -> Result<_, OffsetError> {
            if !pair.expense.expense.is_seen_from(context.network()) {
                return Err(
                    OffsetRefused::missing(Missing { invoice: false, expense: true }).into()
                );
            }
            let change = ::offsets::set_off(request, pair, &moment)?;
            let answer = respond(&change.record(pair))?;
            Ok((change, answer))
        };
        let documents = (request.invoice, request.expense);
        let answered = lease.map(|(lease, _)| (lease, moment.now));
        let database = context.database();
        let (owner, series) = (context.organization, request.series(moment.today));
        let answer = database.set_off(owner, documents, series, answered, decide).await?;
        let id = moment.id;
        tracing::info!(org.id = %context.organization, offset.id = %id, "invoice and expense set off");
        Ok(answer)
    };
    with_idempotency_key(context.ports, context.organization.into(), lease, work).await
}

/// Undoes a set-off together with both of its payments.
///
/// # Errors
/// [`OffsetError`]; nothing was changed then.
pub async fn undo_set_off<P: Ports>(
    context: &Context<'_, P>,
    id: OffsetId,
    respond: impl Fn(&OffsetRecord) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, OffsetError> {
    let moment = moment(context);
    let decide = |offset: &Offset, pair: &Pair| -> Result<_, OffsetError> {
        seen(context, offset)?;
        let change = ::offsets::undo(offset, pair, &moment)?;
        let answer = respond(&change.record(pair))?;
        Ok((change, answer))
    };
    let undone = || context.database().undo_offset(context.organization, id, decide);
    let answer = retry_on_conflict(undone).await?;
    tracing::info!(org.id = %context.organization, offset.id = %id, "set-off undone");
    Ok(answer)
}

impl MayConflict for OffsetError {
    fn is_conflict(&self) -> bool {
        match self {
            Self::Store(error) => error.is_conflict(),
            Self::Invoice(error) => error.is_conflict(),
            _ => false,
        }
    }
}

/// Loads one set-off with the current state of its documents, as the key sees it.
///
/// # Errors
/// [`StoreError::NotFound`]; storage failures.
pub async fn offset_record<P: Ports>(
    context: &Context<'_, P>,
    id: OffsetId,
) -> Result<OffsetRecord, StoreError> {
    let record = context.database().offset(context.organization, id).await?;
    seen(context, &record.offset)?;
    Ok(record)
}

/// The content of the agreement on a set-off.
#[derive(Debug)]
pub struct Agreement {
    /// The organization that set off.
    pub organization: Organization,
    /// The set-off.
    pub offset: Offset,
    /// Its invoice.
    pub invoice: AnyInvoice,
    /// Its expense.
    pub expense: ::expenses::Expense,
}

/// Loads the content of the agreement on a set-off.
///
/// # Errors
/// [`StoreError::NotFound`]; storage failures.
pub async fn agreement<P: Ports>(
    context: &Context<'_, P>,
    id: OffsetId,
) -> Result<Agreement, StoreError> {
    let OffsetRecord { offset, .. } = offset_record(context, id).await?;
    let (database, owner) = (context.database(), context.organization);
    let organization = organization(context).await?;
    let invoice = database.invoice(owner, offset.invoice).await?;
    let expense = database.expense(owner, offset.expense).await?.expense;
    Ok(Agreement { organization, offset, invoice, expense })
}

fn moment<P: Ports>(context: &Context<'_, P>) -> OffsetMoment {
    let runtime = context.ports.runtime();
    OffsetMoment {
        id: OffsetId(runtime.new_id()),
        invoice_payment: PaymentId(runtime.new_id()),
        expense_payment: PaymentId(runtime.new_id()),
        now: runtime.now(),
        today: runtime.today(),
        links: context.links(),
    }
}

async fn organization<P: Ports>(context: &Context<'_, P>) -> Result<Organization, StoreError> {
    let references = InvoiceRequest::default().references();
    let records = context.database().issuing_records(context.organization, &references).await?;
    Ok(records.organization)
}

fn seen<P: Ports>(context: &Context<'_, P>, offset: &Offset) -> Result<(), StoreError> {
    match offset.network.is_none_or(|network| network == context.network()) {
        true => Ok(()),
        false => Err(StoreError::NotFound),
    }
}
