use super::view::{RegistrationData, RegistrationView, deprecate};
use crate::{
    error::{ApiError, CallErrors, ConflictError, NotFoundError, UnavailableError},
    http::{Body, Caller, Data, KeyCaller, operations, path_id},
    requests::{EnrollBody, read_optional},
    wiring::App,
};
use access::{OrganizationId, Scope};
use actix_web::{HttpResponse, web};
use organizations::OrganizationStore;
use use_cases::{
    Context,
    organizations::{deactivate_account, enroll},
};

operations![enroll_organization, deactivate_organization];

/// Who manages organizations, or the settings of this one, may register it.
const REGISTRARS: [Scope; 2] = [Scope::OrgProvision, Scope::SettingsUpdate];

/// Registers the organization in the network of the key. Repeated, it changes nothing.
#[utoipa::path(
    post, path = "/v1/agent/peppol/enroll", tag = "organizations", operation_id = "enrollOrganization",
    request_body = Option<EnrollBody>,
    responses(
        (status = 201, description = "Registered", body = RegistrationData<'static>),
        CallErrors, ConflictError, UnavailableError,
    ),
    security(("api_key" = [], "organization" = [])),
)]
async fn enroll_organization(
    caller: Caller,
    app: web::Data<App>,
    Body(bytes): Body,
) -> Result<HttpResponse, ApiError> {
    let tenant = caller.0;
    if REGISTRARS.iter().all(|scope| tenant.require(*scope).is_err()) {
        caller.require(REGISTRARS[0])?;
    }
    let request = read_optional::<EnrollBody>(&bytes)?;
    let context = Context::new(&**app, tenant.organization, tenant.tier);
    let enrolled = enroll(&context, &request).await?;
    let data = RegistrationView::of(&enrolled.account);
    tracing::info!(org.id = %tenant.organization, status = data.status, "enrolled");
    let warnings: Vec<_> = enrolled.warning.into_iter().collect();
    let warned = !warnings.is_empty();
    let mut response = HttpResponse::Created().json(RegistrationData { data, warnings });
    if warned {
        deprecate(response.headers_mut(), &app.config.base_url);
    }
    Ok(response)
}

/// Gives the organization's registration up. Repeated, it changes nothing.
#[utoipa::path(
    post, path = "/v1/agent/organizations/{id}/peppol/deactivate", tag = "organizations",
    operation_id = "deactivateOrganization",
    params(("id" = String, Path, description = "The organization's id")),
    responses(
        (status = 200, description = "De-registered", body = inline(Data<RegistrationView<'static>>)),
        CallErrors, NotFoundError, ConflictError,
    ),
    security(("api_key" = [])),
)]
async fn deactivate_organization(
    caller: KeyCaller,
    app: web::Data<App>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    caller.0.require_any(&REGISTRARS)?;
    let id = OrganizationId(path_id(&id, "organization")?);
    let (reach, tier) = (caller.0.reach, caller.0.tier);
    app.store.organization_record(reach, id).await?;
    let account = deactivate_account(&Context::new(&**app, id, tier)).await??;
    tracing::info!(org.id = %id, "deactivated");
    Ok(HttpResponse::Ok().json(Data { data: RegistrationView::of(&account) }))
}
