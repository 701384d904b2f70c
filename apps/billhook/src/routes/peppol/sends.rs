use crate::{
    error::{ApiError, ConflictError, FlatError, NotFoundError},
    http::{Body, Call, Data, Reply, operations},
    requests::{BatchSend, read},
};
use access::Scope;
use peppol_connector::QueuedSend;
use serde::Serialize;
use time::OffsetDateTime;
use use_cases::NativeSendError;
use utoipa::ToSchema;
use uuid::Uuid;

operations![send_invoice, send_batch];

/// An invoice that was queued.
#[derive(Serialize, ToSchema)]
pub struct QueuedView {
    /// queued
    pub status: &'static str,
    /// The invoice.
    pub invoice_id: Uuid,
    /// This send of it.
    pub document_id: Uuid,
    /// The job.
    pub job_id: Uuid,
    /// To whom it goes.
    pub receiver: String,
    /// Whether the send settings hold it.
    pub held: bool,
    /// When it leaves by itself.
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    pub leaves_at: OffsetDateTime,
}

impl From<&QueuedSend> for QueuedView {
    fn from(send: &QueuedSend) -> Self {
        Self {
            status: "queued",
            invoice_id: send.submission.invoice.0,
            document_id: send.submission.id.0,
            job_id: send.job.id.0,
            receiver: send.submission.receiver.to_string(),
            held: send.job.held,
            leaves_at: send.job.run_at.to_offset(time::UtcOffset::UTC),
        }
    }
}

/// Sends an issued invoice.
#[utoipa::path(
    post, path = "/v1/agent/peppol/send/{invoiceId}", tag = "peppol", operation_id = "sendInvoice",
    params(("invoiceId" = String, Path, description = "An invoice issued here")),
    responses(
        (status = 200, description = "Queued", body = inline(Data<QueuedView>)),
        (status = 402, description = "INSUFFICIENT_CREDIT", body = FlatError),
        (status = 422, description = "INVOICE_ISSUE_DATE_TOO_OLD or INVOICE_ISSUE_DATE_NOT_SEND_DATE", body = FlatError),
        NotFoundError, ConflictError,
    ),
)]
async fn send_invoice(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceSend)?;
    let id = call.id("invoiceId", "invoice")?;
    let send = use_cases::send_invoice(&context, id).await?;
    call.wake.jobs();
    call.data(QueuedView::from(&send))
}

/// What became of the invoices of a batch, in their order.
#[derive(Serialize, ToSchema)]
pub struct BatchView {
    /// How many were queued.
    pub queued: usize,
    /// How many were not.
    pub failed: usize,
    /// Each of them.
    pub results: Vec<BatchItem>,
}

/// What became of one invoice of a batch.
#[derive(Serialize, ToSchema)]
pub struct BatchItem {
    /// The invoice.
    pub invoice_id: Uuid,
    /// queued or failed
    pub status: &'static str,
    /// This send of it; null when it failed.
    pub document_id: Option<Uuid>,
    /// The job; null when it failed.
    pub job_id: Option<Uuid>,
    /// Why it failed.
    pub error: Option<BatchError>,
}

/// Why one invoice of a batch was not queued.
#[derive(Serialize, ToSchema)]
pub struct BatchError {
    pub code: String,
    pub message: String,
}

/// Sends 1 to 200 issued invoices; each is queued or fails by itself.
#[utoipa::path(
    post, path = "/v1/agent/peppol/send/batch", tag = "peppol", operation_id = "sendBatch",
    request_body = BatchSend,
    responses((status = 200, description = "What became of each", body = inline(Data<BatchView>))),
)]
async fn send_batch(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::InvoiceSend)?;
    let ids = read::<BatchSend>(&bytes)?;
    let mut results = Vec::with_capacity(ids.len());
    for id in ids {
        results.push(match use_cases::send_invoice(&context, id).await {
            Ok(send) => BatchItem {
                invoice_id: id,
                status: "queued",
                document_id: Some(send.submission.id.0),
                job_id: Some(send.job.id.0),
                error: None,
            },
            Err(error) => failed(id, error)?,
        });
    }
    call.wake.jobs();
    let queued = results.iter().filter(|item| item.error.is_none()).count();
    let data = BatchView { queued, failed: results.len() - queued, results };
    call.data(data)
}

/// Storage that fails fails the whole call: the ids that were queued answer `CONFLICT` when it is
/// repeated, and none is sent twice.
fn failed(id: Uuid, error: NativeSendError) -> Result<BatchItem, ApiError> {
    let error = ApiError::from(error);
    if let ApiError::Internal(_) = error {
        return Err(error);
    }
    let (_, code, message) = error.parts();
    let error = Some(BatchError { code: code.to_owned(), message });
    Ok(BatchItem { invoice_id: id, status: "failed", document_id: None, job_id: None, error })
}
