use super::view::{OrganizationList, OrganizationView};
use crate::{
    error::{ApiError, CallErrors, NotFoundError},
    http::{KeyCaller, Part, Query, Timing, operations, path_id},
    routes::paging,
    wiring::App,
};
use access::{OrganizationId, Scope};
use actix_web::{HttpRequest, HttpResponse, web};
use organizations::{OrganizationFilter, OrganizationStore};
use peppol_connector::PeppolStatus;

operations![list_organizations, get_organization];

/// Any of these may read what a key reaches.
const READERS: [Scope; 2] = [Scope::InvoiceRead, Scope::OrgProvision];

/// The organizations that the key reaches, the newest first: a partner's, or a user's one.
#[utoipa::path(
    get, path = "/v1/agent/organizations", tag = "organizations", operation_id = "listOrganizations",
    params(
        ("after" = Option<String>, Query, description = "next_after of the previous page"),
        ("limit" = Option<u16>, Query, minimum = 1, maximum = 100, description = "Default 50"),
        ("name" = Option<String>, Query, description = "Part of the name"),
        ("ico" = Option<String>, Query, description = "Exact IČO"),
        ("dic" = Option<String>, Query, description = "Exact DIČ"),
        ("peppol_status" = Option<String>, Query, description = "none, enrolled, send_only or deactivated"),
    ),
    responses((status = 200, description = "A page", body = OrganizationList<'static>), CallErrors),
    security(("api_key" = [])),
)]
async fn list_organizations(
    http: HttpRequest,
    caller: KeyCaller,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    caller.0.require_any(&READERS)?;
    let timing = Timing::of(&http);
    let mut query = Query::of(&http)?;
    let (after, limit) = paging::page_parameters(&mut query);
    let filter = OrganizationFilter {
        name: query.text("name"),
        ico: query.text("ico"),
        dic: query.text("dic"),
        status: query.one_of("peppol_status", &PeppolStatus::ALL, PeppolStatus::name),
    };
    query.finish()?;
    let page = app.store.organization_records(caller.0.reach, &filter, after, limit).await?;
    let list = OrganizationList {
        next_after: page.next().map(paging::encode),
        has_more: page.has_more,
        data: page.rows.iter().map(OrganizationView::of).collect(),
    };
    Ok(timing.time(Part::Render, || HttpResponse::Ok().json(list)))
}

/// One organization, without an envelope.
#[utoipa::path(
    get, path = "/v1/agent/organizations/{id}", tag = "organizations", operation_id = "getOrganization",
    params(("id" = String, Path, description = "The organization's id")),
    responses(
        (status = 200, description = "The organization", body = OrganizationView<'static>),
        CallErrors, NotFoundError,
    ),
    security(("api_key" = [])),
)]
async fn get_organization(
    http: HttpRequest,
    caller: KeyCaller,
    app: web::Data<App>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    caller.0.require_any(&READERS)?;
    let timing = Timing::of(&http);
    let id = OrganizationId(path_id(&id, "organization")?);
    let record = app.store.organization_record(caller.0.reach, id).await?;
    Ok(timing.time(Part::Render, || HttpResponse::Ok().json(OrganizationView::of(&record))))
}
