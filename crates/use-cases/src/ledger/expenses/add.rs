use super::{Claimed, ExpenseFailure};
use crate::{
    context::Context,
    idempotent::with_idempotency_key,
    invoicing::{
        known_contact::known_contact,
        stock_lines::{StockedLine, first_warehouse, found_in_use},
    },
    ledger::projects::check_named,
    ports::{Ports, Runtime},
    receiving::documents::{inspected, received_document},
};
use ::expenses::{
    CheckedExpense, Expense, ExpenseContent, ExpenseId, ExpenseInput, ExpenseOrigin, ExpenseStatus,
    ExpenseStore, NewExpense, Review, StockLineInput, check_expense, check_note, check_stock_lines,
    of_document,
};
use document_intake::Document;
use idempotency::{Answer, Lease, UnwritableAnswer};
use invoicing::{Contact, ContactId, InvoiceRequest, InvoiceStore, Organization, Violations};
use money::CurrencyCode;
use peppol_connector::{
    documents::{Repair, Validation},
    identifiers::ReceivedId,
    inbox::ReceivedRecord,
    ports::InboxStore,
};
use persistence::{StoreError, ids::ProjectId};
use stock::Place;

/// A parsed request to enter an expense.
#[derive(Debug, Clone)]
pub struct NewExpenseRequest {
    /// The requested values.
    pub input: ExpenseInput,
    /// Violations found while the request was parsed.
    pub found: Violations,
    /// The idempotency key, when one was sent.
    pub lease: Claimed,
}

/// The caller's values for an expense, in addition to the received document that it is created from.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReceivedRequest<'a> {
    /// A note for the organization's own people.
    pub note: Option<&'a str>,
    /// The project that it belongs to.
    pub project_id: Option<ProjectId>,
    /// The stock items that it brings when it is approved.
    pub stock_lines: &'a [StockLineInput],
}

/// Enters an expense, once per idempotency key; `respond` builds the answer.
///
/// # Errors
/// [`ExpenseFailure`]; nothing was stored then, and the key can be used again.
pub async fn add_expense<P: Ports>(
    context: &Context<'_, P>,
    new: NewExpenseRequest,
    respond: impl Fn(&Expense) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, ExpenseFailure> {
    let NewExpenseRequest { mut input, mut found, lease } = new;
    let lease = lease.as_ref();
    let work = async {
        if let Some(lines) = &mut input.stock_lines {
            to_warehouses(context, lines, &mut found).await?;
        }
        check_named(context, "project_id", (input.project_id, None), &mut found).await?;
        let (organization, known) = organization(context, input.supplier_id).await?;
        let home = CurrencyCode::from(organization.home_currency());
        let new_contact = ContactId(context.ports.runtime().new_id());
        let checked = check_expense(&input, known, new_contact, home, found)?;
        let (supplier_id, contact) = supplier(context, &checked).await?;
        let content = ExpenseContent { supplier_id, ..checked.content };
        let expense = begin(context, content, ExpenseOrigin::Entered);
        let expense = Expense { status: checked.status, ..expense };
        let new = NewExpense { expense, contact };
        keep(context, &new, lease.map(|(lease, _)| lease), respond).await
    };
    with_idempotency_key(context.ports, context.organization.into(), lease, work).await
}

/// Fills in the warehouse of each line that adds stock, and checks that the named items and warehouses exist.
async fn to_warehouses<P: Ports>(
    context: &Context<'_, P>,
    lines: &mut [StockLineInput],
    found: &mut Violations,
) -> Result<(), StoreError> {
    if lines.is_empty() {
        return Ok(());
    }
    if lines.iter().any(|line| line.warehouse_id.is_none()) {
        let first = first_warehouse(context).await?;
        lines.iter_mut().for_each(|line| line.warehouse_id = line.warehouse_id.or(first));
    }
    let named = lines.iter().enumerate().filter_map(|(i, line)| {
        let place = Place { item: line.stock_item_id?, warehouse: line.warehouse_id? };
        Some(StockedLine { path: format!("stock_lines[{i}]"), place, may_be_archived: false })
    });
    found_in_use(context, &named.collect::<Vec<_>>(), found).await.map(drop)
}

/// Creates an expense from a document received over the network of the key, once per idempotency key.
///
/// # Errors
/// [`ExpenseFailure`]; nothing was stored then, and the key can be used again.
pub async fn add_received<P: Ports>(
    context: &Context<'_, P>,
    id: ReceivedId,
    asked: ReceivedRequest<'_>,
    lease: Claimed,
    respond: impl Fn(&Expense) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, ExpenseFailure> {
    let lease = lease.as_ref();
    let work = async {
        let mut found = Violations::new();
        let ReceivedRequest { note, project_id, stock_lines } = asked;
        let note = check_note(note, &mut found);
        check_named(context, "project_id", (project_id, None), &mut found).await?;
        let mut stock_lines = stock_lines.to_vec();
        to_warehouses(context, &mut stock_lines, &mut found).await?;
        found.clone().into_result()?;
        let record = received_document(context, id).await;
        let record = record.map_err(|error| missing(id, error))?;
        let new = read_received(context, &record).await?;
        let expense_type = new.expense.content.expense_type;
        let stock = check_stock_lines(&stock_lines, expense_type, &mut found);
        found.into_result()?;
        let content = ExpenseContent { note, project_id, stock, ..new.expense.content };
        let new = NewExpense { expense: Expense { content, ..new.expense }, ..new };
        keep(context, &new, lease.map(|(lease, _)| lease), respond).await
    };
    with_idempotency_key(context.ports, context.organization.into(), lease, work).await
}

/// Creates an expense from a document received over the network of the key, and acknowledges the document.
///
/// # Errors
/// [`ExpenseFailure`]; the inner error is [`StoreError::NotFound`] for a document that this key does not see.
pub async fn accept_received<P: Ports>(
    context: &Context<'_, P>,
    id: ReceivedId,
) -> Result<ExpenseId, ExpenseFailure> {
    let record = received_document(context, id).await?;
    let new = read_received(context, &record).await?;
    keep(context, &new, None, |_| Ok(Answer { status: 201, body: Vec::new() })).await?;
    let (organization, by, now) = (context.organization, context.actor, context.now());
    context.database().acknowledge(organization, id, by, now).await?;
    Ok(new.expense.id)
}

async fn keep<P: Ports>(
    context: &Context<'_, P>,
    new: &NewExpense,
    lease: Option<&Lease>,
    respond: impl Fn(&Expense) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, ExpenseFailure> {
    let answer = respond(&new.expense)?;
    let answered = lease.map(|lease| (lease, &answer));
    let add = || context.database().add_expense(context.organization, new, answered);
    match add().await {
        // of two calls at once the other has stored its expense by now: this time the error names it
        Err(StoreError::Taken(by)) if by.parse::<ExpenseId>().is_err() => add().await?,
        kept => kept?,
    }
    let (id, origin) = (new.expense.id, new.expense.origin.name());
    tracing::info!(org.id = %context.organization, expense.id = %id, origin, "expense created");
    Ok(answer)
}

/// The expense of a received document; its supplier is matched to a contact by its identifiers.
async fn read_received<P: Ports>(
    context: &Context<'_, P>,
    record: &ReceivedRecord,
) -> Result<NewExpense, ExpenseFailure> {
    let id = record.id;
    let bytes = context.database().received_bytes(context.organization, id).await?;
    let (document, content) = inspected(context, record, bytes).await?;
    let (organization, _) = organization(context, None).await?;
    let verdict = verdict(&document);
    let read = of_document(&document.facts, content.as_ref(), verdict, &organization)?;
    let known = known_contact(context, &read.contact.party).await?;
    let supplier_id = known.unwrap_or(read.contact.id);
    let content = ExpenseContent { supplier_id, ..read.content };
    let expense = begin(context, content, ExpenseOrigin::Received(id, record.network));
    let review = Review { reasons: read.reasons, ..Review::default() };
    let paid_amount = expense.content.prepaid;
    let expense = Expense { status: read.status, review, paid_amount, ..expense };
    Ok(NewExpense { expense, contact: known.is_none().then_some(read.contact) })
}

/// A received document that this key does not see.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[error("there is no received document {id}")]
pub(crate) struct NoReceivedDocument {
    id: ReceivedId,
}

/// The violation for a document in the body that this key does not see.
fn missing(id: ReceivedId, error: StoreError) -> ExpenseFailure {
    let StoreError::NotFound = error else { return error.into() };
    let mut found = Violations::new();
    found.add_missing("received_document_id", NoReceivedDocument { id });
    found.into()
}

/// The validation of the document, of its UBL form when it was converted.
fn verdict(document: &Document) -> &Validation {
    match &document.inspection.repair {
        Repair::Made(validation) => validation,
        _ => &document.inspection.original,
    }
}

/// The contact that matches the entered supplier, or a new contact to store.
async fn supplier<P: Ports>(
    context: &Context<'_, P>,
    checked: &CheckedExpense,
) -> Result<(ContactId, Option<Contact>), StoreError> {
    let Some(new) = &checked.new_contact else { return Ok((checked.content.supplier_id, None)) };
    Ok(match known_contact(context, &new.party).await? {
        Some(known) => (known, None),
        None => (new.id, Some(new.clone())),
    })
}

/// The organization, and the active contact with this id.
async fn organization<P: Ports>(
    context: &Context<'_, P>,
    supplier: Option<ContactId>,
) -> Result<(Organization, Option<Contact>), StoreError> {
    let references = InvoiceRequest { customer_id: supplier, ..InvoiceRequest::default() };
    let references = references.references();
    let records = context.database().issuing_records(context.organization, &references).await?;
    Ok((records.organization, records.customer))
}

/// A new expense that waits for approval, without payments.
fn begin<P: Ports>(
    context: &Context<'_, P>,
    content: ExpenseContent,
    origin: ExpenseOrigin,
) -> Expense {
    Expense {
        id: ExpenseId(context.ports.runtime().new_id()),
        organization: context.organization,
        content,
        origin,
        status: ExpenseStatus::default(),
        review: Review::default(),
        paid_amount: money::Decimal::ZERO,
        version: 1,
        created_at: context.now(),
    }
}
