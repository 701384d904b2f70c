//! Files of an invoice: added, listed, handed out, taken away.

use crate::{
    error::{ConflictError, ErrorBody, NotFoundError},
    http::{Body, Call, IdempotencyKey, Reply, about, file, no_content, operations, stored},
    openapi::FileBytes,
    requests::{AttachmentBody, read_with_violations},
    routes::invoicing::invoice_parts::AttachmentView,
};
use access::Scope;
use idempotency::Answer;
use invoicing::{
    AttachmentId, AttachmentInfo, InvoiceId, InvoiceStore, files::AttachmentStore,
    recording::AnyDocument,
};
use serde::Serialize;
use use_cases::{
    Context,
    invoicing::invoice_files::{attach_file, detach_files},
};
use utoipa::ToSchema;

operations![attach, list, detach, download, detach_one];

/// The operation under which idempotency keys are kept.
const ATTACH: &str = "attachments.add";

/// Any of these may see which files there are.
const READERS: [Scope; 2] = [Scope::InvoiceUpdate, Scope::InvoiceRead];

/// Any of these may read a file.
const DOWNLOADERS: [Scope; 2] = [Scope::InvoiceDownload, Scope::InvoiceUpdate];

/// The files of an invoice.
#[derive(Serialize, ToSchema)]
pub struct AttachmentList<'a> {
    /// In the order in which they were added.
    pub data: Vec<AttachmentView<'a>>,
}

/// Adds a file to an invoice: it goes with it when it is sent over Peppol. Scope invoice:update.
#[utoipa::path(
    post, path = "/v1/agent/invoices/{id}/attachments", tag = "invoices",
    operation_id = "addAttachment", request_body = AttachmentBody,
    params(
        ("id" = String, Path, description = "The invoice's id"),
        IdempotencyKey,
    ),
    responses(
        (status = 201, description = "Added", body = AttachmentView<'static>),
        (status = 400, description = "VALIDATION_ERROR: no file that can be delivered, more than 10 files, or more than 10 MB of them", body = ErrorBody),
        (status = 409, description = "CONFLICT: the invoice was sent over Peppol, was cancelled, or was made by another system", body = ErrorBody),
        NotFoundError,
    ),
)]
async fn attach(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::InvoiceUpdate)?;
    let invoice = InvoiceId(call.id("id", "invoice")?);
    let lease = call.idempotency_lease(ATTACH, &about(invoice.0, &bytes))?;
    let (input, found) = read_with_violations::<AttachmentBody>(&bytes);
    found.into_result()?;
    let respond = |info: &AttachmentInfo| Answer::json(201, &AttachmentView::of(info));
    stored(attach_file(&context, invoice, &input, lease, respond).await?)
}

/// Lists the files of an invoice. Scope invoice:update or invoice:read.
#[utoipa::path(
    get, path = "/v1/agent/invoices/{id}/attachments", tag = "invoices",
    operation_id = "listAttachments",
    params(("id" = String, Path, description = "The invoice's id")),
    responses(
        (status = 200, description = "All of them", body = AttachmentList<'static>),
        NotFoundError,
    ),
)]
async fn list(call: Call) -> Reply {
    let organization = call.require_any(&READERS)?;
    let id = InvoiceId(call.id("id", "invoice")?);
    call.query()?.finish()?;
    let invoice = call.store.invoice(organization, id).await?;
    let data = match &invoice.document {
        AnyDocument::Issued(document) => {
            document.attachments.iter().map(AttachmentView::of).collect()
        }
        AnyDocument::Recorded(_) => Vec::new(),
    };
    call.ok(AttachmentList { data })
}

/// Takes a file of an invoice away, or all of them. Scope invoice:update.
#[utoipa::path(
    delete, path = "/v1/agent/invoices/{id}/attachments", tag = "invoices",
    operation_id = "deleteAttachments",
    params(
        ("id" = String, Path, description = "The invoice's id"),
        ("attachment_id" = Option<Uuid>, Query, description = "The one to take away; all of them when the parameter is left out. An empty one is a 400"),
    ),
    responses((status = 204, description = "Gone"), NotFoundError, ConflictError),
)]
async fn detach(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceUpdate)?;
    let invoice = InvoiceId(call.id("id", "invoice")?);
    let mut query = call.query()?;
    let id = query.id::<AttachmentId>("attachment_id");
    query.finish()?;
    gone(&context, invoice, id).await
}

/// Hands a file out as it was added. Scope invoice:download or invoice:update.
#[utoipa::path(
    get, path = "/v1/agent/invoices/{id}/attachments/{attachmentId}", tag = "invoices",
    operation_id = "downloadAttachment",
    params(
        ("id" = String, Path, description = "The invoice's id"),
        ("attachmentId" = String, Path, description = "The attachment's id"),
    ),
    responses(
        (status = 200, description = "The file, in its own media type", content(
            (FileBytes = "*/*"), (FileBytes = "application/octet-stream"),
        )),
        NotFoundError,
    ),
)]
async fn download(call: Call) -> Reply {
    let organization = call.require_any(&DOWNLOADERS)?;
    let invoice = InvoiceId(call.id("id", "invoice")?);
    let id = AttachmentId(call.id("attachmentId", "attachment")?);
    call.query()?.finish()?;
    let stored = call.store.file(organization, invoice, id).await?;
    let mut response = file(&stored.info.filename, &stored.info.mime_code);
    // what others made is not to be shown as a page of ours
    Ok(response.insert_header(("X-Content-Type-Options", "nosniff")).body(stored.content))
}

/// Takes a file of an invoice away. Scope invoice:update.
#[utoipa::path(
    delete, path = "/v1/agent/invoices/{id}/attachments/{attachmentId}", tag = "invoices",
    operation_id = "deleteAttachment",
    params(
        ("id" = String, Path, description = "The invoice's id"),
        ("attachmentId" = String, Path, description = "The attachment's id"),
    ),
    responses((status = 204, description = "Gone"), NotFoundError, ConflictError),
)]
async fn detach_one(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceUpdate)?;
    let invoice = InvoiceId(call.id("id", "invoice")?);
    let id = AttachmentId(call.id("attachmentId", "attachment")?);
    gone(&context, invoice, Some(id)).await
}

async fn gone(
    context: &Context<'_, runtime::wiring::App>,
    invoice: InvoiceId,
    id: Option<AttachmentId>,
) -> Reply {
    detach_files(context, invoice, id).await?;
    no_content()
}
