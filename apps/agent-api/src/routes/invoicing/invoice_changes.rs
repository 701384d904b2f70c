//! What happens to an invoice between its draft and its end.

use crate::{
    error::{ConflictError, ErrorBody, NotFoundError},
    http::{Body, Call, IdempotencyKey, Reply, about, no_content, operations, stored},
    requests::{InvoicePatch, IssueBody, read_optional_with_violations, read_with_violations},
    routes::invoicing::{invoice_view::InvoiceView, invoices::public_url},
};
use access::Scope;
use idempotency::Answer;
use invoicing::{AnyInvoice, InvoiceId, drafts::Drafted, states::InvoiceMove};
use runtime::wiring::App;
use use_cases::{
    Context,
    invoicing::{
        change_invoice::{delete_draft, edit_invoice, move_invoice},
        details::details_of,
        issue_draft::{IssueDraft, issue_draft},
    },
};

operations![
    edit,
    delete,
    issue,
    submit,
    approve,
    return_draft,
    cancel,
    archive,
    unarchive,
    lock,
    unlock
];

/// The operations under which idempotency keys are kept.
const ISSUE: &str = "invoices.issue";
const APPROVE: &str = "invoices.approve";

/// Edits an invoice. What is not named stays; totals are calculated as at creation.
#[utoipa::path(
    patch, path = "/v1/agent/invoices/{id}", tag = "invoices", operation_id = "editInvoice",
    request_body = InvoicePatch,
    params(("id" = String, Path, description = "The invoice's id")),
    responses(
        (status = 200, description = "As it is now", body = InvoiceView<'static>),
        (status = 400, description = "VALIDATION_ERROR or BANK_ACCOUNT_CURRENCY_MISMATCH", body = ErrorBody),
        NotFoundError,
        (status = 409, description = "CONFLICT: the version is stale, or the invoice is cancelled, archived, locked, or sent over Peppol", body = ErrorBody),
    ),
)]
pub async fn edit(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::InvoiceUpdate)?;
    let id = InvoiceId(call.id("id", "invoice")?);
    let (edit, found) = read_with_violations::<InvoicePatch>(&bytes);
    let after = edit_invoice(&context, id, &edit, &found).await?;
    invoice_reply(&call, &context, after).await
}

/// Deletes a draft; an invoice that has its number is cancelled instead.
#[utoipa::path(
    delete, path = "/v1/agent/invoices/{id}", tag = "invoices", operation_id = "deleteInvoice",
    params(("id" = String, Path, description = "The invoice's id")),
    responses((status = 204, description = "It is gone"), NotFoundError, ConflictError),
)]
pub async fn delete(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceUpdate)?;
    delete_draft(&context, InvoiceId(call.id("id", "invoice")?)).await?;
    call.notifier.events();
    no_content()
}

/// Issues a draft: it draws its number, or has the one of the body, by the records of today.
#[utoipa::path(
    post, path = "/v1/agent/invoices/{id}/issue", tag = "invoices", operation_id = "issueInvoice",
    params(
        ("id" = String, Path, description = "The draft's id"),
        IdempotencyKey,
    ),
    request_body(content = Option<IssueBody>, description = "Nothing, or its number"),
    responses(
        (status = 200, description = "Issued", body = InvoiceView<'static>),
        (status = 400, description = "VALIDATION_ERROR: it would not be issued as it is", body = ErrorBody),
        NotFoundError, ConflictError,
    ),
)]
pub async fn issue(call: Call, Body(bytes): Body) -> Reply {
    call.require(Scope::InvoiceCreate)?;
    issued(&call, ISSUE, IssueDraft::issue(), &bytes).await
}

/// Hands a draft in for approval.
#[utoipa::path(
    post, path = "/v1/agent/invoices/{id}/submit", tag = "invoices", operation_id = "submitInvoice",
    params(("id" = String, Path, description = "The draft's id")),
    responses((status = 200, description = "It waits for approval", body = InvoiceView<'static>), NotFoundError, ConflictError),
)]
pub async fn submit(call: Call) -> Reply {
    moved(&call, InvoiceMove::Submit).await
}

/// Approves what waits for it, and issues it with that. Needs `invoice:create` and `receipt:approve`.
#[utoipa::path(
    post, path = "/v1/agent/invoices/{id}/approve", tag = "invoices", operation_id = "approveInvoice",
    params(
        ("id" = String, Path, description = "The id of what waits for approval"),
        IdempotencyKey,
    ),
    request_body(
        content = Option<IssueBody>, description = "Nothing, or its number",
        example = json!({"invoice_number": "2026/0043"}),
    ),
    responses(
        (status = 200, description = "Issued", body = InvoiceView<'static>),
        (status = 400, description = "VALIDATION_ERROR: it would not be issued as it is", body = ErrorBody),
        NotFoundError, ConflictError,
    ),
)]
pub async fn approve(call: Call, Body(bytes): Body) -> Reply {
    call.require(Scope::InvoiceCreate)?;
    call.require(Scope::ReceiptApprove)?;
    issued(&call, APPROVE, IssueDraft::approve(), &bytes).await
}

/// Gives what waits for approval back as a draft.
#[utoipa::path(
    post, path = "/v1/agent/invoices/{id}/return", tag = "invoices", operation_id = "returnInvoice",
    params(("id" = String, Path, description = "The id of what waits for approval")),
    responses((status = 200, description = "It is a draft again", body = InvoiceView<'static>), NotFoundError, ConflictError),
)]
pub async fn return_draft(call: Call) -> Reply {
    moved(&call, InvoiceMove::Return).await
}

/// Declares an invoice void. It keeps its number; nothing may be paid on it, nor may the other party
/// have it over Peppol.
#[utoipa::path(
    post, path = "/v1/agent/invoices/{id}/cancel", tag = "invoices", operation_id = "cancelInvoice",
    params(("id" = String, Path, description = "The invoice's id")),
    responses(
        (status = 200, description = "Cancelled", body = InvoiceView<'static>),
        (status = 400, description = "VALIDATION_ERROR: it is not issued yet", body = ErrorBody),
        NotFoundError, ConflictError,
    ),
)]
pub async fn cancel(call: Call) -> Reply {
    moved(&call, InvoiceMove::Cancel).await
}

/// Puts an invoice away: it is not edited any more.
#[utoipa::path(
    post, path = "/v1/agent/invoices/{id}/archive", tag = "invoices", operation_id = "archiveInvoice",
    params(("id" = String, Path, description = "The invoice's id")),
    responses((status = 200, description = "Archived, now or before", body = InvoiceView<'static>), NotFoundError),
)]
async fn archive(call: Call) -> Reply {
    moved(&call, InvoiceMove::Archive).await
}

/// Takes an invoice out of the archive.
#[utoipa::path(
    delete, path = "/v1/agent/invoices/{id}/archive", tag = "invoices", operation_id = "unarchiveInvoice",
    params(("id" = String, Path, description = "The invoice's id")),
    responses((status = 200, description = "Not archived", body = InvoiceView<'static>), NotFoundError),
)]
async fn unarchive(call: Call) -> Reply {
    moved(&call, InvoiceMove::Unarchive).await
}

/// Locks an invoice with its accounting period: it is not edited any more.
#[utoipa::path(
    post, path = "/v1/agent/invoices/{id}/lock", tag = "invoices", operation_id = "lockInvoice",
    params(("id" = String, Path, description = "The invoice's id")),
    responses((status = 200, description = "Locked, now or before", body = InvoiceView<'static>), NotFoundError),
)]
async fn lock(call: Call) -> Reply {
    moved(&call, InvoiceMove::Lock).await
}

/// Unlocks an invoice.
#[utoipa::path(
    delete, path = "/v1/agent/invoices/{id}/lock", tag = "invoices", operation_id = "unlockInvoice",
    params(("id" = String, Path, description = "The invoice's id")),
    responses((status = 200, description = "Not locked", body = InvoiceView<'static>), NotFoundError),
)]
async fn unlock(call: Call) -> Reply {
    moved(&call, InvoiceMove::Unlock).await
}

async fn moved(call: &Call, asked: InvoiceMove) -> Reply {
    let context = call.context(Scope::InvoiceUpdate)?;
    let id = InvoiceId(call.id("id", "invoice")?);
    let after = move_invoice(&context, id, asked).await?;
    invoice_reply(call, &context, after).await
}

async fn issued(call: &Call, operation: &'static str, how: IssueDraft, bytes: &[u8]) -> Reply {
    let context = call.context(Scope::InvoiceCreate)?;
    let id = InvoiceId(call.id("id", "invoice")?);
    let lease = call.idempotency_lease(operation, &about(id.0, bytes))?;
    let (number, found) = read_optional_with_violations::<IssueBody>(bytes);
    let how = how.under(number, found);
    let (app, api_url): (&App, _) = (call, call.api_url());
    let respond = |drafted: &Drafted<'_>| {
        let invoice = &drafted.kept.invoice;
        let public_url = public_url(app, invoice.organization, invoice.id);
        let view = InvoiceView::of(invoice, &api_url);
        Answer::json(200, &InvoiceView { public_url, ..view })
    };
    let answer = issue_draft(&context, id, how, lease, respond).await?;
    call.notifier.events();
    stored(answer)
}

async fn invoice_reply(call: &Call, context: &Context<'_, App>, invoice: AnyInvoice) -> Reply {
    call.notifier.events();
    let details = details_of(context, invoice).await?;
    let (invoice, content) = (&details.invoice, details.content.as_ref());
    let mut view = InvoiceView::of_any(invoice, content, &call.api_url());
    if !invoice.status.is_draft() {
        view.public_url = public_url(call, invoice.organization, invoice.id);
    }
    call.ok(view)
}
