use crate::{
    error::{ApiError, ConflictError, ErrorBody, FlatError, NotFoundError},
    http::{Body, Call, Data, Reply, operations},
    requests::{BatchSend, BatchStatusName, QueuedName, read},
};
use access::Scope;
use invoicing::InvoiceId;
use peppol_connector::sending::QueuedSend;
use serde::Serialize;
use time::OffsetDateTime;
use use_cases::sending::native_send::NativeSendError;
use utoipa::ToSchema;
use uuid::Uuid;

operations![send_invoice, send_batch];

/// An invoice that was queued.
#[derive(Serialize, ToSchema)]
pub struct QueuedView {
    #[schema(value_type = QueuedName)]
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
            leaves_at: service_day::utc(send.job.run_at),
        }
    }
}

/// Sends an issued invoice.
#[utoipa::path(
    post, path = "/v1/agent/peppol/send/{invoiceId}", tag = "peppol", operation_id = "sendInvoice",
    params(("invoiceId" = String, Path, description = "An invoice issued here")),
    responses(
        (status = 200, description = "Queued", body = inline(Data<QueuedView>)),
        (status = 402, description = "INSUFFICIENT_CREDIT or PREPAYMENT_OVERDUE", body = FlatError),
        (status = 422, description = "INVOICE_ISSUE_DATE_TOO_OLD or INVOICE_ISSUE_DATE_NOT_SEND_DATE", body = FlatError),
        (status = 503, description = "VALIDATOR_UNAVAILABLE", body = ErrorBody),
        NotFoundError, ConflictError,
    ),
)]
async fn send_invoice(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceSend)?;
    let id = InvoiceId(call.id("invoiceId", "invoice")?);
    let send = use_cases::sending::native_send::send_invoice(&context, id).await?;
    call.notifier.jobs();
    call.data(QueuedView::from(&send))
}

/// The outcome of the invoices of a batch, in their order.
#[derive(Serialize, ToSchema)]
pub struct BatchView {
    /// How many were queued.
    pub queued: usize,
    /// How many were not.
    pub failed: usize,
    /// Each of them.
    pub results: Vec<BatchItem>,
}

/// The outcome of one invoice of a batch.
#[derive(Serialize, ToSchema)]
pub struct BatchItem {
    /// The invoice.
    pub invoice_id: Uuid,
    #[schema(value_type = BatchStatusName)]
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

/// Sends 1 to 200 issued invoices; each is queued or fails by itself. When nothing is queued, only for
/// want of credit, that is the answer.
#[utoipa::path(
    post, path = "/v1/agent/peppol/send/batch", tag = "peppol", operation_id = "sendBatch",
    request_body = BatchSend,
    responses(
        (status = 200, description = "The outcome of each", body = inline(Data<BatchView>)),
        (status = 402, description = "INSUFFICIENT_CREDIT: nothing was queued, only for want of credit", body = FlatError),
    ),
)]
async fn send_batch(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::InvoiceSend)?;
    let ids: Vec<_> = read::<BatchSend>(&bytes)?.into_iter().map(InvoiceId).collect();
    let sent = use_cases::sending::native_send::send_batch(&context, &ids).await;
    call.notifier.jobs();
    let results: Vec<_> = sent?.into_iter().map(BatchItem::from).collect();
    let queued = results.iter().filter(|item| item.error.is_none()).count();
    let data = BatchView { queued, failed: results.len() - queued, results };
    call.data(data)
}

impl From<(InvoiceId, Result<QueuedSend, NativeSendError>)> for BatchItem {
    fn from(
        (InvoiceId(invoice_id), result): (InvoiceId, Result<QueuedSend, NativeSendError>),
    ) -> Self {
        match result {
            Ok(send) => Self {
                invoice_id,
                status: "queued",
                document_id: Some(send.submission.id.0),
                job_id: Some(send.job.id.0),
                error: None,
            },
            Err(error) => {
                let (_, code, message) = ApiError::from(error).parts();
                let error = Some(BatchError { code: code.to_owned(), message: message.into() });
                Self { invoice_id, status: "failed", document_id: None, job_id: None, error }
            }
        }
    }
}
