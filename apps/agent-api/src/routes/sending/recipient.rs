use crate::{
    error::ApiError,
    http::{Call, Reply, operations},
    routes::sending::answer_view::{RecipientBody, RecipientData},
};
use access::Scope;
use api_http::error::ParameterFault;
use peppol_connector::{
    identifiers::Network,
    sending::{RecipientLookup, looked_up},
};
use runtime::Part;
use use_cases::sending::connector::look_up;

operations![look_up_recipient];

/// Looks a participant up in the Peppol network. A missing one is found false.
#[utoipa::path(
    get, path = "/v1/agent/peppol/recipient", tag = "peppol", operation_id = "lookUpRecipient",
    params(("peppolId" = String, Query, description = "0245:<DIČ>, in the sandbox 9915:<DIČ> or 0245:<DIČ>")),
    responses((status = 200, description = "Found or not", body = RecipientData<'static>)),
)]
async fn look_up_recipient(call: Call) -> Reply {
    call.require(Scope::InvoiceRead)?;
    let mut query = call.query()?;
    let id = query.text("peppolId");
    query.finish()?;
    let missing =
        || ApiError::InvalidField { field: "peppolId", message: ParameterFault::NoPeppolId.into() };
    // every text is answered with 200: one that is not a participant id names no participant
    let id = id.ok_or_else(missing)?;
    let network = Network::of(call.caller.tier);
    let answer = match looked_up(&id, network) {
        Some(participant) => {
            let lookup = look_up(&*call, network, &id, &participant);
            call.timing.wait(Part::Domain, lookup).await
        }
        None => RecipientLookup::missing(&id),
    };
    call.data(RecipientBody::of(&answer))
}
