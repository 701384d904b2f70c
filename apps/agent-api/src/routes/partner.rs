//! The partners' portal as JSON. It takes the login session of a member, and no API key (Authentication, API
//! key 5). The pages of the crate `portal` do the same.

use super::{
    organizations::view::OrganizationView,
    paging,
    usage::UsageView,
    webhooks::{
        endpoints::{asked, require_secrets_key},
        view::{DeliveryView, EndpointView},
    },
};
use crate::{
    error::ApiError,
    http::{Body, Data, Query},
    requests::{
        PartnerWebhookBody, WebhookChangeBody, WebhookTestBody, read_optional, read_with_violations,
    },
};
use access::{
    AccessError, AccessStore, Counted, KeyScope, OrganizationId, Scope, Tier, UserId,
    partner_requests_per_minute,
};
use actix_web::{
    FromRequest, HttpRequest, HttpResponse,
    dev::Payload,
    http::{Method, StatusCode},
    web::{self, ServiceConfig, delete, get, patch, post},
};
use identity::{Visitor, is_same_origin, visitor};
use members::{MemberStore, PartnerMembership};
use organizations::{OrganizationFilter, OrganizationStore};
use runtime::wiring::App;
use serde::Serialize;
use std::{future::Future, ops::Deref, pin::Pin};
use use_cases::{
    USAGE_ROWS, managed_usage,
    sign_in::Proven,
    webhooks::{
        Owned, WebhookError, change_endpoint, create_endpoint, redeliver, remove_endpoint,
        rotate_secret, test_send,
    },
};
use uuid::Uuid;
use webhooks::{
    DEFAULT_LIMIT, DeliveryFilter, DeliveryId, DeliveryStore, Endpoint, EndpointId, EndpointStore,
    FeedCursor, FeedPage, FeedStore, Owner, PageError, Secrets, page_limit,
};

type Reply = Result<HttpResponse, ApiError>;

/// Names the partner, for those who belong to several.
const PARTNER_HEADER: &str = "X-Partner-Id";

/// Puts the routes on the application.
pub(super) fn configure(config: &mut ServiceConfig) {
    config.service(
        web::scope("/v1/partner")
            .route("/organizations", get().to(list_organizations))
            .route("/usage", get().to(list_usage))
            .route("/events", get().to(list_events))
            .route("/webhooks", get().to(list_webhooks))
            .route("/webhooks", post().to(create_webhook))
            .route("/webhooks/{id}", get().to(get_webhook))
            .route("/webhooks/{id}", patch().to(change_webhook))
            .route("/webhooks/{id}", delete().to(delete_webhook))
            .route("/webhooks/{id}/rotate-secret", post().to(rotate_webhook_secret))
            .route("/webhooks/{id}/test", post().to(test_webhook))
            .route("/webhooks/{id}/deliveries", get().to(list_deliveries))
            .route("/webhooks/{id}/deliveries/{deliveryId}/redeliver", post().to(redeliver_one))
            .default_service(web::to(nothing)),
    );
}

/// 404 for a member of a partner, 401 for everybody else.
async fn nothing(_: PartnerCall) -> Reply {
    Err(ApiError::NotFound("path"))
}

/// A call of a member of a partner who signed in.
struct PartnerCall {
    member: PartnerMembership,
    visitor: Visitor,
    http: HttpRequest,
    app: web::Data<App>,
}

impl Deref for PartnerCall {
    type Target = App;

    fn deref(&self) -> &App {
        &self.app
    }
}

impl FromRequest for PartnerCall {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let http = request.clone();
        Box::pin(async move {
            let app = http.app_data::<web::Data<App>>().cloned();
            let app = app.ok_or_else(|| ApiError::internal("the application is not wired"))?;
            let by_key =
                ["X-API-Key", "Authorization"].iter().any(|it| http.headers().contains_key(*it));
            let visitor = if by_key { None } else { visitor(&http, &app).await? };
            let visitor = visitor.ok_or_else(session_only)?;
            let reads = matches!(*http.method(), Method::GET | Method::HEAD);
            if !reads && !is_same_origin(&http, &app.config.base_url) {
                return Err(elsewhere());
            }
            let user = visitor.signed_in.session.user;
            admit(&app, user).await?;
            let partners = app.store.partner_memberships(user).await?;
            let member = chosen(&http, partners)?;
            if !reads {
                tracing::info!(
                    user.id = %user,
                    partner.id = %member.partner,
                    http.path = http.path(),
                    "a person changes something of a partner"
                );
            }
            Ok(Self { member, visitor, http, app })
        })
    }
}

/// A person has as many calls a minute as a partner's key.
async fn admit(app: &App, user: UserId) -> Result<(), ApiError> {
    let now = app.clock.now().unix_timestamp();
    let window = app.store.count_request(Counted::Person(user), now).await?;
    let limit = partner_requests_per_minute(app.config.key_rate_per_minute);
    window.check(now, limit).map_err(ApiError::RateLimited)
}

fn session_only() -> ApiError {
    let (status, code) = (StatusCode::UNAUTHORIZED, "UNAUTHORIZED");
    let message = "the partner portal needs its login session: an API key is not taken here";
    ApiError::Coded { status, code, message: message.to_owned() }
}

/// Requests with a cookie come from our own pages, or from no browser.
fn elsewhere() -> ApiError {
    let (status, code) = (StatusCode::FORBIDDEN, "FORBIDDEN");
    ApiError::Coded { status, code, message: "the request comes from another site".to_owned() }
}

/// The partner that the header names, or the only one.
fn chosen(
    http: &HttpRequest,
    mut partners: Vec<PartnerMembership>,
) -> Result<PartnerMembership, ApiError> {
    let named = http.headers().get(PARTNER_HEADER).map(|id| id.to_str().unwrap_or_default());
    if let Some(id) = named {
        let known = partners.into_iter().find(|it| it.partner.to_string() == id.trim());
        return known.ok_or(ApiError::NotFound("partner"));
    }
    match (partners.pop(), partners.is_empty()) {
        (Some(only), true) => Ok(only),
        (Some(_), false) => {
            let message = "is missing: you belong to several partners".to_owned();
            Err(ApiError::InvalidField { field: PARTNER_HEADER, message })
        }
        (None, _) => Err(AccessError::PartnersOnly.into()),
    }
}

impl PartnerCall {
    /// # Errors
    /// 403 naming the scope that the role lacks.
    fn require(&self, scope: Scope) -> Result<(), ApiError> {
        let has = self.member.role.scopes().has(scope);
        has.then_some(()).ok_or_else(|| AccessError::MissingRoleScope(scope).into())
    }

    fn owned(&self) -> Result<Owned<'_, App>, ApiError> {
        let owner = Owner::Partner(self.member.partner);
        let proven = Proven::by_session(&**self, &self.visitor.signed_in, Tier::Live);
        Ok(Owned::by_member(&**self, owner, self.member.role.scopes())?.proven(proven))
    }

    fn id(&self, parameter: &str, what: &'static str) -> Result<Uuid, ApiError> {
        let text = self.http.match_info().query(parameter);
        Uuid::try_parse(text).map_err(|_| ApiError::NotFound(what))
    }

    fn endpoint(&self) -> Result<EndpointId, ApiError> {
        Ok(EndpointId(self.id("id", "webhook")?))
    }

    fn query(&self) -> Result<Query, ApiError> {
        Query::of(&self.http)
    }
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

/// An endpoint of a partner.
#[derive(Serialize)]
struct PartnerEndpoint<'a> {
    #[serde(flatten)]
    endpoint: EndpointView<'a>,
    /// The only organization that it is for; null: all.
    #[serde(rename = "orgId")]
    only: Option<OrganizationId>,
}

impl<'a> PartnerEndpoint<'a> {
    fn of(endpoint: &'a Endpoint) -> Self {
        Self { endpoint: EndpointView::of(endpoint), only: endpoint.only }
    }

    fn with_secrets(endpoint: &'a Endpoint, secrets: &'a Secrets) -> Self {
        Self { endpoint: EndpointView::with_secrets(endpoint, secrets), only: endpoint.only }
    }
}

async fn list_webhooks(call: PartnerCall) -> Reply {
    let owner = call.owned()?.owner;
    let endpoints = call.store.endpoints(owner).await.map_err(WebhookError::from)?;
    let data: Vec<_> = endpoints.iter().map(PartnerEndpoint::of).collect();
    Ok(HttpResponse::Ok().json(Data { data }))
}

async fn create_webhook(call: PartnerCall, Body(bytes): Body) -> Reply {
    let of = call.owned()?;
    require_secrets_key(&call)?;
    let (request, found) = read_with_violations::<PartnerWebhookBody>(&bytes);
    let made = create_endpoint(of, &asked(request, found)).await?;
    let view = PartnerEndpoint::with_secrets(&made.endpoint, &made.secrets);
    Ok(HttpResponse::Created().json(view))
}

async fn get_webhook(call: PartnerCall) -> Reply {
    let owner = call.owned()?.owner;
    let endpoint =
        call.store.endpoint(owner, call.endpoint()?).await.map_err(WebhookError::from)?;
    Ok(HttpResponse::Ok().json(PartnerEndpoint::of(&endpoint)))
}

async fn change_webhook(call: PartnerCall, Body(bytes): Body) -> Reply {
    let of = call.owned()?;
    let (request, found) = read_with_violations::<WebhookChangeBody>(&bytes);
    let endpoint = change_endpoint(of, call.endpoint()?, &asked(request, found)).await?;
    Ok(HttpResponse::Ok().json(PartnerEndpoint::of(&endpoint)))
}

async fn delete_webhook(call: PartnerCall) -> Reply {
    remove_endpoint(call.owned()?, call.endpoint()?).await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn rotate_webhook_secret(call: PartnerCall) -> Reply {
    let of = call.owned()?;
    require_secrets_key(&call)?;
    let (endpoint, secrets) = rotate_secret(of, call.endpoint()?, None).await?;
    let view = PartnerEndpoint::with_secrets(&endpoint, &secrets);
    Ok(HttpResponse::Ok().json(view))
}

async fn test_webhook(call: PartnerCall, Body(bytes): Body) -> Reply {
    let of = call.owned()?;
    let event = read_optional::<WebhookTestBody>(&bytes)?;
    let record = test_send(of, call.endpoint()?, event.as_deref()).await?;
    call.notifier.deliveries();
    Ok(HttpResponse::Accepted().json(DeliveryView::of(&record)))
}

async fn list_deliveries(call: PartnerCall) -> Reply {
    let owner = call.owned()?.owner;
    let mut query = call.query()?;
    let (after, limit) = paging::page_parameters(&mut query);
    query.finish()?;
    let any = DeliveryFilter::default();
    let page = call.store.deliveries(owner, call.endpoint()?, &any, after, limit).await;
    let page = page.map_err(WebhookError::from)?;
    let next_after = page.next().map(paging::encode);
    let data: Vec<_> = page.rows.iter().map(DeliveryView::of).collect();
    Ok(HttpResponse::Ok().json(List { data, next_after, has_more: page.has_more }))
}

async fn redeliver_one(call: PartnerCall) -> Reply {
    let delivery = DeliveryId(call.id("deliveryId", "delivery")?);
    let record = redeliver(call.owned()?, call.endpoint()?, delivery).await?;
    call.notifier.deliveries();
    Ok(HttpResponse::Accepted().json(DeliveryView::of(&record)))
}
