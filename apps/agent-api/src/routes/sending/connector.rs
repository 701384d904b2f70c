use crate::{
    error::{BusyError, ConflictError, NotFoundError},
    http::{Body, Call, Reply, operations, stored},
    requests::{ConnectorSend, read},
    routes::sending::answer_view::{DispatchAnswerBody, DispatchData, SendData},
};
use access::Scope;
use idempotency::{Answer, UnwritableAnswer};
use peppol_connector::{
    identifiers::StagedId,
    sending::{SendAnswer, SendStatus},
};
use runtime::Part;
use use_cases::sending::connector;

operations![connector_send, connector_dispatch];

/// The operation under which idempotency keys of connector sends are kept.
const SEND: &str = "connector.send";

/// Validates a document, reserves credit and queues it, in one call.
///
/// A 200 whenever the operation ran: the outcome of the document is in `status`, and findings are
/// never errors.
#[utoipa::path(
    post, path = "/v1/agent/peppol/connector/send", tag = "peppol", operation_id = "connectorSend",
    request_body = ConnectorSend,
    params(("Idempotency-Key" = String, Header, description = "The same key and body again answers the stored response and never sends twice")),
    responses((status = 200, description = "It ran", body = SendData<'static>), ConflictError, BusyError),
)]
async fn connector_send(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::InvoiceSend)?;
    let lease = call.required_lease(SEND, &bytes)?;
    let request = call.timing.time(Part::Domain, || read::<ConnectorSend>(&bytes))?;
    // the document is decoded: its base64 need not wait for the database with it
    drop(bytes);
    let answer = connector::send(&context, request, lease, send_answer).await?;
    call.notifier.jobs();
    stored(answer)
}

/// The answer, which is kept under the key.
fn send_answer(answer: &SendAnswer) -> Result<Answer, UnwritableAnswer> {
    Answer::json(200, &SendData::of(answer))
}

/// Sends a staged document.
#[utoipa::path(
    post, path = "/v1/agent/peppol/connector/dispatch/{stagedId}", tag = "peppol",
    operation_id = "connectorDispatch",
    params(("stagedId" = String, Path, description = "staged_id of the send that staged it")),
    responses(
        (status = 200, description = "It ran", body = DispatchData<'static>),
        NotFoundError, ConflictError,
    ),
)]
async fn connector_dispatch(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceSend)?;
    let id = StagedId(call.id("stagedId", "staged document")?);
    let answer = connector::dispatch(&context, id).await?;
    if answer.status == SendStatus::Queued {
        call.notifier.jobs();
    }
    call.data(DispatchAnswerBody::of(&answer))
}
