use super::view::{OrganizationCreated, OrganizationView, deprecate};
use crate::{
    error::{ApiError, ConflictError, ErrorBody, NotFoundError},
    http::{Body, KeyCall, Reply, operations, stored},
    requests::{OrganizationCreate, OrganizationOptions, new_organization, read_with_violations},
};
use access::{OrganizationId, Scope};
use actix_web::http::StatusCode;
use idempotency::{Answer, UnwritableAnswer};
use organizations::Creation;
use serde::Deserialize;
use use_cases::network::organizations::{
    AskedChange, change_organization as change_organization_record, create_organization,
};
use uuid::Uuid;

operations![make_organization, change_organization];

/// Makes an organization that the partner manages. It is registered in a network by `enroll`.
#[utoipa::path(
    post, path = "/v1/agent/organizations", tag = "organizations", operation_id = "createOrganization",
    params(("Idempotency-Key" = Option<String>, Header, description = "Scoped to the partner, kept 48 hours")),
    request_body = OrganizationCreate,
    responses(
        (status = 201, description = "Made", body = OrganizationCreated<'static>),
        ConflictError,
    ),
    security(("api_key" = [])),
)]
async fn make_organization(call: KeyCall, Body(bytes): Body) -> Reply {
    let partner = call.caller.partner()?;
    call.caller.require(Scope::OrgProvision)?;
    let lease = call.idempotency_lease("organizations.create", &bytes)?;
    let id = OrganizationId(Uuid::now_v7());
    let new = new_organization(&bytes, id, call.clock.now()).map_err(ApiError::from);
    let by = (partner, call.caller.tier, call.caller.credential);
    let answer = create_organization(&*call, by, new, lease, render).await?;
    let warned = is_warned(&answer.body);
    let mut response = stored(answer)?;
    if warned {
        deprecate(response.headers_mut(), call.config.docs_url());
    }
    Ok(response)
}

/// The answer, which is kept under the partner's key.
fn render(creation: &Creation) -> Result<Answer, UnwritableAnswer> {
    let record = creation.result();
    let data = OrganizationView::of(&record);
    let warnings = creation.warning.into_iter().collect();
    let created = OrganizationCreated { data, warnings, hint: creation.hint };
    Answer::json(StatusCode::CREATED.as_u16(), &created)
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

/// Changes settings of an organization: what the body does not name stays, and an empty text takes
/// away what may be missing. Invoices that were issued keep what they say.
#[utoipa::path(
    patch, path = "/v1/agent/organizations/{id}", tag = "organizations", operation_id = "changeOrganization",
    params(("id" = String, Path, description = "The organization's id")),
    request_body = OrganizationOptions,
    responses(
        (status = 200, description = "The organization", body = OrganizationView<'static>),
        (status = 400, description = "VALIDATION_ERROR or BANK_ACCOUNT_CURRENCY_MISMATCH", body = ErrorBody),
        NotFoundError, ConflictError,
    ),
    security(("api_key" = [])),
)]
async fn change_organization(call: KeyCall, Body(bytes): Body) -> Reply {
    call.caller.require(Scope::SettingsUpdate)?;
    let id = OrganizationId(call.id("id", "organization")?);
    let ((options, settings), found) = read_with_violations::<OrganizationOptions>(&bytes);
    let key = (call.caller.reach, call.caller.tier);
    let change = AskedChange { options, settings, found };
    let record = change_organization_record(&*call, key, id, &change).await?;
    tracing::info!(org.id = %id, "organization settings changed");
    call.ok(OrganizationView::of(&record))
}
