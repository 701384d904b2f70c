use crate::{
    error::{ApiError, CallErrors},
    http::{Caller, Data, Part, Query, Timing, operations},
    openapi::RecipientData,
    wiring::App,
};
use access::Scope;
use actix_web::{HttpRequest, HttpResponse, web};
use peppol_connector::{Network, RecipientLookup, looked_up};
use use_cases::connector::look_up;

operations![look_up_recipient];

/// Longest id that is repeated in an answer.
const MAX_ID: usize = 200;

/// Looks a participant up in the Peppol network. A missing one is found false.
#[utoipa::path(
    get, path = "/v1/agent/peppol/recipient", tag = "peppol", operation_id = "lookUpRecipient",
    params(("peppolId" = String, Query, description = "0245:<DIČ>, in the sandbox 9915:<DIČ> or 0245:<DIČ>")),
    responses((status = 200, description = "Found or not", body = RecipientData), CallErrors),
    security(("api_key" = [], "organization" = [])),
)]
async fn look_up_recipient(
    http: HttpRequest,
    caller: Caller,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    caller.require(Scope::InvoiceRead)?;
    let timing = Timing::of(&http);
    let mut query = Query::of(&http)?;
    let id = query.text("peppolId");
    query.finish()?;
    let missing =
        |message: &str| ApiError::InvalidField { field: "peppolId", message: message.to_owned() };
    let id = id.ok_or_else(|| missing("is required: 0245:<DIČ> or 9915:<DIČ>"))?;
    if id.len() > MAX_ID {
        return Err(missing("is too long"));
    }
    let network = Network::of(caller.0.tier);
    let answer = match looked_up(&id, network) {
        Some(participant) => {
            let lookup = look_up(&**app, network, &id, &participant);
            timing.wait(Part::Domain, lookup).await
        }
        None => RecipientLookup::missing(&id),
    };
    Ok(HttpResponse::Ok().json(Data { data: answer }))
}
