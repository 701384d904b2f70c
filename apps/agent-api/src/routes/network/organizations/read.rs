use super::view::{EntryView, OrganizationList, OrganizationView};
use crate::{
    error::NotFoundError,
    http::{KeyCall, List, Reply, operations},
    requests::PeppolStatusName,
    routes::paging,
};
use access::{OrganizationId, Scope};
use organizations::{OrganizationFilter, OrganizationStore};
use peppol_connector::registration::PeppolStatus;
use use_cases::network::organizations::{SeenOrganization, seen_organization};

operations![list_organizations, get_organization];

/// Any of these may read what a key reaches.
const READERS: [Scope; 2] = [Scope::InvoiceRead, Scope::OrgProvision];

/// The organizations that the key reaches, the newest first: a partner's, or a user's one.
#[utoipa::path(
    get, path = "/v1/agent/organizations", tag = "organizations", operation_id = "listOrganizations",
    params(
        paging::Pages,
        ("name" = Option<String>, Query, description = "Part of the name"),
        ("ico" = Option<String>, Query, description = "Exact IČO"),
        ("dic" = Option<String>, Query, description = "Exact DIČ"),
        ("peppol_status" = Option<PeppolStatusName>, Query, description = "Where its registration stands"),
    ),
    responses((status = 200, description = "A page", body = OrganizationList<'static>)),
    security(("api_key" = [])),
)]
async fn list_organizations(call: KeyCall) -> Reply {
    call.caller.require_any(&READERS)?;
    let (mut query, after, limit) = call.page_query()?;
    let filter = OrganizationFilter {
        name: query.text("name"),
        ico: query.text("ico"),
        dic: query.text("dic"),
        status: query.one_of("peppol_status", &PeppolStatus::ALL, PeppolStatus::name),
    };
    query.finish()?;
    let page = call.store.organization_records(call.caller.reach, &filter, after, limit).await?;
    call.ok(List::of(&page, OrganizationView::of))
}

/// One organization, without an envelope.
#[utoipa::path(
    get, path = "/v1/agent/organizations/{id}", tag = "organizations", operation_id = "getOrganization",
    params(("id" = String, Path, description = "The organization's id")),
    responses(
        (status = 200, description = "The organization", body = OrganizationView<'static>),
        NotFoundError,
    ),
    security(("api_key" = [])),
)]
async fn get_organization(call: KeyCall) -> Reply {
    call.caller.require_any(&READERS)?;
    let id = OrganizationId(call.id("id", "organization")?);
    let SeenOrganization { record, entry } =
        seen_organization(&*call, call.caller.reach, id).await?;
    let entry = entry.map(EntryView::from);
    call.ok(OrganizationView { peppol_entry: entry, ..OrganizationView::of(&record) })
}
