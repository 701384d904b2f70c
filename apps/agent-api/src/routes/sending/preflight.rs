use crate::{
    error::{BusyError, NotFoundError},
    http::{Body, Call, Data, Reply, operations},
    requests::{PreflightDocument, read},
    routes::sending::answer_view::{
        FindingBody, RecipientBody, SendData, UpcomingBody, ValidationBody,
    },
};
use access::Scope;
use invoicing::InvoiceId;
use serde::Serialize;
use use_cases::sending::{connector, native_send::InvoicePreflight};
use utoipa::ToSchema;

operations![preflight_document, preflight_invoice];

/// What a send of an invoice would come to now.
#[derive(Serialize, ToSchema)]
pub struct InvoicePreflightView<'a> {
    /// Whether a send would be queued; null when the validator was unavailable.
    pub send_ready: Option<bool>,
    /// The verdict on the exact document.
    pub validation: ValidationBody,
    /// The rules that it was judged by; null when the validator was unavailable.
    #[schema(example = "Peppol BIS Billing 3.0.21")]
    pub rules: Option<String>,
    /// Only when the next release of the rules refuses a document that is valid now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = UpcomingBody<'static>)]
    pub upcoming: Option<UpcomingBody<'a>>,
    /// Findings.
    pub repair: Vec<FindingBody<'a>>,
    /// Why a send would be refused, whatever the document; null when it would not.
    pub refusal: Option<String>,
    /// To whom it would go.
    pub receiver: Option<String>,
    /// Whether that one is registered.
    pub recipient: Option<RecipientBody<'a>>,
}

impl<'a> InvoicePreflightView<'a> {
    fn of(preflight: &'a InvoicePreflight) -> Self {
        Self {
            send_ready: preflight.ready(),
            validation: ValidationBody::of(preflight.validation.summary()),
            rules: preflight.validation.rules().map(|rules| rules.to_string()),
            upcoming: preflight.validation.upcoming().map(UpcomingBody::of),
            refusal: preflight.refusal.as_ref().map(|refusal| refusal.to_string()),
            receiver: preflight.receiver.as_ref().map(|receiver| receiver.to_string()),
            recipient: preflight.recipient.as_ref().map(RecipientBody::of),
            repair: preflight.findings.iter().map(FindingBody::of).collect(),
        }
    }
}

/// Checks a document as a send would, and looks its recipient up. Writes and charges nothing.
#[utoipa::path(
    post, path = "/v1/agent/peppol/preflight", tag = "peppol", operation_id = "preflightDocument",
    request_body = PreflightDocument,
    responses((status = 200, description = "The verdict", body = SendData<'static>), BusyError),
)]
async fn preflight_document(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::InvoiceRead)?;
    let (document, receiver) = read::<PreflightDocument>(&bytes)?;
    let preflight = connector::preflight(&context, document, receiver).await?;
    call.ok(SendData::of_preflight(&preflight))
}

/// A dry run: checks the exact document that would be sent, attachments and Peppol ids included,
/// and looks its recipient up.
#[utoipa::path(
    post, path = "/v1/agent/invoices/{id}/preflight", tag = "peppol",
    operation_id = "preflightInvoice",
    params(("id" = String, Path, description = "The invoice's id")),
    responses(
        (status = 200, description = "The verdict", body = inline(Data<InvoicePreflightView<'static>>)),
        NotFoundError, BusyError,
    ),
)]
async fn preflight_invoice(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceRead)?;
    let id = InvoiceId(call.id("id", "invoice")?);
    let preflight = use_cases::sending::native_send::preflight_invoice(&context, id).await?;
    call.data(InvoicePreflightView::of(&preflight))
}
