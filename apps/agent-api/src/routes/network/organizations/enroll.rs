use super::view::{EntryView, RegistrationData, RegistrationView, deprecate};
use crate::{
    error::{ConflictError, NotFoundError, UnavailableError},
    http::{Body, Call, Data, KeyCall, Reply, operations},
    requests::{EnrollBody, read_optional},
};
use access::{KeyHolder, OrganizationId, Scope};
use actix_web::http::StatusCode;
use use_cases::{
    Context,
    network::organizations::{deactivate_reached, enroll},
};

operations![enroll_organization, deactivate_organization];

/// Who manages organizations, or the settings of this one, may register it.
const REGISTRARS: [Scope; 2] = [Scope::OrgProvision, Scope::SettingsUpdate];

/// Registers the organization in the network of the key. Repeated, it changes nothing.
#[utoipa::path(
    post, path = "/v1/agent/peppol/enroll", tag = "organizations", operation_id = "enrollOrganization",
    request_body = EnrollBody,
    responses(
        (status = 201, description = "Registered", body = RegistrationData<'static>),
        ConflictError, UnavailableError,
    ),
)]
async fn enroll_organization(call: Call, Body(bytes): Body) -> Reply {
    let tenant = call.caller;
    if REGISTRARS.iter().all(|scope| tenant.require(*scope).is_err()) {
        call.require(REGISTRARS[0])?;
    }
    let request = read_optional::<EnrollBody>(&bytes)?;
    let context = Context::new(&*call, tenant.organization, tenant.tier).by(tenant.credential);
    let enrolled = enroll(&context, &request).await?;
    let entry = enrolled.entry.map(EntryView::from);
    let data = RegistrationView { entry, ..RegistrationView::of(&enrolled.account) };
    tracing::info!(org.id = %tenant.organization, status = data.status, "organization registered in the network");
    let warnings: Vec<_> = enrolled.warning.into_iter().collect();
    let warned = !warnings.is_empty();
    let mut response = call.reply(StatusCode::CREATED, RegistrationData { data, warnings })?;
    if warned {
        deprecate(response.headers_mut(), call.config.docs_url());
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
        NotFoundError, ConflictError,
    ),
    security(("api_key" = [])),
)]
async fn deactivate_organization(call: KeyCall) -> Reply {
    call.caller.require_any(&REGISTRARS)?;
    let id = OrganizationId(call.id("id", "organization")?);
    let KeyHolder { reach, tier, credential, .. } = call.caller;
    let context = Context::new(&*call, id, tier).by(credential);
    let account = deactivate_reached(&context, reach).await??;
    tracing::info!(org.id = %id, "registration of an organization in the network given up");
    call.data(RegistrationView::of(&account))
}
