//! The partners' portal as JSON. It takes the login session of a member, and no API key (Authentication, API
//! key 5). The pages of the crate `portal` do the same.

mod call;
mod endpoints;

use access::{KeyScope, OrganizationId, Scope};
use actix_web::web::{ServiceConfig, delete, get, patch, post};
use actix_web::{HttpResponse, web};
use agent_api::routes::views::{OrganizationView, UsageView};
use api_http::error::ApiError;
use api_http::paging;
use call::PartnerCall;
use organizations::{OrganizationFilter, OrganizationStore};
use serde::Serialize;
use use_cases::{USAGE_ROWS, managed_usage};
use webhooks::{DEFAULT_LIMIT, FeedCursor, FeedPage, FeedStore, PageError, page_limit};

type Reply = Result<HttpResponse, ApiError>;

/// Puts the routes on the application.
pub fn configure(config: &mut ServiceConfig) {
    config.service(
        web::scope("/v1/partner")
            .route("/organizations", get().to(list_organizations))
            .route("/usage", get().to(list_usage))
            .route("/events", get().to(list_events))
            .route("/webhooks", get().to(endpoints::list_webhooks))
            .route("/webhooks", post().to(endpoints::create_webhook))
            .route("/webhooks/{id}", get().to(endpoints::get_webhook))
            .route("/webhooks/{id}", patch().to(endpoints::change_webhook))
            .route("/webhooks/{id}", delete().to(endpoints::delete_webhook))
            .route("/webhooks/{id}/rotate-secret", post().to(endpoints::rotate_webhook_secret))
            .route("/webhooks/{id}/test", post().to(endpoints::test_webhook))
            .route("/webhooks/{id}/deliveries", get().to(endpoints::list_deliveries))
            .route(
                "/webhooks/{id}/deliveries/{deliveryId}/redeliver",
                post().to(endpoints::redeliver_one),
            )
            .default_service(web::to(nothing)),
    );
}

/// 404 for a member of a partner, 401 for everybody else.
async fn nothing(_: PartnerCall) -> Reply {
    Err(ApiError::NotFound("path"))
}

/// A page of a list.
#[derive(Serialize)]
struct List<T> {
    data: Vec<T>,
    next_after: Option<String>,
    has_more: bool,
}

async fn list_organizations(call: PartnerCall) -> Reply {
    call.require(Scope::InvoiceRead)?;
    let mut query = call.query()?;
    let (after, limit) = paging::page_parameters(&mut query);
    query.finish()?;
    let (reach, any) = (KeyScope::Partner(call.member.partner), OrganizationFilter::default());
    let page = call.store.organization_records(reach, &any, after, limit).await?;
    let next_after = page.next().map(paging::encode);
    let data: Vec<_> = page.rows.iter().map(OrganizationView::of).collect();
    Ok(HttpResponse::Ok().json(List { data, next_after, has_more: page.has_more }))
}

/// What an organization has used of its plan.
#[derive(Serialize)]
struct ManagedView<'a> {
    org_id: OrganizationId,
    name: &'a str,
    #[serde(flatten)]
    usage: UsageView,
}

async fn list_usage(call: PartnerCall) -> Reply {
    call.require(Scope::ReportRead)?;
    let mut query = call.query()?;
    let (after, limit) = paging::page_parameters_of(&mut query, USAGE_ROWS, USAGE_ROWS);
    query.finish()?;
    let page = managed_usage(&*call, call.member.partner, after, limit).await?;
    let next_after = page.next().map(paging::encode);
    let data = page.rows.iter().map(|row| ManagedView {
        org_id: row.record.organization.id,
        name: &row.record.organization.name,
        usage: UsageView::of(&row.usage),
    });
    Ok(HttpResponse::Ok().json(List { data: data.collect(), next_after, has_more: page.has_more }))
}

async fn list_events(call: PartnerCall) -> Reply {
    call.require(Scope::InvoiceRead)?;
    let mut query = call.query()?;
    let said = |error: PageError| error.to_string();
    let after = query.read("after", |text| text.parse::<FeedCursor>().map_err(said));
    let limit = query.read("limit", |text| page_limit(Some(text)).map_err(said));
    query.finish()?;
    let limit = limit.unwrap_or(DEFAULT_LIMIT);
    let items = call.store.events(call.member.partner, after, limit).await?;
    Ok(HttpResponse::Ok().json(FeedPage::of(items, after)))
}
