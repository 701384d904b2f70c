use super::response_view::SentResponseView;
use crate::{
    error::{ErrorBody, NotFoundError},
    http::{Body, Call, Data, Reply, about, operations, stored},
    requests::{ReceiveResponsesBody, RespondBody, read, read_with_violations},
};
use access::Scope;
use idempotency::Answer;
use invoice_responses::{ResponseInbox, SentResponse};
use peppol_connector::identifiers::ReceivedId;
use serde::Serialize;
use use_cases::receiving::responses::{respond_to, set_takes_responses};
use utoipa::ToSchema;

operations![respond_received, get_invoice_responses, put_invoice_responses];

/// The operation under which idempotency keys are kept.
const RESPOND: &str = "peppol.respond";

/// Answers a received invoice or credit note to its sender (Peppol Invoice Response). What was said last is not sent
/// again. Nothing follows `rejected` and `paid`, and `accepted` only `paid`; `under_query` may be repeated.
#[utoipa::path(
    post, path = "/v1/agent/peppol/received/{id}/respond", tag = "peppol",
    operation_id = "respondReceived",
    params(
        ("id" = String, Path, description = "The received document's id"),
        ("Idempotency-Key" = String, Header, description = "The same key and body again answers the stored response"),
    ),
    request_body = RespondBody,
    responses(
        (status = 201, description = "Queued, or the same that was said before", body = inline(Data<SentResponseView>)),
        NotFoundError,
        (status = 409, description = "RESPONSE_OUT_OF_ORDER, RESPONSE_NOT_POSSIBLE; CONFLICT for the key", body = ErrorBody),
    ),
)]
async fn respond_received(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::ReceiptUpdate)?;
    let id = ReceivedId(call.id("id", "received document")?);
    let lease = call.required_lease(RESPOND, &about(id.0, &bytes))?;
    let (input, found) = read_with_violations::<RespondBody>(&bytes);
    let said = invoice_responses::Answer::check(&input, found)?;
    let respond = |response: &SentResponse| {
        Answer::json(201, &Data { data: SentResponseView::from(response) })
    };
    let answer = respond_to(&context, id, &said, Some(lease), respond).await?;
    call.notifier.jobs();
    stored(answer)
}

/// Whether the organization receives Invoice Responses.
#[derive(Serialize, ToSchema)]
pub struct ReceiveResponsesView {
    /// false unless it asked.
    pub receive: bool,
}

/// Whether buyers can send Invoice Responses to the organization.
#[utoipa::path(
    get, path = "/v1/agent/peppol/invoice-responses", tag = "peppol",
    operation_id = "getInvoiceResponses",
    responses((status = 200, description = "The setting", body = inline(Data<ReceiveResponsesView>))),
)]
async fn get_invoice_responses(call: Call) -> Reply {
    let organization = call.require(Scope::InvoiceRead)?;
    let receive = call.store.takes_responses(organization).await?;
    call.data(ReceiveResponsesView { receive })
}

/// Sets whether buyers can send Invoice Responses to the organization: its document type is published in the SMP, or
/// is not any more.
#[utoipa::path(
    put, path = "/v1/agent/peppol/invoice-responses", tag = "peppol",
    operation_id = "putInvoiceResponses",
    request_body = ReceiveResponsesBody,
    responses((status = 200, description = "Set", body = inline(Data<ReceiveResponsesView>))),
)]
async fn put_invoice_responses(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::SettingsUpdate)?;
    let receive = read::<ReceiveResponsesBody>(&bytes)?;
    set_takes_responses(&context, receive).await?;
    call.data(ReceiveResponsesView { receive })
}
