use super::view::{OrganizationCreated, OrganizationView, deprecate};
use crate::{
    error::{ApiError, ConflictError, NotFoundError},
    flows::{
        once,
        organizations::{NewOrganization, create_organization},
    },
    http::{Body, KeyCall, Part, Reply, operations, stored},
    requests::{OrganizationCreate, OrganizationOptions, read, read_with_violations},
};
use access::{OrganizationId, Scope};
use actix_web::http::StatusCode;
use idempotency::{Answer, Claim};
use invoicing::{Organization, check_organization};
use organizations::{Creation, OrganizationStore};
use serde::Deserialize;
use uuid::Uuid;

operations![make_organization, set_organization_options];

/// Makes an organization that the partner manages. In the lenient sandbox it is registered on the
/// test network at once.
#[utoipa::path(
    post, path = "/v1/agent/organizations", tag = "organizations", operation_id = "createOrganization",
    params(("Idempotency-Key" = Option<String>, Header, description = "Scoped to the partner, kept 48 hours")),
    request_body = OrganizationCreate,
    responses(
        (status = 201, description = "Made", body = OrganizationCreated<'static>,
         headers(
            ("Deprecation" = String, description = "With a warning"),
            ("Sunset" = String, description = "With a warning"),
            ("Link" = String, description = "With a warning"),
         )),
        ConflictError,
    ),
    security(("api_key" = [])),
)]
async fn make_organization(call: KeyCall, Body(bytes): Body) -> Reply {
    let partner = call.caller.partner()?;
    call.caller.require(Scope::OrgProvision)?;
    let claim = call.idempotency_claim("organizations.create", &bytes)?;
    // keys are scoped to an organization, and here there is none yet: the partner stands for it
    let scope = OrganizationId(partner.0);
    let now = call.clock.now();
    let work = async |claim: Option<&Claim>| -> Result<Answer, ApiError> {
        let (organization, like_production) = new_organization(&bytes, now)?;
        let new =
            NewOrganization { partner, tier: call.caller.tier, organization, like_production };
        let created = create_organization(&call.store, new, claim, now, render);
        Ok(call.timing.wait(Part::Db, created).await?)
    };
    let answer = once(&call.store, scope, claim.as_ref(), now, &call.timing, work).await?;
    let warned = is_warned(&answer.body);
    let mut response = stored(answer)?;
    if warned {
        deprecate(response.headers_mut(), &call.config.base_url);
    }
    Ok(response)
}

fn new_organization(
    bytes: &[u8],
    now: time::OffsetDateTime,
) -> Result<(Organization, bool), ApiError> {
    let ((input, like_production), mut found) = read_with_violations::<OrganizationCreate>(bytes);
    let Some(party) = check_organization(&input, &mut found).filter(|_| found.is_empty()) else {
        return Err(found.into());
    };
    let id = OrganizationId(Uuid::now_v7());
    Ok((Organization::of(id, party, now), like_production))
}

/// The answer, which is kept under the partner's key.
fn render(creation: &Creation) -> Answer {
    let record = creation.result();
    let data = OrganizationView::of(&record);
    let warnings = creation.warning.into_iter().collect();
    let created = OrganizationCreated { data, warnings, hint: creation.hint };
    let body = serde_json::to_vec(&created).unwrap_or_default();
    Answer { status: StatusCode::CREATED.as_u16(), body }
}

/// Whether an answer, perhaps one that is replayed, warns.
fn is_warned(body: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Warnings {
        #[serde(default)]
        warnings: Vec<serde::de::IgnoredAny>,
    }
    serde_json::from_slice::<Warnings>(body).is_ok_and(|body| !body.warnings.is_empty())
}

/// Sets options of an organization: what the body does not name stays.
#[utoipa::path(
    patch, path = "/v1/agent/organizations/{id}", tag = "organizations", operation_id = "setOrganizationOptions",
    params(("id" = String, Path, description = "The organization's id")),
    request_body = OrganizationOptions,
    responses(
        (status = 200, description = "The organization", body = OrganizationView<'static>),
        NotFoundError,
    ),
    security(("api_key" = [])),
)]
async fn set_organization_options(call: KeyCall, Body(bytes): Body) -> Reply {
    call.caller.require(Scope::SettingsUpdate)?;
    let id = OrganizationId(call.id("id", "organization")?);
    let change = read::<OrganizationOptions>(&bytes)?;
    let reach = call.caller.reach;
    call.timing.wait(Part::Db, call.store.organization_record(reach, id)).await?;
    call.timing.wait(Part::Db, call.store.change_options(id, &change)).await?;
    tracing::info!(org.id = %id, "options of an organization changed");
    let record = call.timing.wait(Part::Db, call.store.organization_record(reach, id)).await?;
    call.ok(OrganizationView::of(&record))
}
