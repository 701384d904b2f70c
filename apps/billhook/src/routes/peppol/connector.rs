use crate::{
    error::{ApiError, CallErrors, ConflictError, NotFoundError},
    http::{Body, Caller, Data, Part, Timing, operations, path_id, required_claim, respond},
    openapi::{DispatchData, SendData},
    requests::{ConnectorSend, read},
    wiring::App,
};
use access::Scope;
use actix_web::{HttpRequest, HttpResponse, web};
use idempotency::{Answer, UnwritableAnswer};
use peppol_connector::{SendAnswer, SendStatus, StagedId};
use use_cases::connector;

operations![connector_send, connector_dispatch];

/// The operation under which idempotency keys of connector sends are kept.
const SEND: &str = "connector.send";

/// Validates a document, reserves credit and queues it, in one call.
///
/// A 200 whenever the operation ran: what became of the document is in `status`, and findings are
/// never errors.
#[utoipa::path(
    post, path = "/v1/agent/peppol/connector/send", tag = "peppol", operation_id = "connectorSend",
    request_body = ConnectorSend,
    params(("Idempotency-Key" = String, Header, description = "The same key and body again answers the stored response and never sends twice")),
    responses((status = 200, description = "It ran", body = SendData), CallErrors, ConflictError),
    security(("api_key" = [], "organization" = [])),
)]
async fn connector_send(
    http: HttpRequest,
    caller: Caller,
    app: web::Data<App>,
    Body(bytes): Body,
) -> Result<HttpResponse, ApiError> {
    let context = caller.context(&app, Scope::InvoiceSend)?;
    let timing = Timing::of(&http);
    let claim = required_claim(&http, SEND, &bytes)?;
    let request = timing.time(Part::Domain, || read::<ConnectorSend>(&bytes))?;
    let answer = connector::send(&context, request, claim, send_answer).await?;
    app.wake.jobs();
    respond(answer)
}

/// The answer, which is kept under the key.
fn send_answer(data: &SendAnswer) -> Result<Answer, UnwritableAnswer> {
    Answer::json(200, &Data { data })
}

/// Sends a staged document.
#[utoipa::path(
    post, path = "/v1/agent/peppol/connector/dispatch/{stagedId}", tag = "peppol",
    operation_id = "connectorDispatch",
    params(("stagedId" = String, Path, description = "staged_id of the send that staged it")),
    responses(
        (status = 200, description = "It ran", body = DispatchData),
        CallErrors, NotFoundError, ConflictError,
    ),
    security(("api_key" = [], "organization" = [])),
)]
async fn connector_dispatch(
    http: HttpRequest,
    caller: Caller,
    app: web::Data<App>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let context = caller.context(&app, Scope::InvoiceSend)?;
    let timing = Timing::of(&http);
    let id = StagedId(path_id(&id, "staged document")?);
    let answer = connector::dispatch(&context, id).await?;
    if answer.status == SendStatus::Queued {
        app.wake.jobs();
    }
    Ok(timing.time(Part::Render, || HttpResponse::Ok().json(Data { data: answer })))
}
