use crate::{
    error::{ConflictError, NotFoundError},
    flows::connector,
    http::{Body, Call, Part, Reply, operations, stored},
    openapi::{DispatchData, SendData},
    requests::{ConnectorSend, read},
};
use access::Scope;
use peppol_connector::{SendStatus, StagedId};

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
    responses((status = 200, description = "It ran", body = SendData), ConflictError),
)]
async fn connector_send(call: Call, Body(bytes): Body) -> Reply {
    let organization = call.require(Scope::InvoiceSend)?;
    let claim = call.required_claim(SEND, &bytes)?;
    let request = call.timing.time(Part::Domain, || read::<ConnectorSend>(&bytes))?;
    let answer = connector::send(
        &call.store,
        &call.intake,
        &call.networks,
        &call.clock,
        organization,
        call.caller.tier,
        request,
        claim,
        &call.timing,
    )
    .await?;
    call.wake.jobs();
    stored(answer)
}

/// Sends a staged document.
#[utoipa::path(
    post, path = "/v1/agent/peppol/connector/dispatch/{stagedId}", tag = "peppol",
    operation_id = "connectorDispatch",
    params(("stagedId" = String, Path, description = "staged_id of the send that staged it")),
    responses(
        (status = 200, description = "It ran", body = DispatchData),
        NotFoundError, ConflictError,
    ),
)]
async fn connector_dispatch(call: Call) -> Reply {
    let organization = call.require(Scope::InvoiceSend)?;
    let id = StagedId(call.id("stagedId", "staged document")?);
    let tier = call.caller.tier;
    let answer =
        connector::dispatch(&call.store, &call.clock, organization, tier, id, &call.timing).await?;
    if answer.status == SendStatus::Queued {
        call.wake.jobs();
    }
    call.data(answer)
}
