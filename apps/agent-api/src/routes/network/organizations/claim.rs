use crate::{
    error::{ConflictError, NotFoundError, RateLimitedError, UnavailableError, unverified},
    http::{Body, KeyCall, Reply, operations},
    openapi::ClaimBody,
    requests::{ClaimProofBody, read_optional},
};
use access::{OrganizationId, Scope};
use organizations::ClaimStatus;
use peppol_connector::identifiers::Network;
use use_cases::{Context, network::organizations::request_claim};

operations![claim_organization];

/// Asks the organization, by e-mail, to confirm that the partner may act for it. The answer has no
/// envelope. On a live key the tax authority's token is needed where a partner wrote the address; a test
/// key sends no mail to such an address, and gets the link in the answer.
#[utoipa::path(
    post, path = "/v1/agent/organizations/{id}/peppol-claim", tag = "organizations",
    operation_id = "claimOrganization",
    params(("id" = String, Path, description = "The organization's id")),
    request_body = Option<ClaimProofBody>,
    responses(
        (status = 200, description = "The outcome", body = ClaimBody),
        NotFoundError, ConflictError, RateLimitedError, UnavailableError,
    ),
    security(("api_key" = [])),
)]
async fn claim_organization(call: KeyCall, Body(bytes): Body) -> Reply {
    let partner = call.caller.partner()?;
    call.caller.require(Scope::InvoiceSend)?;
    let organization = OrganizationId(call.id("id", "organization")?);
    let tier = call.caller.tier;
    if !call.networks.serves(Network::of(tier)) {
        return Err(unverified());
    }
    let proof = read_optional::<ClaimProofBody>(&bytes)?;
    let context = Context::new(&*call, organization, tier).by(call.caller.credential);
    let answer = request_claim(&context, partner, &proof).await?;
    if answer.status == ClaimStatus::Sent {
        call.notifier.jobs();
    }
    tracing::info!(org.id = %organization, partner.id = %partner, status = ?answer.status, "claim of an organization requested by a partner");
    call.ok(answer)
}
