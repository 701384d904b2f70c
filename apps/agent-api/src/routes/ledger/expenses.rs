use super::expense_view::ExpenseView;
use crate::routes::paging;
use crate::{
    error::{BusyError, ConflictError, ErrorBody, NotFoundError},
    http::{Body, Call, IdempotencyKey, List, Reply, no_content, operations, stored},
    requests::{
        ExpenseChangeBody, ExpenseCreate, ExpenseRequest, ExpenseStatusName, ExpenseTypeName,
        PaymentStatusName, RejectBody, read, read_with_violations,
    },
};
use ::expenses::{
    Expense, ExpenseChange, ExpenseFilter, ExpenseId, ExpenseStatus, ExpenseStore, ExpenseType,
    PaymentStatus, SettledExpense,
};
use access::Scope;
use idempotency::{Answer, UnwritableAnswer};
use use_cases::ledger::expenses::{
    NewExpenseRequest, ReceivedRequest, Step, add_expense, add_received, change_expense, expense,
};

operations![create, list, get, change, delete, approve, reject];

/// The operation under which idempotency keys are kept.
const CREATE: &str = "expenses.create";

/// A page of expenses.
pub type ExpenseList<'a> = List<ExpenseView<'a>>;

/// Keeps an invoice of a supplier: what the body says, or what a document says that came over the network
/// of the key (UBL; CII is converted). What is doubtful about a document makes it `needs_review`. Scope
/// receipt:update.
#[utoipa::path(
    post, path = "/v1/agent/expenses", tag = "expenses", operation_id = "createExpense",
    params(IdempotencyKey),
    request_body = ExpenseCreate,
    responses(
        (status = 201, description = "Kept", body = ExpenseView<'static>),
        (status = 404, description = "NOT_FOUND: supplier_id or received_document_id", body = ErrorBody),
        (status = 409, description = "CONFLICT: kept already, or the Idempotency-Key", body = ErrorBody),
        BusyError,
    ),
)]
async fn create(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::ReceiptUpdate)?;
    let lease = call.idempotency_lease(CREATE, &bytes)?;
    let base_url = &*call.config.base_url;
    let respond =
        |expense: &Expense| Answer::json(201, &ExpenseView::of(expense, base_url).with(&[]));
    let (request, found) = read_with_violations::<ExpenseCreate>(&bytes);
    let answer = match request {
        ExpenseRequest::Entered(input) => {
            let new = NewExpenseRequest { input: *input, found, lease };
            add_expense(&context, new, respond).await?
        }
        ExpenseRequest::Received { document, note, project_id, stock_lines } => {
            found.into_result()?;
            let stock_lines = stock_lines.as_deref().unwrap_or_default();
            let asked = ReceivedRequest { note: note.as_deref(), project_id, stock_lines };
            add_received(&context, document, asked, lease, respond).await?
        }
    };
    stored(answer)
}

/// Invoices of suppliers, the newest first, page by page: those that were entered, and those of documents
/// of the network of the key. Scope invoice:read.
#[utoipa::path(
    get, path = "/v1/agent/expenses", tag = "expenses", operation_id = "listExpenses",
    params(
        paging::Pages,
        ("status" = Option<ExpenseStatusName>, Query),
        ("payment_status" = Option<PaymentStatusName>, Query),
        ("type" = Option<ExpenseTypeName>, Query),
        ("supplier_id" = Option<uuid::Uuid>, Query, description = "The contact"),
        ("project_id" = Option<uuid::Uuid>, Query, description = "Of this project"),
        ("supplier" = Option<String>, Query, description = "Part of the supplier's name"),
        ("number" = Option<String>, Query, description = "The exact number"),
        ("from" = Option<String>, Query, format = Date, description = "Issued on this day or later"),
        ("to" = Option<String>, Query, format = Date, description = "Issued on this day or earlier"),
        ("due_date_from" = Option<String>, Query, format = Date),
        ("due_date_to" = Option<String>, Query, format = Date),
    ),
    responses((status = 200, description = "A page", body = ExpenseList<'static>)),
)]
async fn list(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceRead)?;
    let (mut query, after, limit) = call.page_query()?;
    let filter = ExpenseFilter {
        seen_from: Some(context.network()),
        status: query.one_of("status", &ExpenseStatus::ALL, ExpenseStatus::name),
        payment_status: query.one_of("payment_status", &PaymentStatus::ALL, PaymentStatus::name),
        expense_type: query.one_of("type", &ExpenseType::ALL, ExpenseType::name),
        supplier_id: query.id("supplier_id"),
        project_id: query.id("project_id"),
        supplier: query.text("supplier"),
        number: query.text("number"),
        issued_from: query.date("from"),
        issued_to: query.date("to"),
        due_from: query.date("due_date_from"),
        due_to: query.date("due_date_to"),
        ..ExpenseFilter::default()
    };
    query.finish()?;
    let page = call.store.expenses(context.organization, &filter, after, limit).await?;
    call.ok(List::of(&page, |row| ExpenseView::of(row, &call.config.base_url)))
}

/// One expense with its payments. Scope invoice:read.
#[utoipa::path(
    get, path = "/v1/agent/expenses/{id}", tag = "expenses", operation_id = "getExpense",
    params(("id" = String, Path, description = "The expense's id")),
    responses(
        (status = 200, description = "The expense", body = ExpenseView<'static>),
        NotFoundError,
    ),
)]
async fn get(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceRead)?;
    let id = ExpenseId(call.id("id", "expense")?);
    let settled = expense(&context, id).await?;
    call.ok(ExpenseView::whole(&settled, &call.config.base_url))
}

/// Corrects an expense that is neither approved nor rejected, and moves it on: `status` `pending_approval` says that
/// it was reviewed. The figures of a document that came over the network stay. An approved expense takes `project_id`
/// only. Scope receipt:update.
#[utoipa::path(
    patch, path = "/v1/agent/expenses/{id}", tag = "expenses", operation_id = "changeExpense",
    params(("id" = String, Path, description = "The expense's id")),
    request_body = ExpenseChangeBody,
    responses(
        (status = 200, description = "Changed", body = ExpenseView<'static>),
        NotFoundError, ConflictError,
    ),
)]
async fn change(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::ReceiptUpdate)?;
    let id = ExpenseId(call.id("id", "expense")?);
    let step = Step::Correct(Box::new(read::<ExpenseChangeBody>(&bytes)?));
    stored(change_expense(&context, id, &step, answer(&call.config.base_url)).await?)
}

/// Deletes an expense that was entered by mistake: neither approved nor paid nor set off. Scope
/// receipt:update.
#[utoipa::path(
    delete, path = "/v1/agent/expenses/{id}", tag = "expenses", operation_id = "deleteExpense",
    params(("id" = String, Path, description = "The expense's id")),
    responses((status = 204, description = "Deleted"), NotFoundError, ConflictError),
)]
async fn delete(call: Call) -> Reply {
    let context = call.context(Scope::ReceiptUpdate)?;
    let id = ExpenseId(call.id("id", "expense")?);
    let gone = |_: &SettledExpense, _: &ExpenseChange| Ok(Answer { status: 204, body: Vec::new() });
    change_expense(&context, id, &Step::Delete, gone).await?;
    no_content()
}

/// Approves an expense for the accounts. A second time changes nothing. Scope receipt:approve.
#[utoipa::path(
    post, path = "/v1/agent/expenses/{id}/approve", tag = "expenses",
    operation_id = "approveExpense",
    params(("id" = String, Path, description = "The expense's id")),
    responses(
        (status = 200, description = "Approved", body = ExpenseView<'static>),
        (status = 409, description = "EXPENSE_NOT_POSTABLE: processing, needs_review or rejected", body = ErrorBody),
        NotFoundError,
    ),
)]
async fn approve(call: Call) -> Reply {
    let context = call.context(Scope::ReceiptApprove)?;
    let id = ExpenseId(call.id("id", "expense")?);
    let approved = change_expense(&context, id, &Step::Approve, answer(&call.config.base_url));
    stored(approved.await?)
}

/// Rejects an expense that is not owed, with a reason. A second time changes nothing. Scope
/// receipt:approve.
#[utoipa::path(
    post, path = "/v1/agent/expenses/{id}/reject", tag = "expenses",
    operation_id = "rejectExpense", request_body = RejectBody,
    params(("id" = String, Path, description = "The expense's id")),
    responses(
        (status = 200, description = "Rejected", body = ExpenseView<'static>),
        NotFoundError, ConflictError,
    ),
)]
async fn reject(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::ReceiptApprove)?;
    let id = ExpenseId(call.id("id", "expense")?);
    let step = Step::Reject(read::<RejectBody>(&bytes)?);
    stored(change_expense(&context, id, &step, answer(&call.config.base_url)).await?)
}

/// The expense as it stands after a change.
fn answer(
    base_url: &str,
) -> impl Fn(&SettledExpense, &ExpenseChange) -> Result<Answer, UnwritableAnswer> + '_ {
    move |before, change| {
        let expense = change.after(before).unwrap_or_else(|| before.expense.clone());
        let settled = SettledExpense { expense, payments: before.payments_after(change) };
        Answer::json(200, &ExpenseView::whole(&settled, base_url))
    }
}
