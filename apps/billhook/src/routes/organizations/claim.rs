use crate::{
    error::{ApiError, CallErrors, ConflictError, NotFoundError, UnavailableError, unverified},
    http::{KeyCaller, operations, path_id},
    openapi::ClaimBody,
    wiring::App,
};
use access::{OrganizationId, Scope};
use actix_web::{HttpResponse, web};
use organizations::ClaimStatus;
use peppol_connector::Network;
use use_cases::{Context, organizations::request_claim};

operations![claim_organization];

/// Asks the organization, by e-mail, to confirm that the partner may act for it. The answer has no
/// envelope.
#[utoipa::path(
    post, path = "/v1/agent/organizations/{id}/peppol-claim", tag = "organizations",
    operation_id = "claimOrganization",
    params(("id" = String, Path, description = "The organization's id")),
    responses(
        (status = 200, description = "What became of it", body = ClaimBody),
        CallErrors, NotFoundError, ConflictError, UnavailableError,
    ),
    security(("api_key" = [])),
)]
async fn claim_organization(
    caller: KeyCaller,
    app: web::Data<App>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let partner = caller.0.partner()?;
    caller.0.require(Scope::InvoiceSend)?;
    let organization = OrganizationId(path_id(&id, "organization")?);
    let tier = caller.0.tier;
    if !app.networks.serves(Network::of(tier)) {
        return Err(unverified());
    }
    let answer = request_claim(&Context::new(&**app, organization, tier), partner).await?;
    if answer.status == ClaimStatus::Sent {
        app.wake.jobs();
    }
    tracing::info!(org.id = %organization, status = ?answer.status, "claim");
    Ok(HttpResponse::Ok().json(answer))
}
