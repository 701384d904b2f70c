use crate::{
    error::{BusyError, NotFoundError},
    http::{Body, Call, Data, Reply, operations},
    openapi::{FindingBody, RecipientBody, SendData, ValidationBody},
    requests::{PreflightDocument, read},
};
use access::Scope;
use invoicing::InvoiceId;
use peppol_connector::{documents::ValidationSummary, repair::Finding, sending::RecipientLookup};
use serde::Serialize;
use use_cases::sending::{connector, native_send::InvoicePreflight};
use utoipa::ToSchema;

operations![preflight_document, preflight_invoice];

/// What a send of an invoice would come to now.
#[derive(Serialize, ToSchema)]
pub struct InvoicePreflightView {
    /// Whether a send would be queued; null when the validator was unavailable.
    pub send_ready: Option<bool>,
    /// The verdict on the exact document.
    #[schema(value_type = ValidationBody)]
    pub validation: ValidationSummary,
    /// Findings.
    #[schema(value_type = Vec<FindingBody>)]
    pub repair: Vec<Finding>,
    /// Why a send would be refused, whatever the document; null when it would not.
    pub refusal: Option<String>,
    /// To whom it would go.
    pub receiver: Option<String>,
    /// Whether that one is registered.
    #[schema(value_type = Option<RecipientBody>)]
    pub recipient: Option<RecipientLookup>,
}

impl From<InvoicePreflight> for InvoicePreflightView {
    fn from(preflight: InvoicePreflight) -> Self {
        Self {
            send_ready: preflight.ready(),
            validation: preflight.validation.summary(),
            refusal: preflight.refusal.map(|refusal| refusal.to_string()),
            receiver: preflight.receiver.map(|receiver| receiver.to_string()),
            recipient: preflight.recipient,
            repair: preflight.findings,
        }
    }
}

/// Checks a document as a send would, and looks its recipient up. Writes and charges nothing.
#[utoipa::path(
    post, path = "/v1/agent/peppol/preflight", tag = "peppol", operation_id = "preflightDocument",
    request_body = PreflightDocument,
    responses((status = 200, description = "The verdict", body = SendData), BusyError),
)]
async fn preflight_document(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::InvoiceRead)?;
    let (document, receiver) = read::<PreflightDocument>(&bytes)?;
    let data = connector::preflight(&context, document, receiver).await?;
    call.data(data)
}

/// A dry run: checks the exact document that would be sent, attachments and Peppol ids included,
/// and looks its recipient up.
#[utoipa::path(
    post, path = "/v1/agent/invoices/{id}/preflight", tag = "peppol",
    operation_id = "preflightInvoice",
    params(("id" = String, Path, description = "The invoice's id")),
    responses(
        (status = 200, description = "The verdict", body = inline(Data<InvoicePreflightView>)),
        NotFoundError, BusyError,
    ),
)]
async fn preflight_invoice(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceRead)?;
    let id = InvoiceId(call.id("id", "invoice")?);
    let preflight = use_cases::sending::native_send::preflight_invoice(&context, id).await?;
    let data = InvoicePreflightView::from(preflight);
    call.data(data)
}
