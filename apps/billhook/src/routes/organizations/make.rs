use super::view::{OrganizationCreated, OrganizationView, deprecate};
use crate::{
    error::{ApiError, CallErrors, ConflictError, NotFoundError},
    http::{Body, KeyCaller, idempotency_claim, operations, path_id, respond},
    requests::{OrganizationCreate, OrganizationOptions, read, read_with_violations},
    wiring::App,
};
use access::{OrganizationId, Scope};
use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use idempotency::{Answer, UnwritableAnswer};
use invoicing::{Organization, check_organization};
use organizations::Creation;
use serde::Deserialize;
use use_cases::organizations::{NewOrganization, change_options, create_organization};
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
        CallErrors, ConflictError,
    ),
    security(("api_key" = [])),
)]
async fn make_organization(
    http: HttpRequest,
    caller: KeyCaller,
    app: web::Data<App>,
    Body(bytes): Body,
) -> Result<HttpResponse, ApiError> {
    let partner = caller.0.partner()?;
    caller.0.require(Scope::OrgProvision)?;
    let claim = idempotency_claim(&http, "organizations.create", &bytes)?;
    let new = new_organization(&bytes, app.clock.now());
    let answer = create_organization(&**app, (partner, caller.0.tier), new, claim, render).await?;
    let warned = is_warned(&answer.body);
    let mut response = respond(answer)?;
    if warned {
        deprecate(response.headers_mut(), &app.config.base_url);
    }
    Ok(response)
}

fn new_organization(bytes: &[u8], now: time::OffsetDateTime) -> Result<NewOrganization, ApiError> {
    let ((input, like_production), mut found) = read_with_violations::<OrganizationCreate>(bytes);
    let Some(party) = check_organization(&input, &mut found).filter(|_| found.is_empty()) else {
        return Err(found.into());
    };
    let id = OrganizationId(Uuid::now_v7());
    Ok(NewOrganization { organization: Organization::of(id, party, now), like_production })
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

/// Sets options of an organization: what the body does not name stays.
#[utoipa::path(
    patch, path = "/v1/agent/organizations/{id}", tag = "organizations", operation_id = "setOrganizationOptions",
    params(("id" = String, Path, description = "The organization's id")),
    request_body = OrganizationOptions,
    responses(
        (status = 200, description = "The organization", body = OrganizationView<'static>),
        CallErrors, NotFoundError,
    ),
    security(("api_key" = [])),
)]
async fn set_organization_options(
    caller: KeyCaller,
    app: web::Data<App>,
    id: web::Path<String>,
    Body(bytes): Body,
) -> Result<HttpResponse, ApiError> {
    caller.0.require(Scope::SettingsUpdate)?;
    let id = OrganizationId(path_id(&id, "organization")?);
    let change = read::<OrganizationOptions>(&bytes)?;
    let reach = caller.0.reach;
    let record = change_options(&**app, reach, id, &change).await?;
    tracing::info!(org.id = %id, "options of an organization changed");
    Ok(HttpResponse::Ok().json(OrganizationView::of(&record)))
}
