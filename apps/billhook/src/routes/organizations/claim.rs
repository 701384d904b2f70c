use crate::{
    error::{ConflictError, NotFoundError, UnavailableError, unverified},
    http::{KeyCall, Reply, operations},
    openapi::ClaimBody,
};
use access::{OrganizationId, Scope};
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
        NotFoundError, ConflictError, UnavailableError,
    ),
    security(("api_key" = [])),
)]
async fn claim_organization(call: KeyCall) -> Reply {
    let partner = call.caller.partner()?;
    call.caller.require(Scope::InvoiceSend)?;
    let organization = OrganizationId(call.id("id", "organization")?);
    let tier = call.caller.tier;
    if !call.networks.serves(Network::of(tier)) {
        return Err(unverified());
    }
    let answer = request_claim(&Context::new(&*call, organization, tier), partner).await?;
    if answer.status == ClaimStatus::Sent {
        call.wake.jobs();
    }
    tracing::info!(org.id = %organization, status = ?answer.status, "claim");
    call.ok(answer)
}
