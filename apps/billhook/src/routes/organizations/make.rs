use super::view::{OrganizationCreated, OrganizationView, deprecate};
use crate::{
    error::{ApiError, CallErrors, ConflictError, NotFoundError},
    flows::{
        once,
        organizations::{NewOrganization, create_organization},
    },
    http::{Body, KeyCaller, Part, Timing, idempotency_claim, operations, path_id, respond},
    requests::{OrganizationCreate, OrganizationOptions, read, read_with_violations},
    wiring::App,
};
use access::{OrganizationId, Scope};
use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use idempotency::{Answer, Claim, UnwritableAnswer};
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
    let timing = Timing::of(&http);
    let claim = idempotency_claim(&http, "organizations.create", &bytes)?;
    // keys are scoped to an organization, and here there is none yet: the partner stands for it
    let scope = OrganizationId(partner.0);
    let now = app.clock.now();
    let work = async |claim: Option<&Claim>| -> Result<Answer, ApiError> {
        let (organization, like_production) = new_organization(&bytes, now)?;
        let new = NewOrganization { partner, tier: caller.0.tier, organization, like_production };
        let created = create_organization(&app.store, new, claim, now, render);
        Ok(timing.wait(Part::Db, created).await?)
    };
    let answer = once(&app.store, scope, claim.as_ref(), now, &timing, work).await?;
    let warned = is_warned(&answer.body);
    let mut response = respond(answer)?;
    if warned {
        deprecate(response.headers_mut(), &app.config.base_url);
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
    http: HttpRequest,
    caller: KeyCaller,
    app: web::Data<App>,
    id: web::Path<String>,
    Body(bytes): Body,
) -> Result<HttpResponse, ApiError> {
    caller.0.require(Scope::SettingsUpdate)?;
    let timing = Timing::of(&http);
    let id = OrganizationId(path_id(&id, "organization")?);
    let change = read::<OrganizationOptions>(&bytes)?;
    let reach = caller.0.reach;
    timing.wait(Part::Db, app.store.organization_record(reach, id)).await?;
    timing.wait(Part::Db, app.store.change_options(id, &change)).await?;
    tracing::info!(org.id = %id, "options of an organization changed");
    let record = timing.wait(Part::Db, app.store.organization_record(reach, id)).await?;
    Ok(HttpResponse::Ok().json(OrganizationView::of(&record)))
}
