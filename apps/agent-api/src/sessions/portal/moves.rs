//! The moves of an invoice from its draft to its end.

use super::call::PortalCall;
use crate::routes::{handlers, views::InvoiceView};
use agent_requests::IssueBody;
use api_http::{
    Body, IdempotencyKey, Reply,
    error::{ConflictError, ErrorBody, NotFoundError},
    operations,
};

operations![issue_invoice, submit_invoice, approve_invoice, return_invoice, cancel_invoice];

/// Issues a draft: it draws its number, or has the one of the body, by the records of today.
#[utoipa::path(
    post, path = "/v1/portal/invoices/{id}/issue", tag = "portal", operation_id = "issuePortalInvoice",
    params(("id" = String, Path, description = "The draft's id"), IdempotencyKey),
    request_body(content = Option<IssueBody>, description = "Nothing, or its number"),
    responses(
        (status = 200, description = "Issued", body = InvoiceView<'static>),
        (status = 400, description = "VALIDATION_ERROR: it would not be issued as it is", body = ErrorBody),
        NotFoundError,
        (status = 409, description = "NUMBER_OUT_OF_SERIES: say what the series does; CONFLICT: number taken, or no draft", body = ErrorBody),
    ),
)]
async fn issue_invoice(PortalCall(call): PortalCall, body: Body) -> Reply {
    handlers::issue(call, body).await
}

/// Hands a draft in for approval.
#[utoipa::path(
    post, path = "/v1/portal/invoices/{id}/submit", tag = "portal", operation_id = "submitPortalInvoice",
    params(("id" = String, Path, description = "The draft's id")),
    responses((status = 200, description = "It waits for approval", body = InvoiceView<'static>), NotFoundError, ConflictError),
)]
async fn submit_invoice(PortalCall(call): PortalCall) -> Reply {
    handlers::submit(call).await
}

/// Approves what waits for it, and issues it with that. Needs `invoice:create` and `receipt:approve`.
#[utoipa::path(
    post, path = "/v1/portal/invoices/{id}/approve", tag = "portal", operation_id = "approvePortalInvoice",
    params(("id" = String, Path, description = "The id of what waits for approval"), IdempotencyKey),
    request_body(content = Option<IssueBody>, description = "Nothing, or its number"),
    responses(
        (status = 200, description = "Issued", body = InvoiceView<'static>),
        (status = 400, description = "VALIDATION_ERROR: it would not be issued as it is", body = ErrorBody),
        NotFoundError,
        (status = 409, description = "NUMBER_OUT_OF_SERIES: say what the series does; CONFLICT: number taken, or it does not wait for approval", body = ErrorBody),
    ),
)]
async fn approve_invoice(PortalCall(call): PortalCall, body: Body) -> Reply {
    handlers::approve(call, body).await
}

/// Gives what waits for approval back as a draft.
#[utoipa::path(
    post, path = "/v1/portal/invoices/{id}/return", tag = "portal", operation_id = "returnPortalInvoice",
    params(("id" = String, Path, description = "The id of what waits for approval")),
    responses((status = 200, description = "It is a draft again", body = InvoiceView<'static>), NotFoundError, ConflictError),
)]
async fn return_invoice(PortalCall(call): PortalCall) -> Reply {
    handlers::return_draft(call).await
}

/// Declares an invoice void. It keeps its number.
#[utoipa::path(
    post, path = "/v1/portal/invoices/{id}/cancel", tag = "portal", operation_id = "cancelPortalInvoice",
    params(("id" = String, Path, description = "The invoice's id")),
    responses(
        (status = 200, description = "Cancelled", body = InvoiceView<'static>),
        (status = 400, description = "VALIDATION_ERROR: it is not issued yet", body = ErrorBody),
        NotFoundError, ConflictError,
    ),
)]
async fn cancel_invoice(PortalCall(call): PortalCall) -> Reply {
    handlers::cancel(call).await
}
