//! The companies that a partner manages, what they used, and what happens at them.

use super::call::PartnerCall;
use crate::{
    openapi::FeedPageBody,
    routes::views::{OrganizationList, OrganizationView, UsageView},
};
use access::{KeyScope, OrganizationId, Scope};
use actix_web::HttpResponse;
use api_http::{
    List, Reply, operations,
    paging::{self, PagesOf},
};
use organizations::{OrganizationFilter, OrganizationStore};
use serde::Serialize;
use use_cases::invoicing::usage::{USAGE_ROWS, managed_usage};
use utoipa::ToSchema;
use webhooks::{feed::FeedPage, ports::FeedStore};

operations![list_organizations, list_usage, list_events];

/// The companies, the newest first. Scope invoice:read of the role.
#[utoipa::path(
    get, path = "/v1/partner/organizations", tag = "partner",
    operation_id = "listPartnerOrganizations",
    params(paging::Pages),
    responses((status = 200, description = "A page", body = OrganizationList<'static>)),
)]
async fn list_organizations(call: PartnerCall) -> Reply {
    call.require(Scope::InvoiceRead)?;
    let mut query = call.query()?;
    let (after, limit) = paging::Pages::read(&mut query);
    query.finish()?;
    let (reach, any) = (KeyScope::Partner(call.member.partner), OrganizationFilter::default());
    let page = call.store.organization_records(reach, &any, after, limit).await?;
    Ok(HttpResponse::Ok().json(List::of(&page, OrganizationView::of)))
}

/// What an organization has used of its plan.
#[derive(Serialize, ToSchema)]
struct ManagedView<'a> {
    #[schema(value_type = Uuid)]
    org_id: OrganizationId,
    name: &'a str,
    #[serde(flatten)]
    usage: UsageView,
}

/// Its pages are short: each organization is asked about by itself.
type UsagePages = PagesOf<USAGE_ROWS, USAGE_ROWS>;

/// A page of what was used.
type ManagedUsageList<'a> = List<ManagedView<'a>>;

/// What the companies have used of their plans this month. Scope report:read of the role.
#[utoipa::path(
    get, path = "/v1/partner/usage", tag = "partner", operation_id = "listPartnerUsage",
    params(UsagePages),
    responses((status = 200, description = "A page", body = ManagedUsageList<'static>)),
)]
async fn list_usage(call: PartnerCall) -> Reply {
    call.require(Scope::ReportRead)?;
    let mut query = call.query()?;
    let (after, limit) = UsagePages::read(&mut query);
    query.finish()?;
    let page = managed_usage(&*call, call.member.partner, after, limit).await?;
    let list = List::of(&page, |row| ManagedView {
        org_id: row.record.organization.id,
        name: &row.record.organization.name,
        usage: UsageView::of(&row.usage),
    });
    Ok(HttpResponse::Ok().json(list))
}

/// What happened at the companies, the oldest first. Scope invoice:read of the role.
#[utoipa::path(
    get, path = "/v1/partner/events", tag = "partner", operation_id = "listPartnerEvents",
    params(paging::FeedPages),
    responses((status = 200, description = "A page", body = FeedPageBody)),
)]
async fn list_events(call: PartnerCall) -> Reply {
    call.require(Scope::InvoiceRead)?;
    let mut query = call.query()?;
    let (after, limit) = paging::FeedPages::read(&mut query);
    query.finish()?;
    let items = call.store.events(call.member.partner, after, limit).await?;
    Ok(HttpResponse::Ok().json(FeedPage::of(items, after)))
}
