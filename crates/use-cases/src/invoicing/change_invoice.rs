//! Changes of an invoice during its life: editing, moving between states, deleting.

use super::records::RecordRefused;
use crate::{
    context::Context,
    idempotent::IdempotencyError,
    invoicing::stock_lines::{LinesOf, short_of, with_warehouses},
    ledger::{contracts::contract, projects::check_named},
    ports::{Ports, Runtime},
    retry::{MayConflict, retry_on_conflict},
};
use ::tax_reports::WITHDRAW_JOB;
use events::Unwritable;
use invoicing::{
    AnyInvoice, InvoiceId, InvoiceStore, Issuance, References, Violations,
    drafts::{DraftIssueRefused, EditError, EditRefused, InvoiceEdit, named_by_edits},
    figures::PlanLimitReached,
    numbering::NumberRefused,
    recording::InvoiceContent,
    states::{
        ChangeMoment, ChangeRefused, FollowUp, HistoryRow, InvoiceChange, InvoiceChangeStore,
        InvoiceMove, InvoiceState, TransitionRefused, Trigger,
    },
};
use jobs::{JobId, JobKind};
use persistence::{Cursor, Page, StoreError};

/// Why an invoice was not changed.
#[derive(Debug, thiserror::Error, refusals::Refusal)]
pub enum ChangeInvoiceError {
    /// The rules of editing do not allow it.
    #[error(transparent)]
    Edit(#[from] EditRefused),
    /// The invoice breaks rules of issuing.
    #[error("{0}")]
    Invalid(#[from] Violations),
    /// The state machine does not allow the transition.
    #[error(transparent)]
    Status(#[from] TransitionRefused),
    /// Another document, named by its number, depends on it: a note to it, or an advance that it freed.
    #[error(transparent)]
    Noted(ChangeRefused),
    /// The number that was typed does not go with its series.
    #[error(transparent)]
    Number(#[from] NumberRefused),
    /// The plan allows no more invoices this month.
    #[error(transparent)]
    Limit(#[from] PlanLimitReached),
    /// The event cannot be serialized.
    #[error(transparent)]
    #[refusal(internal)]
    Event(#[from] Unwritable),
    /// Storage failed, or the invoice does not exist.
    #[error(transparent)]
    #[refusal(internal)]
    Store(#[from] StoreError),
    /// The idempotency key was refused.
    #[error(transparent)]
    Key(#[from] IdempotencyError),
}

impl MayConflict for ChangeInvoiceError {
    fn is_conflict(&self) -> bool {
        matches!(self, ChangeInvoiceError::Store(error) if error.is_conflict())
    }
}

impl From<EditError> for ChangeInvoiceError {
    fn from(error: EditError) -> Self {
        match error {
            EditError::Refused(refused) => refused.into(),
            EditError::Event(error) => error.into(),
        }
    }
}

impl From<ChangeRefused> for ChangeInvoiceError {
    fn from(error: ChangeRefused) -> Self {
        match error {
            ChangeRefused::Status(refused) => refused.into(),
            ChangeRefused::Event(error) => error.into(),
            noted @ (ChangeRefused::Noted(_) | ChangeRefused::AdvanceSpent(_)) => {
                ChangeInvoiceError::Noted(noted)
            }
        }
    }
}

impl From<DraftIssueRefused> for ChangeInvoiceError {
    fn from(error: DraftIssueRefused) -> Self {
        match error {
            DraftIssueRefused::Invalid(found) => ChangeInvoiceError::Invalid(found),
            DraftIssueRefused::Status(refused) => refused.into(),
        }
    }
}

/// Edits an invoice. `found` holds the violations found while the request was parsed. On a version conflict the edit
/// is retried; a caller that named a version is refused instead.
///
/// # Errors
/// [`ChangeInvoiceError`]; nothing is stored then.
pub async fn edit_invoice<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
    edit: &InvoiceEdit,
    found: &Violations,
) -> Result<AnyInvoice, ChangeInvoiceError> {
    let after = retry_on_conflict(|| edit_once(context, id, edit, found)).await?;
    tracing::info!(org.id = %context.organization, invoice.id = %id, version = after.version, "invoice edited");
    Ok(after)
}

/// Loads an invoice whose content may be edited now.
///
/// # Errors
/// [`ChangeInvoiceError::Status`] where its state does not allow it; a missing invoice; storage failures.
pub async fn editable_invoice<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
) -> Result<AnyInvoice, ChangeInvoiceError> {
    let state = context.database().invoice_state(context.organization, id).await?;
    let standing = state.standing(context.ports.runtime().today());
    state.invoice.status.after(Trigger::Edit, standing)?;
    Ok(state.invoice)
}

/// The invoice after an edit, decided as [`edit_invoice`] decides it. Stores nothing.
///
/// # Errors
/// [`ChangeInvoiceError`].
pub async fn preview_edit<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
    edit: &InvoiceEdit,
    found: &Violations,
) -> Result<AnyInvoice, ChangeInvoiceError> {
    let (before, change) = decided(context, id, edit, found).await?;
    Ok(change.and_then(|change| change.after).unwrap_or(before))
}

async fn edit_once<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
    edit: &InvoiceEdit,
    found: &Violations,
) -> Result<AnyInvoice, ChangeInvoiceError> {
    let (before, change) = decided(context, id, edit, found).await?;
    let Some(change) = change else { return Ok(before) };
    keep(context, &change).await?;
    Ok(change.after.unwrap_or(before))
}

/// The invoice as stored, and the changes that an edit makes to it.
async fn decided<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
    edit: &InvoiceEdit,
    found: &Violations,
) -> Result<(AnyInvoice, Option<InvoiceChange>), ChangeInvoiceError> {
    let (database, runtime) = (context.database(), context.ports.runtime());
    let state = database.invoice_state(context.organization, id).await?;
    let records = database.issuing_records(context.organization, &original_of(&state)).await?;
    let moment = context.change_moment();
    let mut found = found.clone();
    found_contract(context, edit, &mut found).await?;
    let before = &state.invoice.document;
    let projects = (edit.project_id.flatten(), before.header().project_id);
    check_named(context, "projectId", projects, &mut found).await?;
    let (invoice_type, is_draft) =
        (before.header().invoice_type, !state.invoice.status.is_issued());
    let of = LinesOf { invoice_type, before: Some(before), is_draft };
    let mut of_stock = Violations::new();
    let items = with_warehouses(context, edit.items.as_deref(), of, &mut of_stock).await?;
    for violation in of_stock.as_slice() {
        found.push(named_by_edits(violation));
    }
    let stocked = items.map(|items| InvoiceEdit { items: Some(items), ..edit.clone() });
    let edit = stocked.as_ref().unwrap_or(edit);
    let mut checked = {
        let mut issuance = Issuance::at(moment.now, || runtime.new_id());
        state.check_edit(edit, found, records, &mut issuance)?
    };
    let wanted = checked.draft().map(|draft| (draft.wanted_rate, draft.document.currency));
    if let Some((Some(wanted), currency)) = wanted {
        let rate = context.ports.rates().rate(database, wanted, currency, moment.now).await;
        checked = checked.with_rate(rate);
    }
    let change = state.decide_edit(edit, checked, &moment)?;
    Ok((state.invoice, change))
}

/// Checks that the contract named by an edit exists and is visible to the caller's key.
async fn found_contract<P: Ports>(
    context: &Context<'_, P>,
    edit: &InvoiceEdit,
    found: &mut Violations,
) -> Result<(), StoreError> {
    let Some(Some(id)) = edit.contract_id else { return Ok(()) };
    match contract(context, id).await {
        Err(StoreError::NotFound) => found.add_missing("contractId", RecordRefused::NoContract),
        known => drop(known?),
    }
    Ok(())
}

/// Submits, returns, cancels, archives or locks an invoice, or unarchives or unlocks it.
///
/// # Errors
/// [`ChangeInvoiceError`]; nothing is stored then.
pub async fn move_invoice<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
    asked: InvoiceMove,
) -> Result<AnyInvoice, ChangeInvoiceError> {
    let after = retry_on_conflict(|| move_once(context, id, asked)).await?;
    tracing::info!(org.id = %context.organization, invoice.id = %id, ?asked, "invoice state changed");
    Ok(after)
}

async fn move_once<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
    asked: InvoiceMove,
) -> Result<AnyInvoice, ChangeInvoiceError> {
    let state = context.database().invoice_state(context.organization, id).await?;
    let Some(mut change) = state.make(asked, &context.change_moment())? else {
        return Ok(state.invoice);
    };
    if asked == InvoiceMove::Cancel {
        // also when nothing is reported yet: a send may be in progress
        change.follow_ups.push(follow_up(context, WITHDRAW_JOB, id));
    }
    keep(context, &change).await?;
    Ok(change.after.unwrap_or(state.invoice))
}

/// Stores a change. Stock that is not there to be taken is named by the line that takes it.
async fn keep<P: Ports>(
    context: &Context<'_, P>,
    change: &InvoiceChange,
) -> Result<(), ChangeInvoiceError> {
    let kept = context.database().change_invoice(change).await;
    kept.map_err(|error| match error {
        StoreError::Stock(shortage) => {
            let invoice = change.after.as_ref().unwrap_or(&change.before.invoice);
            short_of(*shortage, invoice.document.issued()).into()
        }
        error => error.into(),
    })
}

fn follow_up<P: Ports>(context: &Context<'_, P>, kind: JobKind, subject: InvoiceId) -> FollowUp {
    FollowUp { id: JobId(context.ports.runtime().new_id()), kind: kind.0, subject }
}

/// Deletes a draft.
///
/// # Errors
/// [`ChangeInvoiceError`]; nothing is changed then.
pub async fn delete_draft<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
) -> Result<(), ChangeInvoiceError> {
    retry_on_conflict(|| delete_once(context, id)).await?;
    tracing::info!(org.id = %context.organization, invoice.id = %id, "draft invoice deleted");
    Ok(())
}

async fn delete_once<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
) -> Result<(), ChangeInvoiceError> {
    let state = context.database().invoice_state(context.organization, id).await?;
    let change = state.delete(&context.change_moment())?;
    Ok(context.database().change_invoice(&change).await?)
}

/// The record that an edit refers to: the original invoice of a note.
fn original_of(state: &InvoiceState) -> References {
    let original_invoice_id = state.invoice.document.header().original;
    References { original_invoice_id, ..References::default() }
}

/// A page of an invoice's history, newest first; also of a deleted draft.
///
/// # Errors
/// [`StoreError::NotFound`] when neither the invoice nor a history exists; storage failures.
pub async fn invoice_history<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
    after: Option<Cursor>,
    limit: u16,
) -> Result<Page<HistoryRow>, StoreError> {
    let (database, organization) = (context.database(), context.organization);
    let page = database.invoice_history(organization, id, after, limit).await?;
    if page.rows.is_empty() && after.is_none() {
        database.invoice(organization, id).await?;
    }
    Ok(page)
}

impl<P: Ports> Context<'_, P> {
    /// The time and the key of a decision about an invoice.
    pub(crate) fn change_moment(&self) -> ChangeMoment {
        let runtime = self.ports.runtime();
        let (now, today) = (runtime.now(), runtime.today());
        ChangeMoment { now, today, links: self.links(), actor: self.actor }
    }
}
