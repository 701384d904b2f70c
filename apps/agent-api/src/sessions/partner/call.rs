//! A call of a member of a partner, by the login session.

use crate::routes::views::EndpointCall;
use access::{AccessError, Scope, Tier, partner_requests_per_minute};
use actix_web::dev::Payload;
use actix_web::http::{Method, StatusCode};
use actix_web::{FromRequest, HttpRequest, HttpResponse, web};
use api_http::error::ApiError;
use api_http::visitors::{Visitor, session_caller};
use api_http::{Query, Reply, app_of, introduction};
use members::{MemberStore, PartnerMembership};
use refusals::Reason;
use runtime::wiring::App;
use serde::Serialize;
use std::future::Future;
use std::ops::Deref;
use std::pin::Pin;
use use_cases::people::sign_in::Proven;
use use_cases::webhooks::Owned;
use uuid::Uuid;
use webhooks::{EndpointId, Owner};

/// Names the partner, for those who belong to several.
const PARTNER_HEADER: &str = "X-Partner-Id";

/// A call of a member of a partner who signed in.
pub(crate) struct PartnerCall {
    pub(crate) member: PartnerMembership,
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
        let (http, says) = (request.clone(), introduction(request));
        Box::pin(async move {
            let app = app_of(&http)?;
            // a person has as many calls a minute as a partner's key
            let a_minute = partner_requests_per_minute(app.config.key_rate_per_minute);
            let visitor = session_caller(&http, &app, says, a_minute).await?;
            let user = visitor.signed_in.session.user;
            let partners = app.store.partner_memberships(user).await?;
            let member = chosen(&http, partners)?;
            if !matches!(*http.method(), Method::GET | Method::HEAD) {
                tracing::info!(
                    user.id = %user,
                    partner.id = %member.partner,
                    http.path = http.path(),
                    "change of a partner requested by a person"
                );
            }
            Ok(Self { member, visitor, http, app })
        })
    }
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
            let message = Reason::plain("is missing: you belong to several partners");
            Err(ApiError::InvalidField { field: PARTNER_HEADER, message })
        }
        (None, _) => Err(AccessError::PartnersOnly.into()),
    }
}

impl PartnerCall {
    /// Requires a scope of the member's role.
    ///
    /// # Errors
    /// 403 with the name of the missing scope.
    pub(crate) fn require(&self, scope: Scope) -> Result<(), ApiError> {
        let has = self.member.role.scopes().has(scope);
        has.then_some(()).ok_or_else(|| AccessError::MissingRoleScope(scope).into())
    }

    pub(crate) fn id(&self, parameter: &str, what: &'static str) -> Result<Uuid, ApiError> {
        let text = self.http.match_info().query(parameter);
        Uuid::try_parse(text).map_err(|_| ApiError::NotFound(what))
    }

    pub(crate) fn query(&self) -> Result<Query, ApiError> {
        Query::of(&self.http)
    }
}

impl EndpointCall for PartnerCall {
    fn owned(&self) -> Result<Owned<'_, App>, ApiError> {
        let owner = Owner::Partner(self.member.partner);
        let who = &self.visitor.signed_in;
        let proven = Proven::by_session(&**self, who, Tier::Live);
        let by = (who.session.user, Tier::Live);
        Ok(Owned::by_member(&**self, owner, by, self.member.role.scopes())?.proven(proven))
    }

    fn endpoint(&self) -> Result<EndpointId, ApiError> {
        Ok(EndpointId(self.id("id", "webhook")?))
    }

    fn answer(&self, status: StatusCode, body: impl Serialize) -> Reply {
        Ok(HttpResponse::build(status).json(body))
    }
}
